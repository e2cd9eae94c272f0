import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFreed } from '../../src/debug/heap.js'

/** The allocator of a contract, behind the two functions that the chain calls. */
function allocatorOf(file: string) {
  const module = new WebAssembly.Module(readFileSync(file))
  const env = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]))
  const { exports } = new WebAssembly.Instance(module, { env })
  const { allocate, deallocate, memory } = exports as {
    allocate: (size: number) => number
    deallocate: (region: number) => void
    memory: WebAssembly.Memory
  }
  const view = (): DataView => new DataView(memory.buffer)
  return {
    allocate,
    deallocate,
    bufferOf: (region: number) => view().getUint32(region, true),
    machine: {
      read: (at: number, length: number) =>
        at + length > memory.buffer.byteLength ? undefined : new Uint8Array(memory.buffer.slice(at, at + length)),
      local: () => undefined,
    },
  }
}

// Small chunks have a list for each size, large ones a tree.
test.each([9, 200, 5_000])('memory of %i bytes that a contract gave back is known as freed', (size) => {
  const { allocate, deallocate, bufferOf, machine } = allocatorOf('contracts/artifacts/callback_lab.wasm')
  const regions = Array.from({ length: 5 }, () => allocate(size))
  const buffers = regions.map(bufferOf)
  const freed = (): readonly boolean[] => buffers.map((at) => isFreed(at, machine))
  expect(freed()).toEqual([false, false, false, false, false])
  deallocate(regions[1]!)
  expect(freed()).toEqual([false, true, false, false, false])
  deallocate(regions[3]!)
  expect(freed()).toEqual([false, true, false, true, false])
  const again = bufferOf(allocate(size))
  expect([buffers[1], buffers[3]]).toContain(again)
  expect(isFreed(again, machine)).toBe(false)
})

test('bytes that only look like one link are not taken for freed memory', () => {
  const words = new DataView(new ArrayBuffer(256))
  const machine = {
    read: (at: number, length: number) => new Uint8Array(words.buffer, at, length),
    local: () => undefined,
  }
  const [chunk, next, previous] = [16, 64, 128]
  words.setUint32(chunk + 8, next, true)
  words.setUint32(chunk + 12, previous, true)
  words.setUint32(next + 12, chunk, true)
  expect(isFreed(chunk + 8, machine)).toBe(false)
  words.setUint32(previous + 8, chunk, true)
  expect(isFreed(chunk + 8, machine)).toBe(true)
  words.setUint32(next + 12, 0, true)
  expect(isFreed(chunk + 8, machine)).toBe(false)
})
