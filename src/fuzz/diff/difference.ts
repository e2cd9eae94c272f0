import { jsonText } from '../../base/index.js'
import { keyText, type ActionInput, type Json } from '../../sandbox/internal.js'
import { keyOf } from '../../store/index.js'
import type { CallResult, SeenCall } from './calls.js'
import { memberDifferences, type MemberDifference } from './members.js'

/** What differs between two builds, the weightiest first. */
export const DIFFERENCE_CLASSES = ['result', 'storage', 'events', 'gas', 'error'] as const
export type DifferenceClass = (typeof DIFFERENCE_CLASSES)[number]

/** How two builds of a contract differ after the same action in the same state. */
export interface Difference {
  /** Address of the contract on its chain, by chain id. */
  readonly contract: { readonly chainId: string; readonly address: string }
  /** The call that differs: `execute.transfer`, `sudo.timeout`, `query.balance`. */
  readonly kind: string
  readonly classes: readonly DifferenceClass[]
  /** In words, with addresses, in full length. */
  readonly lines: readonly string[]
  /** A query that shows a difference which is in the storage alone. */
  readonly question?: ActionInput
  /** Equal for differences that likely have the same cause. */
  readonly cluster: string
}

/** What was seen of one build in a step. */
export interface Seen {
  readonly calls: readonly SeenCall[]
  /** By contract, as `chainId/address`: its rows, as text of their bytes. */
  readonly rows: ReadonlyMap<string, ReadonlyMap<string, string>>
}

interface Point {
  readonly what: DifferenceClass
  /** Where, without what varies. */
  readonly shape: string
  readonly line: string
}

/** @returns undefined if both builds did the same */
export function differenceOf(old: Seen, now: Seen): Difference | undefined {
  const at = firstDifferent(old.calls, now.calls)
  const call = at === undefined ? undefined : (old.calls[at] ?? now.calls[at])
  const [a, b] = at === undefined ? [] : [old.calls[at]?.result, now.calls[at]?.result]
  // What only one build accepts is also stored by that one alone.
  const points = [
    ...(call === undefined ? [] : callPoints(call, a, b)),
    ...(a?.is === b?.is ? rowPoints(old, now) : []),
  ]
  const about = call ?? old.calls.findLast(({ entry }) => entry !== 'query')
  if (points.length === 0 || about === undefined) return undefined
  const { kind, contract, chainId } = about
  const classes = DIFFERENCE_CLASSES.filter((one) => points.some(({ what }) => what === one))
  const [first] = points.toSorted((a, b) => DIFFERENCE_CLASSES.indexOf(a.what) - DIFFERENCE_CLASSES.indexOf(b.what))
  return {
    contract: { chainId, address: contract },
    kind,
    classes,
    lines: points.map(({ line }) => line),
    cluster: [kind, first!.what, first!.shape].join(' '),
  }
}

function firstDifferent(old: readonly SeenCall[], now: readonly SeenCall[]): number | undefined {
  for (let i = 0; i < Math.max(old.length, now.length); i++) {
    const [a, b] = [old[i], now[i]]
    if (a?.kind !== b?.kind || a?.contract !== b?.contract || !isSame(a?.result, b?.result)) return i
  }
  return undefined
}

const isSame = (a: CallResult | undefined, b: CallResult | undefined): boolean =>
  jsonText(a ?? null) === jsonText(b ?? null)

/** A panic and an error are results of the contract; gas that runs out is not. */
function callPoints(
  { entry, kind }: SeenCall,
  old: CallResult | undefined,
  now: CallResult | undefined,
): readonly Point[] {
  if (old?.is === 'answer' && now?.is === 'answer')
    return memberDifferences(old.answer, now.answer).map((one) => memberPoint(entry === 'query', one))
  const line = `${kind}: OLD ${outcomeText(old)}, NEW ${outcomeText(now)}`
  const [a, b] = [old?.is, now?.is]
  const what = [a, b].includes('out of gas') ? 'gas' : [a, b].includes('answer') ? 'result' : 'error'
  return [{ what, shape: `${a} ${b}`, line }]
}

function outcomeText(result: CallResult | undefined): string {
  if (result === undefined) return 'is not called'
  if ('text' in result) return `${result.is === 'error' ? 'fails' : 'traps'}: ${result.text}`
  return result.is === 'answer' ? 'accepts it' : 'runs out of gas'
}

/** Members of responses, in words. */
const PARTS: Readonly<Record<string, { readonly what: DifferenceClass; readonly name: string }>> = {
  attributes: { what: 'events', name: 'attribute' },
  events: { what: 'events', name: 'event' },
  messages: { what: 'result', name: 'message' },
  data: { what: 'result', name: 'data' },
}

function memberPoint(isQuery: boolean, { path, old, now }: MemberDifference): Point {
  const [first, second, ...rest] = path
  const part = isQuery || first === undefined ? undefined : PARTS[first]
  if (first === 'messages' && path.length === 2 && (old === undefined || now === undefined))
    return messagePoint(Number(second), old, now)
  const numbered = typeof second === 'number' ? String(second + 1) : second
  const place =
    part === undefined
      ? ['the response', ...path]
      : [numbered === undefined ? part.name : `${part.name} ${numbered}`, ...rest]
  return {
    what: part?.what ?? 'result',
    shape: path.map((name) => (typeof name === 'number' ? '#' : name)).join('/'),
    line: `${place.join('.')}: OLD ${valueText(old)}, NEW ${valueText(now)}`,
  }
}

/** A message that one build sends, and the other does not. */
function messagePoint(index: number, old: Json | undefined, now: Json | undefined): Point {
  const { msg } = (old ?? now) as { readonly msg?: Json }
  const [module, inner] = onlyMember(msg)
  const [name, body] = onlyMember(inner)
  const sender = old === undefined ? 'NEW' : 'OLD'
  const text = name === undefined ? `${module} ${valueText(inner)}` : `${module}.${name} ${valueText(body)}`
  return {
    what: 'result',
    shape: `messages ${sender} ${module} ${name}`,
    line: `message ${index + 1}: only ${sender} sends ${text}`,
  }
}

function onlyMember(value: Json | undefined): readonly [name: string | undefined, member: Json | undefined] {
  const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return entries.length === 1 ? entries[0]! : [undefined, value]
}

const valueText = (value: Json | undefined): string => (value === undefined ? 'nothing' : jsonText(value))

/** The maximum number of rows that are reported. */
const MAX_ROWS = 6

function rowPoints(old: Seen, now: Seen): readonly Point[] {
  const points: Point[] = []
  for (const [contract, before] of old.rows) {
    const after = now.rows.get(contract) ?? new Map<string, string>()
    for (const key of new Set([...before.keys(), ...after.keys()])) {
      if (before.get(key) === after.get(key)) continue
      if (points.length === MAX_ROWS) return points
      const name = keyText(keyOf(Buffer.from(key, 'latin1')))
      points.push({
        what: 'storage',
        shape: name.split('/')[0]!,
        line: `storage ${name}: OLD ${rowText(before.get(key))}, NEW ${rowText(after.get(key))}`,
      })
    }
  }
  return points
}

function rowText(value: string | undefined): string {
  if (value === undefined) return 'nothing'
  const bytes = Buffer.from(value, 'latin1')
  const text = bytes.toString('utf8')
  return /^[\P{C}]*$/u.test(text) && !text.includes('\ufffd') ? text : `0x${bytes.toString('hex')}`
}
