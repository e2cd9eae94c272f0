import { toHex } from '../../base/index.js'
import { GAS_MULTIPLIER, type HostValue } from '../../modules/wasm/index.js'
import { keyOf } from '../../store/index.js'
import { partsOf, type StepReport } from '../../replay/internal.js'
import {
  bytesText,
  hostCallsOf,
  keyText,
  unpackedText,
  useText,
  type NotedHostCall,
  type TraceNode,
} from '../../sandbox/internal.js'
import { grouped, shortAddresses, shorten } from './format.js'
import type { Terminal } from './terminal.js'

/** A place in a step where one can stop and look: a call begins, a contract calls the chain, a call ends. */
export interface Stop {
  /** How far its lines are indented. */
  readonly depth: number
  /** How many calls are running there. */
  readonly inside: number
  readonly lines: readonly string[]
  /** The call that begins here. */
  readonly call?: TraceNode
}

const MAX_LENGTH = 2000
const MAX_HEX_LENGTH = 200

/** Where one can stop in a step, in the order in which it ran. */
export const stopsOf = (step: StepReport, out: Terminal): readonly Stop[] =>
  partsOf(step).flatMap(({ title, result }) => [
    ...(title === '' ? [] : [{ depth: 0, inside: 0, lines: [out.colors.bold(title)] }]),
    ...result.trace.flatMap((node) => stopsIn(node, 0, out)),
  ])

function stopsIn(node: TraceNode, depth: number, out: Terminal): readonly Stop[] {
  const below = (from: number, to: number): readonly Stop[] =>
    node.children.slice(from, to).flatMap((child) => stopsIn(child, depth + 1, out))
  let shown = 0
  const host = hostCallsOf(node).flatMap((call) => {
    // Calls that a query caused came before its answer.
    const inside = below(shown, call.before)
    shown = call.before
    return [...inside, { depth: depth + 1, inside: depth + 1, lines: hostLines(call, out) }]
  })
  return [
    { depth, inside: depth + 1, lines: beginLines(node, out), call: node },
    ...host,
    ...below(shown, node.children.length),
    { depth, inside: depth, lines: endLines(node, out) },
  ]
}

const nameOf = ({ entryPoint, label, contract }: TraceNode): string =>
  `${entryPoint} ${label ?? shortAddresses(contract)}`

function beginLines(node: TraceNode, { colors }: Terminal): readonly string[] {
  const { sender, funds, gasLimit, impersonated } = node
  const from = sender === undefined ? [] : [`from ${shortAddresses(sender)}`]
  const more = [
    ...from,
    ...(impersonated === undefined ? [] : [`as ${impersonated}`]),
    ...(funds === '' ? [] : [`with ${funds}`]),
    ...(gasLimit === undefined ? [] : [`limit ${grouped(gasLimit)} gas`]),
  ]
  return [
    `${colors.cyan('→')} ${colors.bold(nameOf(node))} ${colors.dim(more.join(' · '))}`,
    `  ${shorten(node.decoded, MAX_LENGTH)}`,
  ]
}

function endLines(node: TraceNode, { colors }: Terminal): readonly string[] {
  const { gasUsed, ownGas, gasLimit, storage, moreKeys, error } = node
  const limit = gasLimit === undefined ? '' : ` of ${grouped(gasLimit)}`
  const own = node.children.length === 0 ? '' : `, ${grouped(ownGas)} its own`
  const keys = storage.map((use) => `  ${useText(use)} ${shorten(use.key, 80)}`)
  return [
    `${error === undefined ? colors.green('←') : colors.red('✗')} ${colors.bold(nameOf(node))} ${colors.yellow(`${grouped(gasUsed)}${limit} gas`)}${own}`,
    ...(error === undefined ? [] : [colors.red(`  ${shorten(error, MAX_LENGTH)}`)]),
    ...keys,
    ...(moreKeys > 0 ? [`  ${grouped(moreKeys)} more keys`] : []),
  ]
}

/** Given on the line of the call; all else has a line of its own. */
const INLINE = new Set(['key', 'address', 'request', 'text', 'iterator'])
const ANSWERS = /^db_(?:read|next)/

function hostLines({ name, given, answer, error, gas }: NotedHostCall, { colors }: Terminal): readonly string[] {
  const inline = given.filter((value) => INLINE.has(value.name))
  const more = given.filter((value) => !inline.includes(value))
  const spent = colors.yellow(`${grouped(Math.round(gas / GAS_MULTIPLIER))} gas`)
  const nothing = answer.length === 0 && error === undefined && ANSWERS.test(name)
  return [
    [colors.blue('·'), colors.bold(name), ...inline.map((value) => hostText(value)), spent].join(' '),
    ...more.map((value) => (value.name === 'value' ? `  = ${hostText(value)}` : `  ${value.name}: ${hostText(value)}`)),
    ...(nothing ? [colors.dim('  → nothing')] : []),
    ...answer.map((value, i) => `  ${i === 0 ? '→' : '='} ${hostText(value)}`),
    ...(error === undefined ? [] : [colors.red(`  ✗ ${shorten(error, MAX_LENGTH)}`)]),
  ]
}

function hostText({ name, kind, bytes }: HostValue): string {
  if (kind === 'key') return shorten(keyText(keyOf(bytes)), MAX_LENGTH)
  if (kind === 'bytes') return shorten(toHex(bytes), MAX_HEX_LENGTH)
  const text = shorten(unpackedText(bytesText(bytes)), MAX_LENGTH)
  return name === 'iterator' ? `iterator ${text}` : text
}
