import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { BUILT_IN_CAPABILITIES, createVm, runVmScript, VmError } from 'sudobox/vm'
import { withoutParserTail } from './compare.js'

interface Verdict {
  readonly kind: string
  readonly text: string
}

const NATIVE = new URL('../../fixtures/vm/native/', import.meta.url)
const { modules } = JSON.parse(readFileSync(new URL('check_wasm.json', NATIVE), 'utf8')) as {
  modules: Record<string, { check_wasm: 'ok' | Verdict; compile: 'ok' | Verdict }>
}

/** The verdict without the tail of a text that only the native parser can write. */
const comparable = (verdict: 'ok' | Verdict): 'ok' | Verdict =>
  verdict === 'ok' ? verdict : { kind: verdict.kind, text: withoutParserTail(verdict.text) }

const storeVerdict = (wasm: Uint8Array): 'ok' | Verdict => {
  try {
    createVm({ capabilities: [...BUILT_IN_CAPABILITIES, 'cosmwasm_3_0'] }).store(wasm)
    return 'ok'
  } catch (error) {
    if (error instanceof VmError) return { kind: error.kind, text: error.shortMessage }
    throw error
  }
}

describe('verdicts of the native static checks and compiler', () => {
  test.for(Object.entries(modules))('%s', ([name, { check_wasm, compile }]) => {
    const wasm = readFileSync(new URL(`check/${name}`, NATIVE))
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
