import { MsgChannelCloseConfirm, MsgChannelCloseInit, MsgChannelOpenInit } from 'cosmjs-types/ibc/core/channel/v1/tx'
import * as connectionTx from 'cosmjs-types/ibc/core/connection/v1/tx'
import { UsageError } from '../../base/errors.js'
import { getConnection, setChannel } from '../../modules/ibc/index.js'
import { Order, State } from '../../modules/ibc/channels/state.js'
import { COMMITMENT_PREFIX } from '../../modules/ibc/connections/state.js'
import { VERSIONS } from '../../modules/ibc/connections/version.js'
import { channelKey, connectionKey } from '../../modules/ibc/keys.js'
import { ZERO_HEIGHT, type Height } from '../../modules/ibc/height.js'
import { heightOn, proofAt } from '../../modules/ibc/relay.js'
import type { Key } from '../../store/key.js'
import type { ActionOf } from '../actions/schema.js'
import type { Engine } from '../host/chain-host.js'
import type { Outcomes } from '../actions/outcome.js'
import { attributeValues, type TxResult } from '../api/result.js'
import type { Courier } from './courier.js'
import { pack } from './delivery.js'

const NOTHING = new Uint8Array(0)
const TOLD_BY_NOBODY = {
  proofClient: NOTHING,
  proofConsensus: NOTHING,
  consensusHeight: ZERO_HEIGHT,
  hostConsensusStateProof: NOTHING,
}

/** The proof of a key of `of` for a message to `on`, whose client has been told of the header. */
function prove(
  courier: Courier,
  on: Engine,
  of: Engine,
  client: string,
  key: Key,
): { proof: Uint8Array; height: Height } {
  const at = courier.bringHeader(on, of, client)
  return {
    proof: courier.proofs === 'trust' ? Uint8Array.of(1) : proofAt(of.app.app, key, at),
    height: heightOn(of.app.app, at),
  }
}

const idOf = (result: TxResult, event: string, key: string): string => attributeValues(result, event, key)[0]!

/** All four steps. @throws TxError for one that is refused; UsageError for a client of no chain of the sandbox */
export function openConnection(
  courier: Courier,
  a: Engine,
  { client, counterpartyClient }: ActionOf<'openConnection'>,
): Outcomes['openConnection'] {
  const b = courier.chains.followedBy(a, client)
  if (b === undefined) throw new UsageError(`${a.key} has no client ${client} of a chain of the sandbox`)
  const [signerA, signerB] = [courier.addressOn(a), courier.addressOn(b)]
  const [clientA, clientB] = [client, counterpartyClient]
  const init = courier.send(a, [
    pack(connectionTx.MsgConnectionOpenInit, {
      clientId: clientA,
      counterparty: { clientId: clientB, connectionId: '', prefix: COMMITMENT_PREFIX },
      delayPeriod: 0n,
      signer: signerA,
    }),
  ])
  const idA = idOf(init, 'connection_open_init', 'connection_id')
  const inited = prove(courier, b, a, clientB, connectionKey(idA))
  const tried = courier.send(b, [
    pack(connectionTx.MsgConnectionOpenTry, {
      ...TOLD_BY_NOBODY,
      clientId: clientB,
      previousConnectionId: '',
      counterparty: { clientId: clientA, connectionId: idA, prefix: COMMITMENT_PREFIX },
      delayPeriod: 0n,
      counterpartyVersions: [...VERSIONS],
      proofInit: inited.proof,
      proofHeight: inited.height,
      signer: signerB,
    }),
  ])
  const idB = idOf(tried, 'connection_open_try', 'connection_id')
  const answered = prove(courier, a, b, clientA, connectionKey(idB))
  const acked = courier.send(a, [
    pack(connectionTx.MsgConnectionOpenAck, {
      ...TOLD_BY_NOBODY,
      connectionId: idA,
      counterpartyConnectionId: idB,
      version: VERSIONS[0]!,
      proofTry: answered.proof,
      proofHeight: answered.height,
      signer: signerA,
    }),
  ])
  const open = prove(courier, b, a, clientB, connectionKey(idA))
  const confirmed = courier.send(b, [
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
export function openChannel(courier: Courier, a: Engine, action: ActionOf<'openChannel'>): Outcomes['openChannel'] {
  const { port, connection, version, ordering } = action
  const end = getConnection(a.app.context, connection)
  const b = end && courier.chains.followedBy(a, end.clientId)
  if (b === undefined) throw new UsageError(`${a.key} has no connection ${connection} to a chain of the sandbox`)
  const init = courier.send(a, [
    pack(MsgChannelOpenInit, {
      portId: port,
      channel: {
        state: State.STATE_INIT,
        ordering: ordering === 'ordered' ? Order.ORDER_ORDERED : Order.ORDER_UNORDERED,
        counterparty: { portId: action.counterpartyPort ?? port, channelId: '' },
        connectionHops: [connection],
        version,
      },
      signer: courier.addressOn(a),
    }),
  ])
  const idA = idOf(init, 'channel_open_init', 'channel_id')
  const steps = courier.finishChannel(a, port, idA)
  const idB = attributeValues(steps[0]!, 'channel_open_try', 'channel_id')[0]!
  return { channels: { [a.key]: idA, [b.key]: idB }, steps: [init, ...steps] }
}

/** @throws TxError for a step that is refused; UsageError for a channel that leads nowhere */
export function closeChannel(
  courier: Courier,
  a: Engine,
  { port, channel: channelId, confirm, force }: ActionOf<'closeChannel'>,
): Outcomes['closeChannel'] {
  const { to: b, channel, clientThere } = courier.chains.routeOf(a, port, channelId)
  const steps: TxResult[] = []
  if (force) a.app.runInBlock((ctx) => setChannel(ctx, port, channelId, { ...channel, state: State.STATE_CLOSED }))
  else
    steps.push(courier.send(a, [pack(MsgChannelCloseInit, { portId: port, channelId, signer: courier.addressOn(a) })]))
  if (!confirm) return { steps }
  const closed = prove(courier, b, a, clientThere, channelKey(port, channelId))
  const message = pack(MsgChannelCloseConfirm, {
    portId: channel.counterparty.portId,
    channelId: channel.counterparty.channelId,
    proofInit: closed.proof,
    proofHeight: closed.height,
    signer: courier.addressOn(b),
  })
  return { steps: [...steps, courier.send(b, [message])] }
}
