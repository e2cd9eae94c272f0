import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { SDK_0_53 } from '../../../src/chain/release.js'
import { parseDuration } from '../../../src/codec/time.js'
import { defaultParams, validateParams } from '../../../src/modules/gov/params.js'
import { momentOf, type Params } from '../../../src/modules/gov/records.js'

/** Written by `reference/gov`. */
const recorded = JSON.parse(readFileSync('fixtures/gov/params.json', 'utf8')) as {
  readonly program: string
  readonly rows: readonly { readonly params: Readonly<Record<string, unknown>>; readonly error: string }[]
}

const camel = (name: string): string => name.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())
const changed = (changes: Readonly<Record<string, unknown>>): Params => ({
  ...defaultParams('stake'),
  ...Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [
      camel(name),
      name.endsWith('_period') ? momentOf(parseDuration(value as string)) : value,
    ]),
  ),
})

function problem(params: Params): string {
  try {
    validateParams('cosmos', params, SDK_0_53.texts)
    return ''
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return error.log.replace(/(maximum deposit period must be positive: )-?\d+/, '$1ADDRESS')
  }
}

describe(`params of governance are accepted and refused as by ${recorded.program}`, () => {
  test.each(recorded.rows.map(({ params, error }) => [JSON.stringify(params), params, error] as const))(
    '%s',
    (_, params, error) => {
      expect(problem(changed(params))).toBe(error)
    },
  )
})

test.each(['maxDepositPeriod', 'votingPeriod', 'expeditedVotingPeriod'] as const)('%s must be there', (name) => {
  const what = {
    maxDepositPeriod: 'maximum deposit',
    votingPeriod: 'voting',
    expeditedVotingPeriod: 'expedited voting',
  }
  expect(problem({ ...defaultParams('stake'), [name]: undefined })).toBe(
    `${what[name]} period must not be nil: %!d(*time.Duration=<nil>)`,
  )
})
