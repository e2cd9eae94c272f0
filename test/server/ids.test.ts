import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createEvmNode, type EvmNode } from '../../src/evm/index.js'
import { serveChain, serveJsonRpc, type ChainServer, type JsonRpcServer } from '../../src/server/index.js'
import { testChain } from './chain.js'

interface Exchange {
  readonly port: 'http' | 'ws'
  readonly body: string
  readonly status?: number
  readonly answer: string
}

const recorded = (name: string): readonly Exchange[] =>
  (
    JSON.parse(readFileSync(new URL(`../../fixtures/server/texts/${name}.json`, import.meta.url), 'utf8')) as {
      readonly exchanges: readonly Exchange[]
    }
  ).exchanges

const bytesOf = (base64: string): Buffer => Buffer.from(base64, 'base64')
const shown = ({ port, body }: Exchange): string => `${port} ${bytesOf(body).toString('latin1')}`

/** The answer to the message, or '' if the next one is answered instead. */
async function onSocket(url: string, body: Buffer, next: string): Promise<string> {
  const socket = new WebSocket(url)
  await new Promise((resolve) => socket.once('open', resolve))
  const answer = new Promise<string>((resolve) =>
    socket.once('message', (data) => resolve((data as Buffer).toString())),
  )
  socket.send(body, { binary: false })
  socket.send(next)
  const text = await answer
  socket.close()
  return text.includes('"next"') ? '' : text
}

const overHttp = async (url: string, body: Buffer): Promise<readonly [number, string]> => {
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(url, { method: 'POST', body: new Uint8Array(body), headers })
  return [response.status, (await response.text()).trimEnd()]
}

describe('ids of JSON-RPC', () => {
  let chain: ChainServer
  let node: EvmNode
  let evm: JsonRpcServer

  beforeAll(async () => {
    chain = await serveChain(testChain())
    node = createEvmNode({ chainId: 1n })
    evm = await serveJsonRpc(node)
  })
  afterAll(async () => {
    await chain.close()
    await evm.close()
    await node.close()
  })

  // An empty body is answered with a page of links.
  const comet = recorded('rpc').filter(({ port, body }) => port === 'ws' || body !== '')

  test.each(comet.map((one) => [shown(one), one] as const))(
    'CometBFT: %s',
    async (_, { port, body, status, answer }) => {
      // On a socket the reference takes wrong parameters for an internal error.
      const right = answer.replace(
        '{"code":-32603,"message":"Internal error"',
        '{"code":-32602,"message":"Invalid params"',
      )
      if (port === 'http') expect(await overHttp(chain.urls.rpc, bytesOf(body))).toEqual([status, answer])
      else {
        const url = `${chain.urls.rpc.replace('http', 'ws')}/websocket`
        expect(await onSocket(url, bytesOf(body), '{"id":"next","method":"health"}')).toBe(right)
      }
    },
  )

  test.each(recorded('geth-ids').map((one) => [shown(one), one] as const))(
    'go-ethereum: %s',
    async (_, { port, body, answer }) => {
      const right = bytesOf(answer).toString()
      if (port === 'http') expect((await overHttp(evm.url, bytesOf(body)))[1]).toBe(right)
      else {
        const next = '{"jsonrpc":"2.0","id":"next","method":"eth_chainId"}'
        expect(await onSocket(evm.url.replace('http', 'ws'), bytesOf(body), next)).toBe(right)
      }
    },
  )
})
