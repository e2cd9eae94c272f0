import type { CompiledCode } from './code.js'

/** Bytes of original modules whose compiled forms are kept: some hundred contracts. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Compiled codes of this process, shared by all of its VMs of one release and instrumentation; the most recently used ones are kept.
 * A VM keeps its own codes in any case, so they also stay in the engine's own cache, which finds modules by their bytes.
 */
class CodeCache {
  readonly #codes = new Map<string, CompiledCode>()
  #bytes = 0

  get(key: string): CompiledCode | undefined {
    const code = this.#codes.get(key)
    if (code) {
      this.#codes.delete(key)
      this.#codes.set(key, code)
    }
    return code
  }

  /** Only codes that passed every check except the one for capabilities, which each VM does itself. */
  add(key: string, code: CompiledCode): void {
    if (this.#codes.has(key)) return
    this.#codes.set(key, code)
    this.#bytes += code.module.bytes.length
    for (const [oldest, { module }] of this.#codes) {
      if (this.#bytes <= MAX_BYTES) return
      this.#codes.delete(oldest)
      this.#bytes -= module.bytes.length
    }
  }
}

export const codeCache = new CodeCache()
