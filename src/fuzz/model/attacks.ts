import { MsgAcknowledgement, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { toBase64 } from '../../base/index.js'
import { getChannel, getConnection } from '../../modules/ibc/index.js'
import type { ActionInput, ChainHost, PendingPacket } from '../../sandbox/internal.js'
import { ATTACKER, namesAttacker } from '../attacker/attacker.js'
import { answering, executing, type ContractMessage } from '../attacker/instructions.js'
import { STRANGER } from '../setup.js'
import { coinsOf } from './coins.js'
import type { Choice, Scene } from './scene.js'

/**
 * What the stranger tells the attacker's contract to send when it is called, so that a contract that calls it is called itself before that has ended: a message that
 * worked before, or the outcome of a packet, which any account may deliver. Only where a contract knows of it, since nobody calls it otherwise.
 */
export function attackChoices(scene: Scene): readonly Choice[] {
  const { start, story } = scene
  return story.steps.some(({ action }) => namesAttacker(start, action)) ? attacks(scene) : []
}

/** Instructions for the attacker's contract. */
export function attacks(scene: Scene): readonly Choice[] {
  const { start, weights } = scene
  return start.subjects.flatMap(({ config }): readonly Choice[] => {
    const { chain, label } = config
    if (start.sandbox.chain(chain)!.addressOf(ATTACKER) === undefined) return []
    const deliverable = scene.packets.filter(
      ({ from, state, payload }) => from === chain && payload === undefined && DELIVERABLE.has(state),
    )
    return [
      [scene.memory.recipes(label).length > 0 ? weights.strangers : 0, () => callingBack(scene, label, chain)],
      [deliverable.length > 0 ? weights.strangers : 0, () => delivering(scene, scene.random.pick(deliverable))],
    ]
  })
}

/** Mostly without coins. With some, the contract gets them to send them on. */
function callingBack({ start, memory, random }: Scene, label: string, chain: string): ActionInput {
  const { address } = start.subjects.find(({ config }) => config.label === label)!
  const { msg, funds } = random.pick(memory.recipes(label))
  const sent = random.chance(0.3) ? funds : ''
  return answering(chain, STRANGER, executing(address, msg, coinsOf(sent)), sent)
}

const DELIVERABLE: ReadonlySet<PendingPacket['state']> = new Set(['acknowledged', 'timedOut'])

/** Campaigns trust proofs, which are not verified. */
const PROOF = Uint8Array.of(1)

/** Delivers the acknowledgement or the timeout of a packet. */
function delivering({ sandbox }: Scene, pending: PendingPacket): ActionInput {
  const { from, state, acknowledgement, sequence, sourcePort, sourceChannel } = pending
  const { destinationPort, destinationChannel, data, timeoutHeight, timeoutTimestamp } = pending
  const packet = {
    sequence,
    sourcePort,
    sourceChannel,
    destinationPort,
    destinationChannel,
    data,
    timeoutHeight,
    timeoutTimestamp,
  }
  const { host } = sandbox.chain(from)!
  const signer = host.addressOf(ATTACKER)!
  const proofHeight = knownHeight(host, pending)
  const message =
    state === 'acknowledged'
      ? any(MsgAcknowledgement, { packet, acknowledgement: acknowledgement!, proofAcked: PROOF, proofHeight, signer })
      : any(MsgTimeout, { packet, proofUnreceived: PROOF, nextSequenceRecv: sequence, proofHeight, signer })
  return answering(from, STRANGER, message)
}

/** The last height of the other chain that the client behind a packet's channel knows. */
function knownHeight({ app }: ChainHost, { sourcePort, sourceChannel }: PendingPacket) {
  const { connectionHops } = getChannel(app.context, sourcePort, sourceChannel)!
  const { clientId } = getConnection(app.context, connectionHops[0]!)!
  return app.ibc.core.clients.latestHeight(app.context, clientId)
}

const any = <T>(
  codec: { readonly typeUrl: string; encode(message: T): { finish(): Uint8Array } },
  message: T,
): ContractMessage => ({ any: { type_url: codec.typeUrl, value: toBase64(codec.encode(message).finish()) } })
