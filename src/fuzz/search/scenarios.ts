import type { ActionInput, PendingPacket } from '../../sandbox/internal.js'
import { ERROR_CODE, execute, filterOf, withIds, type Recipe, type Scene } from '../model/index.js'
import { hasImpostor } from '../impostor/impostor.js'
import { hasAttacker } from '../attacker/attacker.js'
import {
  attacks,
  closing,
  created,
  emptied,
  forging,
  handshakeStep,
  hasAccount,
  intruding,
  isRead,
  lastOpening,
  namingAttacker,
  ownRequest,
  registering,
  remoteTransfer,
  resubmission,
  sendingOver,
  strangersTransfer,
  upgradeOfRemote,
} from '../model/index.js'
import type { Subject } from '../setup.js'

/** A step of a scenario, created when it is due; undefined if it is impossible in this state and left out. */
export type ScenarioStep = (scene: Scene) => ActionInput | undefined
/** A sequence of steps with one contract that often exposes bugs. */
type Scenario = (subject: Subject) => readonly ScenarioStep[]

/** A message that once sent packets or moved coins. @param who index of its sender; the recipe's sender when left out */
const send =
  (subject: Subject, who?: number): ScenarioStep =>
  (scene) => {
    const { memory, random, start } = scene
    const movers = memory.movers(subject.config.label)
    if (movers.length === 0) return undefined
    const recipe = random.pick(random.pick(movers))
    const { actors } = start.config
    if (who === undefined) return execute(subject, withIds(scene, subject, recipe))
    return execute(subject, withIds(scene, subject, { ...recipe, from: actors[who % actors.length]!.name }, true))
  }

const receiver = { errorCode: ERROR_CODE }
const relayAll: ScenarioStep = () => ({ action: 'relay' })
const reversed: ScenarioStep = () => ({ action: 'relay', reverse: true })
/** Delivers packets, but not their acknowledgements. */
const arrive: ScenarioStep = () => ({ action: 'relay', filter: { kind: 'recv' } })
const arriveReversed: ScenarioStep = () => ({ action: 'relay', filter: { kind: 'recv' }, reverse: true })
const refuse: ScenarioStep = () => ({ action: 'relay', receiver })
const wait: ScenarioStep = () => ({ action: 'advance', seconds: 864_000 })

const waiting = ({ packets }: Scene, state: PendingPacket['state']): readonly PendingPacket[] =>
  packets.filter((packet) => packet.state === state)

const timeOut: ScenarioStep = (scene) => {
  const [packet] = waiting(scene, 'sent')
  return packet === undefined ? undefined : { action: 'skipPastTimeout', chain: packet.to }
}
/** Times out only the packet that was sent last, so that an ordered channel closes while earlier packets are pending. */
const lastTimesOut: ScenarioStep = (scene) => {
  const packet = waiting(scene, 'timedOut').at(-1)
  return packet === undefined ? undefined : { action: 'relay', filter: filterOf(packet) }
}
const close =
  (subject: Subject): ScenarioStep =>
  ({ start, random }) =>
    closing(start, subject, random)
const open =
  (subject: Subject): ScenarioStep =>
  ({ start }) =>
    lastOpening(start, subject)

const fee = (amount: string): ScenarioStep => {
  const coins = amount === '0' ? [] : [{ denom: 'untrn', amount }]
  const params = {
    min_fee: { recv_fee: [], ack_fee: coins, timeout_fee: coins },
    fee_enabled: amount !== '0',
  }
  return () => ({ action: 'params', chain: 'neutron', module: 'feerefunder', params })
}

/** A query result from the remote height before the last step. */
const oldResult: ScenarioStep = ({ queries, story, start, random }) => {
  const kv = queries.filter(({ type }) => type === 'kv')
  const before = story.steps.at(-2)?.heights[start.config.remote.chain]
  return kv.length === 0 || before === undefined
    ? undefined
    : { action: 'deliverQueries', query: random.pick(kv).queryId.toString(), height: String(before) }
}
const allResults: ScenarioStep = ({ queries }) => (queries.length === 0 ? undefined : { action: 'deliverQueries' })

/** Twice the same message, of two actors. */
const sendTwice = (subject: Subject): readonly ScenarioStep[] => {
  let message: Recipe | undefined
  return [0, 1].map((who): ScenarioStep => (scene) => {
    const { memory, random, start } = scene
    const movers = memory.movers(subject.config.label)
    if (who === 0) message = movers.length === 0 ? undefined : random.pick(random.pick(movers))
    const { actors } = start.config
    return (
      message &&
      execute(subject, withIds(scene, subject, { ...message, from: actors[who % actors.length]!.name }, true))
    )
  })
}
const last =
  (state: PendingPacket['state'], more: { readonly receiver?: typeof receiver } = {}): ScenarioStep =>
  (scene) => {
    const packet = waiting(scene, state).at(-1)
    return packet === undefined ? undefined : { action: 'relay', filter: filterOf(packet), ...more }
  }
