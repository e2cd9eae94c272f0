import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import type { Any } from '../../codec/index.js'
import { heightOn, trustedHeader, updateHeader } from '../../modules/ibc/relay.js'
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

  update(on: ChainHost, clientId: string, of: ChainHost, at: number, signer: string): Any {
    if (ibcOf(on).clients.trusts)
      return pack(MsgUpdateClient, { clientId, clientMessage: trustedHeader(of.app.baseApp, at), signer })
    const trusted = ibcOf(on).clients.latestHeight(on.app.context, clientId)
    return pack(MsgUpdateClient, { clientId, clientMessage: updateHeader(of.app.baseApp, at, trusted), signer })
  }
}
