import type { Payload } from 'cosmjs-types/ibc/core/channel/v2/packet'
import { UsageError } from '../../../base/errors.js'
import type { Context } from '../../../chain/context.js'
import { GoPanic } from '../../../chain/gas.js'

/** Source and destination of a packet between clients. */
export interface PacketClients {
  readonly sourceClient: string
  readonly destinationClient: string
  readonly sequence: bigint
}

/** The result of an application for a payload. */
export type Received2 =
  { readonly status: 'success' | 'failure'; readonly acknowledgement: Uint8Array } | { readonly status: 'async' }

/** An application that sends packets between clients, without channels. Source: ibc-go v10.5.0 core/api/module.go `IBCModule`. */
export interface Ibc2Application {
  onSend(ctx: Context, clients: PacketClients, payload: Payload, signer: Uint8Array): void
  onReceive(ctx: Context, clients: PacketClients, payload: Payload, relayer: Uint8Array): Received2
  onAcknowledge(
    ctx: Context,
    clients: PacketClients,
    acknowledgement: Uint8Array,
    payload: Payload,
    relayer: Uint8Array,
  ): void
  onTimeout(ctx: Context, clients: PacketClients, payload: Payload, relayer: Uint8Array): void
}

/** Applications by port prefix. Source: ibc-go v10.5.0 core/api/router.go. */
export class PrefixRouter {
  readonly #routes = new Map<string, Ibc2Application>()

  /** @throws UsageError for a prefix that collides with another one, or does not consist of letters and digits */
  add(prefix: string, application: Ibc2Application): this {
    if (!/^[a-zA-Z0-9]+$/.test(prefix))
      throw new UsageError(`a port's prefix is made of letters and digits, not ${JSON.stringify(prefix)}`)
    for (const known of this.#routes.keys())
      if (known.startsWith(prefix) || prefix.startsWith(known))
        throw new UsageError(`the prefix ${prefix} collides with ${known}`)
    this.#routes.set(prefix, application)
    return this
  }

  /** @throws GoPanic for a port without an application */
  route(portId: string): Ibc2Application {
    for (const [prefix, application] of this.#routes) if (portId.startsWith(prefix)) return application
    throw new GoPanic(`no route for ${portId}`)
  }
}
