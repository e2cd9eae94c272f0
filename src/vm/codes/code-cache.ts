import { LRUCache } from 'lru-cache'
import type { Additions } from '../tools/instrument.js'
import type { Checksum } from '../vm.js'
import type { CompiledCode } from './code.js'

/** Bytes of original modules whose compiled forms are kept: some hundred contracts. */
const MAX_BYTES = 32 * 1024 * 1024

/**
 * Compiled codes of this process, shared by all of its VMs of one release and instrumentation; the most recently used ones are kept.
 * Only codes that passed every check except the one for capabilities, which each VM does itself.
 * A VM keeps its own codes in any case, so they also stay in the engine's own cache, which finds modules by their bytes.
 */
export const codeCache = new LRUCache<string, CompiledCode>({
  maxSize: MAX_BYTES,
  sizeCalculation: ({ module }) => module.bytes.length,
})

/** What a compiled code is kept by. */
export const codeKey = (version: string, { coverage, profile, stackMark }: Additions, checksum: Checksum): string =>
  [version, coverage === true, profile === true, stackMark === true, checksum].join(' ')
