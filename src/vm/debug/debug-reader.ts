import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fromUtf8, toUtf8 } from '../../base/index.js'
import { NO_TYPE, type RawScope, type RawType } from './raw-variables.js'

/** A place in source code by the debug information of a module. */
export interface RawFrame {
  /** The function's name as the linker has it; empty if it is not known. */
  readonly symbol: string
  /** Path of the file as the compiler noted it; empty if it is not known. */
  readonly file: string
  /** From 1; 0 if it is not known, as for code that the compiler made up. */
  readonly line: number
  readonly column: number
}

/** Code that was made from one place, at addresses from `start` up to `end`. */
export interface RawSpan {
  readonly start: number
  readonly end: number
  /** The innermost first: all but the last were inlined. */
  readonly frames: readonly RawFrame[]
}

interface ReaderExports {
  readonly memory: WebAssembly.Memory
  input(length: number): number
  name(): void
  section(): void
  open(): number
  frames(address: number): number
  spans(low: number, high: number): number
  locals(address: number): number
  scopes(address: number): number
  describe(id: number): number
  numbers(): number
  text(index: number): number
  text_length(index: number): number
}

let compiled: WebAssembly.Module | undefined

/** The reader is a module of 140 KB (`contracts/tools/debug_reader`); most processes never need it. */
function instantiate(): ReaderExports {
  const root = dirname(createRequire(import.meta.url).resolve('sudobox/package.json'))
  compiled ??= new WebAssembly.Module(readFileSync(join(root, 'contracts/artifacts/tools/debug_reader.wasm')))
  return new WebAssembly.Instance(compiled).exports as unknown as ReaderExports
}

/** Reads DWARF. Addresses count from the start of the code section's content. */
export class DebugReader {
  readonly #exports: ReaderExports
  readonly #texts: string[] = []

  private constructor(exports: ReaderExports) {
    this.#exports = exports
  }

  /** @param sections contents by name @returns undefined if they cannot be read */
  static open(sections: ReadonlyMap<string, Uint8Array>): DebugReader | undefined {
    try {
      const exports = instantiate()
      const give = (bytes: Uint8Array): void => {
        const at = exports.input(bytes.length)
        new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes)
      }
      for (const [name, content] of sections) {
        give(toUtf8(name))
        exports.name()
        give(content)
        exports.section()
      }
      return exports.open() === 1 ? new DebugReader(exports) : undefined
    } catch (error) {
      if (isTrap(error)) return undefined
      throw error
    }
  }

  frames(address: number): readonly RawFrame[] {
    return this.#answer(() => this.#exports.frames(address))[0]?.frames ?? []
  }

  /** In the order of addresses. Code without a line is left out, or has no frames. */
  spans(low: number, high: number): readonly RawSpan[] {
    return this.#answer(() => this.#exports.spans(low, high))
  }

  locals(address: number): readonly number[] {
    return this.#guarded(() => this.#numbers(() => this.#exports.locals(address)), [])
  }

  scopes(address: number): readonly RawScope[] {
    return this.#json<readonly RawScope[]>(() => this.#exports.scopes(address)) ?? []
  }

  describe(id: number): RawType | undefined {
    const found = this.#json<Partial<RawType>>(() => this.#exports.describe(id))
    return found && { ...NO_TYPE, ...found }
  }

  #numbers(ask: () => number): readonly number[] {
    const count = ask()
    return [...new Uint32Array(this.#exports.memory.buffer, this.#exports.numbers(), count)]
  }

  #json<T>(ask: () => number): T | undefined {
    return this.#guarded(() => {
      const [index] = this.#numbers(ask)
      const text = index === undefined ? '' : this.#text(index)
      return text === '' ? undefined : (JSON.parse(text) as T)
    }, undefined)
  }

  /** Broken information can make the reader trap. */
  #guarded<T>(read: () => T, otherwise: T): T {
    try {
      return read()
    } catch (error) {
      if (isTrap(error)) return otherwise
      throw error
    }
  }

  /** Broken information can make the reader trap; the result is then empty. */
  #answer(ask: () => number): readonly RawSpan[] {
    const exports = this.#exports
    try {
      const count = ask()
      const numbers = new Uint32Array(exports.memory.buffer, exports.numbers(), count).slice()
      const spans: RawSpan[] = []
      for (let at = 0; at < count;) {
        const [start, length, frames] = [numbers[at]!, numbers[at + 1]!, numbers[at + 2]!]
        at += 3
        spans.push({
          start,
          end: start + length,
          frames: Array.from({ length: frames }, (_, i) => this.#frame(numbers, at + i * 4)),
        })
        at += frames * 4
      }
      return spans
    } catch (error) {
      if (isTrap(error)) return []
      throw error
    }
  }

  #frame(numbers: Uint32Array, at: number): RawFrame {
    return {
      symbol: this.#text(numbers[at]!),
      file: this.#text(numbers[at + 1]!),
      line: numbers[at + 2]!,
      column: numbers[at + 3]!,
    }
  }

  #text(index: number): string {
    const exports = this.#exports
    return (this.#texts[index] ??= fromUtf8(
      new Uint8Array(exports.memory.buffer, exports.text(index), exports.text_length(index)).slice(),
    ))
  }
}

const isTrap = (error: unknown): boolean => error instanceof WebAssembly.RuntimeError || error instanceof RangeError
