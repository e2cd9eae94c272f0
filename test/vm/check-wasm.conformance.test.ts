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

/** Modules of which our parser, or the engine, says something else than the native one, or in other words. */
const OTHER_WORDS = new Set(
  ['duplicate_export', 'extended_const', 'gc', 'ref_null', 'table_grow', 'type_error'].map((name) => `${name}.wasm`),
)
/** Modules of which ours says the same, and names another place: the native one meets the fault elsewhere. */
const OTHER_PLACE = new Set(
  ['externref_param', 'funcref_global', 'table_externref', 'two_tables'].map((name) => `${name}.wasm`),
)

/** The verdict without the tail of a text that only the native parser can write. */
const withoutTail = (verdict: 'ok' | Verdict): 'ok' | Verdict =>
  verdict === 'ok' ? verdict : { kind: verdict.kind, text: withoutParserTail(verdict.text) }

/** The verdict, of the modules above without what differs by a parser. */
function comparable(verdict: 'ok' | Verdict, name: string): 'ok' | Verdict {
  if (verdict === 'ok' || OTHER_WORDS.has(name)) return withoutTail(verdict)
  const { kind, text } = verdict
  return { kind, text: OTHER_PLACE.has(name) ? text.replace(/ \(at offset 0x[0-9a-f]+\)/, '') : text }
}

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
    expect(comparable(result.check_wasm, name)).toEqual(comparable(check_wasm, name))
    // Storing checks, then compiles.
    expect(comparable(storeVerdict(wasm), name)).toEqual(comparable(check_wasm === 'ok' ? compile : check_wasm, name))
    // A module that compiles may still be no instance; one that does not is none for that reason.
    const error = result.steps[0]!.create_error
    const compiled = error?.kind === 'CompileErr' || error?.kind === 'StaticValidationErr' ? error : 'ok'
    // Of a module that the checks refuse the compiler would say the same in other words.
    expect(withoutTail(compiled)).toEqual(withoutTail(compile))
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
      const want = comparable(check_wasm === 'ok' ? compile : check_wasm, name)
      const got = comparable(storeVerdict(readFileSync(new URL(name, directory)), version), name)
      return JSON.stringify(got) !== JSON.stringify(want)
    })
    expect(differing).toEqual([])
  })
})
