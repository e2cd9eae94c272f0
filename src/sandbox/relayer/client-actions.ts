import { MsgCreateClient, MsgSubmitMisbehaviour, MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import { MsgRegisterCounterparty } from 'cosmjs-types/ibc/core/client/v2/tx'
import { NO_BYTES, UsageError } from '../../base/index.js'
import { COMMITMENT_PREFIX, startingStates, updateHeader } from '../../modules/ibc/relay.js'
import type { ChainHost } from '../host/chain-host.js'
import type { RelayerActionOf } from './actions.js'
import type { RelayerOutcomes } from './outcome.js'
import { attributeValues, type TxResult } from '../tx/result.js'
import { ibcOf } from './chains.js'
import type { RelayerHost } from './relayer-host.js'
import { pack } from './delivery.js'
import { isJustUpgraded, nextTime } from './due.js'
import { conflicting, forgeHeader } from './headers.js'

/** The chain that the client follows, with a new block. */
function followed(relayer: RelayerHost, on: ChainHost, client: string): ChainHost {
  const of = relayer.chains.followedBy(on, client)
  if (of === undefined) throw new UsageError(`${on.key} has no client ${client} of a chain of the sandbox`)
  do of.app.nextBlock(nextTime(of, on))
  while (isJustUpgraded(of))
  return of
}

/** @throws TxError when the chain refuses the header */
export function updateClient(
  relayer: RelayerHost,
  on: ChainHost,
  { client, forge, gasLimit }: RelayerActionOf<'updateClient'>,
): RelayerOutcomes['updateClient'] {
  if (forge !== undefined && relayer.proofs === 'trust')
    throw new UsageError("with ibc.proofs: 'trust' headers are not verified: a forged one shows nothing")
  const of = followed(relayer, on, client)
  const trusted = ibcOf(on).clients.latestHeight(on.app.context, client)
  const header = updateHeader(of.app.baseApp, of.app.height, trusted)
  const clientMessage = forge === undefined ? header : forgeHeader(header, forge, of.app.baseApp.seals.validators)
  return relayer.send(
    on,
    [pack(MsgUpdateClient, { clientId: client, clientMessage, signer: relayer.addressOn(on) })],
    gasLimit,
  )
}

const SECOND = 1_000_000_000n

/** @throws TxError when the chain refuses its states */
export function newClient(
  relayer: RelayerHost,
  on: ChainHost,
  action: RelayerActionOf<'createClient'>,
): RelayerOutcomes['createClient'] {
  const of = relayer.chains.other(on, action.of)
  const spans = Object.fromEntries(
    (['trustingPeriod', 'unbondingPeriod', 'maxClockDrift'] as const).flatMap((name) => {
      const seconds = action[name]
      return seconds === undefined ? [] : [[name, seconds * SECOND]]
    }),
  )
  const states = startingStates(of.app.baseApp, of.app.height, spans)
  const result = relayer.send(on, [pack(MsgCreateClient, { ...states, signer: relayer.addressOn(on) })])
  return { clientId: attributeValues(result, 'create_client', 'client_id')[0]!, result }
}

/** @throws TxError for a client that the relayer did not make, or that is paired already */
export function pairClients(
  relayer: RelayerHost,
  a: ChainHost,
  action: RelayerActionOf<'pairClients'>,
): RelayerOutcomes['pairClients'] {
  const b = relayer.chains.other(a, action.of)
  const steps: TxResult[] = []
  const clientOn = (on: ChainHost, of: ChainHost, given: string | undefined): string => {
    if (given !== undefined) return given
    const { clientId, result } = newClient(relayer, on, { action: 'createClient', chain: on.key, of: of.key })
    steps.push(result)
    return clientId
  }
  const [clientA, clientB] = [clientOn(a, b, action.client), clientOn(b, a, action.counterpartyClient)]
  const pair = (on: ChainHost, clientId: string, counterpartyClientId: string): TxResult =>
    relayer.send(on, [
      pack(MsgRegisterCounterparty, {
        clientId,
        counterpartyMerklePrefix: [COMMITMENT_PREFIX.keyPrefix, NO_BYTES],
        counterpartyClientId,
        signer: relayer.addressOn(on),
      }),
    ])
  steps.push(pair(a, clientA, clientB), pair(b, clientB, clientA))
  return { clients: { [a.key]: clientA, [b.key]: clientB }, steps }
}

/** @throws TxError when the chain finds no misbehaviour */
export function misbehave(
  relayer: RelayerHost,
  on: ChainHost,
  { client, as, gasLimit }: RelayerActionOf<'misbehaviour'>,
): RelayerOutcomes['misbehaviour'] {
  if (relayer.proofs === 'trust')
    throw new UsageError("with ibc.proofs: 'trust' headers are not verified: no misbehaviour is found")
  const of = followed(relayer, on, client)
  const trusted = ibcOf(on).clients.latestHeight(on.app.context, client)
  const header = updateHeader(of.app.baseApp, of.app.height, trusted)
  const misbehaviour = conflicting(header, client, as, of.app.baseApp.seals.validators)
  return relayer.send(
    on,
    [
      on.app.context.release.absent.has(MsgSubmitMisbehaviour.typeUrl)
        ? pack(MsgUpdateClient, { clientId: client, clientMessage: misbehaviour, signer: relayer.addressOn(on) })
        : pack(MsgSubmitMisbehaviour, { clientId: client, misbehaviour, signer: relayer.addressOn(on) }),
    ],
    gasLimit,
  )
}
