import { MsgExecuteContract } from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { fromUtf8 } from '../../base/index.js'
import { channelsOfPort } from '../../modules/ibc/index.js'
import { State } from '../../modules/ibc/relay.js'
import { CONTROLLER_PREFIX, HOST_PORT } from '../../modules/ica/index.js'
import { ibcPort } from '../../modules/wasm/index.js'
import { attributeValues, type ActionInput, type Json } from '../../sandbox/internal.js'
import { variantsOf } from '../../schema/index.js'
import { kindOf } from '../callbacks.js'
import { addressOfActor } from '../forked/actors.js'
import type { Start, Subject } from '../setup.js'
import type { ExecutedStep } from '../view.js'
import type { Recipe } from './memory.js'
import type { Choice, Scene } from './scene.js'
import { execute, messageLike, newMessage } from './users.js'

type Channel = ReturnType<typeof channelsOfPort>[number]
type Status = 'open' | 'opening' | 'closed'

/** The interchain accounts of a contract by their port, of the chain's module or of the contract itself, and whether each has a channel. */
export function accountsOf({ sandbox }: Start, { config, address }: Subject): ReadonlyMap<string, Status> {
  const { context } = sandbox.chain(config.chain)!.host.app
  const channels = [`${CONTROLLER_PREFIX}${address}`, `${ibcPort(address)}/`]
    .flatMap((ports) => channelsOfPort(context, ports))
    .filter(({ counterparty }) => counterparty.portId === HOST_PORT)
  const ports = new Set(channels.map(({ portId }) => portId))
  return new Map([...ports].map((port) => [port, statusOf(channels.filter(({ portId }) => portId === port))]))
}

function statusOf(channels: readonly Channel[]): Status {
  if (channels.some(({ state }) => state === State.STATE_OPEN)) return 'open'
  return channels.some(({ state }) => state !== State.STATE_CLOSED) ? 'opening' : 'closed'
}

export const hasAccount = ({ start }: Scene, subject: Subject): boolean => accountsOf(start, subject).size > 0

const has = ({ start }: Scene, subject: Subject, status: Status): boolean =>
  [...accountsOf(start, subject).values()].includes(status)

const MAX_RECIPES = 3
/** The number of refusals in a row after which registering is tried half as often. */
const HOPE = 6

/** The messages of contracts that registered their interchain accounts, and those that sent packets over them. */
export class Accounts {
  readonly #start: Start
  readonly #registering = new Map<string, readonly Recipe[]>()
  readonly #sending = new Map<string, readonly Recipe[]>()
  /** By contract, how often in a row its registering messages were refused. */
  readonly #refused = new Map<string, number>()

