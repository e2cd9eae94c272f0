import { fc, property, runs } from '../../random.js'
import * as queries from 'cosmjs-types/cosmwasm/wasm/v1/query'
import * as tx from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { describe, expect, test } from 'vitest'
import { toHex, toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { Panic } from '../../../src/chain/gas.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { serviceMethods } from '../../../src/codec/proto-json/index.js'
import { MsgResubmitFailure, MsgUpdateParams } from '../../../src/codec/neutron/contractmanager.js'
import { CREATOR, FRED, PROBE, ProbeChain } from './chain.js'

const chain = new ProbeChain()
const GOV = chain.text(moduleAddress('gov'))
const CREATOR_TEXT = chain.text(CREATOR)
const FRED_TEXT = chain.text(FRED)
const FIRST = chain.text(chain.first)
const MSG = toUtf8('{"m":"o"}')
const EVERYBODY = { permission: 3, addresses: [] }

interface Codec {
  readonly typeUrl: string
  fromPartial(message: object): unknown
  encode(message: never): { finish(): Uint8Array }
}

/** Runs a message as the router does, on a branch that is dropped. @returns the error's text, '' for none */
function run(codec: Codec, message: object, check?: (chain: ProbeChain) => void): string {
  const value = codec.encode(codec.fromPartial(message) as never).finish()
  const branch = chain.context().branch()
  try {
    chain.app.baseApp.router.handler(codec.typeUrl)!(branch.ctx, { typeUrl: codec.typeUrl, value })
    check?.(chain)
    return ''
  } catch (error) {
    if (error instanceof ChainError) return error.log
    throw error
  } finally {
    branch.discard()
  }
}

const instantiate = { sender: CREATOR_TEXT, codeId: 1n, label: 'l', msg: MSG }
const onlyGov = `invalid authority; expected ${GOV}, got ${FRED_TEXT}: invalid`

const ROWS: readonly (readonly [sentence: string, codec: Codec, message: object, error: string])[] = [
  ['code is stored', tx.MsgStoreCode, { sender: CREATOR_TEXT, wasmByteCode: PROBE }, ''],
  [
    'code must not be empty',
    tx.MsgStoreCode,
    { sender: CREATOR_TEXT },
    'code bytes is required: empty: invalid request',
  ],
  [
    'code must not be too long',
    tx.MsgStoreCode,
    { sender: CREATOR_TEXT, wasmByteCode: new Uint8Array(1_677_723) },
    'code bytes cannot be longer than 1677722 bytes: exceeds limit: invalid request',
  ],
  [
    'a permission names its addresses',
    tx.MsgStoreCode,
    { sender: CREATOR_TEXT, wasmByteCode: PROBE, instantiatePermission: { permission: 4, addresses: [] } },
    'instantiate permission: addresses: addresses: empty',
  ],
  [
    'a permission names each address once, whatever its case',
    tx.MsgStoreCode,
    {
      sender: CREATOR_TEXT,
      wasmByteCode: PROBE,
      instantiatePermission: { permission: 4, addresses: [FRED_TEXT, FRED_TEXT.toUpperCase()] },
    },
    'instantiate permission: addresses: duplicate addresses: duplicate',
  ],
  [
    'a permission names at most 50 addresses',
    tx.MsgStoreCode,
    {
      sender: CREATOR_TEXT,
      wasmByteCode: PROBE,
      instantiatePermission: { permission: 4, addresses: Array(51).fill(FRED_TEXT) },
    },
    'instantiate permission: addresses: total number of addresses is greater than 50: invalid request',
  ],
  [
    'fifty addresses are few enough',
    tx.MsgStoreCode,
    {
      sender: CREATOR_TEXT,
      wasmByteCode: PROBE,
      instantiatePermission: {
        permission: 4,
        addresses: Array.from({ length: 50 }, (_, i) => chain.text(new Uint8Array(20).fill(i + 1))),
      },
    },
    '',
  ],
  [
    'a permission has a kind',
    tx.MsgStoreCode,
    { sender: CREATOR_TEXT, wasmByteCode: PROBE, instantiatePermission: { permission: 0, addresses: [] } },
    'instantiate permission: type: empty',
  ],
  [
    'a permission has a kind that there is',
    tx.MsgStoreCode,
    { sender: CREATOR_TEXT, wasmByteCode: PROBE, instantiatePermission: { permission: 9, addresses: [] } },
    'instantiate permission: unknown type: "Unspecified": invalid',
  ],
  [
    'a new permission is one',
    tx.MsgUpdateInstantiateConfig,
    { sender: CREATOR_TEXT, codeId: 1n, newInstantiatePermission: { permission: 4, addresses: [] } },
    'instantiate permission: addresses: addresses: empty',
  ],
  [
    'a new label is a label',
    tx.MsgUpdateContractLabel,
    { sender: CREATOR_TEXT, contract: FIRST, newLabel: '' },
    'label: is required: empty',
  ],
  [
    'a contract that loses its admin is an address',
    tx.MsgClearAdmin,
    { sender: CREATOR_TEXT, contract: 'x' },
    'contract: decoding bech32 failed: invalid bech32 string length 1',
  ],
  [
    'a contract to migrate is an address',
    tx.MsgMigrateContract,
    { sender: CREATOR_TEXT, contract: 'x', codeId: 1n, msg: MSG },
    'contract: decoding bech32 failed: invalid bech32 string length 1',
  ],
  [
    'an admin who hands over is an address',
    tx.MsgUpdateAdmin,
    { sender: 'x', contract: FIRST, newAdmin: FRED_TEXT },
    'sender: decoding bech32 failed: invalid bech32 string length 1',
  ],
  ['code is instantiated', tx.MsgInstantiateContract, instantiate, ''],
  [
    'a sender is an address',
    tx.MsgInstantiateContract,
    { ...instantiate, sender: '' },
    'sender: empty address string is not allowed',
  ],
  [
    'a sender is an address of this chain',
    tx.MsgInstantiateContract,
    { ...instantiate, sender: 'cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du' },
    'sender: invalid Bech32 prefix; expected neutron, got cosmos',
  ],
  [
    'a code id is not 0',
    tx.MsgInstantiateContract,
    { ...instantiate, codeId: 0n },
    'code id is required: invalid request',
  ],
  ['a label is not empty', tx.MsgInstantiateContract, { ...instantiate, label: '' }, 'label: is required: empty'],
  [
    'a label has no blanks around it',
    tx.MsgInstantiateContract,
    { ...instantiate, label: ' l' },
    'label: label must not start/end with whitespaces: invalid',
  ],
  [
    'a label can be printed',
    tx.MsgInstantiateContract,
    { ...instantiate, label: 'a\u0007b' },
    'label: label must have printable characters only: invalid',
  ],
  [
    'a label is at most 128 bytes long',
    tx.MsgInstantiateContract,
    { ...instantiate, label: 'é'.repeat(65) },
    'label: cannot be longer than 128 characters: exceeds limit',
  ],
  [
    'funds are sorted',
    tx.MsgInstantiateContract,
    {
      ...instantiate,
      funds: [
        { denom: 'bbb', amount: '1' },
        { denom: 'aaa', amount: '1' },
      ],
    },
    'funds: denomination aaa is not sorted',
  ],
  [
    'an amount is a whole number',
    tx.MsgInstantiateContract,
    { ...instantiate, funds: [{ denom: 'aaa', amount: '1.5' }] },
    'math/big: cannot unmarshal "1.5" into a *big.Int',
  ],
  ['a message is JSON', tx.MsgInstantiateContract, { ...instantiate, msg: toUtf8('{') }, 'payload msg: invalid'],
  ['code must be there', tx.MsgInstantiateContract, { ...instantiate, codeId: 9n }, 'code id 9: no such code'],
  ['an address can be chosen', tx.MsgInstantiateContract2, { ...instantiate, salt: MSG }, ''],
  ['a salt of 64 bytes is short enough', tx.MsgInstantiateContract2, { ...instantiate, salt: new Uint8Array(64) }, ''],
  ['a salt is needed', tx.MsgInstantiateContract2, instantiate, 'salt: is required: empty'],
  [
    'a salt is at most 64 bytes long',
    tx.MsgInstantiateContract2,
    { ...instantiate, salt: new Uint8Array(65) },
    'salt: cannot be longer than 64 characters: exceeds limit',
  ],
  ['a contract is executed', tx.MsgExecuteContract, { sender: FRED_TEXT, contract: FIRST, msg: MSG }, ''],
  [
    'an account without code is not executed',
    tx.MsgExecuteContract,
    { sender: FRED_TEXT, contract: FRED_TEXT, msg: MSG },
    `address ${FRED_TEXT}: no such contract`,
  ],
  [
    'funds must be there',
    tx.MsgExecuteContract,
    { sender: FRED_TEXT, contract: FIRST, msg: MSG, funds: [{ denom: 'untrn', amount: '1' }] },
    'spendable balance 0untrn is smaller than 1untrn: insufficient funds',
  ],
  ['an admin migrates', tx.MsgMigrateContract, { sender: CREATOR_TEXT, contract: FIRST, codeId: 1n, msg: MSG }, ''],
  [
    'nobody else migrates',
    tx.MsgMigrateContract,
    { sender: FRED_TEXT, contract: FIRST, codeId: 1n, msg: MSG },
    'can not migrate: unauthorized',
  ],
  ['the authority migrates', tx.MsgMigrateContract, { sender: GOV, contract: FIRST, codeId: 1n, msg: MSG }, ''],
  [
    'an admin hands over to another one',
    tx.MsgUpdateAdmin,
    { sender: CREATOR_TEXT, contract: FIRST, newAdmin: CREATOR_TEXT },
    'new admin is the same as the old: invalid',
  ],
  ['an admin steps down', tx.MsgClearAdmin, { sender: CREATOR_TEXT, contract: FIRST }, ''],
  [
    'an admin changes the label',
    tx.MsgUpdateContractLabel,
    { sender: CREATOR_TEXT, contract: FIRST, newLabel: 'n' },
    '',
  ],
  [
    'a creator opens code to everybody',
    tx.MsgUpdateInstantiateConfig,
    { sender: CREATOR_TEXT, codeId: 1n, newInstantiatePermission: EVERYBODY },
    '',
  ],
  [
    'nobody else changes the permission',
    tx.MsgUpdateInstantiateConfig,
    { sender: FRED_TEXT, codeId: 1n, newInstantiatePermission: EVERYBODY },
    'can not modify code access config: unauthorized',
  ],
  ['the authority pins', tx.MsgPinCodes, { authority: GOV, codeIds: [1n] }, ''],
  ['nobody else pins', tx.MsgPinCodes, { authority: FRED_TEXT, codeIds: [1n] }, onlyGov],
  ['something is to be pinned', tx.MsgPinCodes, { authority: GOV }, 'empty code ids: invalid request'],
  [
    'each code is pinned once',
    tx.MsgPinCodes,
    { authority: GOV, codeIds: [1n, 1n] },
    'duplicate code ids: invalid request',
  ],
  ['the authority unpins', tx.MsgUnpinCodes, { authority: GOV, codeIds: [1n] }, ''],
  ['the authority calls sudo', tx.MsgSudoContract, { authority: GOV, contract: FIRST, msg: MSG }, ''],
  ['nobody else calls sudo', tx.MsgSudoContract, { authority: FRED_TEXT, contract: FIRST, msg: MSG }, onlyGov],
  [
    'code is stored and instantiated at once',
    tx.MsgStoreAndInstantiateContract,
    { authority: GOV, wasmByteCode: PROBE, label: 'l', msg: MSG },
    '',
  ],
  [
    'code is stored and migrated to at once',
    tx.MsgStoreAndMigrateContract,
    { authority: GOV, wasmByteCode: PROBE, contract: FIRST, msg: MSG },
    '',
  ],
  [
    'the authority changes the params',
    tx.MsgUpdateParams,
    { authority: GOV, params: { codeUploadAccess: EVERYBODY, instantiateDefaultPermission: 1 } },
    '',
  ],
  [
    'params name a permission',
    tx.MsgUpdateParams,
    { authority: GOV, params: { codeUploadAccess: EVERYBODY, instantiateDefaultPermission: 0 } },
    'instantiate default permission: type: empty',
  ],
  [
    'uploaders are added only where they are counted',
    tx.MsgAddCodeUploadParamsAddresses,
    { authority: GOV, addresses: [FRED_TEXT] },
    'permission: invalid',
  ],
]

// What wasmd v0.61.14's `ValidateVerificationInfo` answers.
const URI = 'https://a.b/c'
const IMAGE = 'cosmwasm/optimizer:0.16.0'
const HASH = Uint8Array.of(1)
test.each([
  ['', '', HASH, 'source is required'],
  ['', 'b', HASH, 'source is required'],
  ['x', '', undefined, 'source: parse "x": invalid URI for request'],
  ['a b', 'b', HASH, 'source: parse "a b": invalid URI for request'],
  ['a\u0001b', 'b', HASH, String.raw`source: parse "a\x01b": net/url: invalid control character in URL`],
  ['https://a b', 'b', HASH, 'source: parse "https://a b": invalid character " " in host name'],
  [URI, '', HASH, 'builder is required'],
  [URI, 'a b', HASH, 'builder: invalid reference format'],
  [URI, ':t', HASH, 'builder: invalid reference format'],
  [URI, 'a//b', HASH, 'builder: invalid reference format'],
  [URI, 'localhost:5000/A/b', HASH, 'builder: invalid reference format: repository name (A/b) must be lowercase'],
  [URI, 'Optimizer', HASH, 'builder: invalid reference format: repository name (library/Optimizer) must be lowercase'],
  [
    URI,
    '01'.repeat(32),
    HASH,
    `builder: invalid repository name (${'01'.repeat(32)}), cannot specify 64-byte hexadecimal strings`,
  ],
  [URI, IMAGE, undefined, 'code hash is required'],
  [URI, IMAGE, HASH, ''],
  ['/x', 'b', HASH, ''],
  [URI, 'Cosmwasm/x', HASH, ''],
  ['a:b', `ghcr.io/o/i@sha256:${'01'.repeat(31)}`, HASH, ''],
] as const)('code from %j built by %j: %s', (source, builder, codeHash = new Uint8Array(0), text) => {
  const message = { authority: GOV, wasmByteCode: PROBE, label: 'l', msg: MSG, source, builder, codeHash }
  expect(run(tx.MsgStoreAndInstantiateContract, message)).toBe(text && `code verification info: ${text}`)
})

describe('messages', () => {
  for (const [sentence, codec, message, error] of ROWS)
    test(sentence, () => {
      expect(run(codec, message)).toBe(error)
    })

  test('uploaders are added and removed where uploading is limited to a list', () => {
    const own = new ProbeChain()
    const ctx = own.context()
    const send = (codec: Codec, message: object) =>
      own.app.baseApp.router.handler(codec.typeUrl)!(ctx, {
        typeUrl: codec.typeUrl,
        value: codec.encode(codec.fromPartial(message) as never).finish(),
      })
    const params = {
      codeUploadAccess: { permission: 4, addresses: [CREATOR_TEXT] },
      instantiateDefaultPermission: 3,
    }
    send(tx.MsgUpdateParams, { authority: GOV, params })
    send(tx.MsgAddCodeUploadParamsAddresses, { authority: GOV, addresses: [FRED_TEXT] })
    send(tx.MsgStoreCode, { sender: FRED_TEXT, wasmByteCode: PROBE })
    send(tx.MsgRemoveCodeUploadParamsAddresses, { authority: GOV, addresses: [FRED_TEXT] })
    send(tx.MsgStoreCode, { sender: CREATOR_TEXT, wasmByteCode: PROBE })
    expect(() => send(tx.MsgStoreCode, { sender: FRED_TEXT, wasmByteCode: PROBE })).toThrow(
      'can not create code: unauthorized',
    )
  })
})

const TYPES = [
  ...Object.values(tx).flatMap((codec) =>
    typeof codec === 'object' && 'typeUrl' in codec && !codec.typeUrl.endsWith('Response') ? [codec.typeUrl] : [],
  ),
  MsgResubmitFailure.typeUrl,
  MsgUpdateParams.typeUrl,
].filter((typeUrl) => chain.app.baseApp.router.handler(typeUrl) !== undefined)

test('all messages of the modules are accounted for', () => {
  expect(TYPES).toHaveLength(19)
})

test('every message and query that wasmd has is handled', () => {
  const [messages, asked] = ['Msg', 'Query'].map((name) => [...serviceMethods(`cosmwasm.wasm.v1.${name}`)!])
  expect([messages!.length, asked!.length]).toEqual([17, 14])
  const { router, queries } = chain.app.baseApp
  expect(messages!.filter(([, { request }]) => router.handler(`/${request}`) === undefined)).toEqual([])
  expect(asked!.filter(([name]) => queries.handler(`/cosmwasm.wasm.v1.Query/${name}`) === undefined)).toEqual([])
})

const PATHS = chain.app.baseApp.queries.paths.filter((path) => /cosmwasm|contractmanager/.test(path))

/** Bytes that look like protobuf more often than chance would have it. */
const wire = fc
  .array(
    fc.tuple(
      fc.integer({ min: 1, max: 12 }),
      fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.constantFrom(toUtf8(FIRST), toUtf8(GOV), MSG)),
    ),
    { maxLength: 6 },
  )
  .map((fields) => Buffer.concat(fields.map(([field, bytes]) => Buffer.from([field * 8 + 2, bytes.length, ...bytes]))))

