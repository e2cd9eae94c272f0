import { create, fromBinary, ScalarType, toBinary, type DescMessage, type MessageInitShape } from '@bufbuild/protobuf'
import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Codec } from '../../src/codec/message.js'
import * as evmErc20 from '../../src/codec/messages/cosmos.evm.erc20.v1.js'
import * as evmFeemarket from '../../src/codec/messages/cosmos.evm.feemarket.v1.js'
import * as evm from '../../src/codec/messages/cosmos.evm.vm.v1.js'
import * as feemarket from '../../src/codec/messages/feemarket.feemarket.v1.js'
import * as globalfee from '../../src/codec/messages/gaia.globalfee.v1beta1.js'
import * as liquid from '../../src/codec/messages/gaia.liquid.v1beta1.js'
import * as contractmanager from '../../src/codec/messages/neutron.contractmanager.js'
import * as cron from '../../src/codec/messages/neutron.cron.js'
import * as dynamicfees from '../../src/codec/messages/neutron.dynamicfees.v1.js'
import * as feerefunder from '../../src/codec/messages/neutron.feerefunder.js'
import * as ibcratelimit from '../../src/codec/messages/neutron.ibcratelimit.v1beta1.js'
import * as interchainqueries from '../../src/codec/messages/neutron.interchainqueries.js'
import * as interchaintxs from '../../src/codec/messages/neutron.interchaintxs.v1.js'
import * as stateVerifier from '../../src/codec/messages/neutron.state_verifier.v1.js'
import * as transfer from '../../src/codec/messages/neutron.transfer.js'
import * as nolusContractmanager from '../../src/codec/messages/nolus.contractmanager.js'
import * as nolusMint from '../../src/codec/messages/nolus.mint.v1beta1.js'
import * as nolusTax from '../../src/codec/messages/nolus.tax.v2.js'
import * as nolusVestings from '../../src/codec/messages/nolus.vestings.v1beta1.js'
import * as factoryParams from '../../src/codec/messages/osmosis.tokenfactory.js'
import * as tokenfactory from '../../src/codec/messages/osmosis.tokenfactory.v1beta1.js'
import * as ratelimit from '../../src/codec/messages/ratelimit.v1.js'
import * as marketmap from '../../src/codec/messages/slinky.marketmap.v1.js'
import * as oracle from '../../src/codec/messages/slinky.oracle.v1.js'
import * as slinkyTypes from '../../src/codec/messages/slinky.types.v1.js'
import { concatBytes } from '../../src/base/bytes.js'
import { packageTables } from '../../src/codec/proto-json/index.js'
import { DECIMALS, NUMBERS, POINTERS } from '../../src/codec/proto-json/rules.js'
import { anyText, fc, runs } from '../random.js'
import { messageRegistry } from './registry.js'

// Random messages are written and read by @bufbuild/protobuf, too, by the types that reflection serves. What that library does not know: a number that
// Go holds in a type of its own is a text, and a message that cannot be absent is written even if it is empty.

const MODULES = [
  evmErc20,
  evmFeemarket,
  evm,
  feemarket,
  globalfee,
  liquid,
  contractmanager,
  cron,
  dynamicfees,
  feerefunder,
  ibcratelimit,
  interchainqueries,
  interchaintxs,
  stateVerifier,
  transfer,
  nolusContractmanager,
  nolusMint,
  nolusTax,
  nolusVestings,
  factoryParams,
  tokenfactory,
  ratelimit,
  marketmap,
  oracle,
  slinkyTypes,
]
const codecs = MODULES.flatMap((module) => Object.values(module as Record<string, Codec<unknown>>)).map(
  (codec) => [codec.typeUrl.slice(1), codec] as const,
)
const registry = messageRegistry()

/** A value as the codec has it, and as the other library has it. */
type Both = readonly [ours: unknown, theirs: unknown]
type Arbitrary = fc.Arbitrary<Both>

