import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { repositoryPath } from '../harness/paths.js'
import { cryptographyContract } from './cryptography.js'

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

/** The contract whose compilation is timed. */
export const CW20: Timed = {
  name: 'cw20_base',
  path: repositoryPath('reference/vm/time/cw20_base.json'),
  nativeRuns: 500,
}

/** The timed scripts; those of the hand-written contracts lie beside their assembled modules in a folder of their own. */
export async function timedScripts(): Promise<Timed[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-bench-'))
  const written = async (name: string, wat: string, steps: Script['steps']): Promise<string> => {
    const path = join(folder, `${name}.json`)
    const script: Script = { wasm: `${name}.wasm`, steps }
    writeFileSync(join(folder, script.wasm), await assemble(`${name}.wat`, wat))
    writeFileSync(path, JSON.stringify(script))
    return path
  }
  const mixing = readFileSync(repositoryPath('bench/vm/mixing.wat'), 'utf8')
  const { wat, steps } = cryptographyContract()
  const cryptography = steps.map(([name, message]) => ({ name, entry: 'execute', msg_text: message }))
  return [
    CW20,
    { name: 'callback_lab', path: repositoryPath('reference/vm/time/callback_lab.json'), nativeRuns: 10 },
    { name: 'mixing', path: await written('mixing', mixing, [{ name: 'mix', entry: 'execute' }]), nativeRuns: 10 },
    { name: 'cryptography', path: await written('cryptography', wat, cryptography), nativeRuns: 20 },
  ]
}

async function assemble(name: string, wat: string): Promise<Uint8Array> {
  const { default: load } = await import('wabt')
  const module = (await load()).parseWat(name, wat)
  try {
    return module.toBinary({}).buffer
  } finally {
    module.destroy()
  }
}
