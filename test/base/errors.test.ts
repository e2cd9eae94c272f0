import { expect, test } from 'vitest'
import { ChainError, FixtureError, UsageError } from '../../src/base/errors.js'

test('an error walks its causes to the first that matches', () => {
  const chain = new ChainError({ codespace: 'wasm', code: 5, log: 'boom: execute wasm contract failed' })
  const outer = new UsageError('cannot deploy', {
    details: ['given: x.wasm', 'expected: a CosmWasm contract'],
    cause: chain,
  })
  expect(outer.walk((error) => error instanceof ChainError)).toBe(chain)
  expect(outer.walk((error) => error instanceof FixtureError)).toBeUndefined()
  expect(outer.message).toBe('cannot deploy\n  given: x.wasm\n  expected: a CosmWasm contract')
  expect(chain).toMatchObject({ name: 'ChainError', codespace: 'wasm', code: 5 })
})

test('a fixture error names file and place', () => {
  expect(new FixtureError({ file: 'a.yaml', pointer: '/steps/0', message: 'unknown member "x"' }).message).toBe(
    'a.yaml#/steps/0: unknown member "x"',
  )
})
