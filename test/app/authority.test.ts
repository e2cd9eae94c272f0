import { expect, test } from 'vitest'
import { ChainError } from '../../src/base/errors.js'
import { addressText } from '../../src/chain/address.js'
import { FeeParams } from '../../src/codec/neutron/feerefunder.js'
import { ProtoWriter } from '../../src/codec/proto.js'
import { moduleAddress } from '../../src/modules/auth/index.js'
import { newNeutronApp, newWasmdApp } from './chains.js'

type App = ReturnType<typeof newNeutronApp> | ReturnType<typeof newWasmdApp>

/** What a module answers to an account that is not the authority, and to a text that is no address. */
interface Answers {
  readonly stranger: string
  readonly malformed: string
}

const compared = 'invalid authority; expected {gov}, got {signer}'
const unparsed = 'decoding bech32 failed: invalid bech32 string length 4'

const bothAre = (answer: string): Answers => ({ stranger: answer, malformed: answer })
/** Source: cosmos-sdk v0.54.0 types/authority.go. */
const common = 'sdk/4 invalid authority: expected {gov}, got {signer}: unauthorized'
const govError = `gov/13 ${compared}: expected gov account as only signer for proposal message`
const neutron: Answers = {
  stranger: `sdk/18 ${compared}: invalid request`,
  malformed: `undefined/1 failed to validate MsgUpdateParams: authority is invalid: ${unparsed}`,
}
const ibc: Answers = {
  stranger: 'ibc/2 expected {gov}, got {signer}: unauthorized',
  malformed: `ibc/5 string could not be parsed as address: ${unparsed}: invalid address`,
}
const parsedFirst = (stranger: string): Answers => ({
  stranger,
  malformed: `sdk/7 invalid authority address: ${unparsed}: invalid address`,
})

const SDK: Readonly<Record<string, Answers>> = {
  'cosmos.auth.v1beta1': bothAre(`undefined/1 expected gov account as only signer for proposal message; ${compared}`),
  'cosmos.consensus.v1': bothAre(govError),
  'cosmos.bank.v1beta1': bothAre(govError),
  'cosmos.distribution.v1beta1': parsedFirst(govError),
  'cosmos.staking.v1beta1': bothAre(govError),
  'cosmos.slashing.v1beta1': bothAre(govError),
  'cosmos.gov.v1': bothAre(govError),
  'cosmwasm.wasm.v1': { stranger: `wasm/14 ${compared}: invalid`, malformed: `undefined/1 authority: ${unparsed}` },
  'ibc.core.client.v1': ibc,
  'ibc.core.connection.v1': ibc,
  'ibc.applications.transfer.v1': bothAre(ibc.stranger),
  'ibc.applications.interchain_accounts.controller.v1': ibc,
  'ibc.applications.interchain_accounts.host.v1': ibc,
}

const CHAINS: readonly (readonly [name: string, start: () => App, answers: Readonly<Record<string, Answers>>])[] = [
  [
    'neutron',
    newNeutronApp,
    {
      ...SDK,
      'neutron.contractmanager': neutron,
      'osmosis.tokenfactory.v1beta1': neutron,
      'neutron.coinfactory.v1beta1': neutron,
      'neutron.cron': neutron,
      'neutron.dynamicfees.v1': bothAre(neutron.stranger),
      'feemarket.feemarket.v1': {
        stranger: 'undefined/1 invalid authority to execute message',
        malformed: `undefined/1 ${unparsed}`,
      },
      'gaia.globalfee.v1beta1': bothAre(govError),
      'neutron.feerefunder': neutron,
      'neutron.ibcratelimit.v1beta1': neutron,
      'neutron.transfer': bothAre(ibc.stranger),
      'cosmos.mint.v1beta1': bothAre(govError),
      'neutron.interchainqueries': neutron,
      'neutron.interchaintxs.v1': neutron,
      'slinky.marketmap.v1': {
        stranger: 'undefined/1 request authority {signer} does not match module keeper authority {gov}',
        malformed: `undefined/1 ${unparsed}`,
      },
    },
  ],
  [
    'wasmd',
    newWasmdApp,
    {
      ...SDK,
      'cosmos.mint.v1beta1': bothAre(govError),
      'cosmos.protocolpool.v1': parsedFirst(
        `protocolpool/2 ${compared}: expected authority account as only signer for community pool spend message`,
      ),
    },
  ],
  [
    'wasmd 0.70',
    () => newWasmdApp({ release: '0.70' }),
    {
      ...Object.fromEntries(Object.keys(SDK).map((name) => [name, bothAre(common)])),
      'cosmwasm.wasm.v1': { stranger: common, malformed: SDK['cosmwasm.wasm.v1']!.malformed },
      ...Object.fromEntries(
        Object.keys(SDK)
          .filter((name) => SDK[name] === ibc)
          .map((name) => [name, { stranger: common, malformed: ibc.malformed }]),
      ),
      'cosmos.mint.v1beta1': bothAre(common),
      'cosmos.protocolpool.v1': bothAre(common),
    },
  ],
]

