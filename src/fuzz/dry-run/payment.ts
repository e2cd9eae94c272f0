import type { Json } from '../../sandbox/internal.js'
import { coinsOf } from './reading.js'

/** Coins that a message may need. @param native denomination of the chain */
export function paymentsFor(message: Json, denoms: readonly string[], native: string): readonly string[] {
  const paid = denoms.flatMap((denom) => [`1000000${denom}`, `1${denom}`])
  const all = coinsOf(denoms, () => 10_000)
  // A contract that sends packets takes the relayers' fees of the chain in addition.
  const withFees = coinsOf(denoms, (denom) => (denom === native ? 1_000_000 : 10_000))
  return [coinsNamedIn(message), ...paid, `10000000${native}`, all, withFees]
}

/** The coins in a message, in the form of actions: objects with an amount, and a denomination in them at any depth. */
export function coinsNamedIn(message: Json): string {
  const sums = new Map<string, bigint>()
  collect(message, sums)
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([denom, amount]) => `${amount}${denom}`)
    .join(',')
}

function collect(value: Json, sums: Map<string, bigint>): void {
  if (typeof value !== 'object' || value === null) return
  const { amount } = value as Readonly<Record<string, Json>>
  const denom = typeof amount === 'string' && /^\d+$/.test(amount) ? denomIn(value) : undefined
  if (denom !== undefined) sums.set(denom, (sums.get(denom) ?? 0n) + BigInt(amount as string))
  else for (const part of Object.values(value as Record<string, Json>)) collect(part, sums)
}

function denomIn(value: Json): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { denom } = value as Readonly<Record<string, Json>>
  if (typeof denom === 'string') return denom
  for (const part of Object.values(value as Record<string, Json>)) {
    const found = denomIn(part)
    if (found !== undefined) return found
  }
  return undefined
}
