import { expect, test } from 'vitest'
import type { TxResult } from 'sudobox'
import { TransactionAnnotations } from '../../src/vitest/annotations.js'

/** What a transaction ends with, as far as annotations read it. */
const ended = (more: Partial<TxResult> = {}): TxResult => ({
  chain: 'neutron',
  height: 5n,
  hash: 'AB12CD34EF',
  code: 0,
  codespace: '',
  rawLog: '',
  events: [],
  gasWanted: 1n,
  gasUsed: 1n,
  data: new Uint8Array(0),
  trace: [],
  sudo: [],
  ...more,
})

test('an annotation stands at the line of its transaction, and leaves the stacks of others alone', async () => {
  const annotations = new TransactionAnnotations()
  const { stackTraceLimit } = Error
  function atThisLine(): void {
    annotations.onTx(ended({ code: 5, codespace: 'wasm', rawLog: 'no' }))
    // Only a callback of it failed.
    annotations.onTx(ended({ hash: '', sudo: [{ failure: { id: 1n } }] as never }))
    annotations.onTx(ended())
  }
  atThisLine()
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)

  const stacks: string[] = []
  const texts: string[] = []
  const annotate = (text: string) => {
    texts.push(text)
    stacks.push(new Error('seen').stack!)
    return Promise.resolve()
  }
  const errors = [{ message: 'expected', stack: 'Error: expected\n    at place (file.ts:7:1)\nand text' }]
  await annotations.report({ annotate, task: { result: { state: 'fail', errors } } } as never)
  expect(texts).toEqual([
    'transaction AB12CD34 on neutron at height 5: it failed with codespace wasm, code 5: no',
    expect.stringMatching(/^callback on neutron at height 5: /),
  ])
  for (const stack of stacks) {
    const lines = stack.split('\n')
    expect(lines[0]).toBe('Error')
    expect(lines.slice(1).every((line) => /^\s*at /.test(line))).toBe(true)
    expect(stack).toContain('atThisLine')
    expect(lines.at(-1)).toBe('    at place (file.ts:7:1)')
  }
  // Afterwards errors have their own stacks again.
  expect(new Error('mine').stack).toMatch(/^Error: mine\n/)
  // They are told once.
  await annotations.report({ annotate, task: { result: { state: 'fail' } } } as never)
  expect(texts).toHaveLength(2)
})
