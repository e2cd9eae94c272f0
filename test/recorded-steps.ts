import { toBase64, toHex, fromBase64 } from '../src/base/bytes.js'
import { ChainError } from '../src/base/errors.js'
import type { App } from '../src/chain/app.js'
import type { BlockInfo, Context } from '../src/chain/context.js'
import { EventManager, type Event } from '../src/chain/events.js'
import { FiniteGasMeter, InfiniteGasMeter, Panic } from '../src/chain/gas.js'
import { keyBytes } from '../src/store/key.js'

/** What Go modules were given, and what they answered. */
export interface RecordedStep {
  readonly name: string
  readonly kind: string
  readonly type?: string
  readonly path?: string
  readonly value?: string
  readonly height?: number
  readonly time_ns?: string
  readonly gas_used: number
  readonly events?: readonly { readonly type: string; readonly attributes: Event['attributes'] }[]
  readonly data?: string
  readonly error?: { readonly codespace: string; readonly code: number; readonly text: string }
  readonly panic?: string
  /** By store: key and value in hex, null for what went. */
  readonly state?: Readonly<Record<string, Readonly<Record<string, string | null>>>>
}

/** What a step gave beside what it wrote; events by default those of the context. */
export interface Acted {
  readonly bytes?: Uint8Array
  readonly events?: readonly Event[]
}

/** A chain of the modules that were recorded, which goes through the same steps. */
export abstract class RecordedSteps<Step extends RecordedStep> {
  abstract readonly app: App
  protected block: BlockInfo
  /** Kinds of steps that leave nothing behind, and that have no end of gas. */
  readonly #kinds: { readonly passing: readonly string[]; readonly unmetered: readonly string[] }

  constructor(block: BlockInfo, kinds: { readonly passing: readonly string[]; readonly unmetered: readonly string[] }) {
    this.block = block
    this.#kinds = kinds
  }

  /** Does what the step says. */
  protected abstract act(ctx: Context, step: Step): Acted

  context(): Context {
    return this.app.stateContext().withBlock(this.block)
  }

  /** Runs a step and says what came of it in the words of the recording. */
  run(step: Step): Partial<RecordedStep> {
    if (step.height !== undefined && step.time_ns !== undefined)
      this.block = { ...this.block, height: step.height, time: BigInt(step.time_ns) }
    const before = step.state === undefined ? undefined : this.dump(Object.keys(step.state))
    const outcome = this.#attempt(step)
    return before === undefined ? outcome : { ...outcome, state: this.#diff(before, step.state!) }
  }

  #attempt(step: Step): Partial<RecordedStep> {
    const meter = this.#kinds.unmetered.includes(step.kind) ? new InfiniteGasMeter() : new FiniteGasMeter(100_000_000)
    const passing = this.#kinds.passing.includes(step.kind)
    const events = new EventManager()
    const branch = this.context().branch()
    const ctx = branch.ctx.withGasMeter(meter).withEvents(events)
    try {
      const data = this.act(ctx, step)
      if (passing) branch.discard()
      else branch.write()
      const shown = passing ? {} : { events: data.events ?? events.events }
      return { gas_used: meter.consumed, ...shown, ...(data.bytes && { data: toBase64(data.bytes) }) }
    } catch (error) {
      branch.discard()
      if (error instanceof ChainError) {
        const { codespace, code, log } = error
        return { gas_used: meter.consumed, error: { codespace, code, text: log } }
      }
      if (error instanceof Panic) return { gas_used: meter.consumed, panic: error.message }
      throw error
    }
  }

  protected message(ctx: Context, step: Step): Acted {
    const message = { typeUrl: step.type!, value: fromBase64(step.value ?? '') }
    const result = this.app.router.handler(step.type!)!(ctx, message)
    return { bytes: result.data, events: result.events }
  }

  protected query(ctx: Context, step: Step): Acted {
    return { bytes: this.app.queries.handler(step.path!)!(ctx, fromBase64(step.value ?? '')) }
  }

  /** All rows of stores, in hex. */
  dump(stores: readonly string[]): Record<string, Record<string, string>> {
    const all: Record<string, Record<string, string>> = {}
    for (const name of stores) {
      const rows = this.context().rawStore(name).iterator()
      const found: Record<string, string> = {}
      for (; rows.valid; rows.next()) found[toHex(keyBytes(rows.key))] = toHex(rows.value)
      all[name] = found
    }
    return all
  }

  /** What has changed, and the rows that should have. */
  #diff(before: Record<string, Record<string, string>>, wanted: NonNullable<RecordedStep['state']>) {
    const after = this.dump(Object.keys(before))
    const changes: Record<string, Record<string, string | null>> = {}
    for (const [store, rows] of Object.entries(after)) {
      const changed: Record<string, string | null> = {}
      for (const key of new Set([...Object.keys(before[store]!), ...Object.keys(rows), ...Object.keys(wanted[store]!)]))
        if (rows[key] !== before[store]![key] || key in wanted[store]!) changed[key] = rows[key] ?? null
      changes[store] = changed
    }
    return changes
  }
}

/** Without empty lists and data. */
export const tidy = ({ events, data, ...rest }: Partial<RecordedStep>): Partial<RecordedStep> => ({
  ...rest,
  ...(events === undefined || events.length === 0 ? {} : { events }),
  ...(data === undefined || data === '' ? {} : { data }),
})
