import { createEvmNode } from 'sudobox/evm'
import { serveJsonRpc } from 'sudobox/server'
import { CHAIN_ID } from './nodes.js'

/** Our node on a free port, which it reports to the parent. */
const { url, wsUrl } = await serveJsonRpc(createEvmNode({ chainId: BigInt(CHAIN_ID) }))
process.send!([url, wsUrl])
process.on('disconnect', () => process.exit())
