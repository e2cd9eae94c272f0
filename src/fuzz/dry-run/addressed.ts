import type { Json } from '../../sandbox/internal.js'
import type { Surroundings } from '../../schema/index.js'

/** Members with binary content, which is never an address. */
const BYTES = /^(msg|data|payload|proof)$/

/** Members that never hold an address. */
const NO_ADDRESS = /connection|channel|port|denom|version|label|name|symbol|memo|ordering|uri|url|path|description/i

/** The message with every string that is not a known name or a number replaced by an address, unless its member is named after something else. */
export function addressed(value: Json, around: Surroundings): Json {
  const [address] = around.addresses
  return withTexts(value, around, (text, name) => (NO_ADDRESS.test(name) ? text : address!))
}

/** The message with every string changed that is not a known name, a number or binary content. */
export function withTexts(value: Json, around: Surroundings, change: (text: string, name: string) => string): Json {
  const { denoms, channels, connections, words, contracts, addresses } = around
  const meant = new Set<Json>([...denoms, ...channels, ...connections, ...words, ...contracts, ...addresses])
  const walk = (part: Json, name: string): Json => {
    if (typeof part === 'string') return meant.has(part) || /^\d+(\.\d+)?$/.test(part) ? part : change(part, name)
    if (Array.isArray(part)) return part.map((one: Json) => walk(one, name))
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(
      Object.entries(part).map(([of, member]) => [of, BYTES.test(of) ? member : walk(member, of)]),
    )
  }
  return walk(value, '')
}

/** Members that hold the address of a contract. */
const CONTRACT =
  /(^|_)(contract|contract_addr|contract_address|token|token_addr|token_address|cw20|cw20_addr|cw721|nft|collection)$/

/** The message with the address of the contract in each member that is named after a contract and holds an address. */
export function withContract(value: Json, contract: string): Json {
  if (Array.isArray(value)) return value.map((one: Json) => withContract(one, contract))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      CONTRACT.test(name) && typeof member === 'string' ? contract : withContract(member, contract),
    ]),
  )
}
