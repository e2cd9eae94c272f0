import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import type { Any } from '../../codec/index.js'
import { heightOn, trustedHeader, updateHeader, type Height } from '../../modules/ibc/relay.js'
import type { ChainHost } from '../host/chain-host.js'
import { ibcOf } from './chains.js'
import { pack } from './delivery.js'

/** The light clients of both chains, as a relayer keeps them up to date. */
export class ClientUpdater {
  /** The last height that a client knows. */
  latest(on: ChainHost, client: string): number {
    return Number(ibcOf(on).clients.latestHeight(on.app.context, client).revisionHeight)
  }

  knows(on: ChainHost, client: string, of: ChainHost, at: number): boolean {
    return ibcOf(on).clients.consensusState(on.app.context, client, heightOn(of.app.baseApp, at)) !== undefined
  }

  /** @param trusted a height that the client knows; the latest when left out */
  update(on: ChainHost, clientId: string, of: ChainHost, at: number, signer: string, trusted?: Height): Any {
    const { clients } = ibcOf(on)
    const chain = of.app.baseApp
    const clientMessage = clients.trusts
      ? trustedHeader(chain, at)
      : updateHeader(chain, at, trusted ?? clients.latestHeight(on.app.context, clientId))
    return pack(MsgUpdateClient, { clientId, clientMessage, signer })
  }
}
