import { expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { FiniteGasMeter } from '../../../src/chain/gas.js'
import { asciiKey } from '../../../src/store/key.js'
import type { BackendError } from '../../../src/vm/backend.js'
import { ContractBackend } from '../../../src/modules/wasm/calls/backend.js'
import { ProbeChain } from './chain.js'

const backend = () => {
  const chain = new ProbeChain()
  const { storage, api } = new ContractBackend(chain.context(), chain.first, () => new Uint8Array(0))
  return { chain, storage, api }
}
const gas = () => ({ cost: 0, external: 0 })
/** VM gas for one gas of the chain. */
const VM = 140_000

/** Source: wasmvm v3.0.5 internal/api/iterator.go, callbacks.go `frameLenLimit`. */
test('a call may open 32,768 iterators', () => {
  const { storage } = backend()
  const open = () => storage.scan(undefined, undefined, 'ascending', gas())
  for (let id = 0; id < 32_768; id++) expect(open()).toBe(id)
  expect(open).toThrow('reached iterator limit (32768)')
  expect(storage.nextKey(32_767, gas())).toBeDefined()
  expect(() => storage.nextKey(32_768, gas())).toThrow('Iterator with ID 32768 does not exist')
})

/** Source: wasmd v0.61.14 x/wasm/keeper/api.go, cosmos-sdk types/address `VerifyAddressFormat`. */
test('a canonical address has 1 to 255 bytes', () => {
  const { api } = backend()
  const told = (length: number) => api.humanize(new Uint8Array(length), gas())
  expect(() => told(0)).toThrow('addresses cannot be empty: unknown address')
  expect(api.canonicalize(told(1), gas())).toHaveLength(1)
  expect(api.canonicalize(told(255), gas())).toHaveLength(255)
  expect(() => told(256)).toThrow('address max length is 255, got 256: unknown address')
})

test('an address is normalized when it is written as the chain writes it', () => {
  const { api, chain } = backend()
  const human = chain.text(chain.first)
  api.validate(human, gas())
  expect(() => api.validate(human.toUpperCase(), gas())).toThrow('address not normalized')
  expect(api.canonicalize(human.toUpperCase(), gas())).toEqual(chain.first)
  expect(() => api.validate('cosmos1qyqszqgpqyqszqgpqyqszqgpqyqszqgpjnp7du', gas())).toThrow(
    'invalid Bech32 prefix; expected neutron, got cosmos',
  )
  expect(() => api.canonicalize(' ', gas())).toThrow('empty address string is not allowed')
  expect(toUtf8(human)).toHaveLength(66)
})

/** Source: wasmd v0.61.14 x/wasm/keeper/api.go `costHumanize`, `costCanonical`, `costValidate`. */
test('a call of an address function costs 5, 4 or 9 gas', () => {
  const { api, chain } = backend()
  const human = chain.text(chain.first)
  const cost = (call: (report: ReturnType<typeof gas>) => unknown) => {
    const report = gas()
    try {
      call(report)
    } catch {
      // What fails costs what was done.
    }
    return report.cost / VM
  }
  expect(cost((report) => api.humanize(chain.first, report))).toBe(5)
  expect(cost((report) => api.canonicalize(human, report))).toBe(4)
  expect(cost((report) => api.validate(human, report))).toBe(9)
  expect(cost((report) => api.validate('x', report))).toBe(4)
})

/** Source: wasmvm v3.0.5 internal/api/callbacks.go `recoverPanic`. */
test('running out of gas ends a callback as such, any other panic as one of the host', () => {
  const chain = new ProbeChain()
  const set = (limit: number, key: string) => {
    const ctx = chain.context().withGasMeter(new FiniteGasMeter(limit))
    const { storage } = new ContractBackend(ctx, chain.first, () => new Uint8Array(0))
    try {
      storage.set(asciiKey(key), toUtf8('v'), gas())
    } catch (error) {
      const { kind, message } = error as BackendError
      return `${kind}: ${message}`
    }
    return ''
  }
  expect(set(10_000, 'k')).toBe('')
  expect(set(100, 'k')).toBe('outOfGas: out of gas in location: WriteFlat')
  expect(set(10_000, '')).toBe('foreignPanic: Panic in FFI call')
})
