import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repositoryPath } from '../harness/paths.js'

/** A script of VM calls as `reference-vm time` takes it, of which the benches use these fields. */
export interface Script {
  readonly wasm: string
  readonly gas_limit?: number
  readonly steps: readonly { readonly name: string; readonly entry: string; readonly msg_text?: string }[]
}

/** A script that is timed, and how many runs of each step make a sample of the native program. */
export interface Timed {
  readonly name: string
  readonly path: string
  readonly nativeRuns: number
}

export const readScript = (path: string): Script => JSON.parse(readFileSync(path, 'utf8')) as Script

export const readModule = (path: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(join(dirname(path), readScript(path).wasm)))

/** The timed scripts; that of the hand-written contract lies beside its assembled module in a folder of its own. */
export async function timedScripts(): Promise<Timed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-bench-'))
  const path = join(folder, 'mixing.json')
  writeFileSync(join(folder, 'mixing.wasm'), await assemble(repositoryPath('bench/vm/mixing.wat')))
  const script: Script = { wasm: 'mixing.wasm', steps: [{ name: 'mix', entry: 'execute' }] }
  writeFileSync(path, JSON.stringify(script))
  return [
    { name: 'cw20_base', path: repositoryPath('reference/vm/time/cw20_base.json'), nativeRuns: 500 },
    { name: 'callback_lab', path: repositoryPath('reference/vm/time/callback_lab.json'), nativeRuns: 10 },
    { name: 'mixing', path, nativeRuns: 10 },
  ]
}

async function assemble(path: string): Promise<Uint8Array> {
  const { default: load } = await import('wabt')
  const module = (await load()).parseWat(path, readFileSync(path, 'utf8'))
  try {
    return module.toBinary({}).buffer
  } finally {
    module.destroy()
  }
}
