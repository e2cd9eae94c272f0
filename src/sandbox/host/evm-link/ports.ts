import { randomBytes } from 'node:crypto'
import type { EvmNode, EvmNodeOptions } from '../../../evm/index.js'
import type { JsonRpcServer, JsonRpcServerOptions } from '../../../server/internal.js'

/** What the ports of a sandbox's EVM have in common, however they are opened. */
export type EvmPortOptions = Pick<JsonRpcServerOptions, 'allowedHosts' | 'origins' | 'limits' | 'token'>

/** Loaded late: a sandbox that opens no port should not load the server. */
const server = () => import('../../../server/index.js')

/** Ports of a chain's EVM in addition to those of `sandbox.serve`. */
export class EvmPorts {
  #common: EvmPortOptions = {}
  #own: Promise<{ server: JsonRpcServer; token: string }> | undefined

  /** For `admin_startHTTP` and `admin_startWS`: access rights are those of the port on which the request came in. */
  readonly open: NonNullable<EvmNodeOptions['serve']> = async (node, at) =>
    (await server()).serveJsonRpc(node, { ...this.#common, ...at })

  /** The sandbox is served with these options: ports that its clients open have them too. */
  served(common: EvmPortOptions): void {
    this.#common = common
  }

  /** A loopback port for requests of the sandbox itself, which opens on first use. Nobody else gets its token. */
  async own(node: EvmNode): Promise<{ readonly url: string; readonly token: string }> {
    const { server, token } = await (this.#own ??= openOwn(node))
    return { url: server.url, token }
  }

  async close(): Promise<void> {
    const own = await this.#own?.catch(() => undefined)
    this.#own = undefined
    await own?.server.close()
  }
}

async function openOwn(node: EvmNode): Promise<{ server: JsonRpcServer; token: string }> {
  const token = randomBytes(32).toString('hex')
  return { server: await (await server()).serveJsonRpc(node, { token }), token }
}
