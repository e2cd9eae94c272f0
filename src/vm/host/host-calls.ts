import { toUtf8 } from '../../base/index.js'
import { CRYPTO_CODES } from '../../crypto/index.js'
import type { Instance } from '../instance.js'
import { decodeSections } from '../sections.js'
import type { HostFunction } from './imports.js'

/** Something that a contract passes to the chain or gets from it: a storage key, text in UTF-8, or other bytes. */
export interface HostValue {
  readonly name: string
  readonly kind: 'key' | 'text' | 'bytes'
  readonly bytes: Uint8Array
}

/** A call of a contract to the chain, in the middle of its own run. */
export interface HostCall {
  /** The name of the import, such as `db_read` or `query_chain`. */
  readonly name: string
  readonly given: readonly HostValue[]
  /** What the contract gets; empty for nothing. */
  readonly answer: readonly HostValue[]
  /** Why it failed; the contract reads some of these texts and continues. */
  readonly error: string | undefined
  /** VM gas of the whole call, the chain's charges included. */
  readonly gas: number
}

/** How a parameter is read: a region's content; `number`: the number itself; `order` of a scan. */
type Parameter = Pick<HostValue, 'name'> & { readonly as: HostValue['kind'] | 'number' | 'order' }

/**
 * What comes back: a region, or 0 for nothing; a row in a region; the text of an error in a region, or 0 and what was written to the region of
 * a parameter, if any; 0 and 1 for a check, or a code; a code, or 0 and the region of a parameter; a region in the low half, or a code in the high one.
 */
type Result =
  | { readonly type: 'nothing' | 'number' | 'row' | 'check' }
  | { readonly type: 'region' | 'high'; readonly of: Parameter }
  | { readonly type: 'error'; readonly at?: number; readonly of?: Parameter }
  | { readonly type: 'code'; readonly at: number; readonly of: Parameter }

interface Import {
  readonly parameters: readonly Parameter[]
  readonly result: Result
}

const key = (name = 'key'): Parameter => ({ name, as: 'key' })
const text = (name: string): Parameter => ({ name, as: 'text' })
const bytes = (name: string): Parameter => ({ name, as: 'bytes' })
const number = (name: string): Parameter => ({ name, as: 'number' })
const NOTHING: Result = { type: 'nothing' }
const CHECK: Result = { type: 'check' }

const VERIFIED: Import = { parameters: [bytes('hash'), bytes('signature'), bytes('public key')], result: CHECK }
const EDWARDS: Import = { parameters: [bytes('message'), bytes('signature'), bytes('public key')], result: CHECK }
const BATCH: Import = { parameters: [bytes('messages'), bytes('signatures'), bytes('public keys')], result: CHECK }
const RECOVERED: Import = {
  parameters: [bytes('hash'), bytes('signature'), number('recovery parameter')],
  result: { type: 'high', of: bytes('public key') },
}
const AGGREGATED: Import = {
  parameters: [bytes('points')],
  result: { type: 'code', at: 1, of: bytes('point') },
}
const HASHED: Import = {
  parameters: [number('hash function'), bytes('message'), bytes('tag')],
  result: { type: 'code', at: 3, of: bytes('point') },
}

/** The imports, by name. */
const IMPORTS: Readonly<Record<string, Import>> = {
  db_read: { parameters: [key()], result: { type: 'region', of: text('value') } },
  db_write: { parameters: [key(), text('value')], result: NOTHING },
  db_remove: { parameters: [key()], result: NOTHING },
  db_scan: {
    parameters: [key('from'), key('to'), { name: 'order', as: 'order' }],
    result: { type: 'number' },
  },
  db_next: { parameters: [number('iterator')], result: { type: 'row' } },
  db_next_key: { parameters: [number('iterator')], result: { type: 'region', of: key() } },
  db_next_value: { parameters: [number('iterator')], result: { type: 'region', of: text('value') } },
  addr_validate: { parameters: [text('address')], result: { type: 'error' } },
  addr_canonicalize: { parameters: [text('address')], result: { type: 'error', at: 1, of: bytes('bytes') } },
  addr_humanize: { parameters: [bytes('bytes')], result: { type: 'error', at: 1, of: text('address') } },
  query_chain: { parameters: [text('request')], result: { type: 'region', of: text('answer') } },
  debug: { parameters: [text('text')], result: NOTHING },
  abort: { parameters: [text('text')], result: NOTHING },
  secp256k1_verify: VERIFIED,
  secp256k1_recover_pubkey: RECOVERED,
  secp256r1_verify: VERIFIED,
  secp256r1_recover_pubkey: RECOVERED,
  ed25519_verify: EDWARDS,
  ed25519_batch_verify: BATCH,
  bls12_381_aggregate_g1: AGGREGATED,
  bls12_381_aggregate_g2: AGGREGATED,
  bls12_381_hash_to_g1: HASHED,
  bls12_381_hash_to_g2: HASHED,
  bls12_381_pairing_equality: {
    parameters: [bytes('points ps'), bytes('points qs'), bytes('point r'), bytes('point s')],
    result: CHECK,
  },
}

