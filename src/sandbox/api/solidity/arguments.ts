import { toHex, UsageError } from '../../../base/index.js'
import type { Json } from '../../values/values.js'

/** Arguments as an action holds them: whole numbers as texts, bytes in hex, accounts and contracts as their addresses. @throws UsageError for anything else */
export const plainArguments = (args: readonly unknown[]): Json[] => args.map((one, i) => plain(one, String(i)))

function plain(value: unknown, place: string): Json {
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  if (value instanceof Uint8Array) return `0x${toHex(value)}`
  if (Array.isArray(value)) return value.map((one: unknown, i) => plain(one, `${place}[${i}]`))
  if (typeof value === 'object' && value !== null && !(value instanceof Promise)) {
    if ('address' in value && typeof value.address === 'string' && 'chain' in value) return value.address
    if (Object.getPrototypeOf(value) === Object.prototype)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]: [string, unknown]) => [name, plain(one, `${place}.${name}`)]),
      )
  }
  throw new UsageError(`argument ${place} is no value of Solidity: ${String(value)}`, {
    details: [
      'right: a bigint, a whole number, a text, true or false, bytes, an account, a contract, or a list or an object of such',
    ],
  })
}
