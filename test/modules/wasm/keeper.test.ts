import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { fromUtf8, toHex, toUtf8 } from '../../../src/base/bytes.js'
import { moduleAddress } from '../../../src/modules/auth/index.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { asciiKey, joinKeys } from '../../../src/store/key.js'
import {
  AccessType,
  govPolicy,
  OBSERVER,
  queryRaw,
  TX_CONTRACTS,
  type CallBegin,
  type CallEnd,
  type CallRun,
  type StorageOperation,
} from '../../../src/modules/wasm/index.js'
import { SUBMESSAGE_POLICY } from '../../../src/modules/wasm/context.js'
import { accountKey } from '../../../src/modules/auth/keys.js'
import { contractStoreKey } from '../../../src/modules/wasm/keys.js'
import { base64, CREATOR, FRED, PROBE, ProbeChain, response, submessage } from './chain.js'

const PING_PONG = new Uint8Array(readFileSync('contracts/artifacts/ping_pong.wasm'))

const log = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('code', () => {
  test('packed code is stored under the hash of its contents', () => {
    const chain = new ProbeChain()
    const packed = new Uint8Array(gzipSync(PROBE))
    const { codeId, checksum } = chain.app.keepers.wasm.create(chain.context(), CREATOR, packed)
    expect(codeId).toBe(2n)
    expect(toHex(checksum)).toBe('50341809cb6655573595a78d69596c4347be5ceff334fb41aa55e3340937c6ee')
  })

  test('what follows the first archive of packed code does not count', () => {
    const chain = new ProbeChain()
    const first = gzipSync(PROBE)
    for (const more of [gzipSync('more'), Buffer.from('more'), first.subarray(0, 30)]) {
      const packed = new Uint8Array(Buffer.concat([first, more]))
      const { checksum } = chain.app.keepers.wasm.create(chain.context(), CREATOR, packed)
      expect(toHex(checksum)).toBe('50341809cb6655573595a78d69596c4347be5ceff334fb41aa55e3340937c6ee')
    }
  })

  test('code that unpacks to more than the limit is refused', () => {
    const chain = new ProbeChain()
    const bomb = new Uint8Array(gzipSync(new Uint8Array(4_000_000)))
    expect(log(() => chain.app.keepers.wasm.create(chain.context(), CREATOR, bomb))).toBe(
      'uncompress wasm archive: max 1677722 bytes: exceeds limit: create wasm contract failed',
    )
  })

  test('truncated packed code is refused', () => {
    const chain = new ProbeChain()
    const cut = new Uint8Array(gzipSync(PROBE)).slice(0, 200)
    expect(log(() => chain.app.keepers.wasm.create(chain.context(), CREATOR, cut))).toBe(
      'uncompress wasm archive: unexpected EOF: create wasm contract failed',
    )
  })

  test('only the addresses of its permission and the authority instantiate code', () => {
    const chain = new ProbeChain()
    const ctx = chain.context()
    const { wasm } = chain.app.keepers
    const access = { permission: AccessType.AnyOfAddresses, addresses: [chain.text(FRED)] }
    const { codeId } = wasm.create(ctx, CREATOR, PROBE, access)
    const request = { codeId, creator: CREATOR, admin: undefined, msg: toUtf8('{}'), label: 'l', funds: [] }
    expect(log(() => wasm.instantiate(ctx, request))).toBe('can not instantiate: unauthorized')
    expect(wasm.instantiate(ctx, { ...request, creator: FRED }).address).toHaveLength(32)
    expect(wasm.instantiate(ctx, request, govPolicy).address).toHaveLength(32)
  })

  test("a contract of the authority may instantiate the authority's code, and gains no other right of it", () => {
    const policy = govPolicy.forSubmessages('instantiate')
    const nobody = { permission: AccessType.Nobody, addresses: [] }
    expect(policy.canInstantiate(nobody, 'anyone')).toBe(true)
    expect(policy.canModifyContract(FRED, CREATOR)).toBe(false)
    expect(govPolicy.forSubmessages('migrate').canInstantiate(nobody, 'anyone')).toBe(false)
    const chain = new ProbeChain()
    const ctx = chain.context().withValue(SUBMESSAGE_POLICY, policy)
    expect(chain.app.keepers.wasm.policyFor(ctx, 'anyone')).toBe(policy)
  })
})

