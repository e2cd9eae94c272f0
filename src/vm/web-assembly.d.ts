/** The part of the engine's WebAssembly interface that Sudobox uses; neither the language's own types nor Node's have it. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array)
    static imports(module: Module): { readonly module: string; readonly name: string; readonly kind: string }[]
    static exports(module: Module): { readonly name: string; readonly kind: string }[]
  }
  class Instance {
    constructor(module: Module, imports?: Imports)
    readonly exports: Exports
  }
  class Memory {
    constructor(descriptor: { readonly initial: number })
    readonly buffer: ArrayBuffer
    grow(pages: number): number
  }
  class Table {
    private constructor()
    get(index: number): unknown
    set(index: number, value: unknown): void
  }
  class Global {
    private constructor()
    value: number | bigint
  }
  class CompileError extends Error {}
  class LinkError extends Error {}
  class RuntimeError extends Error {}
  type Exports = Readonly<Record<string, Memory | Table | Global | ((...args: never[]) => unknown) | undefined>>
  type Imports = Record<string, Record<string, unknown>>
  function validate(bytes: Uint8Array): boolean
}
