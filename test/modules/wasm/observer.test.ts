import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import type { Context } from '../../../src/chain/context.js'
import { GAS_TAP } from '../../../src/chain/gas-tap.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { QuerySmartContractStateRequest } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import {
  calledBy,
  OBSERVER,
  type ModuleCall,
  type ModuleEnd,
  type Observer,
  type StorageOperation,
} from '../../../src/modules/wasm/index.js'
import { ContractBackend } from '../../../src/modules/wasm/calls/backend.js'
import { isObserved, moduleObserved } from '../../../src/modules/wasm/calls/observer.js'
import { answerWith, bankQuerier, wasmQuerier } from '../../../src/modules/wasm/dispatch/queriers.js'
import * as settings from '../../../src/modules/bank/settings.js'
import { asciiKey } from '../../../src/store/key.js'
import { base64, FRED, ProbeChain, response, submessage } from './chain.js'

const SILENT: Observer = { begin: () => {}, ran: () => {}, end: () => {} }

/** The calls that a listener of gas is told of: each ends at the depth at which it began. */
function tap() {
  const heard: string[] = []
  let depth = 0
  const listener = {
    charge: () => {},
    begin: (name: string, kind = 'call') => {
      heard.push(`${'  '.repeat(depth)}${kind} ${name}`)
      return depth++
    },
    callsBack: () => {},
    end: (at: number) => {
      expect(at).toBe(--depth)
    },
  }
  return { heard, listener, depth: () => depth }
}

test('a call is observed when somebody hears of it, or of its gas', () => {
  const ctx = new ProbeChain().context()
  expect(isObserved(ctx)).toBe(false)
  expect(isObserved(ctx.withValue(OBSERVER, SILENT))).toBe(true)
  expect(isObserved(ctx.withValue(GAS_TAP, tap().listener))).toBe(true)
})

test('the layer that makes a call is told before it, and that it is over also after a failure', () => {
  const chain = new ProbeChain()
  const heard: unknown[] = []
  const ctx = chain.context().withValue(OBSERVER, { ...SILENT, layer: (name) => void heard.push(name) })
  expect(calledBy(ctx, 'callbacks', () => heard.push('call'))).toBe(2)
  expect(() =>
    calledBy(ctx, 'callbacks', () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(heard).toEqual(['callbacks', 'call', undefined, 'callbacks', undefined])
  expect(calledBy(chain.context(), 'callbacks', () => 'unheard')).toBe('unheard')
})

test('queries of modules are observed with their content, gas and error; a queried contract reports itself', () => {
  const chain = new ProbeChain()
  const { bank, wasm } = chain.app.keepers
  const answer = answerWith({
    bank: bankQuerier(bank, settings, () => chain.app.baseApp.queries),
    wasm: wasmQuerier(wasm.contracts),
  })
  const begun: ModuleCall[] = []
  const ended: ModuleEnd[] = []
  const observer = {
    ...SILENT,
    moduleBegin: (call: ModuleCall) => void begun.push(call),
    moduleEnd: (end: ModuleEnd) => void ended.push(end),
  }
  const ask = (request: object, ctx: Context) => answer(ctx, chain.first, toUtf8(JSON.stringify(request)), 10n ** 12n)
  const meter = new FiniteGasMeter(1_000_000)
  const ctx = chain.context().withGasMeter(meter).withValue(OBSERVER, observer)
  const balance = (address: string) => ({ bank: { balance: { address, denom: 'untrn' } } })
  ask(balance(chain.text(FRED)), ctx)
  const contract = chain.text(chain.first)
  expect(begun).toMatchObject([{ kind: 'query', contract, content: balance(chain.text(FRED)) }])
  expect(ended).toEqual([{ sdkGas: meter.consumed, error: undefined }])
  ask(balance('nobody'), ctx)
  expect(ended.at(-1)?.error).toBe('nobody: invalid address')
  ask({ wasm: { smart: { contract_addr: contract, msg: base64({}) } } }, ctx)
  ask({ wasm: { raw: { contract_addr: contract, key: base64('s') } } }, ctx)
  expect(begun).toHaveLength(3)
  expect(begun[2]).toMatchObject({ kind: 'query', content: { wasm: { raw: { contract_addr: contract } } } })
})

test('each operation on storage is told with its key', () => {
  const chain = new ProbeChain()
  const operations: StorageOperation[] = []
  const ctx = chain
    .context()
    .withValue(OBSERVER, { ...SILENT, storage: (operation) => void operations.push(operation) })
  const { storage } = new ContractBackend(ctx, chain.first, () => new Uint8Array(0))
  const gas = { cost: 0, external: 0 }
  storage.remove(asciiKey('x'), gas)
  const rows = storage.scan(asciiKey('a'), undefined, 'ascending', gas)
  expect(storage.nextKey(rows, gas)).toBe('s')
  expect(storage.nextValue(rows, gas)).toBeUndefined()
  expect(operations.map(({ kind, key }) => [kind, key])).toEqual([
    ['remove', 'x'],
    ['scan', 'a'],
    ['next', 's'],
    ['next', undefined],
  ])
})

test('a listener of gas is told of calls by the names of their messages, modules and queries', () => {
  const chain = new ProbeChain()
  const { heard, listener, depth } = tap()
  const pay = { bank: { send: { to_address: chain.text(FRED), amount: [{ denom: 'untrn', amount: '5' }] } } }
  const msg = toUtf8(JSON.stringify(response({ messages: [submessage(7, 'always', pay)] })))
  const { error } = chain.call((ctx) =>
    chain.app.keepers.wasm.contracts.execute(ctx.withValue(GAS_TAP, listener), chain.first, FRED, msg, []),
  )
  expect(error).toBeUndefined()
  expect(heard).toEqual(['call execute ok', '  call message bank.send', '  call reply'])
  expect(depth()).toBe(0)
})

test.each([
  [{ bank: { balance: {} } }, 'bank.balance'],
  // Undefined members are those that the message does not have.
  [{ bank: undefined, wasm: { raw: {}, smart: undefined } }, 'wasm.raw'],
  [{ stargate: { data: new Uint8Array(0) } }, 'stargate'],
  [{ grpc: { data: new Uint8Array(0) } }, 'grpc'],
  [{ any: { type_url: '/x', value: undefined } }, 'any'],
  [{ custom: { one: {}, two: {} } }, 'custom'],
  [{ custom: null }, 'custom'],
])('the content of a module call is named, in %o: %s', (content, name) => {
  const { heard, listener, depth } = tap()
  const chain = new ProbeChain()
  const ctx = chain.context().withValue(GAS_TAP, listener)
  expect(moduleObserved(ctx, chain.first, 'query', content, () => 1)).toBe(1)
  expect(() =>
    moduleObserved(ctx, chain.first, 'query', content, () => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(heard).toEqual([`call query ${name}`, `call query ${name}`])
  expect(depth()).toBe(0)
})

test('a query from outside is free, and what it causes is inside of it', () => {
  const chain = new ProbeChain()
  const { heard, listener, depth } = tap()
  const ask = (queryData: string) =>
    chain.app.baseApp.queries.handler('/cosmwasm.wasm.v1.Query/SmartContractState')!(
      chain.context().withValue(GAS_TAP, listener),
      QuerySmartContractStateRequest.encode({
        address: chain.text(chain.first),
        queryData: toUtf8(queryData),
      }).finish(),
    )
  ask('{"m":{}}')
  expect(heard).toEqual(['free query of a contract', '  call query m'])
  expect(depth()).toBe(0)
  expect(() => ask('nope')).toThrow('invalid query data')
})
