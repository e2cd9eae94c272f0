import { toUtf8, type ChainError } from '../../base/index.js'
import { anyBelow, failureOf, namedRun, plainError, walk, type Context } from '../../chain/index.js'
import type { WasmMessages } from './expected.js'
import { COUNT_KEY, PARAMS_KEY, scheduleKey, SCHEDULES_PREFIX, STORE } from './keys.js'
import { decodeCount, encodeCount, Params, Schedule } from './records.js'

export interface CronOptions {
  readonly wasm: WasmMessages
  /** Bech32 address that may change schedules and params: the gov module account. */
  readonly authority: string
  /** Bech32 address of the module account, which sends the messages. */
  readonly sender: string
}

const hasSchedules = anyBelow(STORE, SCHEDULES_PREFIX)

const NO_PARAMS: Params = { securityAddress: '', limit: 0n }

/** Contracts that the chain calls every so many blocks. Source: neutron x/cron/keeper/keeper.go (06e81b9f). */
export class CronKeeper {
  readonly authority: string
  readonly #wasm: WasmMessages
  readonly #sender: string

  constructor({ wasm, authority, sender }: CronOptions) {
    this.authority = authority
    this.#wasm = wasm
    this.#sender = sender
  }

  params(ctx: Context): Params {
    const bytes = ctx.store(STORE).get(PARAMS_KEY)
    return bytes === undefined ? NO_PARAMS : Params.decode(bytes)
  }
  setParams(ctx: Context, params: Params): void {
    ctx.store(STORE).set(PARAMS_KEY, Params.encode(params).finish())
  }

  /** @throws ChainError undefined/1 for a name that is taken */
  add(ctx: Context, schedule: Schedule): void {
    if (this.#has(ctx, schedule.name)) throw plainError(`schedule already exists with name=${schedule.name}`)
    this.#store(ctx, schedule)
    this.#count(ctx, 1)
  }
  /** Does nothing for an unknown name. */
  remove(ctx: Context, name: string): void {
    if (!this.#has(ctx, name)) return
    this.#count(ctx, -1)
    ctx.store(STORE).delete(scheduleKey(name))
  }

  schedule(ctx: Context, name: string): Schedule | undefined {
    const bytes = ctx.store(STORE).get(scheduleKey(name))
    return bytes && Schedule.decode(bytes)
  }
  all(ctx: Context): readonly Schedule[] {
    return Array.from(walk(ctx.store(STORE), SCHEDULES_PREFIX), ([, value]) => Schedule.decode(value))
  }

  /** Runs the schedules of a stage that are due, as many as the params allow. Source: `ExecuteReadySchedules`. */
  runDue(ctx: Context, stage: number): void {
    for (const schedule of this.#due(ctx, stage)) this.#run(ctx, schedule)
  }

  #due(ctx: Context, stage: number): readonly Schedule[] {
    const { limit } = this.params(ctx)
    if (!hasSchedules(ctx)) return []
    const height = BigInt(ctx.block.height)
    const due: Schedule[] = []
    for (const [, value] of walk(ctx.store(STORE), SCHEDULES_PREFIX)) {
      const schedule = Schedule.decode(value)
      const from = BigInt.asUintN(64, schedule.lastExecuteHeight + schedule.period)
      if (height < from || schedule.executionStage !== stage) continue
      due.push(schedule)
      if (BigInt(due.length) >= limit) break
    }
    return due
  }

  /** An error is dropped: it only moves the next run one period on, as success does. Source: `executeSchedule`. */
  #run(ctx: Context, schedule: Schedule): void {
    this.#store(ctx, { ...schedule, lastExecuteHeight: BigInt(ctx.block.height) })
    namedRun(ctx, { module: 'cron', name: schedule.name }, () => this.#execute(ctx, schedule))
  }

  /** All messages take effect or none. @returns why none did */
  #execute(ctx: Context, schedule: Schedule): ChainError | undefined {
    const branch = ctx.branch()
    try {
      for (const { contract, msg } of schedule.msgs)
        this.#wasm.execute(branch.ctx, { sender: this.#sender, contract, msg: toUtf8(msg) })
    } catch (error) {
      branch.discard()
      return failureOf(error)
    }
    branch.write()
    return undefined
  }

  #has(ctx: Context, name: string): boolean {
    return ctx.store(STORE).has(scheduleKey(name))
  }
  #store(ctx: Context, schedule: Schedule): void {
    ctx.store(STORE).set(scheduleKey(schedule.name), Schedule.encode(schedule).finish())
  }
  #count(ctx: Context, change: number): void {
    const store = ctx.store(STORE)
    const bytes = store.get(COUNT_KEY)
    store.set(COUNT_KEY, encodeCount((bytes === undefined ? 0 : decodeCount(bytes)) + change))
  }
}
