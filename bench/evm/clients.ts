import { Agent, request as send } from 'node:http'
import { WebSocket } from 'ws'
import type { Request } from './nodes.js'

interface Answer {
  readonly id: number
  readonly result?: unknown
  readonly error?: unknown
}

function resultOf({ result, error }: Answer): unknown {
  if (error !== undefined) throw new Error(JSON.stringify(error))
  return result
}

/** Sends requests over HTTP, with connections that stay open. */
export function httpClient(url: string): Request {
  const agent = new Agent({ keepAlive: true })
  const headers = { 'content-type': 'application/json' }
  return (method, params) =>
    new Promise((resolve, reject) => {
      const outgoing = send(url, { method: 'POST', agent, headers }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('end', () => {
          try {
            resolve(resultOf(JSON.parse(text) as Answer))
          } catch (error) {
            reject(error instanceof Error ? error : new Error(String(error)))
          }
        })
      })
      outgoing.on('error', reject)
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    })
}

/** Sends requests over one WebSocket. */
export async function webSocketClient(url: string): Promise<Request> {
  const socket = new WebSocket(url)
  const waiting = new Map<
    number,
    { readonly resolve: (value: unknown) => void; readonly reject: (error: unknown) => void }
  >()
  let ids = 0
  socket.on('message', (data) => {
    const answer = JSON.parse((data as Buffer).toString()) as Answer
    const { resolve, reject } = waiting.get(answer.id)!
    waiting.delete(answer.id)
    try {
      resolve(resultOf(answer))
    } catch (error) {
      reject(error)
    }
  })
  await new Promise((resolve) => socket.once('open', resolve))
  return (method, params) =>
    new Promise((resolve, reject) => {
      const id = ++ids
      waiting.set(id, { resolve, reject })
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
}
