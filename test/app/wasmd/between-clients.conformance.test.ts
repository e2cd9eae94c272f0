import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { createSandbox } from 'sudobox'
import { expect, test } from 'vitest'
import { fromHex } from '../../../src/base/bytes.js'
import type { Context } from '../../../src/chain/context.js'
import { keyOf } from '../../../src/store/key.js'
import { RecordedSteps, tidy, type Acted, type RecordedStep } from '../../recorded-steps.js'

interface Step extends RecordedStep {
  readonly kind: 'put' | 'block' | 'message'
}
type Stores = NonNullable<Step['state']>
interface Recording {
  readonly chain_id: string
  readonly height: number
  readonly time_ns: string
  readonly contracts: readonly string[]
  /** All rows of the chain before its stories. */
  readonly base: Stores
  readonly stories: readonly { readonly name: string; readonly steps: readonly Step[] }[]
}

/** What wasmd v0.61.14 did; made by reference/wasmd. */
const recording = JSON.parse(
  gunzipSync(readFileSync(new URL('../../../fixtures/wasmd/between-clients.json.gz', import.meta.url))).toString(),
) as Recording

const CODE = readFileSync(new URL('../../../contracts/artifacts/ping_pong.wasm', import.meta.url))

/** A chain of kind wasmd with the rows of the recorded one. */
class RecordedWasmd extends RecordedSteps<Step> {
  readonly app

  constructor({ chain_id: chainId, height, time_ns: time, base }: Recording) {
    super({ chainId, height, time: BigInt(time) }, { passing: [], unmetered: ['put', 'block'] })
    const { app } = createSandbox({ chains: { wasmd: { kind: 'wasmd', chainId } } }).chains.wasmd.host
    app.wasm.create(app.baseApp.stateContext(), new Uint8Array(20).fill(1), CODE)
    this.app = app.baseApp
    for (const [store, rows] of Object.entries(this.dump(this.stores))) {
      for (const key of Object.keys(rows))
        this.context()
          .rawStore(store)
          .delete(keyOf(fromHex(key)))
      this.#put(this.context(), { [store]: base[store]! })
    }
  }

  get stores(): readonly string[] {
    return this.app.stores.names.filter((name) => Object.hasOwn(recording.base, name))
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

test.each(recording.stories.map(({ name, steps }) => [name, steps] as const))(
  'packets between clients, %s: gas, events, answers, errors and rows are those of wasmd',
  (_, steps) => {
    const chain = new RecordedWasmd(recording)
    for (const step of steps) {
      const told = chain.told(step)
      const { gas_used, events, data, error, panic, state } = told
      const expected =
        step.kind === 'message' ? { gas_used, events, data, error, panic, state } : { gas_used: 0, state, events: [] }
      expect({ name: step.name, ...withoutUndefined(tidy(chain.run(told))) }).toEqual({
        name: step.name,
        ...withoutUndefined(tidy(expected as Partial<RecordedStep>)),
      })
    }
  },
)

const withoutUndefined = (value: object) =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined))
