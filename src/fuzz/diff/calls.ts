import { fromUtf8 } from '../../base/index.js'
import { unpackedText, type Json } from '../../sandbox/internal.js'
import { messageName, type CallOutcome, type EntryPoint } from '../../vm/internal.js'

/** A call of the contract, and what one of its builds answered. */
export interface SeenCall {
  readonly entry: EntryPoint
  /** `execute.transfer`, `sudo.timeout`, `reply`. */
  readonly kind: string
  readonly chainId: string
  /** Bech32. */
  readonly contract: string
  readonly result: CallResult
}

/** What a call ended with. */
export type CallResult =
  /** The answer, without members that mean the same as if they were missing. */
  | { readonly is: 'answer'; readonly answer: Json }
  /** The contract returned an error. */
  | { readonly is: 'error'; readonly text: string }
  /** It trapped, with or without a panic. */
  | { readonly is: 'trap'; readonly text: string }
  | { readonly is: 'out of gas' }

interface Env {
  readonly block?: { readonly chain_id?: string }
  readonly contract?: { readonly address?: string }
}

export function seenCall(entry: EntryPoint, args: readonly Uint8Array[], outcome: CallOutcome): SeenCall {
  const env = jsonIn(args[0]) as Env | undefined
  const name = messageName(entry, args.at(-1))
  return {
    entry,
    kind: name === undefined ? entry : `${entry}.${name}`,
    chainId: env?.block?.chain_id ?? '',
    contract: env?.contract?.address ?? '',
    result: resultOf(outcome),
  }
}

function resultOf({ data, error }: CallOutcome): CallResult {
  if (error !== undefined)
    return error.kind === 'GasDepletion' ? { is: 'out of gas' } : { is: 'trap', text: panicIn(error.shortMessage) }
  const value = jsonIn(data) as { readonly ok?: Json; readonly error?: string } | undefined
  if (typeof value?.error === 'string') return { is: 'error', text: value.error }
  return { is: 'answer', answer: meant(value?.ok ?? null) }
}

/** A panic's text without its place, which every change of the file moves. */
const panicIn = (text: string): string =>
  text.replaceAll(/(?: at )?(?:\/?[\w.@-]+\/)*[\w-]+\.rs:\d+(?::\d+)?/g, '').trim()

/** A text of JSON, or a number in it with more digits than a JavaScript number keeps. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d{16,}/g

/** JSON with what it holds in base64, and with long integers as text. */
function jsonIn(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined
  try {
    const text = unpackedText(fromUtf8(bytes))
    return JSON.parse(text.replaceAll(TEXT_OR_NUMBER, (part) => (part.startsWith('"') ? part : `"${part}"`))) as unknown
  } catch {
    return undefined
  }
}

/** Without null and empty payloads: releases of cosmwasm-std differ in which members they leave out. */
function meant(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map(meant)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as Readonly<Record<string, Json>>)
      .filter(([name, member]) => member !== null && !(name === 'payload' && member === ''))
      .map(([name, member]) => [name, meant(member)]),
  )
}
