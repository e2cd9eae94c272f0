import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/base/errors.js'
import { validateMetadata } from '../../../src/modules/bank/settings.js'

// Source: cosmos-sdk v0.53.6 x/bank/types/metadata.go `Validate`.

const unit = (denom: string, exponent: number, ...aliases: readonly string[]) => ({ denom, exponent, aliases })
const atom = {
  name: 'Atom',
  symbol: 'ATOM',
  base: 'uatom',
  display: 'atom',
  denomUnits: [unit('uatom', 0, 'microatom'), unit('matom', 3), unit('atom', 6)],
}

function problem(changes: object): string {
  try {
    validateMetadata(Metadata.fromPartial({ ...atom, ...changes } as never))
    return ''
  } catch (error) {
    if (error instanceof ChainError) return error.log
    throw error
  }
}

test.each<[object, string]>([
  [{}, ''],
  [{ name: '' }, 'name field cannot be blank'],
  [{ name: ' \t' }, 'name field cannot be blank'],
  [{ symbol: ' ' }, 'symbol field cannot be blank'],
  [{ base: 'x' }, 'invalid metadata base denom: invalid denom: x'],
  [{ display: '' }, 'invalid metadata display denom: invalid denom: '],
  [{ display: 'uatom' }, ''],
  [{ display: 'other' }, "metadata must contain a denomination unit with display denom 'other'"],
  [{ denomUnits: [] }, "metadata must contain a denomination unit with display denom 'atom'"],
  [{ denomUnits: [unit('atom', 0)] }, "metadata's first denomination unit must be the one with base denom 'uatom'"],
  [{ denomUnits: [unit('uatom', 1), unit('atom', 6)] }, 'the exponent for base denomination unit uatom must be 0'],
  [{ denomUnits: [unit('uatom', 0), unit('atom', 0)] }, 'denom units should be sorted asc by exponent'],
  [
    { denomUnits: [unit('uatom', 0), unit('atom', 6), unit('matom', 3)] },
    'denom units should be sorted asc by exponent',
  ],
  [
    { denomUnits: [unit('uatom', 0), unit('matom', 3), unit('atom', 3)] },
    'denom units should be sorted asc by exponent',
  ],
  [{ denomUnits: [unit('uatom', 0), unit('uatom', 3), unit('atom', 6)] }, 'duplicate denomination unit uatom'],
  [{ denomUnits: [unit('uatom', 0), unit('x', 3), unit('atom', 6)] }, 'invalid denom unit: invalid denom: x'],
  [{ denomUnits: [unit('uatom', 0, 'a', 'a'), unit('atom', 6)] }, 'duplicate denomination unit alias a'],
  [{ denomUnits: [unit('uatom', 0, ' '), unit('atom', 6)] }, 'alias for denom unit uatom cannot be blank'],
  // Units of several may share an alias.
  [{ denomUnits: [unit('uatom', 0, 'a'), unit('atom', 6, 'a')] }, ''],
])('metadata with %j', (changes, text) => {
  expect(problem(changes)).toBe(text)
})
