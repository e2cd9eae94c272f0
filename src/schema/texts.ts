import * as fc from 'fast-check'
import { binary, hexBinary } from './arbitraries/binary.js'
import { denomOf } from './arbitraries/coins.js'
import { decimal, decimalText, signed, unsigned } from './arbitraries/numbers.js'
import type { Json } from '../sandbox/internal.js'
import type { Surroundings } from './surroundings.js'
import { durations } from './integers.js'

/** The place of a string in a message, by which its meaning is guessed, such as an address. */
export interface Place {
  /** The member's name. */
  readonly name: string
  readonly description: string
  /** The names of its sibling members and of the variant. */
  readonly siblings: readonly string[]
  /** Messages to put into a `Binary`. */
  readonly messages: fc.Arbitrary<Json> | undefined
}

type TextOf = (around: Surroundings, place: Place) => fc.Arbitrary<string>

const unsignedText =
  (bits: number): TextOf =>
  ({ numbers }) =>
    unsigned(bits, numbers).map(String)
const signedText =
  (bits: number): TextOf =>
  ({ numbers }) =>
    signed(bits, numbers).map(String)
const signedDecimal = (bits: number): fc.Arbitrary<string> =>
  fc.oneof(
    decimal(bits),
    fc.bigInt({ min: 1n, max: 2n ** BigInt(bits) }).map((atomics) => `-${decimalText(atomics)}`),
  )

/** Bits of the integers of Solidity that are texts. */
const WIDTHS = Array.from({ length: 28 }, (_, i) => 40 + 8 * i)

/** One named like a moment is mostly one to come: in nanoseconds where they fit, as packets have it, or in seconds, as blocks do. */
const solidityUint =
  (bits: number): TextOf =>
  (around, place) => {
    const { time = 0n } = around
    if (!/time|expir|deadline|until/.test(place.name)) return unsignedText(bits)(around, place)
    const spans = [60n, 3600n, 86_400n]
    const seconds = fc.constantFrom(...spans, ...[0n, ...spans].map((span) => time / 1_000_000_000n + span)).map(String)
    if (bits < 64) return seconds
    return fc.oneof({ arbitrary: timestamp(time), weight: bits === 64 ? 3 : 1 }, { arbitrary: seconds, weight: 1 })
  }

