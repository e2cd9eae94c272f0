import { describe, expect, test } from 'vitest'
import { FixtureError } from '../../src/base/errors.js'
import { printVmScriptResult, runVmScript, runVmScriptFile } from 'sudobox/vm'
import { contract } from './wat.js'

const wasm = contract('(i32.const 16)')
const run = (text: string) => runVmScript(text, { file: 'dir/script.json', wasm })
const script = (step: object, more: object = {}) =>
  JSON.stringify({ wasm: 'x.wasm', steps: [{ name: 'a', entry: 'execute', ...step }], ...more })

/** A contract that writes `v` under `k` and gives an answer. */
const answering = (answer: string): Uint8Array => {
  const region = (offset: number, length: number): string =>
    [offset, length, length].map((word) => `\\${word.toString(16).padStart(2, '0')}\\00\\00\\00`).join('')
  return contract(
    '(call $write (i32.const 32) (i32.const 48)) (i32.const 80)',
    `(data (i32.const 32) "${region(128, 1)}") (data (i32.const 48) "${region(129, 1)}") (data (i32.const 128) "kv")
     (data (i32.const 80) "${region(160, answer.length)}") (data (i32.const 160) "${answer.replaceAll('"', '\\"')}")`,
    '(import "env" "db_write" (func $write (param i32 i32)))',
  )
}

const failure = (text: string): FixtureError => {
  try {
    run(text)
  } catch (error) {
    if (error instanceof FixtureError) return error
    throw error
  }
  throw new Error('the script was accepted')
}

describe('a VM script', () => {
  test('passes JSON on to the byte', () => {
    const text =
      '{"wasm":"x.wasm","steps":[{"name":"a","entry":"execute","msg": { "a" : 1.0,\n "b":[1e2, "}\\""] } ,"env":{}}]}'
    const [step] = run(text).steps
    expect(step).toMatchObject({ msg_raw: '{ "a" : 1.0,\n "b":[1e2, "}\\""] }', env_raw: '{}' })
    expect(step!.error).toBeUndefined()
  })

  test('takes exact text, and limits that no JavaScript number holds', () => {
    const text = script({ msg_text: 'x y', gas_limit: 0 }).replace('"gas_limit":0', '"gas_limit":18446744073709551615')
    const result = run(text)
    expect(result.steps[0]).toMatchObject({ msg_raw: 'x y', gas_limit: 2n ** 64n - 1n })
    expect(printVmScriptResult(result)).toContain('"gas_limit":18446744073709551615,')
  })

  test('keeps the store of successful steps, and applies put before a step', () => {
    const { steps } = run(
      JSON.stringify({
        wasm: 'x.wasm',
        steps: [
          { name: 'a', entry: 'execute', put: { '00ff': 'aa', '01': 'bb' } },
          { name: 'b', entry: 'execute', put: { '01': null } },
        ],
      }),
    )
    expect(steps.map((step) => step.storage_after)).toEqual([{ '00ff': 'aa', '01': 'bb' }, { '00ff': 'aa' }])
  })

  test.for([
    ['{"ok":{}}', true],
    ['{"error":"no"}', false],
    [' {"error" : null} ', false],
    ['{"ok":{"error":"no"}}', true],
    ['"error"', true],
    ['["error"]', true],
    ['null', true],
    ['{"error":', true],
    ['error', true],
  ] as const)('keeps what a step wrote that answered %s: %s', ([answer, kept]) => {
    const steps = [
      { name: 'a', entry: 'execute' },
      { name: 'b', entry: 'execute' },
    ]
    const text = JSON.stringify({ wasm: 'x.wasm', steps })
    const [first, second] = runVmScript(text, { file: 's.json', wasm: answering(answer) }).steps
    // The store after a step has what it wrote, in any case.
    expect(first).toMatchObject({ result: answer, persisted: kept, storage_after: { '6b': '76' } })
    expect(second!.storage_before_sha === first!.storage_before_sha).toBe(!kept)
  })

  test.for([
    ['{', '', /not JSON/],
    ['{"wasm":"x.wasm","steps":[],"wat":1}', '/wat', /unknown member "wat"/],
    [script({ gas_limt: 5 }), '/steps/0/gas_limt', /unknown member "gas_limt", did you mean "gas_limit"/],
    [script({ entry: 'excute' }), '/steps/0/entry', /expected one of/],
    [script({ gas_limit: -1 }), '/steps/0/gas_limit', /./],
    [script({ gas_limit: 1.5 }), '/steps/0/gas_limit', /not a whole number: 1\.5/],
    [script({ put: { '0': 'aa' } }), '/steps/0/put/0', /./],
    [script({ put: { '00': 'xx' } }), '/steps/0/put/00', /not hex/],
    ['{"wasm":"x.wasm","wasm":"y.wasm","steps":[]}', '', /duplicate field "wasm"/],
  ] as const)('%s is refused at %s', ([text, pointer, message]) => {
    const error = failure(text)
    expect(error.pointer).toBe(pointer)
    expect(error.message).toMatch(message)
    expect(error.message).toContain('dir/script.json')
  })

  test('reports the module and the script that cannot be read', () => {
    expect(() => runVmScript(script({}), { file: '/nowhere/script.json' })).toThrow(
      /\/nowhere\/script\.json#\/wasm: cannot read the module x\.wasm: no such file\n {2}looked for: \/nowhere\/x\.wasm\n {2}there is no folder \/nowhere/,
    )
    expect(() => runVmScriptFile('/nowhere/script.json')).toThrow(FixtureError)
  })

  test('a module that the VM refuses is a result, not a failure of the script', () => {
    const result = runVmScript(script({}), { file: 's.json', wasm: new Uint8Array([0, 0x61]) })
    expect(result.check_wasm).toMatchObject({ kind: 'StaticValidationErr' })
    expect(result.steps[0]!.create_error).toMatchObject({ kind: 'StaticValidationErr' })
  })
})
