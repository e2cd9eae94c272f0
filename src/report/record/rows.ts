import { isPacket, isQuery, packetId, sudoData, type Part } from '../../pages/index.js'
import { isRun, type Action } from '../../sandbox/internal.js'
import type { Row, RowKind, RowState } from '../model.js'
import type { Lanes } from './lanes.js'

/** The name and action of a step. */
export interface StepHead {
  readonly index: number
  readonly name: string
  readonly action: Action | undefined
  readonly differs: boolean
  /** Whether the step failed without a transaction that shows it. */
  readonly failed: boolean
}

type Arrow = Pick<Row, 'kind' | 'from' | 'to' | 'via' | 'packet'>

const READS = new Set(['query', 'failures', 'balances', 'head', 'pending', 'pendingQueries', 'faults'])

/** Whether an action only reads. */
export const isReading = (action: Action | undefined): boolean => action !== undefined && READS.has(action.action)

/** The lines of the timeline for one step. */
export function rowsOf(step: StepHead, parts: readonly Part[], lanes: Lanes): readonly Row[] {
  const { index, name, action, differs } = step
  const common = { step: index, ...(differs && { differs: true as const }) }
  if (parts.length === 0) {
    const state: RowState = step.failed ? 'refused' : 'ok'
    return [{ ...common, part: -1, title: name, ...stepArrow(action, lanes), state }]
  }
  return parts.map((part, i) => {
    const { result } = part
    const what = whatOf(part)
    const sudo = sudoData(result)
    const failure = sudo.some((call) => call.failure !== undefined)
    return {
      ...common,
      part: i,
      title: i === 0 || what === '' ? name : what,
      ...(i === 0 && what !== '' && { what }),
      ...partArrow(part, action, lanes),
      state: result.code !== 0 ? 'refused' : failure ? 'failure' : 'ok',
      height: String(result.height),
      gas: String(result.gasUsed),
      ...(sudo.length > 0 && { sudo }),
    }
  })
}

/** Which delivery of a step it is; between which chains the arrow shows. */
function whatOf({ title, result }: Part): string {
  if (!isPacket(result)) return title
  const { kind, packet } = result
  return packet === undefined ? kind : `${kind} of packet ${packet.sequence}, ${packet.sourceChannel}`
}

const PACKET_KINDS: Readonly<Record<string, RowKind>> = {
  recv: 'packet',
  ack: 'ack',
  timeout: 'timeout',
  timeoutOnClose: 'timeout',
}

function partArrow({ result }: Part, action: Action | undefined, lanes: Lanes): Arrow {
  const chainLane = (chain: string): number => lanes.of('chain', chain, chain)
  const to = chainLane(result.chain)
  if (isRun(result)) return { kind: 'run', from: to, to }
  if (isQuery(result))
    return { kind: 'query', from: chainLane(result.remoteChain), to, via: lanes.of('relayer', 'query relayer', '') }
  if (isPacket(result)) {
    const via = lanes.of('relayer', 'relayer', '')
    const { kind, packet, remoteChain } = result
    if (packet === undefined) return { kind: 'handshake', from: chainLane(remoteChain), to, via }
    return { kind: PACKET_KINDS[kind] ?? 'packet', from: chainLane(remoteChain), to, via, packet: packetId(packet) }
  }
  const done = action?.action === 'repeat' ? action.do : action
  switch (done?.action) {
    case 'tx':
    case 'ethereumTx':
      return { kind: 'tx', from: lanes.of('actor', done.from, done.chain), to }
    case 'rawTx':
      return { kind: 'tx', from: lanes.of('actor', 'a client', done.chain), to }
    case 'callback':
    case 'sudo':
      return { kind: 'callback', from: to, to }
    case 'double':
    case 'evm':
      return { kind: 'other', from: to, to }
    case undefined:
      return { kind: result.hash === '' ? 'callback' : 'tx', from: to, to }
    default:
      return { kind: 'handshake', from: lanes.of('relayer', 'relayer', ''), to }
  }
}

/** The relayer of the actions that concern one, other than by a transaction. */
const RELAYERS: ReadonlyMap<Action['action'], string> = new Map([
  ['relay', 'relayer'],
  ['pending', 'relayer'],
  ['dropPackets', 'relayer'],
  ['delayPackets', 'relayer'],
  ['releasePackets', 'relayer'],
  ['relayer', 'relayer'],
  ['deliverQueries', 'query relayer'],
  ['pendingQueries', 'query relayer'],
  ['queryRelayer', 'query relayer'],
])

/** Where a step happens that is not a transaction of a chain. */
function stepArrow(action: Action | undefined, lanes: Lanes): Arrow {
  const done = action?.action === 'repeat' ? action.do : action
  const chain = done !== undefined && 'chain' in done ? done.chain : 'neutron'
  const at = lanes.of('chain', chain, chain)
  switch (done?.action) {
    case 'account':
      return { kind: 'other', from: at, to: lanes.of('actor', done.name, chain) }
    case 'tx':
    case 'ethereumTx':
      return { kind: 'tx', from: lanes.of('actor', done.from, chain), to: at }
    case 'evm':
      return { kind: 'evm', from: lanes.of('actor', 'JSON-RPC', chain), to: lanes.of('evm', 'EVM', chain) }
    default: {
      const relayer = done && RELAYERS.get(done.action)
      const where = relayer === undefined ? at : lanes.of('relayer', relayer, '')
      return { kind: isReading(done) ? 'read' : 'other', from: where, to: where }
    }
  }
}
