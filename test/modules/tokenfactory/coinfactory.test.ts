import { beforeEach, describe, expect, test } from 'vitest'
import { NeutronApp } from '../../../src/app/neutron/app.js'
import { fromUtf8 } from '../../../src/base/bytes.js'
import type { Context } from '../../../src/chain/context.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { ProtoWriter, protoString, readProto } from '../../../src/codec/proto.js'
import { keyBytes } from '../../../src/store/key.js'
import { CREATOR, FRED, ProbeChain, type Called } from '../wasm/chain.js'

// What the coin factory does otherwise than the token factory. Source: neutron x/coinfactory (06e81b9f).

const SERVICE = '/neutron.coinfactory.v1beta1'

let chain: ProbeChain
let creator: string
let denom: string

beforeEach(() => {
  chain = new ProbeChain()
  creator = chain.text(CREATOR)
  denom = `coinfactory.${creator}.gold`
})

function run(name: string, write: (writer: ProtoWriter) => ProtoWriter): Called {
  const message = { typeUrl: `${SERVICE}.${name}`, value: write(new ProtoWriter()).finish() }
  return chain.call((ctx) => {
    const result = chain.app.baseApp.router.handler(message.typeUrl)!(ctx, message)
    ctx.events.emit(...result.events)
    return result.data
  })
}
const create = (subdenom = 'gold') => run('MsgCreateDenom', (w) => w.string(1, creator).string(2, subdenom))
const coin = (amount: bigint, of = denom) => new ProtoWriter().string(1, of).string(2, String(amount)).finish()
const mint = (amount: bigint, of = denom) => run('MsgMint', (w) => w.string(1, creator).message(2, coin(amount, of)))
const text = ({ error }: Called) => error && `${error.codespace}/${error.code} ${error.log}`
const ask = (name: string, ...[of, subdenom]: readonly [string, string?]) =>
  chain.app.baseApp.queries.handler(`${SERVICE}.Query/${name}`)!(
    chain.context(),
    new ProtoWriter()
      .string(1, of)
      .string(2, subdenom ?? '')
      .finish(),
  )

/** The rows of the module's store, in order. */
function rows(): readonly (readonly [string, string])[] {
  const all: [string, string][] = []
  const found = chain.context().rawStore('coinfactory').iterator()
  for (; found.valid; found.next()) all.push([fromUtf8(keyBytes(found.key)), fromUtf8(found.value)])
  return all
}

test('its denoms have dots, and its rows are in its own store', () => {
  expect(create().data).toEqual(new ProtoWriter().string(1, denom).finish())
  expect(rows()).toEqual([
    ['\u0002', ''],
    [`creator|${creator}|${denom}`, denom],
    [`denoms|${denom}|authoritymetadata`, `\n.${creator}`],
  ])
  expect(create('gold.leaf').error).toBeUndefined()
  expect(text(create())).toBe('coinfactory/2 attempting to create a denom that already exists (has bank metadata)')
})

test('a subdenom has 40 bytes at most', () => {
  expect(create('x'.repeat(40)).error).toBeUndefined()
  expect(text(create('x'.repeat(41)))).toBe(
    'coinfactory/4 failed to validate MsgCreateDenom: subdenom too long, max length is 40 bytes: invalid denom',
  )
})

test('it mints and burns through its own account, with the events of the token factory', () => {
  create()
  const minted = mint(100n)
  expect(minted.events.map(({ type }) => type)).toEqual([
    'coin_received',
    'coinbase',
    'coin_spent',
    'coin_received',
    'transfer',
    'message',
    'tf_mint',
  ])
  const module = chain.text(chain.app.keepers.accounts.moduleAddress('coinfactory')!)
  expect(minted.events[0]?.attributes).toEqual([
    ['receiver', module],
    ['amount', `100${denom}`],
  ])
  run('MsgBurn', (w) => w.string(1, creator).message(2, coin(30n)))
  expect(chain.app.keepers.bank.supply(chain.context(), denom).amount).toBe(70n)
})

test('governance changes the params, which are checked before the authority', () => {
  const update = (authority: string, collector: string) =>
    run('MsgUpdateParams', (w) =>
      w.string(1, authority).message(2, new ProtoWriter().uint64(2, 7n).string(3, collector).finish()),
    )
  expect(text(update(creator, creator))).toBe(
    'undefined/1 failed to validate MsgUpdateParams: DenomCreationFee and FeeCollectorAddr must be both set or both unset',
  )
  const { authority } = chain.app.coinFactory
  expect(text(update(creator, ''))).toBe(
    `sdk/18 invalid authority; expected ${authority}, got ${creator}: invalid request`,
  )
  expect(update(authority, '').error).toBeUndefined()
  expect(chain.app.coinFactory.params(chain.context()).denomCreationGasConsume).toBe(7n)
})

