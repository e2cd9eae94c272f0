import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_CAPABILITIES, createVm, runVmScript, VmError } from 'sudobox/vm'
import { withoutParserTail } from './compare.js'

interface Verdict {
  readonly kind: string
  readonly text: string
}

interface Verdicts {
  /** `cosmwasm-vm <release>` */
  readonly vm: string
  readonly modules: Readonly<Record<string, { check_wasm: 'ok' | Verdict; compile: 'ok' | Verdict }>>
}

const FIXTURES = new URL('../../fixtures/vm/', import.meta.url)
const MODULES = new URL('native/check/', FIXTURES)
const verdictsIn = (path: string) => JSON.parse(readFileSync(new URL(path, FIXTURES), 'utf8')) as Verdicts
const { modules } = verdictsIn('native/check_wasm.json')

/** The verdict without the tail of a text that only the native parser can write. */
const comparable = (verdict: 'ok' | Verdict): 'ok' | Verdict =>
  verdict === 'ok' ? verdict : { kind: verdict.kind, text: withoutParserTail(verdict.text) }

const storeVerdict = (wasm: Uint8Array, version?: string): 'ok' | Verdict => {
  try {
    createVm({ ...(version && { version }), capabilities: [...BUILT_IN_CAPABILITIES, 'cosmwasm_3_0'] }).store(wasm)
    return 'ok'
  } catch (error) {
    if (error instanceof VmError) return { kind: error.kind, text: error.shortMessage }
    throw error
  }
}

describe('verdicts of the native static checks and compiler', () => {
  test.for(Object.entries(modules))('%s', ([name, { check_wasm, compile }]) => {
    const wasm = readFileSync(new URL(name, MODULES))
    const script = JSON.stringify({ wasm: name, steps: [{ name: 'any', entry: 'execute' }] })
    const result = runVmScript(script, { file: name, wasm })
    expect(comparable(result.check_wasm)).toEqual(comparable(check_wasm))
    // Storing checks, then compiles.
    expect(comparable(storeVerdict(wasm))).toEqual(comparable(check_wasm === 'ok' ? compile : check_wasm))
    // A module that compiles may still be no instance; one that does not is none for that reason.
    const error = result.steps[0]!.create_error
    const compiled = error?.kind === 'CompileErr' || error?.kind === 'StaticValidationErr' ? error : 'ok'
    expect(comparable(compiled)).toEqual(comparable(compile))
  })
})

/** What is stored on a chain passes both; what the compiler alone would say of a module that the checks refuse, no chain hears. */
describe('verdicts of other releases', () => {
  const releases = readdirSync(new URL('releases/', FIXTURES)).filter((name) => name.startsWith('check_wasm-'))
  test.for(releases)('%s', (file) => {
    const { vm, modules: verdicts } = verdictsIn(`releases/${file}`)
    const version = vm.replace('cosmwasm-vm ', '')
    // Line 1 asks for an export more.
    const directory = version.startsWith('1.') ? new URL('releases/check-1/', FIXTURES) : MODULES
    const differing = Object.entries(verdicts).filter(([name, { check_wasm, compile }]) => {
      const want = comparable(check_wasm === 'ok' ? compile : check_wasm)
      const got = comparable(storeVerdict(readFileSync(new URL(name, directory)), version))
      return JSON.stringify(got) !== JSON.stringify(want)
    })
    expect(differing).toEqual([])
  })
})
