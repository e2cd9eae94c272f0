/** The glue of the package without its entry, which needs a bundler to load the module. */
declare module 'gecko-profiler-demangle/index_bg.js' {
  export function __wbg_set_wasm(exports: WebAssembly.Exports): void
  export function __wbindgen_init_externref_table(): void
  export function demangle_any(name: string): string
}
