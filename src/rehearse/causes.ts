import type { Surface } from '../app/index.js'
import { scheduleOf } from '../vm/internal.js'
import { VM_GAS } from '../vm/tools/index.js'
import { changesBetween } from './changes.js'
import { differencesOf, isSameOutcome, type StepDifference } from './compare.js'
import { CONTRACT_CODE, type StepFacts } from './facts.js'
import { gasChangeOf } from './gas-changes.js'
import { messageVerdict, queryVerdict, staticLook } from './look.js'
import { REMOVED } from './removed.js'

/** Calls of one contract that have a cause. */
interface CausedCalls {
  readonly contract: string
  readonly calls: number
  /** From 1. */
  readonly first: number
  /** The action sequence with the first call, where several are rehearsed. */
  readonly story?: string
}

/** One cause, and all that differs by it. */
export interface CauseGroup {
  /** `known`: by a table, and by what the runs did; `unknown`: the runs differ, and no table says why. */
  readonly kind: 'known' | 'unknown'
  readonly cause: string
  /** For queries: who made them. */
  readonly calls: readonly CausedCalls[]
  /** In how many action sequences it is; the differences are those of the first. Undefined for a fixture. */
  readonly stories?: number
  readonly differences: readonly StepDifference[]
  /** Without a cause of their own, in steps of accounts and contracts that the cause had concerned before. */
  readonly consequences: readonly StepDifference[]
}

interface Group {
  readonly kind: CauseGroup['kind']
  readonly cause: string
  readonly calls: Map<string, CausedCalls>
  readonly stories: Set<string>
  readonly differences: StepDifference[]
  readonly consequences: StepDifference[]
}

