import { WebSocket } from 'ws'
import type { JsonRpcServer } from '../../../src/server/index.js'
import type { Json } from './match.js'
import type { Transport } from './table.js'

export type Answer = { readonly result: Json } | { readonly error: { readonly code: number; readonly message: string } }

export interface Connection {
  ask(method: string, params: readonly Json[]): Promise<Answer>
  /** The next event of a subscription. */
  told(subscription: string): Promise<Json>
  close(): void
}

/** A connection that shows the token. */
export const connect = (transport: Transport, server: JsonRpcServer, token: string): Promise<Connection> | Connection =>
  transport === 'http' ? overHttp(server.url, token) : overWebSocket(server.wsUrl, token)

const request = (id: number, method: string, params: readonly Json[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

function overHttp(url: string, token: string): Connection {
  let ids = 0
  return {
    ask: async (method, params) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: request(++ids, method, params),
      })
      return (await response.json()) as Answer
    },
    told: () => Promise.reject(new Error('nobody is told of events over HTTP')),
    close: () => undefined,
  }
}

interface Message {
  readonly id?: number
  readonly params?: { readonly subscription: string; readonly result: Json }
}

async function overWebSocket(url: string, token: string): Promise<Connection> {
  const socket = new WebSocket(url, { headers: { authorization: `Bearer ${token}` } })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const waiting = new Map<number, (answer: Answer) => void>()
  const events: NonNullable<Message['params']>[] = []
  let arrived = (): void => undefined
  socket.on('message', (data: Buffer) => {
    const message = JSON.parse(data.toString()) as Message
    if (message.params !== undefined) {
      events.push(message.params)
      arrived()
    } else waiting.get(message.id!)?.(message as Answer)
  })
  let ids = 0
  return {
    ask: (method, params) =>
      new Promise((resolve) => {
        waiting.set(++ids, resolve)
        socket.send(request(ids, method, params))
      }),
    told: async (subscription) => {
      for (;;) {
        const at = events.findIndex((event) => event.subscription === subscription)
        if (at >= 0) return events.splice(at, 1)[0]!.result
        await new Promise<void>((resolve) => (arrived = resolve))
      }
    },
    close: () => socket.close(),
  }
}