test('neither factory knows the denoms of the other', () => {
  create()
  const { tokenFactory } = chain.app
  const other = tokenFactory.create(chain.context(), creator, 'gold')
  expect(text(mint(1n, other))).toBe('coinfactory/3 unauthorized account')
  expect(text(run('MsgChangeAdmin', (w) => w.string(1, creator).string(2, other).string(3, creator)))).toBe(
    `coinfactory/4 failed to validate MsgChangeAdmin: not enough parts of denom ${other}: invalid denom`,
  )
  expect(() => tokenFactory.creatorOf(chain.context(), denom)).toThrow(`not enough parts of denom ${denom}`)
})

describe('queries', () => {
  test('of an admin and a hook refuse an invalid denom', () => {
    create()
    const admin = readProto(ask('DenomAuthorityMetadata', creator, 'gold'))
    expect(admin).toEqual(
      readProto(new ProtoWriter().message(1, new ProtoWriter().string(1, creator).finish()).finish()),
    )
    for (const name of ['DenomAuthorityMetadata', 'BeforeSendHookAddress'])
      expect(() => ask(name, creator, 'x'.repeat(41))).toThrow('subdenom too long, max length is 40 bytes')
    expect(() => ask('DenomAuthorityMetadata', 'a.b', 'gold')).toThrow('invalid creator')
  })

  test('return the full denom', () => {
    expect(protoString(readProto(ask('FullDenom', creator, 'gold')), 1)).toBe(denom)
  })
})

test('the blocking hooks of both factories run before the notifications of both, the token factory first', () => {
  const ctx = chain.context()
  const { bank } = chain.app.keepers
  const denoms = [chain.app.coinFactory, chain.app.tokenFactory].map((keeper) => {
    const made = keeper.create(ctx, creator, 'hooked')
    keeper.setParams(ctx, {
      ...keeper.params(ctx),
      whitelistedHooks: [{ codeId: 1n, denomCreator: creator }],
    })
    keeper.mintTo(ctx, { denom: made, amount: 9n }, creator)
    keeper.setHook(ctx, made, chain.text(chain.first))
    return made
  })
  const heard: string[] = []
  const sudo = chain.app.keepers.wasm.contracts.sudo.bind(chain.app.keepers.wasm.contracts)
  chain.app.keepers.wasm.contracts.sudo = (...call) => {
    const [name, { amount }] = Object.entries(JSON.parse(fromUtf8(call[2])))[0] as [
      string,
      { amount: { denom: string } },
    ]
    heard.push(`${name} ${amount.denom.split(/[/.]/)[0]}`)
    return sudo(...call)
  }
  const sent = chain.call((inner: Context) => {
    bank.send(inner, CREATOR, FRED, denoms.map((of) => ({ denom: of, amount: 5n }))) // oxfmt-ignore
    return undefined
  }, new FiniteGasMeter(5_000_000))
  expect(text(sent)).toBeUndefined()
  expect(heard).toEqual([
    'block_before_send factory',
    'block_before_send coinfactory',
    'track_before_send factory',
    'track_before_send coinfactory',
  ])
})

test('a genesis keeps denoms, admins and hooks', () => {
  create()
  const { coinFactory } = chain.app
  coinFactory.setHook(chain.context(), denom, chain.text(chain.first))
  const module = chain.app.modules.find(({ name }) => name === 'coinfactory')!
  const exported = module.exportGenesis!(chain.context())
  expect(exported).toEqual({
    params: {
      denom_creation_fee: [],
      denom_creation_gas_consume: '0',
      fee_collector_address: '',
      whitelisted_hooks: [],
    },
    factory_denoms: [{ denom, authority_metadata: { Admin: creator }, hook_contract_address: chain.text(chain.first) }],
  })
  const again = new NeutronApp({ ...chain.app.options, genesis: { coinfactory: exported as never } })
  expect(module.exportGenesis!(again.context)).toEqual(exported)
  expect(again.coinFactory.hook(again.context, denom)).toBe(chain.text(chain.first))
})
