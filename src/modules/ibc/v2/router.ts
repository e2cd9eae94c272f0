import { UsageError } from '../../../base/index.js'
import { GoPanic } from '../../../chain/index.js'
import type { Ibc2Application } from '../../../chain/ibc/index.js'

/** Applications by port, and by the beginning of a port. Source: ibc-go v10.5.0 core/api/router.go. */
export class ApplicationRouter2 {
  readonly #ports = new Map<string, Ibc2Application>()
  readonly #prefixes = new Map<string, Ibc2Application>()

  /** @throws UsageError for a port that is taken, or does not consist of letters and digits */
  add(port: string, application: Ibc2Application): this {
    assertAlphanumeric('port', port)
    if (this.#ports.has(port)) throw new UsageError(`the port ${port} has an application`)
    for (const prefix of this.#prefixes.keys())
      if (port.startsWith(prefix))
        throw new UsageError(`the port ${port} has the prefix ${prefix} of another application`)
    this.#ports.set(port, application)
    return this
  }

  /** @throws UsageError for a prefix that collides with a port or another prefix, or does not consist of letters and digits */
  addPrefix(prefix: string, application: Ibc2Application): this {
    assertAlphanumeric('prefix', prefix)
    for (const port of this.#ports.keys())
      if (port.startsWith(prefix)) throw new UsageError(`the prefix ${prefix} collides with the port ${port}`)
    for (const known of this.#prefixes.keys())
      if (known.startsWith(prefix) || prefix.startsWith(known))
        throw new UsageError(`the prefix ${prefix} collides with ${known}`)
    this.#prefixes.set(prefix, application)
    return this
  }

  /** @throws GoPanic for a port without an application */
  route(port: string): Ibc2Application {
    const application = this.#ports.get(port)
    if (application !== undefined) return application
    for (const [prefix, prefixed] of this.#prefixes) if (port.startsWith(prefix)) return prefixed
    throw new GoPanic(`no route for ${port}`)
  }
}

function assertAlphanumeric(what: string, text: string): void {
  if (!/^[a-zA-Z0-9]+$/.test(text))
    throw new UsageError(`a ${what} consists of letters and digits, not ${JSON.stringify(text)}`)
}
