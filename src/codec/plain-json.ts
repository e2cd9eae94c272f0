import { jsonPointer, toBase64, toUtf8, UsageError } from '../base/index.js'

type Path = readonly (string | number)[]

/** @throws UsageError with the place of the first bigint: only the contract knows whether it expects a number or a string there */
export function refuseBigint(value: unknown, what: string): void {
  const found = firstBigint(value, [], new Set())
  if (found === undefined) return
  const exact = Number.isSafeInteger(Number(found.value))
  throw new UsageError(
    `a bigint at ${jsonPointer(found.path) || 'the top'} of ${what}: a contract reads a number or a text there`,
    {
      details: [
        exact
          ? `right: Number(…), which is sent as ${found.value}, for u64 and smaller, such as ids`
          : `right: new RawMessage('…${found.value}…') for u64: a number of JavaScript is not exact from 2^53 on`,
        `right: String(…), which is sent as "${found.value}", for Uint128, Uint64 and their like, such as amounts`,
      ],
    },
  )
}

function firstBigint(
  value: unknown,
  path: Path,
  above: ReadonlySet<unknown>,
): { readonly path: Path; readonly value: bigint } | undefined {
  if (typeof value === 'bigint') return { path, value }
  // JSON.stringify reports a cycle.
  if (typeof value !== 'object' || value === null || above.has(value) || value instanceof Uint8Array) return undefined
  const within = new Set(above).add(value)
  for (const [key, member] of Object.entries(value)) {
    const found = firstBigint(member, [...path, Array.isArray(value) ? Number(key) : key], within)
    if (found !== undefined) return found
  }
  return undefined
}

/** A value as JSON for a contract, with bytes as base64. @param what name of the value for the error @throws UsageError for what is not JSON */
export function jsonBytes(value: unknown, what: string): Uint8Array {
  refuseBigint(value, what)
  let text: string | undefined
  try {
    text = JSON.stringify(value, (_, member: unknown) => (member instanceof Uint8Array ? toBase64(member) : member))
  } catch (cause) {
    throw new UsageError(`${what} must be a JSON value`, { cause })
  }
  if (text === undefined) throw new UsageError(`${what} must be a JSON value, not ${typeof value}`)
  return toUtf8(text)
}
