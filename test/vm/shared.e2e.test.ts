import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { describe, expect, test } from 'vitest'
import { createVm, VmError } from 'sudobox/vm'
import { execute, visible } from './call.js'
import { contract } from './wat.js'

/** The built package, as a worker of a user would import it. */
const PACKAGE = new URL('../../dist/vm/index.js', import.meta.url).href

/** Opens the shared VM and executes its first code. */
const WORKER = `
  const { workerData, parentPort } = require('node:worker_threads')
  import(workerData.url).then(({ createVm, mockBackend, MOCK_ENV, MOCK_INFO }) => {
    const vm = createVm({ shared: workerData.shared })
    const [{ checksum }] = workerData.shared.codes
    const args = [MOCK_ENV, MOCK_INFO, '{}'].map((text) => new TextEncoder().encode(text))
    const outcome = vm.call(checksum, 'execute', args, { backend: mockBackend(), gasLimit: 1_000_000_000n })
    parentPort.postMessage({
      outcome: { ...outcome, error: undefined },
      report: vm.report(checksum),
      wasm: vm.wasm(checksum),
      counted: workerData.shared.instrument.coverage ? [...vm.coverage(checksum).counters] : [],
    })
  })`

const inWorker = async (
  shared: unknown,
): Promise<{ outcome: object; report: object; wasm: object; counted: number[] }> => {
  const worker = new Worker(WORKER, {
    eval: true,
    workerData: { shared, url: PACKAGE },
    resourceLimits: { stackSizeMb: 4 },
  })
  const [message] = (await once(worker, 'message')) as [Awaited<ReturnType<typeof inWorker>>]
  await worker.terminate()
  return message
}

const GROWING = contract('(drop (memory.grow (i32.const 2))) (i32.const 16)')

describe('a VM in a worker thread', () => {
  test('opens the codes that another thread compiled', async () => {
    const vm = createVm({ version: '3.0.9', memoryLimit: 2 * 65_536 })
    const { checksum } = vm.store(GROWING)
    const { outcome, report, wasm } = await inWorker(vm.share())
    expect(report).toEqual(vm.report(checksum))
    expect(wasm).toEqual(vm.wasm(checksum))
    expect(visible({ ...(outcome as ReturnType<typeof execute>) })).toEqual(visible(execute(vm, checksum)))
  })

  test('observes there what the VM observes here', async () => {
    const vm = createVm({ instrument: { coverage: true } })
    const { checksum } = vm.store(GROWING)
    const { counted } = await inWorker(vm.share())
    execute(vm, checksum)
    expect(counted).toEqual([...vm.coverage(checksum).counters])
  })
})

describe('compiled codes', () => {
  test('are one for all VMs of a release', () => {
    const [a, b, other, observing] = [
      createVm(),
      createVm({ memoryLimit: 1 << 20 }),
      createVm({ version: '2.2.0' }),
      createVm({ instrument: { profile: true } }),
    ].map((vm) => {
      vm.store(GROWING)
      return vm.share().codes[0]!.compiled
    })
    expect(a).toBe(b)
    expect(other).not.toBe(a)
    expect(observing).not.toBe(a)
  })

  test('are refused by a VM without their capabilities all the same', () => {
    const wasm = contract('(i32.const 16)', '(func (export "requires_flying"))')
    expect(createVm({ capabilities: ['flying'] }).store(wasm).requiredCapabilities).toEqual(['flying'])
    expect(() => createVm().store(wasm)).toThrow(VmError)
    expect(() => createVm().store(wasm)).toThrow(/unavailable capabilities: \{"flying"\}/)
  })
})
