import { toHex } from '../base/index.js'
import { keyText } from '../sandbox/internal.js'
import { keyOf } from '../store/index.js'
import type { CallTrace } from './call-trace.js'
import type { TracedHostCall } from './record.js'

/** What a call did with a key of its contract's storage. */
export interface StorageUse {
  readonly step: number
  readonly kind: 'read' | 'write' | 'remove'
  /** The key as cw-storage-plus made it: `balances/neutron1…`. */
  readonly key: string
  /** The value as text, in which contracts keep JSON; undefined for none. */
  readonly value: string | undefined
}

const KINDS: Readonly<Record<string, StorageUse['kind']>> = {
  db_read: 'read',
  db_write: 'write',
  db_remove: 'remove',
  db_next: 'read',
}

const strict = new TextDecoder('utf-8', { fatal: true })

/** Contracts keep JSON; other bytes are shown in hex. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  if (bytes === undefined) return undefined
  try {
    return strict.decode(bytes)
  } catch {
    return `0x${toHex(bytes)}`
  }
}

function useOf({ step, name, given, answer }: TracedHostCall): StorageUse | undefined {
  const kind = KINDS[name]
  const key = (name === 'db_next' ? answer : given).find((value) => value.kind === 'key')
  if (kind === undefined || key === undefined) return undefined
  const value = (kind === 'read' ? answer : given).find((one) => one.name === 'value')
  return { step, kind, key: keyText(keyOf(key.bytes)), value: kind === 'remove' ? undefined : textOf(value?.bytes) }
}

/** The uses of storage of a call, in order. */
export const storageUses = (trace: CallTrace): readonly StorageUse[] =>
  trace.hostCalls.flatMap((call) => useOf(call) ?? [])

/** What the keys hold when a step begins, as far as the call has read or written them. */
export function storageAt(uses: readonly StorageUse[], step: number): ReadonlyMap<string, string | undefined> {
  const found = new Map<string, string | undefined>()
  for (const use of uses) if (use.step < step) found.set(use.key, use.value)
  return found
}
