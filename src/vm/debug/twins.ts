import { basename } from 'node:path'
import { ENTRY_POINTS } from '../entry-points.js'
import { parseLeniently } from '../wasm/parse-leniently.js'
import type { Module } from '../wasm/module.js'
import type { Checksum } from '../vm.js'

/** The file next to a module with its names and debug information: `contract.debug.wasm` for `contract.wasm`. */
export const twinPathOf = (path: string): string => path.replace(/(?:\.debug)?\.wasm$/, '.debug.wasm')

interface Twin {
  readonly path: string
  readonly read: () => Uint8Array
  /** False: it cannot be read. */
  module?: Module | false
}

/** By the code that they are twins of. The process has one list, since the same file stands for the same code everywhere. */
const twins = new Map<Checksum, Twin>()

/** Paths of codes, for display. */
const paths = new Map<Checksum, string>()

/** Where a code was read from. */
export const noteFile = (checksum: Checksum, path: string): void => void paths.set(checksum, path)
export const fileOf = (checksum: Checksum): string | undefined => paths.get(checksum)

/** Makes a debug twin known; it is read only when it is needed. */
export function noteTwin(checksum: Checksum, path: string, read: () => Uint8Array): void {
  if (twins.get(checksum)?.path !== path) twins.set(checksum, { path, read })
}

export const hasTwin = (checksum: Checksum): boolean => twins.has(checksum)

/** @returns undefined if there is none, or none that can be read */
export function twinOf(checksum: Checksum): { readonly path: string; readonly module: Module } | undefined {
  const twin = twins.get(checksum)
  if (twin === undefined) return undefined
  twin.module ??= readTwin(twin.read) ?? false
  return twin.module === false ? undefined : { path: twin.path, module: twin.module }
}

const entryPointsOf = ({ exports }: Module): readonly string[] =>
  exports
    .filter(({ kind, name }) => kind === 'function' && name in ENTRY_POINTS)
    .map(({ name }) => name)
    .toSorted()

/** Whether a module can be a twin of another one: one of another contract has other entry points. */
export const isTwinOf = (module: Module, twin: Module): boolean =>
  entryPointsOf(module).join() === entryPointsOf(twin).join()

/** Why the file next to a code is not used, for display; undefined if it is used, or if the file is missing. */
export function twinProblem(checksum: Checksum, module: Module): string | undefined {
  const twin = twins.get(checksum)
  if (twin === undefined) return undefined
  const name = basename(twin.path)
  const found = twinOf(checksum)
  if (found === undefined) return `${name} is not a valid module`
  return isTwinOf(module, found.module)
    ? undefined
    : `${name} is of another contract: its entry points are ${entryPointsOf(found.module).join(', ') || 'none'}`
}

function readTwin(read: () => Uint8Array): Module | undefined {
  try {
    return parseLeniently(read())
  } catch {
    // The file next to a contract need not be what its name says.
    return undefined
  }
}
