import { toBase64, toUtf8 } from '../../../base/index.js'
import { channelsOfPort } from '../../../modules/ibc/index.js'
import { TRANSFER } from '../../../modules/transfer/index.js'
import { ibcPort } from '../../../modules/wasm/index.js'
import type { ActionInput, Json, TraceNode } from '../../../sandbox/internal.js'
import { addressOfActor } from '../../forked/actors.js'
import { execute, type Recipe } from '../../model/index.js'
import { accountOf } from '../../model/via.js'
import type { Start } from '../../setup.js'
import { perform } from '../../story.js'
import { leavesOf, messageIn, put } from '../places.js'
import { configure, type Configuring } from './configuring.js'
import { failedIn, missingRoles, refusalsIn } from './roles.js'
import { flipped, type ConfiguredTrial } from './switches.js'

/** Errors of a contract that lacks what only the other chain can send. */
export const WANTS_ARRIVAL = /n't exist|not found|no such|unknown|insufficient|not enough|outstanding|exceed|overflow/i

/** What is sent from the other chain. */
const AMOUNT = 1_000_000
const MAX_PACKETS = 10
const DENOM = /denom/

/** The messages that configure contracts for a message, and that message. */
export interface Configured {
  readonly needs: readonly Configuring[]
  readonly recipe: Recipe
}

/**
 * Coins come from the other chain first, over a channel of a contract's own: a bridge pays back only what came. They are the coins of that chain, which the
 * messages then name instead of others. Switches and roles are set so that the coins arrive and nothing fails then, if that can be.
 *
 * @param before messages that come first, and stay @param messages that configure contracts for the message @param known accepted messages, of which versions may give a role
 * @returns undefined if the message is not accepted after it, or sends no packet
 */
export async function afterArrival(
  trial: ConfiguredTrial,
  before: readonly Configuring[],
  messages: readonly Configuring[],
  known: readonly Configuring[],
): Promise<Configured | undefined> {
  const { start, recipe } = trial
  const coins = arrivalOf(trial)
  if (coins === undefined || messages.length === 0) return undefined
  const { denom, actions } = coins
  let partly: Configured | undefined
  for (const old of denomsIn(recipe.msg)) {
    const renamed = { ...trial, recipe: { ...recipe, msg: renamedIn(recipe.msg, old, denom) } }
    const named = messages.map((one) => ({
      ...one,
      recipe: { ...one.recipe, msg: renamedIn(one.recipe.msg, old, denom, OWN) },
    }))
    for (const version of [named, ...flipped(named)]) {
      const refusals = async (first: readonly Configuring[]) => refusalsIn(await arrive(renamed, first, actions))
      const all = [...before, ...version]
      all.push(...(await missingRoles(refusals, all, known)))
      const last = all.pop()!
      const needs = [...all, { ...last, arrivals: actions }]
      const failed = await arrive(renamed, [...all, last], actions)
      const waiting = start.sandbox.relayer.pending().length
      const { error } = await perform(start, execute(trial.subject, renamed.recipe))
      if (error !== undefined || start.sandbox.relayer.pending().length <= waiting) continue
      const found = { needs, recipe: renamed.recipe }
      if (failed.length === 0) return found
      partly ??= found
    }
  }
  return partly
}

/** The transfer module's end of a channel of a contract, on the other chain; undefined if there is none. */
export function bridgeOf({ sandbox, config, subjects }: Start) {
  const there = sandbox.chain(config.remote.chain)
  if (there === undefined) return undefined
  const ports = new Set(subjects.map(({ address }) => ibcPort(address)))
  const channel = channelsOfPort(there.host.app.context, `${TRANSFER}/`).find(({ counterparty }) =>
    ports.has(counterparty.portId),
  )
  return channel === undefined ? undefined : { there, channel: channel.channelId }
}

/** A transfer of the other chain's coins to the sender of the message, over the channel of a contract; undefined if there is none. */
function arrivalOf({ start, subject, recipe }: ConfiguredTrial) {
  const bridge = bridgeOf(start)
  const sender = start.config.actors.find(({ chain }) => chain === start.config.remote.chain)
  if (bridge === undefined || sender === undefined) return undefined
  const { there, channel } = bridge
  const { denom } = there.host.app
  const to = addressOfActor(start.sandbox.chain(subject.config.chain)!.host, accountOf(recipe.from))
  const ibcTransfer = { to, amount: `${AMOUNT}${denom}`, channel, port: TRANSFER }
  const actions: readonly ActionInput[] = [
    { action: 'tx', chain: there.key, from: sender.name, messages: [{ ibcTransfer }] },
    { action: 'relay', limit: MAX_PACKETS },
  ]
  return { denom, actions }
}

/** Coins arrive after messages. @returns the calls that fail then */
async function arrive(
  { start, snapshot }: ConfiguredTrial,
  before: readonly Configuring[],
  actions: readonly ActionInput[],
): Promise<readonly TraceNode[]> {
  await configure(start, snapshot, before)
  const failed: TraceNode[] = []
  for (const action of actions)
    failed.push(...(await perform(start, action)).results.flatMap(({ trace }) => trace.flatMap(failedIn)))
  return failed
}

/** The denominations that a message names, those in messages that it holds in base64 included. */
const denomsIn = (message: Json): readonly string[] => [
  ...new Set(
    [...leavesOf(message)].flatMap(([place, value]) => {
      const inner = messageIn(value)
      if (inner !== undefined) return denomsIn(inner)
      return typeof value === 'string' && DENOM.test(place.at(-1) ?? '') ? [value] : []
    }),
  ),
]

/** The number of names in the place of a message's own members: those of an asset in it are deeper, and are coins of this chain. */
const OWN = 2

/** The message with another denomination. @param depth of the places that are changed */
function renamedIn(message: Json, old: string, denom: string, depth = Number.POSITIVE_INFINITY): Json {
  let renamed = message
  for (const [place, value] of leavesOf(message)) {
    const inner = messageIn(value)
    if (inner !== undefined)
      renamed = put(renamed, place, toBase64(toUtf8(JSON.stringify(renamedIn(inner, old, denom)))))
    else if (value === old && place.length <= depth) renamed = put(renamed, place, denom)
  }
  return renamed
}
