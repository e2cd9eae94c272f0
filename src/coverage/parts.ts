import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../base/index.js'
import { ModuleFolder } from '../vm/tools/index.js'
import type { CountedCode } from './counted-code.js'

interface Part extends Omit<CountedCode, 'ran' | 'information' | 'blocks' | 'messages'> {
  /** Names of files. */
  readonly ran: string
  readonly information: string
  readonly blocks: readonly (readonly [index: number, offset: number])[]
  readonly messages: readonly (readonly [string, { readonly calls: number; readonly succeeded: number }])[]
}

const PART = /^part-.*\.json$/

/** Stores what one process or thread counted, for {@link readParts}. Written again under the same name, it counts once. */
export function writePart(folder: string, name: string, codes: readonly CountedCode[]): void {
  mkdirSync(folder, { recursive: true })
  const modules = new ModuleFolder(folder)
  const parts = codes.map((code): Part => ({
    ...code,
    file: code.file,
    ran: modules.write(code.ran),
    information: modules.write(code.information),
    blocks: code.blocks.map((block) => [block.function, block.offset]),
    messages: [...code.messages],
  }))
  writeAtomically(join(folder, `part-${name}.json`), JSON.stringify(parts))
}

/** What all processes and threads stored in a folder. */
export function readParts(folder: string): readonly CountedCode[] {
  if (!existsSync(folder)) return []
  const modules = new ModuleFolder(folder)
  return readdirSync(folder)
    .filter((name) => PART.test(name))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Part[])
    .map((part) => ({
      ...part,
      ran: modules.read(part.ran),
      information: modules.read(part.information),
      blocks: part.blocks.map(([index, offset]) => ({ function: index, offset })),
      messages: new Map(part.messages),
    }))
}
