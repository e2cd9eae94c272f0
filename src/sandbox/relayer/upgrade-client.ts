import { MsgUpgradeClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import { UsageError } from '../../base/index.js'
import { decodeAny } from '../../codec/index.js'
import { ClientState, proofAt } from '../../modules/ibc/relay.js'
import { UPGRADE_STORE, upgradedKey, type UpgradedPart } from '../../modules/upgrade/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { RelayerActionOf } from './actions.js'
import type { RelayerOutcomes } from './outcome.js'
import { ibcOf } from './chains.js'
import type { RelayerHost } from './relayer-host.js'
import { pack } from './delivery.js'

/** One step per id: a client that is several upgrades behind takes one after the other. @throws TxError when the chain refuses */
export function upgradeClient(
  relayer: RelayerHost,
  on: ChainHost,
  { client, gasLimit }: RelayerActionOf<'upgradeClient'>,
): RelayerOutcomes['upgradeClient'] {
  if (relayer.proofs === 'trust')
    throw new UsageError("with ibc.proofs: 'trust' headers are not verified: no client needs an upgrade")
  const of = relayer.chains.followedBy(on, client)
  const state = ibcOf(on).clients.clientState(on.app.context, client)
  if (of === undefined || state === undefined)
    throw new UsageError(`${on.key} has no client ${client} of a chain of the sandbox`)
  const { baseApp: app } = of.app
  const { chainId } = ClientState.decode(state.value)
  const next = app.eras[app.eras.findIndex((era) => era.chainId === chainId) + 1]
  if (next === undefined)
    throw new UsageError(`the client ${client} follows ${of.key} under its last id, ${chainId}`, {
      details: [`right: upgrade the chain first: sandbox.chains.${of.key}.upgrade({ revision })`],
    })
  const last = next.from - 1
  const signer = relayer.addressOn(on)
  if (!relayer.clients.knows(on, client, of, last))
    relayer.send(on, [relayer.clients.update(on, client, of, last, signer)])
  const committed = (part: UpgradedPart) => {
    const key = upgradedKey(last, part)
    const { value } = app.stores.version(last - 1).commitment.query(UPGRADE_STORE, key)
    return { state: decodeAny(value!), proof: proofAt(app, key, last, UPGRADE_STORE) }
  }
  const [upgraded, consensus] = [committed('upgradedClient'), committed('upgradedConsState')]
  return relayer.send(
    on,
    [
      pack(MsgUpgradeClient, {
        clientId: client,
        clientState: upgraded.state,
        consensusState: consensus.state,
        proofUpgradeClient: upgraded.proof,
        proofUpgradeConsensusState: consensus.proof,
        signer,
      }),
    ],
    gasLimit,
  )
}