const TYPE_URL = /\/[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+\.Msg[A-Z]\w*/g

/** What later steps can depend on. */
const OF_STATE: ReadonlySet<string> = new Set(['result', 'error', 'stored bytes'])

/** Finds the causes of what differs between two sides. */
export class Causes {
  readonly #from: Surface
  readonly #to: Surface
  readonly #groups = new Map<string, Group>()
  /** Accounts and contracts, with the cause that first changed what they have. */
  readonly #concerned = new Map<string, Group>()
  /** The action sequence whose steps are noted now, where several are rehearsed. */
  #story: string | undefined
  #differing = 0

  constructor(from: Surface, to: Surface) {
    this.#from = from
    this.#to = to
  }

  /** The steps that follow are those of another action sequence, in which nothing has happened before. */
  begin(story: string): void {
    this.#story = story
    this.#concerned.clear()
  }

  /** Notes a step that ran on both sides. */
  note(old: StepFacts, now: StepFacts, isMoved: (chain: string) => boolean): void {
    const refused = this.#queries(old, now, isMoved)
    const differences = differencesOf(old, now)
    if (differences.length > 0) this.#differing++
    const isAlike = isSameOutcome(old.step, now.step)
    const own = refused ?? (isAlike ? undefined : this.#code(old, now)) ?? this.#message(old, now)
    const earlier = (names: readonly string[]): Group | undefined =>
      names.map((name) => this.#concerned.get(name)).find((group) => group)
    const contracts = [...old.contracts, ...now.contracts]
    const accounts = [...old.accounts, ...now.accounts]
    const [ofContracts, ofAccounts] = [earlier(contracts), earlier(accounts)]
    const touched: Group[] = []
    for (const difference of differences) {
      const isGas = difference.what === 'gas'
      const known =
        (isGas ? undefined : own) ?? this.#rule(difference, old, now) ?? this.#gas(difference, touched.length > 0)
      // An account that failed before lacks coins, codes or contracts: that shows in results alone.
      const before = ofContracts ?? (difference.what === 'result' ? ofAccounts : undefined)
      const group = this.#put(difference, known, (isGas ? touched[0] : undefined) ?? before)
      if (group !== undefined && OF_STATE.has(difference.what)) touched.push(group)
    }
    const first = touched[0]
    if (first === undefined) return
    for (const name of [...contracts, ...accounts]) if (!this.#concerned.has(name)) this.#concerned.set(name, first)
  }

  /** @param earlier the cause that it may follow from @returns its own group */
  #put(difference: StepDifference, known: Group | undefined, earlier: Group | undefined): Group | undefined {
    if (known === undefined && earlier !== undefined) {
      this.#list(earlier, 'consequences', difference)
      return undefined
    }
    const group = known ?? this.#group('unknown', unknownText(difference))
    this.#list(group, 'differences', difference)
    return group
  }

  /** Action sequences after the first are only counted. */
  #list(group: Group, where: 'differences' | 'consequences', difference: StepDifference): void {
    const story = this.#story
    const [listed] = [...group.differences, ...group.consequences]
    if (story !== undefined) group.stories.add(story)
    if (listed === undefined || listed.story === story)
      group[where].push(story === undefined ? difference : { ...difference, story })
  }

  /** A step that only the first side could run. */
  stopped(step: number, name: string, text: string): void {
    const group = [...this.#concerned.values()][0] ?? this.#group('unknown', 'a step that cannot run')
    this.#list(group, 'consequences', { what: 'result', step, name, before: 'runs', after: `cannot run: ${text}` })
  }

  /** How many steps differ. */
  get differing(): number {
    return this.#differing
  }

  /** The causes of results first. */
  get groups(): readonly CauseGroup[] {
    const weight = ({ kind, calls, differences }: Group): number =>
      calls.size > 0 ? 0 : (kind === 'known' ? 1 : 2) + (differences.every(({ what }) => what === 'gas') ? 10 : 0)
    return [...this.#groups.values()]
      .filter(({ calls, differences, consequences }) => calls.size + differences.length + consequences.length > 0)
      .sort((a, b) => weight(a) - weight(b))
      .map(({ calls, stories, ...rest }) => ({
        ...rest,
        calls: [...calls.values()],
        ...(this.#story !== undefined && { stories: stories.size }),
      }))
  }

  #group(kind: Group['kind'], cause: string): Group {
    let group = this.#groups.get(cause)
    if (group === undefined) {
      group = { kind, cause, calls: new Map(), stories: new Set(), differences: [], consequences: [] }
      this.#groups.set(cause, group)
    }
    return group
  }

  /** Queries that the new side refuses. @returns the cause of the step's differences, if their answers differ */
  #queries(old: StepFacts, now: StepFacts, isMoved: (chain: string) => boolean): Group | undefined {
    let first: Group | undefined
    for (const [i, { chain, contract, path, answer }] of now.queries.entries()) {
      if (!isMoved(chain)) continue
      const verdict = queryVerdict(path, this.#to)
      if (verdict.kind === 'accepted') continue
      const wasRefused = queryVerdict(path, this.#from).kind !== 'accepted'
      const group = this.#group('known', queryText(path, verdict.why, wasRefused))
      const story = this.#story
      const begun = { contract, calls: 0, first: now.step.index + 1, ...(story !== undefined && { story }) }
      const known = group.calls.get(contract) ?? begun
      group.calls.set(contract, { ...known, calls: known.calls + 1 })
      if (story !== undefined) group.stories.add(story)
      if (old.queries[i]?.path !== path || old.queries[i].answer !== answer) first ??= group
    }
    return first
  }

  /** A code that only the old side stores. */
  #code(old: StepFacts, now: StepFacts): Group | undefined {
    if (now.codes.length > 0) return undefined
    for (const code of old.codes) {
      const [cause] = staticLook(code, this.#to).refused.filter(({ what }) => what !== 'query' && what !== 'message')
      if (cause !== undefined) return this.#group('known', [`${cause.what}: ${cause.why}`, ...cause.names].join(' '))
    }
    return undefined
  }

  /** A message that the new side's error names, and that its tables do not have. */
  #message(old: StepFacts, now: StepFacts): Group | undefined {
    const before = JSON.stringify(old.step.view)
    for (const typeUrl of new Set(JSON.stringify(now.step.view).match(TYPE_URL))) {
      if (before.includes(typeUrl)) continue
      const verdict = messageVerdict(typeUrl, this.#to)
      if (verdict.kind === 'accepted' || messageVerdict(typeUrl, this.#from).kind !== 'accepted') continue
      return this.#group(
        'known',
        `message \`${typeUrl}\` ${REMOVED.has(typeUrl) ? verdict.why : 'is handled by no module of the chain'}`,
      )
    }
    return undefined
  }

  /** A rule that differs between the releases, for a message that ran. */
  #rule({ what }: StepDifference, old: StepFacts, now: StepFacts): Group | undefined {
    if (what === 'gas' || what === 'stored bytes') return undefined
    const ran = [...old.messages, ...now.messages]
    for (const { text, names } of changesBetween(this.#from.rules, this.#to.rules)) {
      const isShown = names.some((name) =>
        ran.some((one) => (one.startsWith('/') ? one.startsWith(name) : name.endsWith(`.${one}`))),
      )
      if (isShown) return this.#group('known', `rule: ${text}`)
    }
    return undefined
  }

  /** Gas that a table explains, or whose price differs between the releases of the VM. */
  #gas({ what, about = '', before, after }: StepDifference, hasOther: boolean): Group | undefined {
    if (what !== 'gas') return undefined
    const change = gasChangeOf(this.#from, this.#to, about, Number(after) - Number(before))
    if (change !== undefined) return this.#group('known', `gas: ${change}`)
    // A contract that gets another answer goes another way.
    if (hasOther || !about.endsWith(CONTRACT_CODE)) return undefined
    const prices = pricesBetween(this.#from.vm, this.#to.vm, Number(after) > Number(before))
    return prices === ''
      ? undefined
      : this.#group('known', `prices of cosmwasm-vm ${this.#from.vm} → ${this.#to.vm}: ${prices}`)
  }
}

function queryText(path: string, why: string, wasRefused: boolean): string {
  const removed = why.startsWith('removed in ') ? `no longer exists: ${why}` : `is refused: ${why}`
  return `query \`${path}\` ${removed}${wasRefused ? ' (before too)' : ''}`
}

function unknownText({ what, before, after, about }: StepDifference): string {
  if (what === 'gas') return `gas of ${about}`
  if (what === 'stored bytes') return `stored bytes of ${about}`
  if (what === 'event') return `event ${(before === 'none' ? after : before).split(' ')[0]}`
  return `${what}: ${before.slice(0, 120)} → ${after.slice(0, 120)}`
}

const PRICES = ['operator', 'accounting', 'memoryGrow', 'local', 'hostCall'] as const
const PRICE_NAMES = {
  operator: 'an operator',
  accounting: 'one that ends a run',
  memoryGrow: 'memory.grow beyond an operator',
  local: 'a local after 29',
  hostCall: 'a host call',
}

/** Prices that differ between two releases of the VM, in words; none if no one goes the way that the gas went. */
function pricesBetween(from: string, to: string, isMore: boolean): string {
  const [a, b] = [pricesOf(from), pricesOf(to)]
  const differing = PRICES.filter((price) => a[price] !== b[price])
  if (!differing.some((price) => b[price] > a[price] === isMore)) return ''
  return differing.map((price) => `${PRICE_NAMES[price]} ${a[price]} → ${b[price]}`).join(', ')
}

/** In VM gas of the releases from 2.0 on. */
function pricesOf(vm: string): Readonly<Record<(typeof PRICES)[number], number>> {
  const { multiplier, ...schedule } = scheduleOf(vm)
  const priced = (price: number): number => (price * VM_GAS) / multiplier
  return {
    operator: priced(schedule.operator),
    accounting: priced(schedule.accounting),
    memoryGrow: priced(schedule.moves === undefined ? 0 : schedule.moves.memoryGrow.base - schedule.operator),
    local: priced(schedule.local),
    hostCall: priced(schedule.hostCall),
  }
}
