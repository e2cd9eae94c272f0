import { PortRouter } from './application.js'
import { ChannelHandshake } from './channels/handshake.js'
import { Clients } from './clients/clients.js'
import { ConnectionHandshake } from './connections/handshake.js'
import { LOCALHOST_CLIENT, TENDERMINT } from './identifiers.js'
import { localhostClient } from './localhost.js'
import { Packets } from './packets/packets.js'
import { tendermintClient } from './tendermint/light-client.js'
import { ApplicationRouter2 } from './v2/router.js'
import { Packets2 } from './v2/packets.js'

/** All submodules of IBC together. Source: ibc-go v10.5.0 modules/core/keeper. */
export class IbcKeeper {
  /** Bech32 address that may change params and recover clients: the gov module's. */
  readonly authority: string
  readonly clients = new Clients({ [TENDERMINT]: tendermintClient, [LOCALHOST_CLIENT]: localhostClient })
  readonly connections = new ConnectionHandshake(this.clients)
  readonly channels = new ChannelHandshake(this.clients)
  readonly packets = new Packets(this.clients)
  /** Packets between clients, without channels. */
  readonly packets2 = new Packets2(this.clients)
  /** Applications by port. */
  readonly router = new PortRouter()
  /** Applications for packets between clients, by port prefix. */
  readonly router2 = new ApplicationRouter2()

  constructor(options: { readonly authority: string }) {
    this.authority = options.authority
  }
}
