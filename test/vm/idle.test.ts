import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { createVm, mockBackend, type Backend } from 'sudobox/vm'
import { execute } from './call.js'
import { contract } from './wat.js'

setFlagsFromString('--expose_gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a code that waits for its next call keeps nothing of the chain that made the last one', async () => {
  const vm = createVm()
  const { checksum } = vm.store(contract('(i32.const 16)'))
  const callOnce = (): WeakRef<Backend> => {
    const backend = mockBackend()
    execute(vm, checksum, { backend })
    return new WeakRef(backend)
  }
  const chain = callOnce()
  // A weak reference holds on to its target until the turn ends.
  await new Promise(setImmediate)
  collectGarbage()
  expect(chain.deref()).toBeUndefined()
  expect(vm.checksums()).toHaveLength(1)
})
