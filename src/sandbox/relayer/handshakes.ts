import { MsgChannelCloseConfirm, MsgChannelCloseInit, MsgChannelOpenInit } from 'cosmjs-types/ibc/core/channel/v1/tx'
import * as connectionTx from 'cosmjs-types/ibc/core/connection/v1/tx'
import { NO_BYTES, UsageError } from '../../base/index.js'
import { getConnection, setChannel } from '../../modules/ibc/index.js'
import {
  channelKey,
  COMMITMENT_PREFIX,
  connectionKey,
  type Height,
  heightOn,
  Order,
  proofAt,
  State,
  CONNECTION_VERSIONS,
  ZERO_HEIGHT,
} from '../../modules/ibc/relay.js'
import type { Key } from '../../store/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { RelayerActionOf } from './actions.js'
import type { RelayerOutcomes } from './outcome.js'
import { attributeValues, type TxResult } from '../tx/result.js'
import type { RelayerHost } from './relayer-host.js'
import { pack } from './delivery.js'

const UNUSED_FIELDS = {
  proofClient: NO_BYTES,
  proofConsensus: NO_BYTES,
  consensusHeight: ZERO_HEIGHT,
  hostConsensusStateProof: NO_BYTES,
}

/** The proof of a key of `of` for a message to `on`, whose client has the header. */
function prove(
  relayer: RelayerHost,
  on: ChainHost,
  of: ChainHost,
  client: string,
  key: Key,
): { proof: Uint8Array; height: Height } {
  const at = relayer.bringHeader(on, of, client)
  return {
    proof: relayer.proofs === 'trust' ? Uint8Array.of(1) : proofAt(of.app.baseApp, key, at),
    height: heightOn(of.app.baseApp, at),
  }
}

const idOf = (result: TxResult, event: string, key: string): string => attributeValues(result, event, key)[0]!

/** All four steps. @throws TxError for one that is refused; UsageError for a client of a chain outside the sandbox */
export function openConnection(
  relayer: RelayerHost,
  a: ChainHost,
  { client, counterpartyClient }: RelayerActionOf<'openConnection'>,
): RelayerOutcomes['openConnection'] {
  const b = relayer.chains.followedBy(a, client)
  if (b === undefined) throw new UsageError(`${a.key} has no client ${client} of a chain of the sandbox`)
  const [signerA, signerB] = [relayer.addressOn(a), relayer.addressOn(b)]
  const [clientA, clientB] = [client, counterpartyClient]
  const init = relayer.send(a, [
    pack(connectionTx.MsgConnectionOpenInit, {
      clientId: clientA,
      counterparty: { clientId: clientB, connectionId: '', prefix: COMMITMENT_PREFIX },
      delayPeriod: 0n,
      signer: signerA,
    }),
  ])
  const idA = idOf(init, 'connection_open_init', 'connection_id')
  const inited = prove(relayer, b, a, clientB, connectionKey(idA))
  const tried = relayer.send(b, [
    pack(connectionTx.MsgConnectionOpenTry, {
      ...UNUSED_FIELDS,
      clientId: clientB,
      previousConnectionId: '',
      counterparty: { clientId: clientA, connectionId: idA, prefix: COMMITMENT_PREFIX },
      delayPeriod: 0n,
      counterpartyVersions: [...CONNECTION_VERSIONS],
      proofInit: inited.proof,
      proofHeight: inited.height,
      signer: signerB,
    }),
  ])
  const idB = idOf(tried, 'connection_open_try', 'connection_id')
  const answered = prove(relayer, a, b, clientA, connectionKey(idB))
  const acked = relayer.send(a, [
    pack(connectionTx.MsgConnectionOpenAck, {
      ...UNUSED_FIELDS,
      connectionId: idA,
      counterpartyConnectionId: idB,
      version: CONNECTION_VERSIONS[0]!,
      proofTry: answered.proof,
      proofHeight: answered.height,
      signer: signerA,
    }),
  ])
  const open = prove(relayer, b, a, clientB, connectionKey(idA))
  const confirmed = relayer.send(b, [
    pack(connectionTx.MsgConnectionOpenConfirm, {
      connectionId: idB,
      proofAck: open.proof,
      proofHeight: open.height,
      signer: signerB,
    }),
  ])
  return { connections: { [a.key]: idA, [b.key]: idB }, steps: [init, tried, acked, confirmed] }
}

/** The first step, and the others as the relayer finds them due. @throws TxError for one that is refused */
export function openChannel(
  relayer: RelayerHost,
  a: ChainHost,
  action: RelayerActionOf<'openChannel'>,
): RelayerOutcomes['openChannel'] {
  const { port, connection, version, ordering } = action
  const end = getConnection(a.app.context, connection)
  const b = end && relayer.chains.followedBy(a, end.clientId)
  if (b === undefined) throw new UsageError(`${a.key} has no connection ${connection} to a chain of the sandbox`)
  const init = relayer.send(a, [
    pack(MsgChannelOpenInit, {
      portId: port,
      channel: {
        state: State.STATE_INIT,
        ordering: ordering === 'ordered' ? Order.ORDER_ORDERED : Order.ORDER_UNORDERED,
        counterparty: { portId: action.counterpartyPort ?? port, channelId: '' },
        connectionHops: [connection],
        version,
      },
      signer: relayer.addressOn(a),
    }),
  ])
  const idA = idOf(init, 'channel_open_init', 'channel_id')
  const steps = relayer.finishChannel(a, port, idA)
  const idB = attributeValues(steps[0]!, 'channel_open_try', 'channel_id')[0]!
  return { channels: { [a.key]: idA, [b.key]: idB }, steps: [init, ...steps] }
}

/** @throws TxError for a step that is refused; UsageError for a channel that leads nowhere */
export function closeChannel(
  relayer: RelayerHost,
  a: ChainHost,
  { port, channel: channelId, confirm, force }: RelayerActionOf<'closeChannel'>,
): RelayerOutcomes['closeChannel'] {
  const { to: b, channel, clientThere } = relayer.chains.routeOf(a, port, channelId)
  const steps: TxResult[] = []
  if (force) a.app.runInBlock((ctx) => setChannel(ctx, port, channelId, { ...channel, state: State.STATE_CLOSED }))
  else
    steps.push(relayer.send(a, [pack(MsgChannelCloseInit, { portId: port, channelId, signer: relayer.addressOn(a) })]))
  if (!confirm) return { steps }
  const closed = prove(relayer, b, a, clientThere, channelKey(port, channelId))
  const message = pack(MsgChannelCloseConfirm, {
    portId: channel.counterparty.portId,
    channelId: channel.counterparty.channelId,
    proofInit: closed.proof,
    proofHeight: closed.height,
    signer: relayer.addressOn(b),
  })
  return { steps: [...steps, relayer.send(b, [message])] }
}