/** The result of one of the queries alone: the last one, or the first. */
const oneResult =
  (which: 0 | -1): ScenarioStep =>
  ({ queries }) => {
    const query = queries.filter(({ type }) => type === 'kv').at(which)
    return query && { action: 'deliverQueries', query: query.queryId.toString() }
  }

/** A message that names the attacker's contract. */
const named =
  (subject: Subject): ScenarioStep =>
  (scene) =>
    namingAttacker(scene, subject)
/** The attacker's contract gets the instruction to send something when it is called. */
const instruct: ScenarioStep = (scene) => scene.random.weighted(attacks(scene))?.()

/** Packets of one port arrive, or are settled, while those of another port wait. */
const onePort =
  (state: PendingPacket['state'], which: 0 | -1, kind?: 'recv'): ScenarioStep =>
  (scene) => {
    const ports = [...new Set(scene.packets.map(({ sourcePort }) => sourcePort))]
    const port = ports.at(which)
    return ports.length < 2 || !waiting(scene, state).some(({ sourcePort }) => sourcePort === port)
      ? undefined
      : { action: 'relay', filter: { port: port!, ...(kind !== undefined && { kind }) } }
  }

const SCENARIOS: readonly Scenario[] = [
  // A channel closes while acknowledgements are withheld, opens again, and is used again.
  (s) => [send(s), send(s), arrive, close(s), relayAll, open(s), relayAll, send(s), relayAll],
  (s) => [send(s), arrive, send(s), timeOut, lastTimesOut, send(s), relayAll, open(s), send(s), relayAll],
  // Several owners in one batch, acknowledged in order, in reverse order, and with errors.
  (s) => [send(s, 0), send(s, 1), send(s, 2), relayAll],
  (s) => [send(s, 0), send(s, 1), send(s, 0), arriveReversed, reversed],
  (s) => [send(s, 0), send(s, 1), send(s, 1), refuse],
  // The remote chain returns errors, then lets packets time out.
  (s) => [send(s), refuse, send(s), timeOut, relayAll, send(s), refuse, send(s), timeOut, relayAll],
  // What arrived goes back before its sender is notified that it arrived.
  (s) => [send(s), arrive, remoteTransfer, relayAll],
  // Late.
  (s) => [send(s), arrive, wait, relayAll],
  // Relayer fees change between a packet and its acknowledgement.
  (s) => [fee('1'), send(s), fee('5000'), arrive, send(s), relayAll, fee('0')],
  (s) => [fee('5000'), send(s), fee('0'), arrive, relayAll, send(s), fee('1'), refuse],
  // The answer to the second of two equal requests comes first, or the two end differently.
  (s) => [...sendTwice(s), arrive, last('acknowledged'), relayAll],
  (s) => [...sendTwice(s), last('sent'), refuse, relayAll],
  (s) => [...sendTwice(s), last('sent', { receiver }), relayAll],
  (s) => [send(s), send(s), relayAll, oneResult(-1), oneResult(0), allResults],
  // Packets of two ports are in flight when the channel of one closes.
  (s) => [send(s), send(s), send(s), onePort('sent', 0, 'recv'), close(s), relayAll, open(s), send(s), relayAll],
  (s) => [send(s), send(s), send(s), onePort('sent', -1, 'recv'), timeOut, onePort('timedOut', 0), send(s), relayAll],
  // The remote chain is upgraded between a message and its answer.
  (s) => [send(s), upgradeOfRemote, relayAll, allResults],
  (s) => [send(s), arrive, upgradeOfRemote, send(s), relayAll, allResults],
  // Remote balances change while a query about them is pending.
  (s) => [send(s), arrive, strangersTransfer, oldResult, relayAll, allResults],
  (s) => [strangersTransfer, send(s), relayAll, oldResult, allResults],
]

/** A packet over the contract's interchain account. */
const submit =
  (subject: Subject): ScenarioStep =>
  (scene) =>
    sendingOver(scene, subject) ?? send(subject)(scene)
/** The account is registered again, if its channel is closed. */
const register =
  (subject: Subject): ScenarioStep =>
  (scene) =>
    registering(scene, subject)