/** Every host function takes at most this; a longer region is invalid. */
const MAX_LENGTH = 64 * 1024 * 1024

export const textValue = (name: string, value: string): HostValue => ({ name, kind: 'text', bytes: toUtf8(value) })

/** A host function that reports its calls to the listener of the call that is running, if there is one. It costs no gas. */
export function reporting(name: string, run: HostFunction): HostFunction {
  // Written out, as calls without a listener would pay for a list of the arguments.
  return (instance, a, b, c, d) =>
    instance.context.hostCall === undefined
      ? run(instance, a, b, c, d)
      : reported(name, run, instance, instance.context.hostCall, [a, b, c, d])
}

function reported(
  name: string,
  run: HostFunction,
  instance: Instance,
  hostCall: (call: HostCall) => void,
  args: readonly [number, number, number, number],
): ReturnType<HostFunction> {
  const { parameters, result: shape } = IMPORTS[name]!
  const given = parameters.flatMap((parameter, i) => valueOf(instance, parameter, args[i]!))
  const { left } = instance.gas
  const report = (answer: readonly HostValue[], error: string | undefined): void =>
    hostCall({ name, given, answer, error, gas: Number(left - instance.gas.left) })
  let result: ReturnType<HostFunction>
  try {
    result = run(instance, ...args)
  } catch (error) {
    report([], error instanceof Error ? error.message : String(error))
    throw error
  }
  const { answer = [], error } = answerOf(instance, shape, result, args)
  report(answer, error)
  return result
}

function valueOf(instance: Instance, { name, as }: Parameter, value: number): readonly HostValue[] {
  if (as === 'number') return [textValue(name, String(value))]
  if (as === 'order') return [textValue(name, value === 1 ? 'ascending' : value === 2 ? 'descending' : String(value))]
  const content = value === 0 ? undefined : instance.memory.peek(value, MAX_LENGTH)
  return content === undefined ? [] : [{ name, kind: as, bytes: content }]
}

interface Answer {
  readonly answer?: readonly HostValue[]
  readonly error?: string
}

function answerOf(
  instance: Instance,
  result: Result,
  value: ReturnType<HostFunction>,
  args: readonly number[],
): Answer {
  const number = Number(value ?? 0)
  const written = (): readonly HostValue[] =>
    'at' in result && result.at !== undefined && result.of !== undefined
      ? valueOf(instance, result.of, args[result.at]!)
      : []
  switch (result.type) {
    case 'nothing':
      return {}
    case 'number':
      return { answer: [textValue('iterator', String(number))] }
    case 'region':
      return { answer: valueOf(instance, result.of, number) }
    case 'row': {
      const row = instance.memory.peek(number, MAX_LENGTH)
      const [first, second] = row === undefined ? [] : decodeSections(row)
      if (first === undefined || second === undefined || first.length + second.length === 0) return {}
      return {
        answer: [
          { name: 'key', kind: 'key', bytes: first },
          { name: 'value', kind: 'text', bytes: second },
        ],
      }
    }
    case 'error': {
      const error = number === 0 ? undefined : instance.memory.peek(number, MAX_LENGTH)
      return error === undefined ? { answer: written() } : { error: new TextDecoder().decode(error) }
    }
    case 'check':
      if (number > 1) return { error: codeText(number) }
      return { answer: [textValue('check', number === 0 ? 'valid' : 'not valid')] }
    case 'code':
      return number === 0 ? { answer: written() } : { error: codeText(number) }
    default: {
      const code = Math.floor(number / 2 ** 32)
      return code === 0 ? { answer: valueOf(instance, result.of, number) } : { error: codeText(code) }
    }
  }
}

/** `invalid public key format (code 5)` */
function codeText(code: number): string {
  const [kind] = Object.entries(CRYPTO_CODES).find(([, one]) => one === code) ?? ['unknown error']
  return `${kind.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()} (code ${code})`
}