const same = (arbitrary: fc.Arbitrary<unknown>): Arbitrary => arbitrary.map((value) => [value, value])

/** A number that Go writes as text, in a field for text or for bytes. */
const numberText = (scalar: ScalarType): Arbitrary =>
  fc
    .bigInt({ min: -(2n ** 200n), max: 2n ** 200n })
    .map((value) => [value, scalar === ScalarType.BYTES ? new TextEncoder().encode(String(value)) : String(value)])

/** Often the default, which is left out of most places. */
const scalar = <T>(zero: T, other: fc.Arbitrary<T>): Arbitrary => same(fc.oneof(fc.constant(zero), other, other))

const INT32 = scalar(0, fc.integer())
const SCALARS: Partial<Record<ScalarType, Arbitrary>> = {
  [ScalarType.STRING]: scalar('', anyText({ maxLength: 20 })),
  [ScalarType.BYTES]: scalar(new Uint8Array(0), fc.uint8Array({ maxLength: 20 })),
  [ScalarType.BOOL]: same(fc.boolean()),
  [ScalarType.INT32]: INT32,
  [ScalarType.UINT32]: scalar(0, fc.nat(2 ** 32 - 1)),
  [ScalarType.INT64]: scalar(0n, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })),
  [ScalarType.UINT64]: scalar(0n, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
}

const list = (item: Arbitrary): Arbitrary =>
  fc.array(item, { maxLength: 3 }).map((items) => [items.map(([ours]) => ours), items.map(([, theirs]) => theirs)])

/** Keys of whole numbers come in their order, as in an object. */
const mapOf = (key: Arbitrary, value: Arbitrary): Arbitrary =>
  fc.array(fc.tuple(key, value), { maxLength: 3 }).map((entries) => {
    const theirs = Object.fromEntries(entries.map(([[k], [, v]]) => [String(k), v]))
    const ours = new Map(entries.map(([[k], [v]]) => [String(k), [k, v]] as const))
    return [new Map(Object.keys(theirs).map((text) => ours.get(text)!)), theirs]
  })

const member = (name: string): string =>
  name
    .replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    .replace(/^[A-Z]/, (letter) => letter.toLowerCase())

/** Whether the codec is of cosmjs-types, which holds numbers as texts and times as pairs. */
const isForeign = (type: string): boolean => /^(?:ibc|tendermint|cosmos\.(?:bank|base\.query))\./.test(type)

function scalarOf(id: string, scalar: ScalarType): Arbitrary {
  const arbitrary = DECIMALS.has(id) || NUMBERS.has(id) ? numberText(scalar) : SCALARS[scalar]
  if (arbitrary === undefined) throw new Error(`${id}: no values of the type ${ScalarType[scalar]}`)
  return arbitrary
}

function fieldOf(type: string, field: DescMessage['fields'][number]): Arbitrary {
  const id = `${type}.${field.name}`
  if (field.fieldKind === 'map') {
    const value = field.mapKind === 'message' ? messageOf(field.message, false) : scalarOf(id, field.scalar!)
    return mapOf(scalarOf(id, field.mapKey), value)
  }
  const item =
    field.message !== undefined
      ? messageOf(field.message, isForeign(type))
      : field.scalar === undefined
        ? INT32
        : scalarOf(id, field.scalar)
  return field.fieldKind === 'list' ? list(item) : item
}

/** Names of the fields that can be absent, from the tables. */
function absentable({ typeName, name }: DescMessage): ReadonlySet<string> {
  const text = packageTables()[typeName.slice(0, -name.length - 1)]?.messages[name] ?? ''
  return new Set(text.split(', ').flatMap((entry) => /^(\S+) \S+[?] \d+$/.exec(entry)?.[1] ?? []))
}

const timeOf = (isPair: boolean): Arbitrary =>
  fc
    .tuple(fc.bigInt({ min: -(10n ** 10n), max: 10n ** 11n }), fc.nat(999_999_999))
    .map(([seconds, nanos]) => [
      isPair ? { seconds, nanos } : seconds * 1_000_000_000n + BigInt(nanos),
      { seconds, nanos },
    ])

