import { compileCode, readCode } from '../../../src/vm/codes/code.js'
import { VmError } from '../../../src/vm/errors.js'
import { scheduleOf, type Schedule } from '../../../src/vm/schedules.js'
import { trapError } from '../../../src/vm/traps.js'
import { STACK_BYTES } from '../../../src/vm/wasm/layout.js'
import type { Export, Module } from '../../../src/vm/wasm/module.js'
import { parse } from '../../../src/vm/wasm/parse.js'
import type { PrivateNames } from '../../../src/vm/wasm/rewrite.js'
import { withExportedStart } from './start.js'

export type Exports = Record<string, unknown>

export interface Instance {
  readonly module: Module
  readonly exports: Exports
  readonly names: PrivateNames | undefined
  /** The memory it uses, where it can be reached. */
  readonly memory: WebAssembly.Memory | undefined
}

const GAS = 2n ** 60n

/** A world of instances that import from each other, as they are or rewritten for a release. */
export class Instances {
  private readonly schedule: Schedule | undefined
  private readonly all: Instance[] = []

  constructor(release: string | undefined) {
    this.schedule = release === undefined ? undefined : scheduleOf(release)
  }

  /** Whether a module is refused before anything is instantiated. */
  refuses(bytes: Uint8Array): boolean {
    const { schedule } = this
    if (!schedule) return !WebAssembly.validate(bytes)
    try {
      compileCode(readCode(bytes, schedule), schedule)
      return false
    } catch (error) {
      if (error instanceof VmError) return true
      throw error
    }
  }

  /** Instantiates, which runs the start function. @throws whatever the VM, the engine or the start function throws */
  add(bytes: Uint8Array, registry: ReadonlyMap<string, Exports>): Instance {
    const { schedule } = this
    const imports: Record<string, Exports> = {}
    const parsed = parse(
      bytes,
      schedule ?? { passiveData: true, bulkMemory: true, references: 'functions', migrateVersion: true },
    )
    for (const { module, name } of parsed.imports)
      (imports[module] ??= Object.create(null) as Exports)[name] = registry.get(module)?.[name]
    if (!schedule) {
      const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports)
      return { module: parsed, exports, names: undefined, memory: undefined }
    }
    // A rewritten module starts without gas, and so would its start function: it is called afterwards.
    const start = withExportedStart(parsed)
    const { module, names, compiled } = compileCode(readCode(start?.bytes ?? bytes, schedule), schedule)
    const { exports } = new WebAssembly.Instance(compiled, imports)
    const imported = parsed.imports.find(({ kind }) => kind === 'memory')
    const exported = parsed.exports.find(({ kind }) => kind === 'memory')
    const memory = (imported ? imports[imported.module]![imported.name] : exported && exports[exported.name]) as
      | WebAssembly.Memory
      | undefined
    const instance = { module, exports, names, memory }
    global(instance, names.maxPages).value = imported ? 65_536 : (parsed.memories[0]?.maximum ?? 65_536)
    this.all.push(instance)
    if (start) this.call(() => (exports[start.name] as () => void)())
    return instance
  }

  /** A call from outside: every rewritten instance gets its gas and its stack, and learns how large a shared memory has become. */
  call<T>(run: () => T): T {
    for (const instance of this.all) {
      const { names, memory } = instance
      global(instance, names!.gas).value = GAS
      global(instance, names!.frames).value = STACK_BYTES
      global(instance, names!.cause).value = 0
      global(instance, names!.element).value = -1n
      if (memory) global(instance, names!.pages).value = memory.buffer.byteLength / 65_536
    }
    return run()
  }

  /** What the last call of this instance's own code paid. */
  paid(instance: Instance): bigint {
    return GAS - (global(instance, instance.names!.gas).value as bigint)
  }

  /** The VM's text for a trap in rewritten code, or in a segment that does not fit. */
  trapText(trap: WebAssembly.RuntimeError): string {
    const error = new WebAssembly.RuntimeError(
      trap.message
        .replace('WebAssembly.Instance(): ', '')
        .replace(/data segment (?:\d+ )?is out of bounds.*/, 'memory access out of bounds'),
    )
    const some = (test: (instance: Instance, names: PrivateNames) => boolean): boolean =>
      this.all.some((instance) => test(instance, instance.names!))
    return trapError(error, {
      exhausted: some((instance, names) => (global(instance, names.gas).value as bigint) < 0n),
      overflowed: some((instance, names) => (global(instance, names.frames).value as number) < 0),
      nan: some((instance, names) => global(instance, names.cause).value === 1),
      nullElement: () =>
        some((instance, names) => {
          const element = global(instance, names.element).value as bigint
          if (element < 0n) return false
          const table = instance.exports[names.tables[Number(element >> 32n)]!] as WebAssembly.Table
          return table.get(Number(element & 0xffff_ffffn)) === null
        }),
    }).shortMessage.replace('Error executing Wasm: Wasmer runtime error: RuntimeError: ', '')
  }
}

const global = (instance: Instance, name: string): WebAssembly.Global => instance.exports[name] as WebAssembly.Global

export const exportOf = (module: Module, name: string): Export | undefined =>
  module.exports.find((item) => item.name === name)

/** Whether an export is a function of the module itself. */
export const isOwnFunction = ({ module }: Instance, field: string): boolean =>
  exportOf(module, field)!.index >= module.importedFunctions
