import { typeOf } from '../../../src/vm/wasm/module.js'
import { globalBits, matches, throughBits, toBits, type BitCall } from './bits.js'
import { exportOf, Instances, isOwnFunction, type Exports, type Instance } from './instances.js'
import { outOfScope } from './scope.js'
import type { Action, Command, Script } from './suite.js'

export interface ScriptResult {
  /** Commands whose claim was checked, by type. */
  readonly checked: ReadonlyMap<string, number>
  /** Commands that were not, by type and reason. */
  readonly outOfScope: ReadonlyMap<string, number>
  readonly failures: readonly string[]
}

/** Runs a script of the suite on modules rewritten for a release, or as they are (undefined). */
export function runScript(script: Script, release: string | undefined): ScriptResult {
  return new ScriptRun(script, release).run()
}

/** What only tests make by themselves; the VM's own declarations leave it out. */
const { Global, Memory, Table } = WebAssembly as unknown as {
  Global: new (type: { value: 'f32' | 'f64'; mutable: boolean }, value: number) => WebAssembly.Global
  Memory: new (limits: { initial: number; maximum: number }) => WebAssembly.Memory
  Table: new (type: { initial: number; maximum: number; element: 'anyfunc' }) => WebAssembly.Table
}

/** Module that every script may import from. Source: the specification's `test/core/README.md`. */
const spectest = (): Exports => ({
  global_i32: 666,
  global_i64: 666n,
  global_f32: new Global({ value: 'f32', mutable: false }, 666.6),
  global_f64: new Global({ value: 'f64', mutable: false }, 666.6),
  table: new Table({ initial: 10, maximum: 20, element: 'anyfunc' }),
  memory: new Memory({ initial: 1, maximum: 2 }),
  print: () => {},
  print_i32: () => {},
  print_i64: () => {},
  print_f32: () => {},
  print_f64: () => {},
  print_i32_f32: () => {},
  print_f64_f64: () => {},
})

/** Whether the engine takes a module of two memories, as that of Node from 22 on does. */
const HAS_MEMORIES = WebAssembly.validate(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 5, 5, 2, 0, 0, 0, 0))
/** Lines whose modules such an engine takes: they have two memories, or a memory's index or a 64-bit offset in more bytes than one of 32 bits. */
const OF_MEMORIES: Readonly<Record<string, readonly number[]>> = {
  'wasm-v1/imports.wast': [404, 408, 412],
  'wasm-v1/memory.wast': [8, 9],
  'wasm-v1/binary-leb128.wast': [403, 460],
  'multi-value/binary.wast': [162, 182, 201, 220, 259, 278, 296, 314],
}

class ScriptRun {
  private readonly script: Script
  private readonly release: string | undefined
  private readonly instances: Instances
  private readonly registry = new Map<string, Exports>([['spectest', spectest()]])
  private readonly named = new Map<string, Instance>()
  private readonly calls = new Map<Instance, Map<string, BitCall>>()
  private current: Instance | undefined
  private readonly checked = new Map<string, number>()
  private readonly outOfScope = new Map<string, number>()
  private readonly failures: string[] = []

  constructor(script: Script, release: string | undefined) {
    this.script = script
    this.release = release
    this.instances = new Instances(release)
  }

  run(): ScriptResult {
    for (const command of this.script.commands) {
      const reason = outOfScope(this.script, command, this.release)
      if (reason !== undefined) {
        count(this.outOfScope, `${command.type}: ${reason}`)
        continue
      }
      count(this.checked, command.type)
      let fault: string | undefined
      try {
        fault = this.check(command)
      } catch (error) {
        fault = error instanceof Error ? `${error.constructor.name}: ${error.message}` : String(error)
      }
      if (fault !== undefined) this.failures.push(`line ${command.line}, ${command.type}: ${fault}`)
    }
    return { checked: this.checked, outOfScope: this.outOfScope, failures: this.failures }
  }