/** In nanoseconds. */
const DURATION: Arbitrary = fc
  .tuple(fc.bigInt({ min: 0n, max: 9_223_372_036n }), fc.nat(999_999_999))
  .map(([seconds, nanos]) => [seconds * 1_000_000_000n + BigInt(nanos), { seconds, nanos }])

/** @param isPart whether it is a field of a type of cosmjs-types */
function messageOf(desc: DescMessage, isPart: boolean): Arbitrary {
  const { typeName } = desc
  if (typeName === 'google.protobuf.Timestamp') return timeOf(isPart)
  if (typeName === 'google.protobuf.Duration') return DURATION
  const canBeAbsent = absentable(desc)
  const fields = desc.fields.map((field) => {
    const value = fieldOf(typeName, field)
    const isOptional = canBeAbsent.has(field.name) || POINTERS.has(`${typeName}.${field.name}`)
    const both = isOptional ? fc.option(value, { nil: [undefined, undefined] as const }) : value
    return both.map((pair) => [member(field.name), field.localName, pair] as const)
  })
  return fc.tuple(...fields).map((all): Both => {
    const ours = Object.fromEntries(all.map(([name, , [value]]) => [name, value]))
    const theirs = Object.fromEntries(all.map(([, name, [, value]]) => [name, value]))
    // The codec of proofs is that of their list.
    return [typeName === 'tendermint.crypto.ProofOps' && !isPart ? ours.ops : ours, theirs]
  })
}

const hasTime = ({ typeName, fields }: DescMessage): boolean =>
  typeName === 'google.protobuf.Timestamp' || fields.some(({ message }) => message !== undefined && hasTime(message))

describe('generated codecs write and read as another library does', () => {
  test('all of them are tested', () => {
    const files = readdirSync(new URL('../../src/codec/messages', import.meta.url))
    expect(new Set(codecs.map(([name]) => `${name.slice(0, name.lastIndexOf('.'))}.ts`))).toEqual(new Set(files))
    expect(codecs.length).toBeGreaterThan(150)
  })

  test.each(codecs)('%s', (name, codec) => {
    const desc = registry.getMessage(name)!
    fc.assert(
      fc.property(messageOf(desc, false), ([ours, theirs]) => {
        const bytes = codec.encode(ours).finish()
        const message = create(desc, theirs as MessageInitShape<typeof desc>)
        expect(Buffer.from(bytes).toString('hex')).toBe(Buffer.from(toBinary(desc, message)).toString('hex'))
        expect(codec.decode(bytes)).toEqual(ours)
        expect(fromBinary(desc, bytes)).toEqual(message)
      }),
      { numRuns: runs(30) },
    )
  })

  // Times are replaced as a whole in Go.
  test.each(codecs.filter(([name]) => !hasTime(registry.getMessage(name)!)))(
    '%s, with its fields twice',
    (name, codec) => {
      const desc = registry.getMessage(name)!
      const message = messageOf(desc, false)
      fc.assert(
        fc.property(message, message, ([first], [second]) => {
          const twice = concatBytes(codec.encode(first).finish(), codec.encode(second).finish())
          expect(fromBinary(desc, codec.encode(codec.decode(twice)).finish())).toEqual(fromBinary(desc, twice))
        }),
        { numRuns: runs(15) },
      )
    },
  )
})

// The module of the token factory has one set of codecs for both packages.
test.each(['tokenfactory', 'tokenfactory.v1beta1'])('coinfactory has the messages of %s', (name) => {
  const of = (prefix: string) =>
    JSON.stringify(
      packageTables()[
        `${prefix}.${name.replace('tokenfactory', prefix === 'neutron' ? 'coinfactory' : 'tokenfactory')}`
      ],
    )
  expect(of('neutron').replaceAll('neutron.coinfactory', 'osmosis.tokenfactory')).toBe(of('osmosis'))
})
