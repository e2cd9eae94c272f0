import { jsonText } from '../../base/index.js'
import type { ActionInput, Json, TxResult } from '../../sandbox/internal.js'
import { ranOutOfGas } from '../gas-of-tries.js'
import { ownChannels, type Start, type Subject } from '../setup.js'
import { kindOf } from '../callbacks.js'
import type { RandomSource } from '../random-source.js'
import { shapeOf } from '../reach/index.js'
import { Accounts } from './accounts.js'
import { Dictionary, isWordOfEvm } from './dictionary.js'
import type { ExecutedStep } from '../view.js'
import { SeenPackets } from '../impostor/seen-packets.js'
import { TypedIds } from './typed-ids.js'
import { messageInEthereumTx, reportedIn } from './messages/solidity.js'
import { callOf } from './via.js'

/** A message that worked, with its sender and funds. */
export interface Recipe {
  readonly label: string
  readonly variant: string
  readonly from: string
  readonly msg: Json
  readonly funds: string
}

interface TryCount {
  tried: number
  worked: number
  /** The number of tries since it was refused with an error that it had not had before. */
  fruitless: number
}

const NEVER: Readonly<TryCount> = { tried: 0, worked: 0, fruitless: 0 }

const MAX_RECIPES = 6
const MAX_WORDS = 48
const MAX_OWNED = 1000
/** The number of fruitless tries after which a message is half as likely to be tried again. */
const HOPE = 10
/** The maximum number of different errors of a message. */
const MAX_ERRORS = 100
/** Funds that users have in the world of coins with 18 decimals only. */
const HUGE = /\d{16}/
/** Errors such as "This message does no accept funds" of cw-utils. */
const TAKES_NOTHING =
  /not? (?:accepts?|takes?|payable|expects?|requires?) (?:any )?(?:funds|coins)|non-?payable|no (?:funds|coins) (?:are|should|may|can|allowed|expected|accepted)|(?:unexpected|extra|unnecessary) (?:funds|coins)/i

/** What a campaign has learned about its contracts: the messages that work, and a dictionary of names and numbers. */
export class Memory {
  readonly #start: Start
  readonly channels: string[]
  readonly connections: string[] = ['connection-0']
  readonly dictionary: Dictionary
  readonly ids: TypedIds
  readonly packets = new SeenPackets()
  readonly accounts: Accounts
  readonly words: Json[] = []
  readonly numbers: bigint[] = [0n, 1n]
  readonly #recipes = new Map<string, Recipe[]>()
  /** Messages that moved coins or sent packets, as `label/variant`. */
  readonly #movers = new Set<string>()
  /** Messages that refused to take coins, as `label/variant`. */
  readonly #unpaid = new Set<string>()
  readonly #fromStart = new Map<string, boolean>()
  readonly #tallies = new Map<string, TryCount>()
  /** By message, the errors that it had, without names and numbers. */
  readonly #errors = new Map<string, Set<string>>()
  readonly #endless = new Set<string>()
  /** How often contracts refused a channel of the impostor, by label. */
  readonly #refusedImpostors = new Map<string, number>()
  /** Senders, by the values in events of their transactions. */
  readonly #owners = new Map<string, readonly string[]>()

  constructor(start: Start) {
    this.#start = start
    this.dictionary = new Dictionary(start)
    this.ids = new TypedIds(start)
    this.accounts = new Accounts(start)
    const channels = new Set([...ownChannels(start), 'channel-0'])
    for (const action of start.setup) collectChannels(jsonText(action), channels)
    for (const { config } of start.subjects)
      for (const { from, msg, funds } of config.messages) {
        collectChannels(JSON.stringify(msg), channels)
        const variant = kindOf(JSON.stringify(msg))
        this.#keep({ label: config.label, variant, from: from ?? start.config.actors[0]!.name, msg, funds })
      }
    this.channels = [...channels]
  }

