import { resolve } from 'node:path'
import { Command } from 'commander'
import { readNamed, UsageError, writeAtomically } from '../../base/index.js'
import { hasDebug, lowerWasm } from '../../build/index.js'
import { twinPathOf } from '../../vm/debug/index.js'
import { grouped } from '../output/format.js'
import { printText } from '../output/plain-text.js'

interface Flags {
  readonly json?: boolean
}

async function run(from: string, to: string, { json }: Flags): Promise<void> {
  if (resolve(from) === resolve(to))
    throw new UsageError('the lowered file would replace the original one', { details: ['right: another name for it'] })
  const bytes = readNamed(from)
  const lowered = await lowerWasm(bytes, from)
  const twin = twinPathOf(to)
  const debugFile = hasDebug(bytes) && twin !== to ? twin : undefined
  writeAtomically(to, lowered)
  if (debugFile !== undefined && resolve(debugFile) !== resolve(from)) writeAtomically(debugFile, bytes)
  if (json)
    printText(JSON.stringify({ from, to, debugFile, bytesBefore: bytes.length, bytes: lowered.length }, undefined, 2))
  else {
    console.log(`${to}: ${grouped(lowered.length)} bytes, before ${grouped(bytes.length)}`)
    if (debugFile !== undefined) console.log(`names and lines for traces: ${debugFile}`)
  }
}

/** `sudobox lower IN OUT` */
export const lowerCommand = (): Command =>
  new Command('lower')
    .argument('<in>', 'a .wasm file')
    .argument('<out>', 'the file to write')
    .option('--json', 'print one JSON document instead of text')
    .addHelpText(
      'after',
      [
        '',
        'Replaces memory.copy, memory.fill and sign extension by operators of the first release of WebAssembly, and writes calls by a table as that',
        'release does. Mutable globals and saturating float conversions are left as they are: all chains take them. What cannot be replaced is an error',
        'that names it: other operators on bulk memory and references, several results, SIMD, threads and so on. Names are kept. If IN has debug',
        'information, it becomes the debug twin: OUT.debug.wasm for OUT.wasm, which only runs here and need not be lowered.',
        'Needs the package binaryen: npm install --save-dev binaryen',
        '',
        'Exit code: 0 written, 2 the file cannot be lowered.',
      ].join('\n'),
    )
    .action((from: string, to: string, flags: Flags) => run(from, to, flags))