const confirmClosed: ScenarioStep = () => handshakeStep('closeConfirm')
const openTry: ScenarioStep = () => handshakeStep('openTry')
const openAck: ScenarioStep = () => handshakeStep('openAck')
/** The old channel is closed on the other side too, and the new one opens, step by step. */
const opens: readonly ScenarioStep[] = [confirmClosed, openTry, openAck]
/** The callback of what comes next fails, so that it waits to be resubmitted. */
const fails =
  ({ config: { chain, label, resubmit } }: Subject): ScenarioStep =>
  () =>
    resubmit === undefined ? undefined : { action: 'fault', chain, contract: label, fail: { gas: 1000 } }
const resubmit: ScenarioStep = (scene) => resubmission(scene)

/** With interchain accounts, whose channels a timeout closes: each is registered again, and used again. */
const OF_ACCOUNTS: readonly Scenario[] = [
  (s) => [submit(s), timeOut, relayAll, register(s), relayAll, submit(s), relayAll],
  // Timeouts of the old channel come while the new one opens, or when it is used.
  (s) => [
    submit(s),
    submit(s),
    timeOut,
    lastTimesOut,
    register(s),
    confirmClosed,
    openTry,
    lastTimesOut,
    relayAll,
    submit(s),
    relayAll,
  ],
  (s) => [submit(s), submit(s), timeOut, lastTimesOut, register(s), ...opens, submit(s), arrive, relayAll],
  // The acknowledgement of what was executed never comes.
  (s) => [submit(s), arrive, submit(s), timeOut, lastTimesOut, register(s), ...opens, submit(s), relayAll],
  // Before the channel is open, and with an error after that.
  (s) => [
    submit(s),
    timeOut,
    relayAll,
    submit(s),
    register(s),
    submit(s),
    confirmClosed,
    openTry,
    submit(s),
    relayAll,
    submit(s),
    refuse,
  ],
  // It is closed again.
  (s) => [submit(s), timeOut, relayAll, register(s), relayAll, submit(s), timeOut, relayAll, register(s), relayAll],
  // The callback of the timeout is repeated when the new channel is open.
  (s) => [submit(s), timeOut, fails(s), relayAll, register(s), relayAll, resubmit, submit(s), relayAll, resubmit],
]

/** With a validator of the other chain that a query reads: it appears, is emptied while its record stays, and is removed. */
const OF_VALIDATORS: readonly Scenario[] = [
  () => [created, allResults, emptied, allResults],
  () => [created, emptied, allResults, wait, wait, wait, allResults],
]

/** With the attacker's contract, which a message names: it is called when the answer comes, or at once, and then calls back. */
const OF_ATTACKER: readonly Scenario[] = [
  (s) => [named(s), relayAll],
  (s) => [named(s), instruct, relayAll],
  (s) => [send(s, 0), send(s, 1), instruct, named(s), relayAll],
]

const intrude =
  (subject: Subject): ScenarioStep =>
  (scene) =>
    intruding(scene, subject)
const forge =
  (subject: Subject): ScenarioStep =>
  (scene) =>
    forging(scene, subject)
const ask =
  (subject: Subject): ScenarioStep =>
  (scene) =>
    ownRequest(scene, subject)

/** The impostor has a channel of its own: it sends packets like those of others, before or after theirs are settled, and settles its own requests. */
const OF_IMPOSTOR: readonly Scenario[] = [
  (s) => [intrude(s), send(s), relayAll, forge(s), relayAll, forge(s), relayAll],
  (s) => [send(s), arrive, intrude(s), forge(s), forge(s), relayAll],
  (s) => [send(s, 0), intrude(s), ask(s), last('sent', { receiver }), last('acknowledged'), relayAll],
  (s) => [intrude(s), ask(s), send(s, 0), arrive, last('acknowledged'), relayAll],
]

/** The share of steps that begin a scenario with an interchain account, if there is one. */
const ACCOUNTS = 0.08

/** Sometimes, a scenario with an interchain account; none if no contract has one. */
export function reregistering(scene: Scene): ScenarioStep[] {
  const owners = scene.start.subjects.filter((subject) => hasAccount(scene, subject))
  if (owners.length === 0 || !scene.random.chance(ACCOUNTS)) return []
  return [...scene.random.pick(OF_ACCOUNTS)(scene.random.pick(owners))]
}

/** The steps of a random scenario with a random contract. */
export function scenario(scene: Scene): ScenarioStep[] {
  const { start, random } = scene
  const possible = [
    ...SCENARIOS,
    ...(isRead(scene) ? [...OF_VALIDATORS, ...OF_VALIDATORS] : []),
    ...(hasAttacker(start) ? [...OF_ATTACKER, ...OF_ATTACKER] : []),
    ...(hasImpostor(start) ? [...OF_IMPOSTOR, ...OF_IMPOSTOR, ...OF_IMPOSTOR] : []),
  ]
  return [...random.pick(possible)(random.pick(start.subjects))]
}
