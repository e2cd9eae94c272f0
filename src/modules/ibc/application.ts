import { UsageError } from '../../base/index.js'
import type { IbcApplication } from '../../chain/ibc/index.js'

export type { AcknowledgementBytes, IbcApplication, Packet, PacketSender } from '../../chain/ibc/index.js'

/** Applications by port. Source: ibc-go v10 05-port/types/router.go, keeper/keeper.go `Route`. */
export class PortRouter {
  readonly #routes = new Map<string, IbcApplication>()

  /** @throws UsageError when the port is taken or does not consist of letters and digits */
  add(port: string, application: IbcApplication): this {
    if (!/^[a-zA-Z0-9]+$/.test(port))
      throw new UsageError(`a port's name is made of letters and digits, not ${JSON.stringify(port)}`)
    if (this.#routes.has(port)) throw new UsageError(`the port ${port} has an application already`)
    this.#routes.set(port, application)
    return this
  }

  /** The application of a port: by its whole name, else by the first name (in order) that it contains. */
  route(portId: string): IbcApplication | undefined {
    const exact = this.#routes.get(portId)
    if (exact !== undefined) return exact
    const name = [...this.#routes.keys()].sort().find((port) => portId.includes(port))
    return name === undefined ? undefined : this.#routes.get(name)
  }
}
