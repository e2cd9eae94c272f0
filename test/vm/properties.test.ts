import { fc, property, runs } from '../random.js'
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import { readRegionHead } from '../../src/vm/region.js'
import { decodeSections, encodeSections } from '../../src/vm/sections.js'
import { readU32, skipInteger } from '../../src/vm/wasm/skip.js'
import { BinaryReader, WasmParseError } from '../../src/vm/wasm/binary-reader.js'
import { Writer } from '../../src/vm/wasm/writer.js'
import { createVm, VmError, type CallOutcome } from 'sudobox/vm'
import { execute, visible } from './call.js'
import { contract } from './wat.js'

const MODULES = new URL('../../fixtures/vm/native/modules/', import.meta.url)
const moduleNames = readdirSync(MODULES).filter((name) => name.endsWith('.wasm'))
const modules = moduleNames.map((name) => new Uint8Array(readFileSync(new URL(name, MODULES))))

describe('integers of the binary format', () => {
  const written = (write: (writer: Writer) => void): Uint8Array => {
    const writer = new Writer(64)
    write(writer)
    return writer.finish()
  }

  property([fc.integer({ min: 0, max: 0xffff_ffff }), fc.boolean()])('u32, padded or not', (value, padded) => {
    const bytes = written((writer) => (padded ? writer.paddedU32(value) : writer.u32(value)))
    const reader = new BinaryReader(bytes)
    expect(reader.u32()).toBe(value)
    expect(reader.done).toBe(true)
    expect(readU32(bytes, 0)).toBe(value)
    expect(skipInteger(bytes, 0)).toBe(bytes.length)
  })

  property([fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })])('s32', (value) => {
    const bytes = written((writer) => writer.signed(value))
    expect(new BinaryReader(bytes).s32()).toBe(value)
    expect(new WebAssembly.Module(constantModule(bytes))).toBeDefined()
  })

  property([fc.uint8Array({ maxLength: 12 })])('any bytes are read or refused, as the engine does', (bytes) => {
    const reader = new BinaryReader(bytes)
    try {
      reader.s32()
    } catch (error) {
      expect(error).toBeInstanceOf(WasmParseError)
      expect(WebAssembly.validate(constantModule(bytes))).toBe(false)
      return
    }
    expect(WebAssembly.validate(constantModule(bytes.subarray(0, reader.pos)))).toBe(true)
  })

  /** A module with one global of `i32.const` and these bytes. */
  const constantModule = (constant: Uint8Array): Uint8Array<ArrayBuffer> =>
    Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 6, constant.length + 5, 1, 0x7f, 0, 0x41, ...constant, 0x0b)
})

describe('regions and sections', () => {
  property([fc.uint8Array({ minLength: 0, maxLength: 40 }), fc.nat(48)])('any memory', (bytes, pointer) => {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    try {
      const { offset, capacity, length } = readRegionHead(view, bytes.length, pointer)
      expect(offset).toBeGreaterThan(0)
      expect(length).toBeLessThanOrEqual(capacity)
      expect(offset + capacity).toBeLessThanOrEqual(0xffff_ffff)
    } catch (error) {
      expect(error).toBeInstanceOf(VmError)
      expect((error as VmError).kind).toBe('CommunicationErr')
    }
  })

  property([fc.array(fc.uint8Array())])('sections come back', (sections) => {
    expect(decodeSections(encodeSections(...sections))).toEqual(sections)
  })

  property([fc.uint8Array()])('any bytes are sections or refused', (bytes) => {
    try {
      expect(encodeSections(...decodeSections(bytes))).toEqual(bytes)
    } catch (error) {
      expect((error as VmError).kind).toBe('CommunicationErr')
    }
  })
})

