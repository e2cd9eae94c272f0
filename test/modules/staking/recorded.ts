import { readFileSync } from 'node:fs'
import { stakingParts } from '../../../src/app/staking.js'
import { fromBase64, toBase64, toHex } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import { App } from '../../../src/chain/app.js'
import type { BlockInfo, Context } from '../../../src/chain/context.js'
import { EventManager, type Event } from '../../../src/chain/events.js'
import { FiniteGasMeter, InfiniteGasMeter, Panic } from '../../../src/chain/gas.js'
import type { Json, Module } from '../../../src/chain/module.js'
import { AccountKeeper, authModule, moduleAddress, type Permission } from '../../../src/modules/auth/index.js'
import { BankKeeper, bankModule } from '../../../src/modules/bank/index.js'
import { keyBytes } from '../../../src/store/key.js'

/** What the Go modules answered; made by reference/staking. */
export interface Recording {
  readonly genesis: Readonly<Record<string, Json>>
  readonly export: Readonly<Record<string, Json>>
  readonly module_accounts: Readonly<Record<string, readonly Permission[] | null>>
  readonly steps: readonly RecordedStep[]
}
export interface RecordedStep {
  readonly name: string
  readonly kind: 'genesis' | 'message' | 'query' | 'begin_block' | 'end_block'
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

export const recording = JSON.parse(
  readFileSync(new URL('../../../fixtures/staking/reference.json', import.meta.url), 'utf8'),
) as Recording

/** A chain of the modules that were recorded, which goes through the same steps. */
export class RecordedChain {
  readonly app: App
  readonly modules: readonly Module[]
  #block: BlockInfo = { chainId: 'testchain2-1', height: 0, time: 1_600_000_000_000_000_000n }

  constructor({ genesis, module_accounts: accountsOf }: Recording) {
    const permissions = Object.entries(accountsOf).map(([name, list]) => [name, list ?? []] as const)
    const accounts = new AccountKeeper({ prefix: 'neutron', modules: Object.fromEntries(permissions) })
    const bank = new BankKeeper({ accounts, blocked: permissions.map(([name]) => moduleAddress(name)) })
    const authority = addressText('neutron', moduleAddress('gov'))
    const { modules } = stakingParts({ accounts, bank, authority, denom: 'untrn', router: () => this.app.router })
    this.modules = [authModule(accounts), bankModule(bank, moduleAddress('gov')), ...modules]
    this.app = new App({ chainId: 'testchain2-1', prefix: 'neutron', modules: this.modules, ante: [] })
    const known = new Set(this.modules.map(({ name }) => name))
    this.app.initChain(Object.fromEntries(Object.entries(genesis).filter(([name]) => known.has(name))), {
      time: this.#block.time,
    })
  }

  context(): Context {
    return this.app.stateContext().withBlock(this.#block)
  }

  /** Runs a step and says what came of it in the words of the recording. */
  run(step: RecordedStep): Partial<RecordedStep> {
    if (step.kind === 'begin_block') this.#block = { ...this.#block, height: step.height!, time: BigInt(step.time_ns!) }
    const before = step.state === undefined ? undefined : this.dump(Object.keys(step.state))
    const outcome = this.#attempt(step)
    return before === undefined ? outcome : { ...outcome, state: this.#diff(before, step.state!) }
  }

  #attempt(step: RecordedStep): Partial<RecordedStep> {
    if (step.kind === 'genesis') return { gas_used: 0 }
    const meter = step.kind.endsWith('block') ? new InfiniteGasMeter() : new FiniteGasMeter(100_000_000)
    const events = new EventManager()
    const branch = this.context().branch()
    const ctx = branch.ctx.withGasMeter(meter).withEvents(events)
    try {
      const data = this.#act(ctx, step)
      if (step.kind === 'query') branch.discard()
      else branch.write()
      const shown = step.kind === 'query' ? {} : { events: data.events ?? events.events }
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

  #act(ctx: Context, step: RecordedStep): { readonly bytes?: Uint8Array; readonly events?: readonly Event[] } {
    const value = fromBase64(step.value ?? '')
    if (step.kind === 'begin_block') for (const module of this.modules) module.beginBlock?.(ctx)
    if (step.kind === 'end_block')
      for (const name of ['gov', 'staking']) this.modules.find((module) => module.name === name)?.endBlock?.(ctx)
    if (step.kind === 'query') return { bytes: this.app.queries.handler(step.path!)!(ctx, value) }
    if (step.kind !== 'message') return {}
    const message = { typeUrl: step.type!, value }
    const result = this.app.router.handler(step.type!)!(ctx, message)
    return { bytes: result.data, events: result.events }
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
