import { methodNotFound, refuse } from '../errors.js'
import type { Serve, ServedNode, ServeOptions, Server } from '../options/serve.js'

export type ServerKind = 'HTTP' | 'WebSocket'

/** The ports that clients make a node open besides those it was started with: one of each kind. */
export class Servers {
  readonly #node: ServedNode
  readonly #serve: Serve | undefined
  /** Ports that are being closed. */
  #closing: Promise<void> = Promise.resolve()
  readonly #open = new Map<ServerKind, Promise<Server>>()

  constructor(node: ServedNode, serve: Serve | undefined) {
    this.#node = node
    this.#serve = serve
  }

  /** @param namespaces what is answered there; undefined is all. @throws RpcError (-32000) when it cannot listen. */
  async start(
    kind: ServerKind,
    options: Omit<ServeOptions, 'webSocket'>,
    namespaces?: readonly string[],
  ): Promise<void> {
    if (this.#serve === undefined)
      throw refuse('this node has no server to open ports with: use createEvmNode({ serve: serveJsonRpc })')
    await this.#closing
    const running = this.#open.get(kind)
    if (running !== undefined)
      throw refuse(`${kind} server already running on ${(await running).url.replace(/^\w+:\/\//, '')}`)
    const server = this.#serve(limited(this.#node, namespaces), { ...options, webSocket: kind === 'WebSocket' })
    this.#open.set(kind, server)
    try {
      await server
    } catch (error) {
      this.#open.delete(kind)
      throw error
    }
  }

  /** @param answered the answer to be sent through the port before it closes. */
  stop(kind: ServerKind, answered?: Promise<void>): Promise<void> {
    const server = this.#open.get(kind)
    this.#open.delete(kind)
    const close = async (): Promise<void> => {
      await answered
      await (await server?.catch(() => undefined))?.close()
    }
    return (this.#closing = Promise.all([this.#closing, close()]).then(() => undefined))
  }

  /** Their addresses. */
  async urls(): Promise<Partial<Record<ServerKind, string>>> {
    const urls: Partial<Record<ServerKind, string>> = {}
    for (const [kind, server] of this.#open) urls[kind] = (await server).url
    return urls
  }

  async close(): Promise<void> {
    for (const kind of this.#open.keys()) void this.stop(kind)
    await this.#closing
  }
}

/** A node with only some of its namespaces. */
function limited(node: ServedNode, namespaces: readonly string[] | undefined): ServedNode {
  if (namespaces === undefined) return node
  return {
    profile: node.profile,
    release: (session) => node.release(session),
    dispatch: (method, ...rest) => {
      if (!namespaces.includes(method.slice(0, method.indexOf('_')))) throw methodNotFound(method)
      return node.dispatch(method, ...rest)
    },
  }
}