const somebody = addressText('neutron', new Uint8Array(20).fill(2))

/** Params that a module checks before it looks at the authority. */
const PARAMS: Readonly<Record<string, Uint8Array>> = {
  'cosmwasm.wasm.v1': new ProtoWriter().message(1, new ProtoWriter().uint64(1, 3n).finish()).uint64(2, 3n).finish(),
  'ibc.core.connection.v1': new ProtoWriter().uint64(1, 1n).finish(),
  'neutron.cron': new ProtoWriter().string(1, addressText('neutron', new Uint8Array(32).fill(2))).finish(),
  'neutron.feerefunder': FeeParams.encode({
    minFee: { recvFee: [], ackFee: [{ denom: 'untrn', amount: 1n }], timeoutFee: [{ denom: 'untrn', amount: 1n }] },
    feeEnabled: true,
  }).finish(),
  'slinky.marketmap.v1': new ProtoWriter().string(1, somebody).string(2, somebody).finish(),
}

const NONE = new Uint8Array(0)

/** The refusal of a message, or nothing. */
function update(app: App, typeUrl: string, signer: string, params: Uint8Array): string {
  const fields = /^\/(feemarket|slinky)\./.test(typeUrl) ? { signer: 2, params: 1 } : { signer: 1, params: 2 }
  const value = new ProtoWriter().string(fields.signer, signer).message(fields.params, params).finish()
  try {
    const run = app.baseApp.router.handler(typeUrl)!
    expect(app.baseApp.runInBlock((ctx) => run(ctx, { typeUrl, value })).data).toEqual(NONE)
    return ''
  } catch (error) {
    if (error instanceof ChainError) return `${error.codespace}/${error.code} ${error.log}`
    throw error
  }
}

test.each(CHAINS)('only the gov module changes the params of the modules of %s', (_name, start, answers) => {
  const app = start()
  const { prefix } = app.baseApp.config
  const stranger = addressText(prefix, new Uint8Array(20).fill(1))
  const gov = addressText(prefix, moduleAddress('gov'))
  const given = app.modules
    .flatMap(({ messages = {} }) => Object.keys(messages))
    .filter((url) => /\.Msg(Update)?Params$/.test(url))
    .map((url) => {
      const name = url.slice(1, url.lastIndexOf('.'))
      const by = (signer: string) =>
        update(app, url, signer, PARAMS[name] ?? NONE)
          .replaceAll(gov, '{gov}')
          .replaceAll(signer, '{signer}')
      return [name, { stranger: by(stranger), malformed: by('none') }]
    })
  expect(Object.fromEntries(given)).toEqual(answers)
})

const one = 1n.toString().padEnd(19, '0')
const staking = (unbonding: number) =>
  new ProtoWriter()
    .message(1, new ProtoWriter().uint64(1, BigInt(unbonding)).finish())
    .uint64(2, 9n)
    .uint64(3, 8n)
    .string(5, 'stake')
    .string(6, '0')
    .finish()
