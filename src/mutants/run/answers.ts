import { fromUtf8, toUtf8 } from '../../base/index.js'
import { messageName, type EntryPoint } from '../../vm/internal.js'
import type { AnswerChange } from '../make/mutant.js'

/** The kind of a call: `execute.transfer`, `reply`. */
export function kindOf(entry: EntryPoint, args: readonly Uint8Array[]): string {
  const name = messageName(entry, args.at(-1))
  return name === undefined ? entry : `${entry}.${name}`
}

interface Response {
  readonly error?: string
  readonly ok?: { readonly messages?: readonly unknown[] } | null
}

/** What a contract answered; undefined if it is no JSON of a result. */
export function responseOf(data: Uint8Array): Response | undefined {
  try {
    const value: unknown = JSON.parse(fromUtf8(data))
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

/** Entry points whose responses have messages. */
const RESPONDING: ReadonlySet<EntryPoint> = new Set(['instantiate', 'execute', 'migrate', 'sudo', 'reply'])

export const isResponding = (entry: EntryPoint): boolean => RESPONDING.has(entry)

const EMPTY = toUtf8('{"ok":{"messages":[],"attributes":[],"events":[],"data":null}}')

/** The answer to a call with a change. */
export function changedAnswer(
  { entry: of, message, change }: AnswerChange,
  entry: EntryPoint,
  args: readonly Uint8Array[],
  data: Uint8Array,
): Uint8Array {
  if (entry !== of || messageName(entry, args.at(-1)) !== message) return data
  const response = responseOf(data)
  if (change === 'error') return response?.error === undefined ? data : EMPTY
  const messages = response?.ok?.messages ?? []
  if (messages.length <= change) return data
  const left = messages.filter((_, i) => i !== change)
  return toUtf8(JSON.stringify({ ok: { ...response!.ok, messages: left } }))
}
