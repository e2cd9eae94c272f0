import type { Account, Contract, Sandbox, SandboxChain, TxResult } from 'sudobox'
import { expect, prepared, test, type Abi, type BalanceChange } from 'sudobox/vitest'
import { expectTypeOf, test as plain } from 'vitest'

declare const result: TxResult
declare const contract: Contract
declare const alice: Account

/** Checked by the compiler: `npm run typecheck`. Nothing of it runs. */
export function matchersTakeWhatTheySay(): void {
  expect(result).toFailWith({ codespace: 'wasm', code: 5, message: /text/ })
  // @ts-expect-error a code is a number
  expect(result).toFailWith({ code: '5' })
  // @ts-expect-error there is no such member
  expect(result).toFailWith({ text: 'x' })
  expect(result).toEmit('wasm', { action: 'pay', to: /neutron/, amount: expect.stringMatching(/^\d+$/) })
  // @ts-expect-error attributes are texts
  expect(result).toEmit('wasm', { amount: 5 })
  expect(result).toUseGas({ sudo: { max: 5n } })
  // @ts-expect-error gas is a bigint
  expect(result).toUseGas(5)
  // @ts-expect-error one bound at a time
  expect(result).toUseGas({ max: 5 })
  expect(contract).toHaveFailures([{ id: 0n }])
  // @ts-expect-error ids are bigints
  expect(contract).toHaveFailure({ id: 0 })
  expect(contract).toHaveState(['balance', alice.address, 5n], '1')
  // @ts-expect-error the name of a map comes first
  expect(contract).toHaveState([5n, 'balance'], '1')
  expect([]).toDeliver('ack', { sequence: 1n })
  // @ts-expect-error no such kind
  expect([]).toDeliver('lost')
  expect([]).toBeAcknowledged('success')
  // @ts-expect-error no such word
  expect([]).toBeAcknowledged('maybe')
  expect(contract).toHaveQuery({ type: 'kv' })
  // @ts-expect-error no such type
  expect(contract).toHaveQuery({ type: 'key' })
  expect(result).toMatchGasSnapshot('pay')
}

/** A promise has no outcome yet. */
export async function promisesAreAwaited(): Promise<void> {
  const sent = Promise.resolve(result)
  // @ts-expect-error an await is missing
  await expect(sent).toSucceed()
  // @ts-expect-error an await is missing
  await expect(sent).not.toFailWith({ code: 5 })
  // @ts-expect-error an await is missing
  await expect(sent).toChangeBalance(alice, 'untrn', 5n)
  // @ts-expect-error an await is missing
  await expect(Promise.resolve(contract)).toHaveFailures()
  expect(await sent).toSucceed()
  await expect(sent).resolves.toSucceed()
  await expect(sent).rejects.toFailWith({ code: 5 })
  await expect(sent).toBeReverted()
  await expect(() => sent).toChangeBalance(alice, 'untrn', 5n)
}

plain('asynchronous matchers give promises, the others do not', () => {
  type Matchers = ReturnType<typeof expect<TxResult>>
  expectTypeOf<ReturnType<Matchers['toChangeBalance']>>().resolves.not.toBeNever()
  expectTypeOf<ReturnType<Matchers['toBeReverted']>>().toExtend<Promise<unknown>>()
  expectTypeOf<ReturnType<Matchers['toSucceed']>>().not.toExtend<Promise<unknown>>()
  expectTypeOf<Parameters<Matchers['toChangeBalances']>[0]>().toEqualTypeOf<readonly BalanceChange[]>()
  expectTypeOf<readonly ['error Broke(uint256 at)']>().toExtend<Abi>()
  expectTypeOf<5>().not.toExtend<Abi>()
})

plain('tests know what they are given', () => {
  type Given = Parameters<NonNullable<Parameters<typeof test.beforeEach>[0]>>[0]
  expectTypeOf<Given['sandbox']>().toEqualTypeOf<Sandbox>()
  expectTypeOf<Given['neutron']>().toEqualTypeOf<SandboxChain>()
  const ready = () => prepared(() => ({ fee: 5n }))
  expectTypeOf<
    Parameters<NonNullable<Parameters<ReturnType<typeof ready>['beforeEach']>[0]>>[0]['world']
  >().toEqualTypeOf<{
    fee: bigint
  }>()
})
