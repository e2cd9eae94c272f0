import { decodeError, events, parseAbi } from 'micro-eth-signer/abi.js'
import { UsageError } from '../../base/index.js'
import { argumentList, type AbiItem, type AbiParameter } from '../../evm/internal.js'
import { show } from './context.js'

export type { AbiItem } from '../../evm/internal.js'

/**
 * An ABI: as JSON, as lines of Solidity (`error Broke(uint256 at)`), or an object that has one, such as viem's contracts and compilers' output
 * (`abi`) and the `Interface` and `Contract` of ethers do.
 */
export type Abi =
  | readonly (AbiItem | string)[]
  | { readonly abi: readonly unknown[] }
  | { formatJson(): string }
  | { readonly interface: { formatJson(): string } }

type Items = readonly (AbiItem & { readonly name: string; readonly inputs: readonly AbiParameter[] })[]

/** Errors or events of an ABI by name. @throws UsageError if there is none */
export function abiItems(abi: Abi, type: 'error' | 'event', name: string): Items {
  const all = itemsOf(abi)
  const named = all.filter((item) => item.type === type)
  const found = named.filter((item) => item.name === name)
  if (found.length > 0) return found.map((item) => ({ ...item, name, inputs: item.inputs ?? [] }))
  throw new UsageError(`the ABI has no ${type} ${show(name)}`, {
    details: [`${type}s: ${named.map((item) => item.name).join(', ') || 'none'}`],
  })
}

function itemsOf(abi: Abi): readonly AbiItem[] {
  if (typeof abi === 'object' && abi !== null) {
    if (Array.isArray(abi))
      return (abi as readonly (AbiItem | string)[]).flatMap((item) =>
        typeof item === 'string' ? (parsed(item) as readonly AbiItem[]) : [item],
      )
    if ('abi' in abi && Array.isArray(abi.abi)) return itemsOf(abi.abi as readonly AbiItem[])
    const formatted = 'interface' in abi ? abi.interface : abi
    if ('formatJson' in formatted) return JSON.parse(formatted.formatJson()) as readonly AbiItem[]
  }
  throw new UsageError('not an ABI', {
    details: [
      `given: ${show(abi).slice(0, 80)}`,
      "right: a list such as ['error Broke(uint256 at)'], or the ABI that the compiler wrote",
    ],
  })
}

function parsed(line: string): unknown {
  try {
    return parseAbi([line] as never)
  } catch (cause) {
    throw new UsageError(`not a valid ABI item: ${line}`, { cause })
  }
}

export interface Decoded {
  readonly name: string
  /** In the order of the parameters. Numbers are bigints, addresses lower-case. */
  readonly args: readonly unknown[]
  /** The call or event as readable text. */
  readonly text: string
}

const decoded = (name: string, args: readonly unknown[]): Decoded => ({
  name,
  args,
  text: `${name}(${args.map(show).join(', ')})`,
})

/** Decodes revert data: Solidity's own errors, and given ones. Undefined for an unknown error. */
export function decodedRevert(data: string, errors: Items = []): Decoded | undefined {
  for (const item of [...errors, undefined]) {
    let found: ReturnType<typeof decodeError>
    try {
      found = decodeError(data, item === undefined ? undefined : [item])
    } catch {
      continue
    }
    if (found === undefined || (item !== undefined && found.name !== item.name)) continue
    return decoded(found.name, argumentList(found.args, item?.inputs ?? [{ type: '' }]))
  }
  return undefined
}

/** Decodes a log of one of the events. Indexed parameters of dynamic types stay hashes. */
export function decodedLog(
  log: { readonly topics: readonly string[]; readonly data: string },
  items: Items,
): Decoded | undefined {
  for (const item of items) {
    try {
      const value: unknown = events([item] as never)[item.name]!.decode([...log.topics], log.data)
      return decoded(item.name, argumentList(value, item.inputs, true))
    } catch {
      // Another event.
    }
  }
  return undefined
}
