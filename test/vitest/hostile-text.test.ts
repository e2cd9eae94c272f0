import { inspect } from 'node:util'
import { expect, test } from 'sudobox/vitest'
import { GasReporter } from '../../src/vitest/reporter.js'
import { expectPlain, HOSTILE } from '../hostile-text.js'

const thrown = async (run: () => unknown): Promise<Error> => {
  try {
    await run()
  } catch (error) {
    return error as Error
  }
  throw new Error('it did not throw')
}

/** A contract whose author is hostile: its label, error, attributes and debug output. */
const hostile = {
  execute: (deps: { readonly api: { debug(text: string): void } }, _env: unknown, _info: unknown, msg: string) => {
    deps.api.debug(HOSTILE)
    if (msg === 'fail') throw new Error(HOSTILE)
    return {
      attributes: [{ key: HOSTILE, value: HOSTILE }],
      events: [{ type: 'told', attributes: [{ key: HOSTILE, value: HOSTILE }] }],
    }
  },
  sudo: () => {
    throw new Error(HOSTILE)
  },
}

test('no text of a contract gets a line of its own in the messages of errors and matchers', async ({ neutron }) => {
  const alice = neutron.account('alice', '5untrn')
  const contract = neutron.mock(hostile, { label: '::error::FORGED' })
  const result = await alice.execute(contract, 'tell')
  const error = await thrown(() => alice.execute(contract, 'fail'))
  const callback = await contract.callback({ timeout: {} })
  const failures = await Promise.all([
    thrown(() => expect(error).toSucceed()),
    thrown(() => expect(error).toFailWith({ message: HOSTILE.slice(1) + HOSTILE })),
    thrown(() => expect(result).not.toSucceed()),
    thrown(() => expect(result).toEmit('wasm-told', { [HOSTILE]: 'x' })),
    thrown(() => expect(result).toEmit('wasm-toldd')),
    thrown(() => expect(result).not.toEmit('wasm-told', { [HOSTILE]: HOSTILE })),
    thrown(() => expect(callback).toSucceed()),
    thrown(() => expect(contract).toHaveFailures(7)),
    thrown(() => expect(contract).toHaveFailure({ error: HOSTILE })),
    thrown(() => expect(contract).toHaveState('nothing', HOSTILE)),
  ])
  for (const { message } of [error, ...failures]) expectPlain(message)
  expect(error.message).toContain('FORGED')
  // The chain's own text is exact.
  expect((error as { log?: string }).log).toContain(HOSTILE)
  for (const shown of [result, callback, contract, error, neutron])
    expectPlain(inspect(shown).replaceAll(/^ +at .*$/gm, ''))
})

test('names of gas values are cells of the table', () => {
  let told = ''
  const reporter = new GasReporter({ write: (text) => (told += text) })
  const entry = { file: `/x/${HOSTILE}`, name: HOSTILE, was: '5', is: '6', status: 'differs' as const }
  const tests = [{ meta: () => ({ sudoboxGas: [entry] }), result: () => ({ state: 'failed' }) }]
  void reporter.onTestRunEnd([{ children: { allTests: () => tests }, errors: () => [] } as never])
  expectPlain(told)
  expect(told).toContain('FORGED')
})