  /** Recipes of one message, or of all messages of a contract. */
  recipes(label: string, variant?: string): readonly Recipe[] {
    const all = [...this.#recipes.values()].flat().filter((recipe) => recipe.label === label)
    return variant === undefined ? all : all.filter((recipe) => recipe.variant === variant)
  }

  /** Whether a message once moved coins or sent packets. */
  moves(label: string, variant: string): boolean {
    return this.#movers.has(`${label}/${variant}`)
  }

  /** Whether a message refused to take coins, and never took any. */
  takesNothing(label: string, variant: string): boolean {
    return this.#unpaid.has(`${label}/${variant}`) && this.recipes(label, variant).every(({ funds }) => funds === '')
  }

  /** The weight of a message in random choices: higher the more often it works. */
  weight(label: string, variant: string): number {
    const { worked, tried } = this.counts(label, variant)
    return (worked + 2) / (tried + 2) + 0.1
  }

  /**
   * The likelihood that a message which never worked is worth another try: lower the more often it was refused with errors that are known. Whether
   * one that worked still does is always worth it.
   */
  hope(label: string, variant: string): number {
    const { worked, fruitless } = this.counts(label, variant)
    return worked > 0 ? 1 : HOPE / (HOPE + fruitless)
  }

  /** How often a message worked, and how often it was tried. */
  counts(label: string, variant: string): Readonly<TryCount> {
    return this.#tallies.get(`${label}/${variant}`) ?? NEVER
  }

  /** Whether a message used up all its gas whenever it did not fail for another reason. */
  isEndless(label: string, variant: string): boolean {
    return this.#endless.has(`${label}/${variant}`)
  }

  refusedImpostors(label: string): number {
    return this.#refusedImpostors.get(label) ?? 0
  }

  /** Notes that a contract refused a channel of the impostor. */
  refusesImpostor(label: string): void {
    this.#refusedImpostors.set(label, this.refusedImpostors(label) + 1)
  }

  /** A sender whose transactions created something that a message names, such as an id; undefined if there is none. */
  ownerOf(msg: Json, random: RandomSource): string | undefined {
    const owners = leavesOf(msg).flatMap((leaf) => this.#owners.get(leaf) ?? [])
    return owners.length === 0 ? undefined : random.pick(owners)
  }

  /** Recipes of the messages of a contract that once moved coins or sent packets, by message. */
  movers(label: string): readonly (readonly Recipe[])[] {
    return [...this.#recipes].flatMap(([key, recipes]) =>
      this.#movers.has(key) && key.startsWith(`${label}/`) ? [recipes] : [],
    )
  }

  /** Whether a message can be made to work from the start. `find` is called once per message. */
  async worksFromStart(label: string, variant: string, find: () => Promise<boolean>): Promise<boolean> {
    const key = `${label}/${variant}`
    let known = this.#fromStart.get(key)
    if (known === undefined) this.#fromStart.set(key, (known = await find()))
    return known
  }

  /** Learns from an executed step. @param moved whether it moved coins or sent packets */
  learn(subject: Subject, step: ExecutedStep, moved: boolean): void {
    const { config } = subject
    const message = executed(step.action)
    if (message === undefined) return
    const variant = kindOf(JSON.stringify(message.msg))
    const key = `${config.label}/${variant}`
    const tally = this.#tallies.get(key) ?? { ...NEVER }
    tally.tried++
    tally.fruitless = this.#isNews(key, step.error) ? 0 : tally.fruitless + 1
    this.#tallies.set(key, tally)
    this.ids.learn(config.label, message, step.error === undefined)
    const { from, msg, funds } = message
    const recipe = { label: config.label, variant, from, msg, funds }
    this.accounts.learn(subject, recipe, step)
    if (tally.worked === 0 && step.results.some(ranOutOfGas)) this.#endless.add(key)
    if (step.error !== undefined) {
      if (funds !== '' && TAKES_NOTHING.test(step.error.shortMessage)) this.#unpaid.add(key)
      return
    }
    tally.worked++
    this.#endless.delete(key)
    if (moved) this.#movers.add(key)
    this.#keep(recipe)
    for (const result of step.results)
      for (const value of [...inWasmEvents(result), ...this.#reportedIn(subject, result, msg)]) {
        this.#word(value)
        this.#own(value, from)
      }
  }

  #reportedIn({ config, solidity }: Subject, result: TxResult, msg: Json): readonly string[] {
    return solidity === undefined ? [] : reportedIn(this.#start.sandbox.chain(config.chain)!.host, result, msg)
  }

  /** Whether a message was refused with an error that it had not had before. */
  #isNews(key: string, error: ExecutedStep['error']): boolean {
    const errors = this.#errors.get(key) ?? new Set()
    const text = shapeOf(error?.shortMessage ?? '')
    if (error === undefined || errors.has(text) || errors.size >= MAX_ERRORS) return false
    this.#errors.set(key, errors.add(text))
    return true
  }

  /** Records the sender as a possible owner of a value in an event. */
  #own(value: string, from: string): void {
    if (!isShort(value)) return
    const owners = this.#owners.get(value) ?? []
    if (owners.includes(from)) return
    // What is known here decides what the search draws, so how it is forgotten is part of what a seed finds.
    if (this.#owners.size > MAX_OWNED) this.#owners.clear()
    this.#owners.set(value, [...owners, from])
  }

  #word(value: string): void {
    if (!isShort(value)) return
    if (/^\d{1,30}$/.test(value)) {
      const number = BigInt(value)
      if (!this.numbers.includes(number)) this.numbers.push(number)
      if (this.numbers.length > MAX_WORDS) this.numbers.splice(2, 1)
    } else if (!this.words.includes(value)) {
      this.words.push(value)
      if (this.words.length > MAX_WORDS) this.words.shift()
    }
  }

  #keep(recipe: Recipe): void {
    const key = `${recipe.label}/${recipe.variant}`
    const kept = this.#recipes.get(key) ?? []
    const text = JSON.stringify(recipe)
    if (kept.some((one) => JSON.stringify(one) === text) || HUGE.test(recipe.funds)) return
    this.#recipes.set(key, [...kept.slice(kept.length >= MAX_RECIPES ? 1 : 0), recipe])
  }
}

/** The message of an action that executes a contract with one, itself or through another contract; undefined for any other. */
export function executed(action: ActionInput): ReturnType<typeof callOf> | undefined {
  if (action.action === 'ethereumTx') return messageInEthereumTx(action)
  if (action.action !== 'tx' || action.messages.length !== 1) return undefined
  const [message] = action.messages
  if (message === undefined || !('execute' in message) || message.execute.msg === undefined) return undefined
  const { contract, msg, funds = '' } = message.execute
  return callOf(action.from, { contract, msg: msg as Json, funds })
}

const isShort = (value: string): boolean => value.length > 0 && (value.length <= 64 || isWordOfEvm(value))

/** The values that contracts of CosmWasm put into events. */
const inWasmEvents = ({ events }: TxResult): readonly string[] =>
  events
    .filter(({ type }) => type.startsWith('wasm'))
    .flatMap(({ attributes }) => attributes.filter(([name]) => !name.startsWith('_')).map(([, value]) => value))

/** All strings and numbers in a value. */
const leavesOf = (value: Json): readonly string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value as { readonly [name: string]: Json }).flatMap(leavesOf)
    : typeof value === 'string' || typeof value === 'number'
      ? [String(value)]
      : []

function collectChannels(text: string, into: Set<string>): void {
  for (const [channel] of text.matchAll(/channel-\d{1,4}/g)) into.add(channel)
}
