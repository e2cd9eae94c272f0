import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { ADVISORIES, isAffected } from '../../src/audit/index.js'
import { fromHex } from '../../src/base/bytes.js'
import type { Context } from '../../src/chain/context.js'
import { PATCHED_ADVISORIES, type PatchedAdvisory } from '../../src/chain/index.js'
import { keyOf } from '../../src/store/key.js'
import { RecordedSteps, tidy, type Acted, type RecordedStep } from '../recorded-steps.js'
import { assemble } from '../vm/wat.js'

// The stories of advisories of wasmd, on the last release with all four faults and on one with none: made by reference/advisories.

interface Step extends RecordedStep {
  readonly kind: 'put' | 'block' | 'message'
}
type Stores = NonNullable<Step['state']>
interface Recording {
  readonly about: string
  readonly chain_id: string
  readonly height: number
  readonly time_ns: string
  /** All rows of the chain before its stories. */
  readonly base: Stores
  readonly stories: readonly { readonly name: string; readonly steps: readonly Step[] }[]
}

const FOLDER = new URL('../../fixtures/wasmd/advisories/', import.meta.url)
const recordingOf = (release: string) =>
  JSON.parse(gunzipSync(readFileSync(new URL(`wasmd-${release}.json.gz`, FOLDER))).toString()) as Recording
const BEFORE = recordingOf('0.60.0')
const AFTER = recordingOf('0.60.8')
const PROBE = readFileSync(new URL('probe.wasm', FOLDER))

/** A chain of kind wasmd with the rows of the recorded one, whose contracts have no ports between clients yet. */
class RecordedWasmd extends RecordedSteps<Step> {
  readonly app
  readonly #base: Stores

  constructor({ chain_id: chainId, height, time_ns: time, base }: Recording, unpatched: readonly PatchedAdvisory[]) {
    super({ chainId, height, time: BigInt(time) }, { passing: [], unmetered: ['put', 'block'] })
    // The release in the wasmvm of both recordings.
    const options = { kind: 'wasmd' as const, chainId, vm: '2.3.4', unpatched: [...unpatched] }
    const { app } = createSandbox({ chains: { wasmd: options } }).chains.wasmd.host
    app.wasm.create(app.baseApp.stateContext(), new Uint8Array(20).fill(1), PROBE)
    this.app = app.baseApp
    this.#base = base
    for (const [store, rows] of Object.entries(this.dump(this.stores))) {
      for (const key of Object.keys(rows))
        this.context()
          .rawStore(store)
          .delete(keyOf(fromHex(key)))
      this.#put(this.context(), { [store]: base[store]! })
    }
  }

  get stores(): readonly string[] {
    return this.app.stores.names.filter((name) => Object.hasOwn(this.#base, name))
  }

  /** A step that tells of no change in a store expects none. */
  told(step: Step): Step {
    const state = Object.fromEntries(this.stores.map((name) => [name, step.state?.[name] ?? {}]))
    return { ...step, state }
  }

  protected override act(ctx: Context, step: Step): Acted {
    if (step.kind === 'message') return this.message(ctx, step)
    if (step.kind === 'put') this.#put(ctx, step.state!)
    return {}
  }

  #put(ctx: Context, stores: Stores): void {
    for (const [name, rows] of Object.entries(stores))
      for (const [key, value] of Object.entries(rows))
        if (value === null) ctx.rawStore(name).delete(keyOf(fromHex(key)))
        else ctx.rawStore(name).set(keyOf(fromHex(key)), fromHex(value))
  }
}

const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))

/** Runs the stories of an advisory, and compares each step with what was recorded. */
function expectAsRecorded(recording: Recording, advisory: PatchedAdvisory, unpatched: readonly PatchedAdvisory[]) {
  const stories = recording.stories.filter(({ name }) => name.startsWith(advisory))
  expect(stories.length).toBeGreaterThan(0)
  for (const { name: story, steps } of stories) {
    const chain = new RecordedWasmd(recording, unpatched)
    for (const step of steps) {
      const told = chain.told(step)
      const { gas_used, events, data, error, panic, state } = told
      const expected =
        step.kind === 'message' ? { gas_used, events, data, error, panic, state } : { gas_used: 0, state, events: [] }
      expect({ story, name: step.name, ...withoutUndefined(tidy(chain.run(told))) }).toEqual({
        story,
        name: step.name,
        ...withoutUndefined(tidy(expected as Partial<RecordedStep>)),
      })
    }
  }
}

/** Stories of refused channels call entry points, whose gas is the subject of another advisory. */
const alsoOf = (advisory: PatchedAdvisory): readonly PatchedAdvisory[] =>
  advisory === 'CWA-2025-006' ? ['CWA-2025-005'] : []

test.each(PATCHED_ADVISORIES)('%s: a chain that lacks the patch does what wasmd v0.60.0 did', (advisory) => {
  expectAsRecorded(BEFORE, advisory, [advisory, ...alsoOf(advisory)])
})

test.each(PATCHED_ADVISORIES)('%s: a chain that has the patch does what wasmd v0.60.8 does', (advisory) => {
  const others = PATCHED_ADVISORIES.filter((other) => other !== advisory && !alsoOf(advisory).includes(other))
  for (const unpatched of [[], others]) expectAsRecorded(AFTER, advisory, unpatched)
})

test('the two recordings of each advisory differ', () => {
  for (const advisory of PATCHED_ADVISORIES) {
    const [before, after] = [BEFORE, AFTER].map(({ stories }) =>
      stories.filter(({ name }) => name.startsWith(advisory)),
    )
    expect(before).not.toEqual(after)
  }
})

test('the table says which advisories the option takes, and names the releases of the recordings', () => {
  const shown = ADVISORIES.filter(({ shown: how }) => how.with === 'unpatched')
  expect(shown.map(({ id }) => id)).toEqual([...PATCHED_ADVISORIES])
  for (const { shown: how, affected } of shown) {
    if (how.with !== 'unpatched') continue
    expect([BEFORE.about, AFTER.about]).toEqual([
      expect.stringContaining(`wasmd v${how.before} `) as string,
      expect.stringContaining(`wasmd v${how.after} `) as string,
    ])
    expect([how.before, how.after].map((release) => isAffected(release, affected))).toEqual([true, false])
  }
})

test('the contract of the recordings is its text, assembled', () => {
  expect(assemble(readFileSync(new URL('probe.wat', FOLDER), 'utf8'), false)).toEqual(new Uint8Array(PROBE))
})

test('an upgrade to another release brings the patches', () => {
  const { app } = createSandbox({ chains: { wasmd: { kind: 'wasmd', unpatched: ['CWA-2025-005'] } } }).chains.wasmd.host
  const lacking = () => [...app.baseApp.stateContext().release.unpatched]
  expect(lacking()).toEqual(['CWA-2025-005'])
  app.baseApp.continueAs('0.70')
  expect(lacking()).toEqual([])
})

test('an advisory that the option does not take is refused', () => {
  const unpatched = ['CWA-2025-001' as PatchedAdvisory]
  expect(() => createSandbox({ chains: { hub: { unpatched } } })).toThrow('/chains/hub/unpatched/0')
})
