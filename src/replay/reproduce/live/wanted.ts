import { ChainError, fromHex, UsageError } from '../../../base/index.js'
import { decodeBech32 } from '../../../codec/index.js'

/** Which failure of a live chain is meant. */
export interface LiveWanted {
  readonly contract?: string | undefined
  readonly id?: bigint | undefined
  /** Hash of the transaction in which the callback failed. */
  readonly hash?: Uint8Array | undefined
  /** The block in which the callback failed; searched for if undefined. */
  readonly height?: number | undefined
}

const HASH = /^(?:0x)?([0-9a-fA-F]{64})$/
const RIGHT = { details: ['right: --rpc URL CONTRACT FAILURE_ID, or --rpc URL TRANSACTION_HASH'] }

/** @param words a contract and the id of a failure, a contract alone, or the hash of a transaction @throws UsageError for anything else */
export function readWanted(
  words: readonly string[],
  flags: {
    readonly id?: string | undefined
    readonly address?: string | undefined
    readonly height?: string | undefined
  },
): LiveWanted {
  const [first = '', second, ...more] = words
  if (more.length > 0) throw new UsageError(`${more.join(' ')}: one failure at a time`, RIGHT)
  const height = flags.height === undefined ? undefined : wholeNumber(flags.height, '--height')
  const hash = HASH.exec(first)?.[1]
  if (hash !== undefined && second === undefined) {
    const { id, address } = flags
    return {
      hash: fromHex(hash),
      height,
      ...(address !== undefined && { contract: checkedAddress(address) }),
      ...(id !== undefined && { id: BigInt(wholeNumber(id, '--id')) }),
    }
  }
  const id = second ?? flags.id
  return {
    contract: checkedAddress(first),
    id: id === undefined ? undefined : BigInt(wholeNumber(id, 'the id of a failure')),
    height,
  }
}

function checkedAddress(text: string): string {
  try {
    decodeBech32(text)
    return text
  } catch (cause) {
    if (!(cause instanceof ChainError)) throw cause
    throw new UsageError(`${JSON.stringify(text)} is neither the address of a contract nor the hash of a transaction`, {
      details: [cause.log, ...RIGHT.details],
      cause,
    })
  }
}

function wholeNumber(text: string, what: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new UsageError(`${what} is a whole number, not ${JSON.stringify(text)}`)
}