test('a new permission of code is told in an event, with the addresses that it names', () => {
  const chain = new ProbeChain()
  const told = (permission: AccessType, ...addresses: readonly string[]) =>
    chain
      .call((ctx) => {
        chain.app.keepers.wasm.setAccessConfig(ctx, 1n, CREATOR, { permission, addresses })
        return undefined
      })
      .events.map(({ type, attributes }) => [type, ...attributes])
  const fred = chain.text(FRED)
  expect(told(AccessType.AnyOfAddresses, fred)).toEqual([
    [
      'update_code_access_config',
      ['code_permission', 'AnyOfAddresses'],
      ['code_id', '1'],
      ['authorized_addresses', fred],
    ],
  ])
  expect(told(AccessType.Nobody)).toEqual([
    ['update_code_access_config', ['code_permission', 'Nobody'], ['code_id', '1']],
  ])
})

describe('gas of loading', () => {
  const gasOf = (chain: ProbeChain): number => chain.execute(response({})).gas

  test('pinned code costs 58,000 less, until it is unpinned', () => {
    const chain = new ProbeChain()
    const before = gasOf(chain)
    chain.app.keepers.wasm.pin(chain.context(), 1n)
    expect(before - gasOf(chain)).toBe(58_000)
    chain.app.keepers.wasm.unpin(chain.context(), 1n)
    expect(gasOf(chain)).toBe(before)
  })

  test('pinning costs half a million, and unknown code cannot be pinned', () => {
    const chain = new ProbeChain()
    const meter = new FiniteGasMeter(1_000_000)
    chain.app.keepers.wasm.pin(chain.context().withGasMeter(meter), 1n)
    expect(meter.consumed).toBeGreaterThan(500_000)
    expect(log(() => chain.app.keepers.wasm.pin(chain.context(), 9n))).toBe('code id 9: no such code')
  })

  test('code that a transaction has already loaded costs less only if the transaction lists what it loads', () => {
    const chain = new ProbeChain()
    const twice = (count: boolean): number[] => {
      const set = new Set<string>()
      const gas: number[] = []
      for (let i = 0; i < 2; i++) {
        const called = chain.call((ctx) => {
          const counted = count ? ctx.withValue(TX_CONTRACTS, set) : ctx
          const msg = toUtf8(JSON.stringify(response({})))
          return chain.app.keepers.wasm.contracts.execute(counted, chain.first, CREATOR, msg, [])
        })
        gas.push(called.gas)
      }
      return gas
    }
    const [first, second] = twice(false)
    expect(second).toBe(first)
    const [counted, discounted] = twice(true)
    expect(counted).toBe(first)
    expect(counted! - discounted!).toBe(58_000)
  })
})

