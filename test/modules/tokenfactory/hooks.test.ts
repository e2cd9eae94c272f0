import { MsgFundCommunityPool } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '../../../src/chain/context.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { OBSERVER, type CallRun } from '../../../src/modules/wasm/index.js'
import { CREATOR, FRED, ProbeChain, type Called } from '../wasm/chain.js'

let chain: ProbeChain
let denom: string

/** A denom whose hook is the first probe contract, and 100 of it. */
function start(bank?: 'stock'): void {
  chain = new ProbeChain(bank && { bank })
  const creator = chain.text(CREATOR)
  denom = `factory/${creator}/gold`
  const { tokenFactory } = chain.app
  const ctx = chain.context()
  tokenFactory.create(ctx, creator, 'gold')
  tokenFactory.mintTo(ctx, { denom, amount: 100n }, creator)
  whitelist(1n)
  tokenFactory.setHook(ctx, denom, chain.text(chain.first))
}

function whitelist(...codeIds: readonly bigint[]): void {
  const { tokenFactory } = chain.app
  const ctx = chain.context()
  const whitelistedHooks = codeIds.map((codeId) => ({ codeId, denomCreator: chain.text(CREATOR) }))
  tokenFactory.setParams(ctx, { ...tokenFactory.params(ctx), whitelistedHooks })
}

const run = (work: (ctx: Context) => void, limit = 50_000_000): Called =>
  chain.call((ctx) => {
    work(ctx)
    return undefined
  }, new FiniteGasMeter(limit))
const send = (limit?: number) =>
  run((ctx) => chain.app.keepers.bank.send(ctx, CREATOR, FRED, [{ denom, amount: 5n }]), limit)
const mode = (name: string) => chain.execute(`{"m":"${name}"}`)
const text = ({ error }: Called) => error && `${error.codespace}/${error.code} ${error.log}`
const calls = ({ events }: Called) => events.filter(({ type }) => type === 'sudo').length
const held = (address: Uint8Array) => chain.app.keepers.bank.balance(chain.context(), address, denom).amount
const heard = () => chain.stored('w')

describe("with the live chain's bank", () => {
  beforeEach(() => start())

  test('the contract may block and is then notified, with both addresses and the coin', () => {
    const sent = send()
    expect(text(sent)).toBeUndefined()
    expect(calls(sent)).toBe(2)
    const [from, to] = [chain.text(CREATOR), chain.text(FRED)]
    expect(heard()).toBe(
      `{"track_before_send":{"from":"${from}","to":"${to}","amount":{"denom":"${denom}","amount":"5"}}}`,
    )
    expect(held(FRED)).toBe(5n)
  })

  test('the blocking hook gets the gas of the message and may refuse', () => {
    mode('e')
    const refused = send()
    expect(text(refused)).toBe(
      `wasm/5 failed to call before send hook for denom ${denom}: Generic error: boom: execute wasm contract failed`,
    )
    expect(held(FRED)).toBe(0n)
    expect(heard()).toBeUndefined()
  })

  test('running out of gas in the blocking hook is an error of the module', () => {
    mode('l')
    const ended = send(1_000_000)
    expect(text(ended)).toBe('tokenfactory/12 gas meter hit maximum limit')
    expect(ended.gas).toBe(1_000_000)
  })

  const toModule = () =>
    run((ctx) => chain.app.keepers.bank.sendBetweenModules(ctx, 'transfer', 'tokenfactory', [{ denom, amount: 1n }]))
  test('between modules it is only notified, and cannot refuse', () => {
    const { bank } = chain.app.keepers
    bank.sendToModule(chain.context(), CREATOR, 'transfer', [{ denom, amount: 10n }])
    const told = toModule()
    expect(calls(told)).toBe(1)
    mode('e')
    const failed = toModule()
    expect(text(failed)).toBeUndefined()
    expect(calls(failed)).toBe(0)
    // What the contract wrote before it failed stays: no branch is taken for it.
    expect(heard()).toContain('track_before_send')
  })

  test('a notified contract has 500,000 gas, which nobody pays for when it runs out', () => {
    const { bank } = chain.app.keepers
    bank.sendToModule(chain.context(), CREATOR, 'transfer', [{ denom, amount: 10n }])
    const told = toModule().gas
    mode('l')
    let used = 0
    const observer = {
      begin: () => undefined,
      ran: ({ sdkGas }: CallRun) => void (used = sdkGas),
      end: () => undefined,
    }
    const endless = run((ctx) =>
      bank.sendBetweenModules(ctx.withValue(OBSERVER, observer), 'transfer', 'tokenfactory', [{ denom, amount: 1n }]),
    )
    expect(used).toBe(500_000)
    expect(text(endless)).toBeUndefined()
    expect(endless.gas).toBeLessThan(told)
  })

  test('the blocking hook is called for each of many receivers before any coins move', () => {
    const { bank } = chain.app.keepers
    const side = (address: Uint8Array, amount: bigint) => ({ address, given: '', coins: [{ denom, amount }] })
    const sent = run((ctx) => bank.multiSend(ctx, side(CREATOR, 4n), [side(FRED, 2n), side(chain.second, 2n)]))
    expect(calls(sent)).toBe(4)
    expect(sent.events.findIndex(({ type }) => type === 'coin_spent')).toBeGreaterThan(
      sent.events.findLastIndex(({ type }) => type === 'sudo'),
    )
  })

  test('other coins cost the lookup of their hook and nothing else', () => {
    const { bank, plainBank } = chain.app.keepers
    const untrn = (of: typeof bank) => run((ctx) => of.send(ctx, CREATOR, FRED, [{ denom: 'untrn', amount: 100n }])).gas
    untrn(bank)
    const withHooks = untrn(bank)
    // Each factory reads a key that is not there, to ask and to tell.
    const key = 'denoms|untrn|beforesendhook'
    expect(withHooks - untrn(plainBank)).toBe(4 * (1000 + 3 * key.length))
  })

  test('the community pool receives coins without hooks: its keeper has the bank from before the hooks', () => {
    mode('e')
    const typeUrl = '/cosmos.distribution.v1beta1.MsgFundCommunityPool'
    const value = MsgFundCommunityPool.encode({
      amount: [{ denom, amount: '5' }],
      depositor: chain.text(CREATOR),
    }).finish()
    const funded = run((ctx) => {
      ctx.events.emit(...chain.app.baseApp.router.handler(typeUrl)!(ctx, { typeUrl, value }).events)
    })
    expect(text(funded)).toBeUndefined()
    expect(calls(funded)).toBe(0)
    expect(held(CREATOR)).toBe(95n)
  })

  test('a hook that is no longer whitelisted is skipped', () => {
    whitelist()
    mode('e')
    const sent = send()
    expect(text(sent)).toBeUndefined()
    expect(calls(sent)).toBe(0)
    expect(held(FRED)).toBe(5n)
  })
})

test("with the SDK's bank no hook is called", () => {
  start('stock')
  mode('e')
  const sent = send()
  expect(text(sent)).toBeUndefined()
  expect(calls(sent)).toBe(0)
})

test('nothing is minted to the account of a channel', () => {
  start('stock')
  const { tokenFactory } = chain.app
  tokenFactory.addEscrow(chain.context(), FRED)
  const minted = run((ctx) => tokenFactory.mintTo(ctx, { denom, amount: 1n }, chain.text(FRED)))
  expect(text(minted)).toBe('undefined/1 rpc error: code = Internal desc = minting to IBC escrow accounts is forbidden')
})