describe('hostile modules', () => {
  /** Stores and calls; whatever is wrong is a typed error. */
  const tryOut = (wasm: Uint8Array): CallOutcome | VmError => {
    const vm = createVm()
    try {
      return execute(vm, vm.store(wasm).checksum, { gasLimit: 300_000_000n })
    } catch (error) {
      expect(error).toBeInstanceOf(VmError)
      return error as VmError
    }
  }

  property([fc.uint8Array({ maxLength: 200 })])('any bytes', (bytes) => {
    tryOut(bytes)
    tryOut(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, ...bytes))
  })

  const mutation = fc.record({ at: fc.nat(), byte: fc.nat(255), kind: fc.constantFrom('set', 'cut', 'insert', 'drop') })

  property([fc.constantFrom(...modules), fc.array(mutation, { minLength: 1, maxLength: 3 })], { numRuns: runs(600) })(
    'valid modules with a few changes',
    (wasm, changes) => {
      let bytes = [...wasm]
      for (const { at, byte, kind } of changes) {
        const place = at % (bytes.length || 1)
        if (kind === 'set') bytes[place] = byte
        else if (kind === 'cut') bytes = bytes.slice(0, place)
        else if (kind === 'insert') bytes.splice(place, 0, byte)
        else bytes.splice(place, 1)
      }
      tryOut(Uint8Array.from(bytes))
    },
  )
})

/** Structured code: statements over a counter local `$n`, which only loops change, and memory. */
const simple = fc.constantFrom(
  'nop',
  '(drop (i32.load (i32.const 4)))',
  '(i32.store (i32.const 4096) (local.get $n))',
  '(drop (memory.grow (i32.const 0)))',
  '(call $leaf)',
  '(drop (i32.trunc_sat_f32_s (f32.div (f32.convert_i32_s (local.get $n)) (f32.const 0))))',
)
const structured = (inner: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    inner,
    fc.array(inner, { maxLength: 4 }).map((parts) => `(block ${parts.join(' ')})`),
    fc.tuple(inner, inner).map(([a, b]) => `(if (i32.and (local.get $n) (i32.const 1)) (then ${a}) (else ${b}))`),
    inner.map((a) => `(block (br_if 0 (i32.eqz (local.get $n))) ${a} (br 0) ${a})`),
  )
const straight = structured(structured(simple))
const statement = structured(
  fc.oneof(
    straight,
    fc
      .tuple(fc.integer({ min: 1, max: 5 }), straight)
      .map(
        ([times, a]) =>
          `(local.set $n (i32.const ${times})) (loop ${a} (br_if 0 (local.tee $n (i32.sub (local.get $n) (i32.const 1)))))`,
      ),
  ),
)

describe('metering', () => {
  const program = fc
    .array(statement, { minLength: 1, maxLength: 5 })
    .map((parts) => contract(`(local $n i32) ${parts.join(' ')} (i32.const 16)`, '(func $leaf (drop (i32.const 1)))'))

  property([program], { numRuns: runs(60) })('what was used is just enough, one less is not', (wasm) => {
    const vm = createVm()
    const { checksum } = vm.store(wasm)
    const gasLimit = 10_000_000n
    const first = execute(vm, checksum, { gasLimit })
    expect(first.error).toBeUndefined()
    const used = first.gas.usedInternally
    const exact = execute(vm, checksum, { gasLimit: used })
    expect([exact.error, exact.gas.remaining]).toEqual([undefined, 0n])
    expect(exact.data).toEqual(first.data)
    const short = execute(vm, checksum, { gasLimit: used - 1n })
    expect([short.error?.kind, short.gas.remaining]).toEqual(['GasDepletion', 0n])
  })

  const calls = fc.array(fc.record({ length: fc.nat(80), gasLimit: fc.bigInt({ min: 0n, max: 30_000_000n }) }), {
    minLength: 2,
    maxLength: 6,
  })

  property([
    fc.constantFrom('host', 'traps', 'nan', 'locals').map((name) => moduleNames.indexOf(`${name}.wasm`)),
    calls,
  ])('an instance that was used before cannot be told from a new one', (at, sequence) => {
    const used = createVm()
    const { checksum } = used.store(modules[at]!)
    for (const { length, gasLimit } of sequence) {
      const fresh = createVm()
      fresh.store(modules[at]!)
      const options = { msg: 'x'.repeat(length), gasLimit }
      expect(visible(execute(used, checksum, options))).toEqual(visible(execute(fresh, checksum, options)))
    }
  })
})
