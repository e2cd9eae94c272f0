import { ChainError, packed, SudoboxError } from '../../base/index.js'
import { failedCall } from '../../debug/index.js'
import { partsOf, type StepReport } from '../../replay/internal.js'
import { journeyData, jsonOf, partDetail, type Part } from '../../pages/index.js'
import type { Action, ChainHost, Sandbox } from '../../sandbox/internal.js'
import type { AmountChange, JourneyData, Lane, PartDetail, Row, Series, StepDetail, StorageChange } from '../model.js'
import { Amounts, type Amount } from './amounts.js'
import { Lanes } from './lanes.js'
import { isReading, rowsOf } from './rows.js'
import { StorageValues } from './storage.js'

/** The input of a recorder for one step. */
export interface StepInput {
  readonly name: string
  readonly action: Action | undefined
  /** For a step without parts. */
  readonly outcome?: unknown
  readonly parts: readonly Part[]
  readonly failed: boolean
  readonly difference?: StepDetail['difference'] | undefined
  readonly claims?: readonly AmountChange[] | undefined
}

/** Characters of details that are compressed together: opening one step loads them all. */
const BLOCK = 200_000

/** How many calls of a run are shown line by line: each is made once more. */
const MAX_LINED = 3

/** The first packets of a run are shown with what followed from them. */
const MAX_JOURNEYS = 500

/** The recorded run, and its blocks as they are in the page. */
export interface Recorded {
  readonly lanes: readonly Lane[]
  readonly rows: readonly Row[]
  readonly balances: readonly Series[]
  readonly journeys: readonly JourneyData[]
  readonly moreJourneys?: number
  /** First step of each block. */
  readonly firsts: readonly number[]
  readonly blocks: readonly string[]
}

/** Watches a sandbox step by step. Details are compressed as they come, so that long runs fit in memory. */
export class RunRecorder {
  readonly #sandbox: Sandbox
  readonly #chains: readonly string[]
  readonly #lanes = new Lanes()
  readonly #rows: Row[] = []
  readonly #balances = new Amounts()
  readonly #storage: StorageValues
  readonly #blocks: string[] = []
  readonly #firsts: number[] = []
  readonly #units = new Map<string, string>()
  /** Rows of transactions, by chain and hash. */
  readonly #rowOf = new Map<string, number>()
  /** How many calls were tried to be shown line by line. */
  #lined = 0
  #open: string[] = []
  #size = 0
  #steps = 0

  /** @param sandbox before the first step */
  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#chains = Object.keys(sandbox.chains)
    this.#storage = new StorageValues(new Map(Object.values(sandbox.chains).map(({ key, host }) => [key, host])))
    this.#balances.note(-1, this.#amounts())
  }

  /** How many steps it recorded. */
  get steps(): number {
    return this.#steps
  }

  /** Notes a step of a fixture, right after it ran. @returns what it changed in storage */
  report(step: StepReport, claims?: readonly AmountChange[]): readonly StorageChange[] {
    const { name, action, view, outcome, difference } = step
    const parts = partsOf(step)
    const failed = outcome instanceof SudoboxError
    return this.step({ name, action, ...(parts.length === 0 && { outcome: view }), parts, failed, difference, claims })
  }

  /** Notes a step, right after it ran. @returns what it changed in storage */
  step({ name, action, outcome, parts, failed, difference, claims }: StepInput): readonly StorageChange[] {
    const index = this.#steps++
    const head = { index, name, action, differs: difference !== undefined, failed }
    for (const [i, { result }] of parts.entries())
      this.#rowOf.set(`${result.chain} ${result.hash}`, this.#rows.length + i)
    this.#rows.push(...rowsOf(head, parts, this.#lanes))
    const { storage, more } = this.#storage.changes(parts)
    const detail: StepDetail = {
      ...(action !== undefined && { action: jsonOf(action) }),
      ...(outcome !== undefined && { outcome: jsonOf(outcome) }),
      ...(difference !== undefined && { difference }),
      parts: parts.map((part) => this.#detail(part)),
      storage,
      ...(more > 0 && { moreStorage: more }),
      balances: isReading(action) ? [] : this.#balances.note(index, this.#amounts()),
      ...(claims !== undefined && { claims }),
      times: Object.fromEntries(
        Object.values(this.#sandbox.chains).map(({ key, host: { app } }) => [
          key,
          { height: String(app.height), time: String(app.time) },
        ]),
      ),
    }
    this.#keep(index, JSON.stringify(detail))
    return storage
  }

  /** The calls that fail first are shown line by line. */
  #detail(part: Part): PartDetail {
    const failed = this.#lined < MAX_LINED ? failedCall(part.result.trace) : undefined
    const detail = partDetail(part, (node) => node === failed)
    if (failed !== undefined) this.#lined++
    return detail
  }

  /** The whole recording. Nothing can be added afterwards. */
  done(): Recorded {
    this.#close()
    const { lanes, places } = this.#lanes.ordered(this.#chains)
    const at = (lane: number): number => places[lane]!
    const { journeys } = this.#sandbox.relayer
    const more = journeys.length - MAX_JOURNEYS
    return {
      lanes,
      rows: this.#rows.map((row) => ({
        ...row,
        from: at(row.from),
        to: at(row.to),
        ...(row.via !== undefined && { via: at(row.via) }),
      })),
      balances: this.#balances.series,
      journeys: journeys
        .slice(0, MAX_JOURNEYS)
        .map((one) => journeyData(one, (chain, hash) => this.#rowOf.get(`${chain} ${hash}`))),
      ...(more > 0 && { moreJourneys: more }),
      firsts: this.#firsts,
      blocks: this.#blocks,
    }
  }

  #keep(step: number, detail: string): void {
    if (this.#open.length === 0) this.#firsts.push(step)
    this.#open.push(detail)
    this.#size += detail.length
    if (this.#size > BLOCK) this.#close()
  }

  #close(): void {
    if (this.#open.length === 0) return
    this.#blocks.push(packed(`[${this.#open.join(',')}]`))
    this.#open = []
    this.#size = 0
  }

  *#amounts(): Iterable<Amount> {
    for (const { key, host } of Object.values(this.#sandbox.chains))
      for (const name of [...host.accounts.keyTypes.keys(), ...host.labels.addresses.keys()])
        for (const { denom, amount } of host.balances(name))
          yield { where: key, of: name, unit: this.#unit(host, denom), amount }
  }

  /** A denomination for people: a voucher by its original denomination and its route. */
  #unit(host: ChainHost, denom: string): string {
    if (!denom.startsWith('ibc/')) return denom
    const key = `${host.key} ${denom}`
    let unit = this.#units.get(key)
    if (unit === undefined) this.#units.set(key, (unit = voucherName(host, denom)))
    return unit
  }
}

function voucherName({ app }: ChainHost, denom: string): string {
  try {
    const { base, trace } = app.ibc.transfer.denomOfCoin(app.context, denom)
    return `${base} over ${trace.map(({ portId, channelId }) => `${portId}/${channelId}`).join(', ')}`
  } catch (error) {
    if (error instanceof ChainError) return denom
    throw error
  }
}