const IN_HEX = /^0x(?:[0-9a-f]{2})*$/
const hexOf = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`
/** Numbers of bytes of the types `bytes1` to `bytes32`. */
const SIZES = Array.from({ length: 32 }, (_, i) => i + 1)

/** Mostly one that the contract named before, as the id of a record; else any. */
const solidityBytes =
  (size: number): TextOf =>
  ({ words }) => {
    const pattern = new RegExp(`^0x[0-9a-f]{${size * 2}}$`, 'u')
    const known = words.filter((word): word is string => typeof word === 'string' && pattern.test(word))
    const any = fc.uint8Array({ minLength: size, maxLength: size }).map(hexOf)
    const none = fc.constant(`0x${'00'.repeat(size)}`)
    return fc.oneof(
      { arbitrary: any, weight: 2 },
      { arbitrary: none, weight: 1 },
      ...(known.length === 0 ? [] : [{ arbitrary: fc.constantFrom(...known), weight: 9 }]),
    )
  }

/** Types of Solidity that are strings in JSON. No definition of a schema in a file has such a name. */
export const SOLIDITY_TEXTS: Readonly<Record<string, TextOf>> = {
  'solidity address': (around, { name }) =>
    fc.oneof(
      { arbitrary: address(around, CONTRACT.test(name) ? 9 : 1), weight: 6 },
      { arbitrary: fc.constant(`0x${'0'.repeat(40)}`), weight: CONTRACT.test(name) ? 3 : 1 },
    ),
  'solidity bytes': ({ words }) => {
    const seen = words.filter((word): word is string => typeof word === 'string')
    return fc.oneof(
      fc
        .constantFrom('', '{"result":"AQ=="}', '{"error":"ABCI code: 1: error handling packet: see events"}', ...seen)
        .map((text) => (IN_HEX.test(text) ? text : `0x${Buffer.from(text).toString('hex')}`)),
      fc.uint8Array({ maxLength: 40 }).map(hexOf),
    )
  },
  ...Object.fromEntries(SIZES.map((size) => [`solidity bytes${size}`, solidityBytes(size)])),
  ...Object.fromEntries(WIDTHS.map((bits) => [`solidity uint${bits}`, solidityUint(bits)])),
  ...Object.fromEntries(WIDTHS.map((bits) => [`solidity int${bits}`, signedText(bits)])),
}

/** Types that are strings in JSON, by name: those of cosmwasm-std and of Solidity. */
export const DEFINED_TEXTS: Readonly<Record<string, TextOf>> = {
  ...SOLIDITY_TEXTS,
  Uint64: (around, place) => {
    const spans = durations(place.name)
    if (spans.length > 0)
      return fc.oneof({ arbitrary: fc.constantFrom(...spans).map(String), weight: 2 }, unsignedText(64)(around, place))
    return /time|expir|deadline/.test(place.name) ? timestamp(around.time) : unsignedText(64)(around, place)
  },
  Uint128: unsignedText(128),
  Uint256: unsignedText(256),
  Uint512: unsignedText(512),
  Int64: signedText(64),
  Int128: signedText(128),
  Int256: signedText(256),
  Int512: signedText(512),
  Decimal: () => decimal(128),
  Decimal256: () => decimal(256),
  SignedDecimal: () => signedDecimal(127),
  SignedDecimal256: () => signedDecimal(255),
  Binary: (_, { messages }) => binary(messages),
  HexBinary: hexBinary,
  Checksum: () => hexBinary().filter((text) => text.length === 64),
  Addr: (around) => address(around),
  Timestamp: ({ time }) => timestamp(time),
}

/** Nanoseconds: 0, the maximum, and times up to a year before and after the last block. */
function timestamp(time: bigint = 0n): fc.Arbitrary<string> {
  const second = 1_000_000_000n
  const steps = [0n, 1n, second, 60n * second, 3600n * second, 86_400n * second, 31_536_000n * second]
  const near = steps.flatMap((step) => [time + step, ...(time >= step ? [time - step] : [])])
  return fc.constantFrom(0n, 2n ** 64n - 1n, ...near, ...near).map(String)
}

/** An account or a contract. @param weight of contracts; accounts have 3 */
const address = ({ addresses, contracts }: Surroundings, weight = 1): fc.Arbitrary<string> =>
  oneOfTexts([
    [addresses, 3],
    [contracts, weight],
  ])

const remoteAddress = (around: Surroundings): fc.Arbitrary<string> =>
  around.remoteAddresses.length === 0
    ? address(around)
    : oneOfTexts([
        [around.remoteAddresses, 8],
        [around.addresses, 1],
      ])

/** A string from one of the lists; a made-up one if all are empty. */
function oneOfTexts(lists: readonly (readonly [readonly string[], number])[]): fc.Arbitrary<string> {
  const filled = lists.filter(([list]) => list.length > 0)
  if (filled.length === 0) return fc.constantFrom('a', 'somebody', 'nobody')
  return fc.oneof(...filled.map(([list, weight]) => ({ arbitrary: fc.constantFrom(...list), weight })))
}

const ADDRESS =
  /(^|_)(addr|address|owner|new_owner|recipient|receiver|sender|spender|admin|minter|operator|beneficiary|account|delegator|depositor|user|voter|proposer|member|to|from|creator|payee|treasury|guardian|wallet|collector|buyer|seller|staker|player|winner|manager|controller|behalf_of)(e?s)?$/
const CONTRACT =
  /(^|_)(contract|contract_addr|contract_address|token|token_addr|cw20|cw721|nft|collection|hook|vault|pool|factory|group_addr)s?$/
/** The operator of a validator. */
const VALIDATOR = /(^|_)(validators?|valoper)(_addr|_address)?$/
/** A member of an item in a list of channels or connections, that is an end of it. */
const END = /^(id|name|local|remote|counterparty|src|dst|source|destination)(_id)?$/
/** Whether a member of that name may be the address of an account or a contract. */
export const mayBeAddress = (name: string): boolean => ADDRESS.test(name) || CONTRACT.test(name)

const REMOTE_NAME = /remote|counterparty|interchain|(^|_)(hub|ica|host|cosmos)(_|$)|to_address|validator/
const REMOTE_WORDS = /\b(remote|other|counterparty|host|destination) (chain|account|address)|interchain account/i
const ADDRESS_WORDS = /\baddress\b/i
/** Names of siblings that suggest an address on another chain. */
const REMOTE_SIBLING = /^(channel|channel_id|source_channel|connection_id|ibc_transfer|port)$/

const hasRemoteSibling = ({ siblings }: Place): boolean => siblings.some((one) => REMOTE_SIBLING.test(one))

const isRemote = (place: Place): boolean =>
  REMOTE_NAME.test(place.name) || REMOTE_WORDS.test(place.description) || hasRemoteSibling(place)

const inListOf =
  (list: RegExp) =>
  ({ name, siblings }: Place): boolean =>
    END.test(name) && siblings.some((one) => list.test(one))

/** Kinds of strings; the first that fits the place is used. */
const KINDS: readonly { readonly fits: (place: Place) => boolean; readonly text: TextOf }[] = [
  { fits: ({ name }) => /(^|_)denom$|(^|_)denoms$/.test(name), text: ({ denoms }) => denomOf(denoms) },
  {
    fits: (place) => /(^|_)channels?(_ids?)?$/.test(place.name) || inListOf(/(^|_)channels$/)(place),
    text: ({ channels }) =>
      oneOfTexts([
        [channels, 8],
        [['channel-0', 'channel-1', 'channel-99'], 1],
      ]),
  },
  {
    fits: (place) => /(^|_)connections?(_ids?)?$/.test(place.name) || inListOf(/(^|_)connections$/)(place),
    text: ({ connections }) =>
      oneOfTexts([
        [connections, 8],
        [['connection-0', 'connection-99'], 1],
      ]),
  },
  { fits: ({ name }) => /(^|_)port(_id)?$/.test(name), text: () => fc.constantFrom('transfer', 'transfer', 'icahost') },
  {
    fits: (place) => VALIDATOR.test(place.name) && hasRemoteSibling(place),
    text: ({ validators = [], remoteValidators = [], remoteAddresses }) =>
      oneOfTexts([
        [remoteValidators, 8],
        [validators, 1],
        [remoteAddresses, 1],
      ]),
  },
  {
    fits: ({ name }) => VALIDATOR.test(name),
    text: ({ validators = [], remoteValidators = [], addresses }) =>
      oneOfTexts([
        [validators, 4],
        [remoteValidators, 4],
        [addresses, 1],
      ]),
  },
  { fits: ({ name }) => CONTRACT.test(name), text: (around) => address(around, 9) },
  {
    fits: (place) =>
      isRemote(place) &&
      (ADDRESS.test(place.name) || REMOTE_NAME.test(place.name) || ADDRESS_WORDS.test(place.description)),
    text: remoteAddress,
  },
  {
    fits: ({ name, description }) => ADDRESS.test(name) || ADDRESS_WORDS.test(description),
    text: (around) => address(around),
  },
  {
    fits: ({ name }) => /(^|_)(amount|price|balance|total|shares?|limit|supply|cap)$/.test(name),
    text: ({ numbers }) => unsigned(128, numbers).map(String),
  },
  {
    fits: ({ name }) => /url|link|uri|image/.test(name),
    text: () => fc.constantFrom('https://example.com', 'ipfs://x', ''),
  },
]

const MEMO = /(^|_)memo$/

/** A string without a type of its own: by its name, its description, and the dictionary. */
export function textOf(around: Surroundings, place: Place): fc.Arbitrary<string> {
  const { memos = [] } = around
  if (memos.length > 0 && MEMO.test(place.name))
    return fc.oneof({ arbitrary: fc.constantFrom(...memos), weight: 4 }, { arbitrary: anyText(around), weight: 1 })
  const kind = KINDS.find(({ fits }) => fits(place))
  return kind === undefined ? anyText(around) : kind.text(around, place)
}

const MADE_UP = ['', 'a', 'b', 'memo', 'Zoë ✓', '0', '1']

function anyText(around: Surroundings): fc.Arbitrary<string> {
  const seen = around.words.filter((word): word is string => typeof word === 'string')
  return fc.oneof(
    { arbitrary: fc.constantFrom(...MADE_UP), weight: 3 },
    { arbitrary: fc.string({ maxLength: 12 }), weight: 1 },
    {
      arbitrary: oneOfTexts([
        [around.addresses, 1],
        [around.denoms, 1],
      ]),
      weight: 1,
    },
    ...(seen.length > 0 ? [{ arbitrary: fc.constantFrom(...seen), weight: 5 }] : []),
  )
}
