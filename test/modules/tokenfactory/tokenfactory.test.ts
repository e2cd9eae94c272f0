import { beforeEach, describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { ProtoWriter } from '../../../src/codec/proto.js'
import type { Event } from '../../../src/chain/events.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { CREATOR, FRED, ProbeChain, response, submessage, type Called } from '../wasm/chain.js'

const SERVICE = '/osmosis.tokenfactory.v1beta1'

let chain: ProbeChain
let creator: string
let fred: string
let denom: string

beforeEach(() => {
  chain = new ProbeChain()
  creator = chain.text(CREATOR)
  fred = chain.text(FRED)
  denom = `factory/${creator}/gold`
})

const coin = (amount: bigint) => new ProtoWriter().string(1, denom).string(2, String(amount)).finish()

/** Runs a message of the module. */
function run(name: string, write: (writer: ProtoWriter) => ProtoWriter): Called {
  const message = { typeUrl: `${SERVICE}.${name}`, value: write(new ProtoWriter()).finish() }
  return chain.call((ctx) => {
    const result = chain.app.baseApp.router.handler(message.typeUrl)!(ctx, message)
    ctx.events.emit(...result.events)
    return result.data
  })
}
const create = (subdenom = 'gold') => run('MsgCreateDenom', (w) => w.string(1, creator).string(2, subdenom))
const mint = (amount: bigint, to = '', sender = creator) =>
  run('MsgMint', (w) => w.string(1, sender).message(2, coin(amount)).string(3, to))
const balance = (address: Uint8Array) => chain.app.keepers.bank.balance(chain.context(), address, denom).amount
const text = ({ error }: Called) => error && `${error.codespace}/${error.code} ${error.log}`
const last = (events: readonly Event[]) => events.at(-1)

describe('messages', () => {
  test('a denom is created once, with metadata and an admin', () => {
    const created = create()
    expect(created.data).toEqual(new ProtoWriter().string(1, denom).finish())
    expect(created.events).toEqual([
      {
        type: 'create_denom',
        attributes: [
          ['creator', creator],
          ['new_token_denom', denom],
        ],
      },
    ])
    expect(text(create())).toBe('tokenfactory/2 attempting to create a denom that already exists (has bank metadata)')
  })

  test.each([
    [
      'untrn',
      "undefined/1 temporary error until IBC bug is sorted out, can't create subdenoms that are the same as a native denom",
    ],
    [
      'x'.repeat(45),
      'tokenfactory/4 failed to validate MsgCreateDenom: subdenom too long, max length is 44 bytes: invalid denom',
    ],
  ])('subdenom %s is refused', (subdenom, error) => expect(text(create(subdenom))).toBe(error))

  test('the admin mints, burns and moves; nobody else does', () => {
    create()
    expect(last(mint(100n, fred).events)).toEqual({
      type: 'tf_mint',
      attributes: [
        ['mint_to_address', fred],
        ['amount', `100${denom}`],
      ],
    })
    expect(text(mint(1n, '', fred))).toBe('tokenfactory/3 unauthorized account')
    expect(text(mint(0n))).toBe(`sdk/10 failed to validate MsgMint: 0${denom}: invalid coins`)
    expect(text(mint(1n, 'x'))).toBe(
      'sdk/7 failed to validate MsgMint: Invalid mint_to_address (decoding bech32 failed: invalid bech32 string length 1): invalid address',
    )
    expect(text(mint(1n, chain.text(moduleAddress('gov'))))).toBe(
      'undefined/1 rpc error: code = Internal desc = minting to module accounts is forbidden',
    )
    const burnt = run('MsgBurn', (w) => w.string(1, creator).message(2, coin(30n)).string(3, fred))
    expect(last(burnt.events)?.type).toBe('tf_burn')
    run('MsgForceTransfer', (w) => w.string(1, creator).message(2, coin(20n)).string(3, fred).string(4, creator))
    expect([balance(FRED), balance(CREATOR)]).toEqual([50n, 20n])
    expect(chain.app.keepers.bank.supply(chain.context(), denom).amount).toBe(70n)
  })

  test('an unknown denom cannot be minted', () => {
    expect(text(mint(1n))).toBe(`tokenfactory/10 denom: ${denom}: denom does not exist`)
  })

  test('the admin hands over', () => {
    create()
    const changed = run('MsgChangeAdmin', (w) => w.string(1, creator).string(2, denom).string(3, fred))
    expect(changed.events).toEqual([
      {
        type: 'change_admin',
        attributes: [
          ['denom', denom],
          ['new_admin', fred],
        ],
      },
    ])
    expect(text(run('MsgChangeAdmin', (w) => w.string(1, creator).string(2, denom).string(3, fred)))).toBe(
      `tokenfactory/3 need: ${fred}, received: ${creator}, denom: ${denom}: unauthorized account`,
    )
  })

  test('a hook needs to be whitelisted for code and creator', () => {
    create()
    const hook = chain.text(chain.first)
    const set = () => run('MsgSetBeforeSendHook', (w) => w.string(1, creator).string(2, denom).string(3, hook))
    expect(text(set())).toBe(
      `tokenfactory/14 no whitelist for contract with codeID (1) and denomCreator (${creator}) : beforeSendHook is not whitelisted`,
    )
    const { tokenFactory } = chain.app
    const ctx = chain.context()
    tokenFactory.setParams(ctx, {
      ...tokenFactory.params(ctx),
      whitelistedHooks: [{ codeId: 1n, denomCreator: creator }],
    })
    expect(last(set().events)?.attributes).toEqual([
      ['denom', denom],
      ['before_send_hook_address', hook],
    ])
    expect(tokenFactory.hook(ctx, denom)).toBe(hook)
  })

  test('a fee and gas for a new denom go where the params say', () => {
    chain.app.setParams('tokenfactory', {
      denom_creation_fee: [{ denom: 'untrn', amount: '7' }],
      denom_creation_gas_consume: '1000000',
      fee_collector_address: fred,
    })
    expect(create().gas).toBeGreaterThan(1_000_000)
    expect(chain.balance(FRED)).toBe(7n)
  })
})

describe('custom messages of contracts', () => {
  test('the contract creates, mints and asks', () => {
    const contract = chain.text(chain.first)
    const own = `factory/${contract}/silver`
    const called = chain.send(
      submessage(1, 'never', { custom: { create_denom: { subdenom: 'silver' } } }),
      submessage(2, 'never', { custom: { mint_tokens: { denom: own, amount: '5', mint_to_address: fred } } }),
    )
    expect(called.error).toBeUndefined()
    expect(called.events.map(({ type }) => type)).toContain('tf_mint')
    expect(chain.app.keepers.bank.balance(chain.context(), FRED, own).amount).toBe(5n)
    expect(chain.app.tokenFactory.admin(chain.context(), own)).toBe(contract)
  })

  test.each([
    [{ mint_tokens: { denom: 'x', amount: '5', mint_to_address: 'y' } }, 'undefined', 1],
    [{ change_admin: { denom: 'x', new_admin_address: '' } }, 'undefined', 1],
    [{ burn_tokens: { denom: 'factory/x/y', amount: '0', burn_from_address: '' } }, 'sdk', 10],
  ])('%j is refused as the module refuses it', (custom, codespace, code) => {
    const { error } = chain.execute(response({ messages: [submessage(1, 'never', { custom })] }))
    expect(error).toMatchObject({ codespace, code })
  })
})

test('the state goes through a genesis unchanged', () => {
  create()
  const module = chain.app.modules.find(({ name }) => name === 'tokenfactory')!
  expect(module.exportGenesis!(chain.context())).toEqual({
    params: {
      denom_creation_fee: [],
      denom_creation_gas_consume: '0',
      fee_collector_address: '',
      whitelisted_hooks: [],
    },
    factory_denoms: [{ denom, authority_metadata: { Admin: creator }, hook_contract_address: '' }],
  })
  const raw = chain.context().rawStore('tokenfactory')
  expect(raw.has(`denoms|${denom}|authoritymetadata` as never)).toBe(true)
  expect(raw.get(`creator|${creator}|${denom}` as never)).toEqual(toUtf8(denom))
})