const slashing = (window: bigint) =>
  new ProtoWriter()
    .uint64(1, window)
    .string(2, one)
    .message(3, new ProtoWriter().uint64(1, 60n).finish())
    .string(4, one)
    .string(5, '0')
    .finish()
const mint = (blocks: bigint) =>
  new ProtoWriter()
    .string(1, 'stake')
    .string(2, '0')
    .string(3, one)
    .string(4, '0')
    .string(5, one)
    .uint64(6, blocks)
    .finish()
const prices = new ProtoWriter().message(1, new ProtoWriter().string(1, 'uatom').string(2, one).finish()).finish()

test.each([
  ['cosmos.staking.v1beta1', newWasmdApp, staking(60), staking(0), 'unbonding time must be positive: 0'],
  ['cosmos.slashing.v1beta1', newWasmdApp, slashing(7n), slashing(0n), 'signed blocks window must be positive: 0'],
  ['cosmos.mint.v1beta1', newWasmdApp, mint(7n), mint(0n), 'blocks per year must be positive: 0'],
  ['neutron.dynamicfees.v1', newNeutronApp, prices],
  ['gaia.globalfee.v1beta1', newNeutronApp, prices],
] as const)('it changes those of %s', (name, start: () => App, params, bad?: Uint8Array, refusal?: string) => {
  const app = start()
  const gov = addressText(app.baseApp.config.prefix, moduleAddress('gov'))
  const by = (changed: Uint8Array) => update(app, `/${name}.MsgUpdateParams`, gov, changed)
  expect(by(params)).toBe('')
  if (bad !== undefined) expect(by(bad)).toBe(`undefined/1 ${refusal}`)
  expect(app.baseApp.query(`/${name}.Query/Params`)).toEqual(new ProtoWriter().message(1, params).finish())
})

const text = (field: number, value: string) => new ProtoWriter().string(field, value)
/** Two halves of params, and what they are together. */
const HALVES: readonly (readonly [string, string, () => App, ProtoWriter, ProtoWriter, object])[] = [
  [
    'dynamicfees',
    'neutron.dynamicfees.v1',
    newNeutronApp,
    new ProtoWriter().message(1, text(1, 'uatom').string(2, one)),
    new ProtoWriter().message(1, text(1, 'uosmo').string(2, one)),
    { ntrn_prices: [{ denom: 'uatom' }, { denom: 'uosmo' }] },
  ],
  [
    'transfer',
    'ibc.applications.transfer.v1',
    newNeutronApp,
    new ProtoWriter().bool(1, true),
    new ProtoWriter().bool(2, true),
    { send_enabled: true, receive_enabled: true },
  ],
  [
    'distribution',
    'cosmos.distribution.v1beta1',
    newNeutronApp,
    text(1, one).string(2, '0').string(3, '0'),
    new ProtoWriter().bool(4, true),
    { community_tax: '1.000000000000000000', withdraw_addr_enabled: true },
  ],
  [
    'protocolpool',
    'cosmos.protocolpool.v1',
    newWasmdApp,
    text(1, 'ustake'),
    new ProtoWriter().uint64(2, 5n),
    { enabled_distribution_denoms: ['ustake'], distribution_frequency: '5' },
  ],
]

// As cosmos-sdk v0.53.6 reads 12030a016112023005 as a MsgUpdateParams of mint: mint_denom "a" and blocks_per_year 5.
test.each(HALVES)(
  'params of %s that a message has in two fields are one',
  (name, pkg, start, first, second, params) => {
    const app = start()
    const typeUrl = `/${pkg}.MsgUpdateParams`
    const gov = addressText(app.baseApp.config.prefix, moduleAddress('gov'))
    const value = text(1, gov).message(2, first).message(2, second).finish()
    const run = app.baseApp.router.handler(typeUrl)!
    app.baseApp.runInBlock((ctx) => run(ctx, { typeUrl, value }))
    const module = app.modules.find((each) => each.name === name)!
    expect(module.params!.get(app.baseApp.queryContext())).toMatchObject(params)
  },
)
