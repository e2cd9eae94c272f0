import { toUtf8 } from '../../base/index.js'
import { jsonIn, type Json } from '../../sandbox/internal.js'
import type { RandomSource } from '../random-source.js'
import type { SeenPacket } from './seen-packets.js'

/** What the impostor puts into packets. */
export interface Means {
  readonly random: RandomSource
  /** Its end of the channel, and that of the contract, each as `port/channel`. */
  readonly own: string
  readonly near: string
  /** The accounts of a chain with an address of this prefix: its own one, those of others, and contracts. */
  readonly accounts: (prefix: string) => Accounts
  /** The prefix on the other chain. */
  readonly otherPrefix: (prefix: string) => string
  readonly amounts: readonly bigint[]
}
export interface Accounts {
  readonly own: string
  readonly others: readonly string[]
  readonly contracts: readonly string[]
}

const SMALL = [1n, 2n, 10n, 100n, 1000n] as const
const ADDRESS = /^([a-z]{1,20})1[02-9ac-hj-np-z]{38,58}$/
const CHANNEL = /^([a-zA-Z0-9.]+\/channel-\d+)\/(.+)$/

/**
 * The data of a packet like one that was seen, as the impostor sends it. Mostly its account is the receiver, the vouchers are those of its own channel, and amounts are small.
 * Data that is not JSON stays as it is.
 */
export function forgedData(packet: SeenPacket, means: Means): Uint8Array {
  const json = jsonIn(packet.data)
  if (json === undefined || typeof json !== 'object') return packet.data
  // What the contract sent names accounts of the other chain where what arrives names its own.
  const flips = !packet.arrives && means.random.chance(0.6)
  return toUtf8(JSON.stringify(varied(json, '', { ...means, packet, flips, isPlain: means.random.chance(0.5) })))
}

interface Forging extends Means {
  readonly packet: SeenPacket
  readonly flips: boolean
  /** Whether it simply asks for the least amount of its own vouchers, for its own account. */
  readonly isPlain: boolean
}

function varied(value: Json, name: string, forging: Forging): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => varied(one, name, forging))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, varied(one, key, forging)]))
  if (typeof value === 'number') return number(value, forging)
  return typeof value === 'string' ? text(value, name, forging) : value
}

function number(value: number, { random }: Forging): Json {
  if (!Number.isSafeInteger(value) || random.chance(0.7)) return value
  return random.pick([0, 1, 2, value + 1, Math.max(0, value - 1)])
}

function text(value: string, name: string, forging: Forging): Json {
  const { random } = forging
  const prefix = ADDRESS.exec(value)?.[1]
  if (prefix !== undefined) return account(value, prefix, forging)
  if (/denom/i.test(name)) return denom(value, forging)
  if (/^\d{1,30}$/.test(value) && forging.isPlain) return '1'
  if (/^\d{1,30}$/.test(value)) return random.chance(0.4) ? value : String(random.pick(amounts(forging)))
  const inside = insideOf(value)
  if (inside !== undefined) return Buffer.from(JSON.stringify(varied(inside, name, forging))).toString('base64')
  return value
}

const amounts = ({ amounts: known }: Forging): readonly bigint[] => [...SMALL, ...known]

function account(value: string, prefix: string, { random, accounts, otherPrefix, flips, isPlain }: Forging): string {
  const { own, others, contracts } = accounts(flips ? otherPrefix(prefix) : prefix)
  if (isPlain) return own
  const roll = random.below(10)
  if (roll < 6) return own
  if (roll < 8 && others.length > 0) return random.pick(others)
  return roll === 8 && contracts.length > 0 ? random.pick(contracts) : flips ? own : value
}

/** A coin under the name of the impostor's channel, of the honest one, of either end, or its plain name. */
function denom(value: string, { random, own, near, packet, isPlain }: Forging): string {
  const base = CHANNEL.exec(value)?.[2] ?? value
  if (isPlain) return `${own}/${base}`
  return random.weighted([
    [5, `${own}/${base}`],
    [2, value],
    [1, `${packet.far}/${base}`],
    [1, `${near}/${base}`],
    [1, `${packet.near}/${base}`],
    [1, base],
  ])!
}

/** JSON in base64. */
function insideOf(value: string): Json | undefined {
  if (value.length < 8 || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]+=*$/.test(value)) return undefined
  const json = jsonIn(Buffer.from(value, 'base64'))
  return typeof json === 'object' && json !== null ? json : undefined
}
