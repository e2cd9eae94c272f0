import { createEvmNode } from 'sudobox/evm'
import { serveJsonRpc } from 'sudobox/server'
import { CHAIN_ID } from './nodes.js'

/** Our node on a free port; tells the parent where. */
const { url, wsUrl } = await serveJsonRpc(createEvmNode({ chainId: BigInt(CHAIN_ID) }))
process.send!([url, wsUrl])
process.on('disconnect', () => process.exit())
