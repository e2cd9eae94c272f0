import { fromUtf8, toBase64 } from '../base/index.js'
import { rfc3339Nano } from '../codec/index.js'
import {
  debugText,
  isRun,
  memoCallbacks,
  unpackedText,
  useText,
  type PacketInfo,
  type PacketResult,
  type QueryDelivery,
  type TraceNode,
  type TxResult,
} from '../sandbox/internal.js'
import { linesData } from './lines.js'
import type { Part } from './parts.js'
import type { CallData, PartDetail, SudoData } from './model.js'

/** Characters of a message, an error or a value; contracts may write megabytes. */
const MAX_LENGTH = 20_000
const MAX_KEYS = 40
const MAX_CALLS = 2000

export const shortened = (text: string, most = MAX_LENGTH): string =>
  text.length > most ? `${text.slice(0, most)}… (${text.length - most} more characters)` : text

export const isPacket = (result: TxResult): result is PacketResult => 'kind' in result
export const isQuery = (result: TxResult): result is QueryDelivery => 'queryId' in result

/** A packet by where it was sent, the same in each delivery of it. */
export const packetId = ({ from, sourceChannel, sequence }: PacketInfo): string =>
  `${from}/${sourceChannel}/${sequence}`

/** Bytes as text if they are UTF-8. */
function textOf(bytes: Uint8Array): string {
  try {
    return unpackedText(fromUtf8(bytes))
  } catch {
    return toBase64(bytes)
  }
}

/** A transaction, callback or delivery in full. @param lined which of its calls are shown line by line, where they have lines */
export function partDetail({ title, result }: Part, lined: (node: TraceNode) => boolean = () => false): PartDetail {
  let left = MAX_CALLS
  const call = (node: TraceNode): CallData => {
    left--
    const children = node.children.flatMap((child) => (left > 0 ? [call(child)] : []))
    const lines = lined(node) ? linesData(node) : undefined
    return { ...callData(node), ...(lines !== undefined && { lines }), children }
  }
  const carries = carriesOf(result)
  return {
    title,
    chain: result.chain,
    height: String(result.height),
    hash: result.hash,
    code: result.code,
    codespace: result.codespace,
    log: shortened(result.rawLog),
    gasUsed: String(result.gasUsed),
    gasWanted: String(result.gasWanted),
    ...(result.impersonated !== undefined && { impersonated: result.impersonated }),
    ...(isRun(result) && { run: true as const }),
    ...(carries !== undefined && { carries }),
    calls: result.trace.map(call),
    sudo: sudoData(result),
    events: result.events.map(({ type, attributes }) => ({
      type,
      attributes: attributes.map(([key, value]) => [key, shortened(value, 4000)] as const),
    })),
    ...(result.debug && { debug: result.debug.map(debugText) }),
    ...(result.faults && {
      faults: result.faults.map(({ fail, struck }) => `${JSON.stringify(fail)}${struck ? '' : ' (did not apply)'}`),
    }),
  }
}

const callData = (node: TraceNode): Omit<CallData, 'children'> => ({
  kind: node.kind,
  entry: node.entryPoint,
  contract: node.contract,
  ...(node.label !== undefined && { label: node.label }),
  ...(node.double && { double: true }),
  ...(node.layer !== undefined && { layer: node.layer }),
  ...(node.sender !== undefined && { sender: node.impersonated ?? node.sender }),
  ...(node.funds !== '' && { funds: node.funds }),
  message: shortened(node.decoded),
  gas: String(node.gasUsed),
  ownGas: String(node.ownGas),
  ...(node.gasLimit !== undefined && { limit: String(node.gasLimit) }),
  ...(node.error !== undefined && { error: shortened(node.error) }),
  ...(node.fault !== undefined && { fault: node.fault }),
  ...(node.stack.length > 0 && { stack: node.stack.slice(0, 40) }),
  ...(node.storage.length > 0 && {
    storage: node.storage.slice(0, MAX_KEYS).map((use) => `${useText(use)} ${shortened(use.key, 200)}`),
  }),
})

/** Callbacks with a gas limit of their own: those under the sudo limit, and those that the memo of a packet asks for. */
export const sudoData = (result: TxResult): readonly SudoData[] => [...limitedData(result), ...memoData(result)]

/** The chain keeps nothing of those that fail. */
const memoData = (result: TxResult): readonly SudoData[] =>
  isPacket(result)
    ? memoCallbacks(result).map(({ node, limit }) => ({
        contract: node.label ?? node.contract,
        kind: node.entryPoint,
        gas: String(node.gasUsed),
        limit: String(limit),
        ...(node.error !== undefined && { failure: { error: shortened(node.error, 2000), details: '' } }),
      }))
    : []

function limitedData(result: TxResult): readonly SudoData[] {
  const nodes = limitedCalls(result.trace)
  return result.sudo.map((call) => {
    // A call that could not even pay for loading the contract has no node.
    const at = nodes.findIndex((node) => node.contract === call.contract)
    const [node] = at < 0 ? [] : nodes.splice(at, 1)
    return {
      contract: node?.label ?? call.contract,
      kind: node === undefined ? 'sudo' : kindOf(node.message),
      gas: String(call.gasUsed),
      limit: String(call.gasLimit),
      ...(call.failure && {
        failure: {
          id: String(call.failure.id),
          error: call.failure.error,
          details: shortened(call.failure.details, 2000),
        },
      }),
    }
  })
}

const limitedCalls = (nodes: readonly TraceNode[]): TraceNode[] =>
  nodes.flatMap((node) => [...(node.gasLimit === undefined ? [] : [node]), ...limitedCalls(node.children)])

/** The name of a message: its first member. */
const kindOf = (message: string): string => /^\s*\{\s*"([^"]{1,60})"/.exec(message)?.[1] ?? 'sudo'

function carriesOf(result: TxResult): PartDetail['carries'] {
  if (isQuery(result))
    return {
      query: String(result.queryId),
      type: result.type,
      chain: result.remoteChain,
      'height there': String(result.remoteHeight),
      ...(result.remoteTx !== undefined && { transaction: result.remoteTx }),
    }
  if (!isPacket(result)) return undefined
  const { kind, packet, acknowledgement, proofs } = result
  if (packet === undefined) return { step: kind, 'other end': result.remoteChain, proofs }
  const timeout = packet.timeoutHeight
  return {
    step: kind,
    sequence: String(packet.sequence),
    from: `${packet.from} ${packet.sourcePort}/${packet.sourceChannel}`,
    to: `${packet.to} ${packet.destinationPort}/${packet.destinationChannel}`,
    data: shortened(textOf(packet.data)),
    ...(acknowledgement !== undefined && { acknowledgement: shortened(textOf(acknowledgement)) }),
    ...(timeout.revisionHeight > 0n && {
      'timeout height': `${timeout.revisionNumber}-${timeout.revisionHeight}`,
    }),
    ...(packet.timeoutTimestamp > 0n && { 'timeout time': rfc3339Nano(packet.timeoutTimestamp) }),
    proofs,
  }
}
