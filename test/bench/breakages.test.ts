import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { falseRefusals, outcomeOf, storyFixture, type ToldBreakage } from '../../scripts/published/breakage.mjs'
import { targetOf } from '../../src/rehearse/index.js'
import { checkFixture } from '../../src/replay/index.js'

interface Breakage extends Partial<ToldBreakage> {
  readonly name: string
  readonly report: string
  readonly to: string
  readonly look?: object
}

const { breakages } = JSON.parse(readFileSync('bench/published/breakages.json', 'utf8')) as {
  readonly breakages: readonly Breakage[]
}

describe('bench/published/breakages.json', () => {
  it('names each breakage once, with its report, a target and a way to see it', () => {
    expect(new Set(breakages.map(({ name }) => name)).size).toBe(breakages.length)
    for (const { name, report, to, look, story } of breakages) {
      expect(report, name).toMatch(/^https:\/\/github\.com\//)
      expect(targetOf(to).kind, name).toBe(to)
      expect(look ?? story, name).toBeDefined()
    }
  })

  it('has stories that are fixtures', () => {
    const told = breakages.filter((one): one is Breakage & ToldBreakage => one.story !== undefined)
    expect(told.length).toBeGreaterThan(0)
    for (const one of told) expect(checkFixture(storyFixture(one, '/builds'), one.name).title).toBe(one.name)
  })
})

describe('a rehearsal of a breakage', () => {
  const refused = [{ what: 'query', why: 'removed in ibc-go v10', names: ['/a.Query/B', '/a.Query/C'] }]

  it('names it in a cause, or in a name below it', () => {
    expect(outcomeOf(refused, '/a.Query/C')).toBe(true)
    expect(outcomeOf([{ cause: 'query `/a.Query/C` no longer exists' }], '/a.Query/C')).toBe(true)
    expect(outcomeOf(refused, '/a.Query/D')).toBe(false)
  })

  it('counts each refused name of a contract that works, but for those that are right', () => {
    const known = [{ file: 'one.wasm', name: '/a.Query/B' }]
    expect(falseRefusals('one.wasm', { refused }, known)).toEqual(['one.wasm: query /a.Query/C'])
    expect(falseRefusals('two.wasm', { refused: [{ what: 'code', why: 'too long', names: [] }] }, known)).toEqual([
      'two.wasm: code too long',
    ])
  })
})