describe('contracts', () => {
  test('only the admin changes the label', () => {
    const chain = new ProbeChain()
    const ctx = chain.context()
    const { wasm } = chain.app.keepers
    expect(log(() => wasm.setLabel(ctx, chain.first, FRED, 'new'))).toBe('can not modify contract: unauthorized')
    wasm.setLabel(ctx, chain.first, CREATOR, 'new')
    expect(wasm.contractInfo(ctx, chain.first)?.label).toBe('new')
  })

  test('funds do not reach an address that may not receive any', () => {
    const chain = new ProbeChain()
    const ctx = chain.context()
    const blocked = moduleAddress('cron')
    // As long as nobody has opened the module's account, the address could be that of a new contract.
    ctx.rawStore('acc').delete(accountKey(blocked))
    const funds = [{ denom: 'untrn', amount: 5n }]
    const instantiate = (coins: typeof funds) =>
      chain.app.keepers.wasm.contracts.instantiate(
        ctx,
        {
          codeId: 1n,
          creator: CREATOR,
          admin: undefined,
          msg: toUtf8('{"m":"o"}'),
          label: 'l',
          funds: coins,
          address: () => blocked,
        },
        govPolicy,
      )
    expect(log(() => instantiate(funds))).toBe(`${chain.text(blocked)} is not allowed to receive funds: unauthorized`)
    expect(chain.balance(blocked)).toBe(0n)
    expect(instantiate([]).address).toEqual(blocked)
  })

  test('a contract with a port keeps code with IBC, and another gets a port with it', () => {
    const chain = new ProbeChain()
    const ctx = chain.context()
    const { wasm } = chain.app.keepers
    const ibc = wasm.create(ctx, CREATOR, PING_PONG).codeId
    const migrate = (contract: Uint8Array, codeId: bigint) =>
      log(() => wasm.contracts.migrate(ctx, contract, CREATOR, codeId, toUtf8('{}'), govPolicy))
    const port = (contract: Uint8Array) => wasm.contractInfo(ctx, contract)?.ibcPortId
    const request = { codeId: ibc, creator: CREATOR, admin: CREATOR, msg: toUtf8('{}'), label: 'l', funds: [] }
    const { address } = wasm.instantiate(ctx, request)
    expect(port(address)).toBe(`wasm.${chain.text(address)}`)
    expect(migrate(address, 1n)).toBe('requires ibc callbacks: migrate wasm contract failed')
    expect(wasm.contractInfo(ctx, address)?.codeId).toBe(ibc)
    expect(port(chain.first)).toBe('')
    expect(migrate(chain.first, ibc)).toBe('')
    expect(port(chain.first)).toBe(`wasm.${chain.text(chain.first)}`)
  })

  test('a contract that returns neither response nor error makes the chain panic', () => {
    const chain = new ProbeChain()
    expect(chain.execute('{"error":""}').panic?.message).toBe(
      'runtime error: invalid memory address or nil pointer dereference',
    )
    expect(chain.execute('{}').panic).toBeDefined()
  })

  test('a contract may have very many events and very long numbers', () => {
    const chain = new ProbeChain()
    const events = Array.from({ length: 150_000 }, () => ({ type: 'many', attributes: [] }))
    const called = chain.execute(response({ events }), chain.first, new FiniteGasMeter(1_000_000_000))
    expect(called.error).toBeUndefined()
    expect(called.events).toHaveLength(150_001)
    const digits = '1'.repeat(1_000_000)
    expect(
      chain.execute(`{"ok":{"messages":[{"id":${digits}}]}}`, chain.first, new FiniteGasMeter(1_000_000_000)).error
        ?.log,
    ).toBe(
      `json: cannot unmarshal number ${digits} into Go struct field SubMsg.ok.messages.id of type uint64: wasmvm error`,
    )
  })

  test('a call that fails leaves nothing behind', () => {
    const chain = new ProbeChain()
    const called = chain.execute({ x: 'p' })
    expect(called.error?.log).toBe(
      'Error calling the VM: Error executing Wasm: Wasmer runtime error: RuntimeError: unreachable: wasmvm error',
    )
    expect(chain.stored('w')).toBeUndefined()
  })

  test('the fork gives instantiate its message without spaces and refuses invalid JSON', () => {
    const stored = (wasmd: 'stock' | 'neutron') => {
      const chain = new ProbeChain({ wasmd })
      const address = chain.instantiate(chain.context(), '{ "m" : "o\\" " }')
      return fromUtf8(queryRaw(chain.context(), address, asciiKey('s'))!)
    }
    expect(stored('stock')).toBe('{ "m" : "o\\" " }')
    expect(stored('neutron')).toBe('{"m":"o\\" "}')
    const chain = new ProbeChain({ wasmd: 'neutron' })
    expect(log(() => chain.instantiate(chain.context(), 'nope'))).toBe(
      "failed to compact init msg: invalid character 'o' in literal null (expecting 'u'): invalid CosmosMsg from the contract",
    )
  })

  test('the state lies under the keys of the chain', () => {
    const chain = new ProbeChain()
    const raw = chain.context().rawStore('wasm')
    expect(fromUtf8(raw.get(joinKeys(contractStoreKey(chain.first), asciiKey('s')))!)).toBe('{"m":"o"}')
  })
})

describe('an observer', () => {
  test('is told of every call with its nesting, gas and storage', () => {
    const chain = new ProbeChain()
    const heard: string[] = []
    const runs: CallRun[] = []
    const ends: CallEnd[] = []
    const operations: StorageOperation[] = []
    const observer = {
      begin: (call: CallBegin) => heard.push(`begin ${call.entryPoint} ${call.contract === chain.text(chain.first)}`),
      ran: (run: CallRun) => runs.push(run),
      end: (end: CallEnd) => {
        heard.push(`end ${end.error ?? 'ok'}`)
        ends.push(end)
      },
      storage: (operation: StorageOperation) => operations.push(operation),
    }
    const fails = { wasm: { execute: { contract_addr: chain.text(chain.second), msg: base64({ x: 'e' }), funds: [] } } }
    const msg = toUtf8(JSON.stringify(response({ messages: [submessage(7, 'always', fails)] })))
    const called = chain.call((ctx) =>
      chain.app.keepers.wasm.contracts.execute(ctx.withValue(OBSERVER, observer), chain.first, CREATOR, msg, []),
    )
    expect(heard).toEqual([
      'begin execute true',
      'begin execute false',
      'end Generic error: boom: execute wasm contract failed',
      'begin reply true',
      'end ok',
      'end ok',
    ])
    expect(ends.at(-1)?.sdkGas).toBe(called.gas)
    expect(runs.map(({ error }) => error)).toEqual([undefined, 'Generic error: boom', undefined])
    expect(operations.map(({ kind }) => kind)).toEqual(['write', 'write', 'read'])
  })
})
