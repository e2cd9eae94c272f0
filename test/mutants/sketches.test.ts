// Survivors of the suites in bench/mutants, each with the sketch of a test that `sudobox mutants --sketches` found.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeMutants, openTarget, passes, type Mutant, type Mutants, type Sketch } from '../../src/mutants/index.js'

interface Recorded extends Sketch {
  readonly contract: string
  readonly mutant: Pick<Mutant, 'id' | 'file' | 'line' | 'text' | 'replacement'>
}

const recorded = JSON.parse(readFileSync('fixtures/mutants/sketches.json', 'utf8')) as readonly Recorded[]
const CRATES: Readonly<Record<string, readonly string[]>> = { cw20_base: ['cw20-base'], remote_vault: [] }

const made = new Map<string, Mutants>()
function mutantsOf(contract: string): Mutants {
  let known = made.get(contract)
  if (known === undefined)
    made.set(
      contract,
      (known = makeMutants(openTarget(`fixtures/mutants/${contract}.wasm`), { crates: CRATES[contract]! })),
    )
  return known
}

test('there are ten sketches or more, for survivors of both contracts', () => {
  expect(recorded.length).toBeGreaterThanOrEqual(10)
  expect(new Set(recorded.map(({ contract }) => contract))).toEqual(new Set(Object.keys(CRATES)))
})

describe.each(recorded)('$contract: $mutant.file:$mutant.line $mutant.replacement', (sketch) => {
  const file = resolve('fixtures/mutants/sketches.json')
  const { target, mutants } = mutantsOf(sketch.contract)
  const { file: source, line, text, replacement } = sketch.mutant
  // Not by its number: it counts the lines of cw20-base that run code, which is known only where Cargo has the crate's sources.
  const found = mutants.filter(
    (one) =>
      one.file === source &&
      one.line === line &&
      one.replacement === replacement &&
      (one.text === text || (one.text === '' && !source.startsWith('contracts/'))),
  )

  test('passes on the contract and fails on the mutant', async () => {
    expect(found).toHaveLength(1)
    expect(await passes(sketch, file)).toBe(true)
    expect(await passes(sketch, file, { checksum: target.checksum, ...found[0]! })).toBe(false)
  })
})