  /** What is wrong; undefined when the claim holds. */
  private check(command: Command): string | undefined {
    switch (command.type) {
      case 'module': {
        const instance = this.instances.add(bytesOf(command.module), this.registry)
        this.current = instance
        if (command.name !== null) this.named.set(command.name, instance)
        return undefined
      }
      case 'register':
        this.registry.set(command.as, this.instance(command.name).exports)
        return undefined
      case 'action':
        this.perform(command.action)
        return undefined
      case 'assert_return': {
        const got = this.perform(command.action)
        const { expected } = command
        const equal = got.length === expected.length && got.every((bits, i) => matches(bits, expected[i]!))
        return equal ? undefined : `expected ${expected.join()}, got ${got.join()}`
      }
      case 'assert_trap':
        return this.expectTrap(command.text, () => this.perform(command.action))
      case 'assert_uninstantiable':
        return this.expectTrap(command.text, () => this.instances.add(bytesOf(command.module), this.registry))
      case 'assert_exhaustion':
        return this.expectExhaustion(() => this.perform(command.action))
      case 'assert_invalid':
      case 'assert_malformed':
        return this.expectRefusal(command.text, bytesOf(command.module), command.line)
      default:
        return this.expectLinkError(command.text, bytesOf(command.module))
    }
  }

  private expectRefusal(text: string, bytes: Uint8Array, line: number): string | undefined {
    const { suite, file } = this.script
    // What the engine itself takes beyond the suite's WebAssembly is its own affair; rewriting has to refuse it.
    const takes = this.release === undefined && HAS_MEMORIES && OF_MEMORIES[`${suite}/${file}`]?.includes(line) === true
    if (this.instances.refuses(bytes) !== takes) return undefined
    return takes ? `refused, by an engine with several memories: ${text}` : `accepted, though ${text}`
  }

  private expectLinkError(text: string, bytes: Uint8Array): string | undefined {
    try {
      this.instances.add(bytes, this.registry)
    } catch (error) {
      return error instanceof WebAssembly.LinkError ? undefined : String(error)
    }
    return `linked, though ${text}`
  }

  private expectTrap(text: string, run: () => unknown): string | undefined {
    try {
      run()
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) return String(error)
      if (this.release === undefined) return undefined
      const got = this.instances.trapText(error)
      return got.includes(text) || text.startsWith(got) ? undefined : `expected the trap ${text}, got ${got}`
    }
    return 'no trap'
  }

  /** Rewritten code must end by its own counter, never by the engine's stack. */
  private expectExhaustion(run: () => unknown): string | undefined {
    try {
      run()
    } catch (error) {
      if (this.release === undefined) return error instanceof RangeError ? undefined : String(error)
      if (!(error instanceof WebAssembly.RuntimeError)) return String(error)
      const got = this.instances.trapText(error)
      return got === 'call stack exhausted' ? undefined : got
    }
    return 'no exhaustion'
  }

  private perform(action: Action): (number | bigint)[] {
    const instance = this.instance(action.module)
    if (action.type === 'get') {
      const { index } = exportOf(instance.module, action.field)!
      const { importedGlobals, globals } = instance.module
      const { type } = [...importedGlobals, ...globals][index]!
      return [globalBits(type, (instance.exports[action.field] as WebAssembly.Global).value)]
    }
    const call = this.callOf(instance, action.field)
    const results = this.instances.call(() => call(action.args.map(toBits)))
    if (this.release !== undefined && isOwnFunction(instance, action.field) && this.instances.paid(instance) <= 0n)
      throw new Error('a call without gas')
    return results
  }

  private callOf(instance: Instance, field: string): BitCall {
    let calls = this.calls.get(instance)
    if (!calls) this.calls.set(instance, (calls = new Map()))
    let call = calls.get(field)
    if (!call) {
      const type = typeOf(instance.module, exportOf(instance.module, field)!.index)
      calls.set(field, (call = throughBits(type, instance.exports[field])))
    }
    return call
  }

  private instance(name: string | null): Instance {
    return name === null ? this.current! : this.named.get(name)!
  }
}

const bytesOf = (module: string | null): Uint8Array => new Uint8Array(Buffer.from(module!, 'base64'))

const count = (tally: Map<string, number>, key: string): void => void tally.set(key, (tally.get(key) ?? 0) + 1)