  constructor(start: Start) {
    this.#start = start
    for (const recipe of registeredInSetup(start)) keep(this.#registering, recipe)
  }

  registering(label: string): readonly Recipe[] {
    return this.#registering.get(label) ?? []
  }

  sending(label: string): readonly Recipe[] {
    return this.#sending.get(label) ?? []
  }

  hope(label: string): number {
    return HOPE / (HOPE + (this.#refused.get(label) ?? 0))
  }

  learn(subject: Subject, recipe: Recipe, { error, results, sent }: ExecutedStep): void {
    const { label } = recipe
    if (error !== undefined) {
      if (this.registering(label).some(({ variant }) => variant === recipe.variant))
        this.#refused.set(label, (this.#refused.get(label) ?? 0) + 1)
      return
    }
    const ports = new Set(accountsOf(this.#start, subject).keys())
    if (ports.size === 0) return
    if (results.some((result) => attributeValues(result, INIT, 'port_id').some((port) => ports.has(port)))) {
      keep(this.#registering, recipe)
      this.#refused.delete(label)
    }
    if (sent.some((packet) => ports.has(packet.split('/')[1]!))) keep(this.#sending, recipe)
  }
}

const INIT = 'channel_open_init'

function keep(recipes: Map<string, readonly Recipe[]>, recipe: Recipe): void {
  const known = (recipes.get(recipe.label) ?? []).filter((one) => JSON.stringify(one) !== JSON.stringify(recipe))
  recipes.set(recipe.label, [...known.slice(known.length >= MAX_RECIPES ? 1 : 0), recipe])
}

/** The messages of the setup that began to open the channel of an account. */
const registeredInSetup = (start: Start): readonly Recipe[] =>
  start.subjects.flatMap((subject) => {
    const { chain: key, label, admin } = subject.config
    const { host } = start.sandbox.chain(key)!
    const accounts = accountsOf(start, subject)
    if (accounts.size === 0) return []
    const names = [...start.actors, ...(admin === undefined ? [] : [admin])]
    return [...host.app.baseApp.blocks()].flatMap(({ txs }) =>
      txs.flatMap((tx): readonly Recipe[] => {
        const begins = tx.code === 0 && attributeValues(tx, INIT, 'port_id').some((port) => accounts.has(port))
        const { messages } = begins ? TxBody.decode(TxRaw.decode(tx.bytes).bodyBytes) : { messages: [] }
        const [message] = messages
        if (messages.length !== 1 || message?.typeUrl !== MsgExecuteContract.typeUrl) return []
        const { sender, contract, msg, funds } = MsgExecuteContract.decode(message.value)
        const from = names.find((name) => addressOfActor(host, name) === sender)
        if (contract !== subject.address || from === undefined) return []
        const text = fromUtf8(msg)
        const paid = funds.map(({ amount, denom }) => `${amount}${denom}`).join(',')
        return [{ label, variant: kindOf(text), from, msg: JSON.parse(text) as Json, funds: paid }]
      }),
    )
  })

/** Factors on the weight of a user's message. */
const REGISTERING = 4
const OPENING = 1.5

/** While an account has no channel, it is registered again; what the relayer does to open the channel is done step by step, or at once. */
export const accountChoices = (scene: Scene): readonly Choice[] =>
  scene.start.subjects.flatMap((subject): readonly Choice[] => {
    const statuses = new Set(accountsOf(scene.start, subject).values())
    const { users, deliver, partial } = scene.weights
    const hope = scene.memory.accounts.hope(subject.config.label)
    const weightOf = (status: Status, weight: number): number => (statuses.has(status) ? weight : 0)
    return [
      [weightOf('closed', REGISTERING * users * hope), () => registering(scene, subject)],
      [weightOf('opening', OPENING * deliver), () => ({ action: 'relay' })],
      [weightOf('opening', OPENING * partial), () => handshakeStep(scene.random.pick(HANDSHAKE))],
    ]
  })

/** The host refuses a new channel until it knows that the old one is closed. */
const HANDSHAKE = ['closeConfirm', 'openTry', 'openAck'] as const

export const handshakeStep = (kind: (typeof HANDSHAKE)[number]): ActionInput => ({ action: 'relay', filter: { kind } })

/** Names of messages that register accounts. */
const LIKE_REGISTERING = /regist|open|connect|channel|account/i
const ADMIN = 0.6
const SAME = 0.85

/** The message that registers an account whose channel is closed, as it was accepted before; else one that sounds like it. Undefined if no account is closed. */
export function registering(scene: Scene, subject: Subject): ActionInput | undefined {
  if (!has(scene, subject, 'closed')) return undefined
  const { memory, random, around } = scene
  const { label, chain, admin } = subject.config
  const known = memory.accounts.registering(label)
  if (known.length > 0)
    return random.chance(SAME)
      ? execute(subject, random.pick(known))
      : messageLike(scene, subject, random.pick(known).variant)
  const likely = variantsOf(subject.schema.execute!, around(chain)).filter(({ name }) => LIKE_REGISTERING.test(name))
  if (likely.length === 0) return undefined
  return newMessage(scene, subject, random.pick(likely), random.chance(ADMIN) ? admin : undefined)
}

/** A message that sent a packet over an account; undefined if none is known. */
export function sendingOver({ memory, random }: Scene, subject: Subject): ActionInput | undefined {
  const known = memory.accounts.sending(subject.config.label)
  return known.length === 0 ? undefined : execute(subject, random.pick(known))
}