const bytes = fc.oneof(wire, fc.uint8Array({ maxLength: 64 })).map((value) => new Uint8Array(value))

property([fc.constantFrom(...TYPES), bytes], { numRuns: runs(1500) })(
  'a message of any bytes succeeds or gives an error of the chain',
  (typeUrl, value) => {
    const branch = chain.context().branch()
    try {
      chain.app.baseApp.router.handler(typeUrl)!(branch.ctx, { typeUrl, value })
    } catch (error) {
      expect(error instanceof ChainError || error instanceof Panic ? 'chain' : error).toBe('chain')
    } finally {
      branch.discard()
    }
  },
)

property([fc.constantFrom(...PATHS), bytes], { numRuns: runs(1500) })(
  'a query of any bytes is answered or gives an error of the chain',
  (path, request) => {
    try {
      chain.app.baseApp.queries.handler(path)!(chain.context(), request)
    } catch (error) {
      expect(error instanceof ChainError || error instanceof Panic ? 'chain' : error).toBe('chain')
    }
  },
)

describe('gRPC', () => {
  const ask = (name: string, request: Uint8Array): Uint8Array =>
    chain.app.baseApp.queries.handler(`/cosmwasm.wasm.v1.Query/${name}`)!(chain.context(), request)
  const of = <T>(codec: { fromPartial(value: object): T; encode(value: T): { finish(): Uint8Array } }, value: object) =>
    codec.encode(codec.fromPartial(value)).finish()

  test('lists contracts by code and by creator, in the order of their creation', () => {
    const byCode = queries.QueryContractsByCodeResponse.decode(
      ask('ContractsByCode', of(queries.QueryContractsByCodeRequest, { codeId: 1n })),
    )
    const byCreator = queries.QueryContractsByCreatorResponse.decode(
      ask('ContractsByCreator', of(queries.QueryContractsByCreatorRequest, { creatorAddress: CREATOR_TEXT })),
    )
    const both = [FIRST, chain.text(chain.second)].toSorted()
    expect(byCode.contracts.toSorted()).toEqual(both)
    expect(byCreator.contractAddresses.toSorted()).toEqual(both)
  })

  test('returns code, contract, history, state and params', () => {
    const code = queries.QueryCodeResponse.decode(ask('Code', of(queries.QueryCodeRequest, { codeId: 1n })))
    expect(toHex(code.data)).toBe(toHex(PROBE))
    const info = queries.QueryContractInfoResponse.decode(
      ask('ContractInfo', of(queries.QueryContractInfoRequest, { address: FIRST })),
    )
    expect(info).toMatchObject({ address: FIRST, contractInfo: { codeId: 1n, label: 'probe', admin: CREATOR_TEXT } })
    const history = queries.QueryContractHistoryResponse.decode(
      ask('ContractHistory', of(queries.QueryContractHistoryRequest, { address: FIRST })),
    )
    expect(history.entries).toMatchObject([{ operation: 1, codeId: 1n, msg: MSG }])
    const state = queries.QueryAllContractStateResponse.decode(
      ask('AllContractState', of(queries.QueryAllContractStateRequest, { address: FIRST })),
    )
    expect(state.models).toEqual([{ key: toUtf8('s'), value: MSG }])
    const params = queries.QueryParamsResponse.decode(ask('Params', new Uint8Array(0)))
    expect(params.params).toMatchObject({ instantiateDefaultPermission: 3 })
  })

  test('pages go by key, never by offset', () => {
    const request = { address: FIRST, pagination: { offset: 1n } }
    expect(() => ask('AllContractState', of(queries.QueryAllContractStateRequest, request))).toThrow(
      'offset and count queries not supported',
    )
  })

  test('reports no limits of code, since none are set', () => {
    const request = of(queries.QueryWasmLimitsConfigRequest, {})
    expect(queries.QueryWasmLimitsConfigResponse.decode(ask('WasmLimitsConfig', request)).config).toBe('{}')
  })

  test('answers smart queries and computes addresses', () => {
    const smart = queries.QuerySmartContractStateResponse.decode(
      ask('SmartContractState', of(queries.QuerySmartContractStateRequest, { address: FIRST, queryData: MSG })),
    )
    expect(Buffer.from(smart.data).toString()).toBe('{}')
    const built = queries.QueryBuildAddressResponse.decode(
      ask(
        'BuildAddress',
        of(queries.QueryBuildAddressRequest, {
          codeHash: '50341809cb6655573595a78d69596c4347be5ceff334fb41aa55e3340937c6ee',
          creatorAddress: CREATOR_TEXT,
          salt: '73616c74',
        }),
      ),
    )
    expect(built.address).toBe('neutron196nkgsumccnsm9d6qjgfakeat9te6mq0yllnxglglfh5u2ed7yrsqvvket')
  })
})

test('a genesis that is exported and imported gives the same state', () => {
  const module = chain.app.modules.find(({ name }) => name === 'wasm')!
  const exported = module.exportGenesis!(chain.context())
  const other = new ProbeChain()
  const ctx = other.context()
  const rows = ctx.rawStore('wasm').iterator()
  const keys = []
  for (; rows.valid; rows.next()) keys.push(rows.key)
  for (const key of keys) ctx.rawStore('wasm').delete(key)
  module.initGenesis!(ctx, exported)
  expect(module.exportGenesis!(ctx)).toEqual(exported)
  expect(other.execute({ m: 'e' }).error).toBeUndefined()
})
