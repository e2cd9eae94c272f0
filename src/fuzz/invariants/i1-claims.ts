import { bankDenom } from '../../modules/transfer/index.js'
import { parseCoins } from '../../codec/index.js'
import { RELAYER, type PacketResult } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { impostorsAssets, isImpostorsDoing } from '../impostor/conduct.js'
import { hasIntruded } from '../impostor/impostor.js'
import { STRANGER, type Start } from '../setup.js'
import type { Story } from '../story.js'
import { CONTRACTS } from '../findings/identity.js'
import { executed } from '../model/index.js'
import { differences } from '../money/money.js'
import { isToken } from '../money/tokens.js'
import { coinsIn } from '../money/vouchers.js'
import { isTransaction } from '../chains/transaction.js'
import type { ExecutedStep } from '../view.js'
import { byRoles, isOwnAsset, NO_ROLES, type ByRoles } from './designs/roles.js'
import {
  firstOf,
  partlyJudged,
  placeOf,
  sumOfClaims,
  unjudged,
  wealthOf,
  type Invariant,
  type Situation,
  type Violation,
} from './judge.js'

/** The violation as the doing of a role. */
function meant({ start, story }: Situation, { text, asset, account }: Violation, { steps }: ByRoles): Violation {
  const step = story.steps.findLast((one) => steps.has(one))!
  const about = placeOf(start, step)
  return {
    text: `${text}; by ${about}, which only a role may send`,
    kind: 'a role creates or moves coins',
    key: 'role',
    account,
    asset,
    about,
    level: 'note',
  }
}

/** The sender of a step's transaction; undefined for steps of the chain or a relayer. */
export function senderOf({ action }: ExecutedStep): string | undefined {
  const done = action.action === 'repeat' ? action.do : action
  return isTransaction(done) ? done.from : undefined
}

/** The contracts, their pending packets and remote accounts have at least what is claimed. Not checked while an acknowledgement is pending. */
function* covered({ start, state, steps }: Story, roles: ByRoles): Iterable<Violation> {
  if (state.unsettled) return
  const isWorthless = impostorsAssets(start, steps)
  const claims = sumOfClaims(state)
  for (const [asset, there] of state.balances.inside)
    if (there < 0n)
      yield {
        text: `the contracts have ${-there} of ${asset} less than the vouchers and transfers of others that they back`,
        account: CONTRACTS,
        asset,
        key: 'backed',
      }
  for (const [asset, claimed] of claims) {
    const there = state.balances.inside.get(asset) ?? 0n
    if (isWorthless(asset)) continue
    if (there + (roles.uncovered.get(asset) ?? 0n) < claimed)
      yield {
        text: `actors may claim ${claimed} of ${asset}, but the contracts, their packets and remote accounts have only ${there}`,
        account: CONTRACTS,
        asset,
        key: 'covered',
      }
  }
}

/** The escrow of transfers has what it backs, on all chains and while coins are in flight between them. */
function* escrowed({ state, states }: Story): Iterable<Violation> {
  for (const [place, amount] of state.balances.missing) {
    if (amount <= (states[0]!.balances.missing.get(place) ?? 0n)) continue
    const [chain = '', channel = ''] = place.split('/')
    const denom = place.slice(chain.length + channel.length + 2)
    yield {
      text: `the escrow of ${channel} on ${chain} has ${amount} of ${denom} less than the vouchers and packets that it backs`,
      account: `${chain}/${channel}`,
      asset: denom,
      key: 'escrow',
    }
  }
}

/** All actors together gain nothing but what the setup left in packets; if a contract has no `claims`, at most what the contracts, and other chains for them, had at the start. */
function* conserved({ start, state, states, steps }: Story, roles: ByRoles): Iterable<Violation> {
  if (!state.atRest) return
  const gains = new Map<string, bigint>()
  for (const actor of state.balances.actors.keys()) {
    for (const [asset, amount] of wealthOf(state, actor)) gains.set(asset, (gains.get(asset) ?? 0n) + amount)
    for (const [asset, amount] of wealthOf(states[0]!, actor)) gains.set(asset, (gains.get(asset) ?? 0n) - amount)
    for (const [i, { action }] of steps.entries())
      if (action.action === 'account')
        // Minted, to make a world.
        for (const { asset, before, after } of differences(
          wealthOf(states[i]!, actor),
          wealthOf(states[i + 1]!, actor),
        ))
          gains.set(asset, (gains.get(asset) ?? 0n) - after + before)
  }
  // What they pay for actors, or take for a stranger.
  for (const { asset, before, after } of differences(states[0]!.balances.between, state.balances.between))
    gains.set(asset, (gains.get(asset) ?? 0n) + after - before)
  for (const { asset, amount } of steps.flatMap((step) => paidByRelayer(start, step)))
    gains.set(asset, (gains.get(asset) ?? 0n) - amount)
  const allHaveClaims = start.subjects.every(({ config }) => config.claims !== undefined)
  const isFree = madeFreely(start, steps)
  const held = (asset: string): bigint =>
    allHaveClaims
      ? (start.inFlight.get(asset) ?? 0n)
      : (states[0]!.balances.inside.get(asset) ?? 0n) + (start.backing.get(asset) ?? 0n)
  for (const [asset, gain] of gains)
    if (gain > held(asset) + (roles.gained.get(asset) ?? 0n) && !isFree(asset))
      yield {
        text: `balances and claims of all actors grew by ${gain} of ${asset}, but nobody paid for it`,
        asset,
        key: 'gained',
      }
}

/** Assets that contracts create by design. */
function madeFreely(start: Start, steps: readonly ExecutedStep[]): (asset: string) => boolean {
  const isWorthless = impostorsAssets(start, steps)
  return (asset) => isOwnAsset(start, asset) || isToken(asset) || isWorthless(asset)
}

/** The coins of a message that the relayer sent as an account like others. */
function paidByRelayer(
  { ledger }: Start,
  { action, error }: ExecutedStep,
): readonly { asset: string; amount: bigint }[] {
  const { from, funds = '' } = error === undefined ? (executed(action) ?? {}) : {}
  if (from !== RELAYER || !isTransaction(action) || funds === '') return []
  return parseCoins(funds).map(({ denom, amount }) => ({ asset: ledger.assetOf(action.chain, denom), amount }))
}

/** What an actor has and may claim decreases only by the actor's own steps, and by what a role does. */
function* kept({ start, steps, states, state }: Story, roles: ByRoles): Iterable<Violation> {
  if (!state.atRest || state.claims.size === 0) return
  for (const actor of state.balances.actors.keys()) {
    const wealth = states.map((at) => wealthOf(at, actor))
    for (const asset of new Set(wealth.flatMap((sums) => [...sums.keys()]))) {
      if (start.fees.has(asset) || isToken(asset)) continue
      const amounts = wealth.map((sums) => sums.get(asset) ?? 0n)
      let floor = amounts[0]!
      for (let i = 1; i < amounts.length; i++) {
        const by = amounts[i]! - amounts[i - 1]!
        const step = steps[i - 1]!
        if (by < 0n && (senderOf(step) === actor || roles.steps.has(step))) floor += by
        else if (by < 0n) floor += most(by, -sentBy(start, step, actor, asset))
        if (states[i]!.atRest && amounts[i]! > floor) floor = amounts[i]!
      }
      const now = amounts.at(-1)!
      if (now < floor)
        yield {
          text: `${actor} lost ${floor - now} of ${asset} without spending it; balance and claims are ${now}`,
          account: actor,
          asset,
          key: 'lost',
        }
    }
  }
}

/** A packet of the impostor takes nothing from others. */
function* robbed({ start, steps, states, state }: Story): Iterable<Violation> {
  if (!hasIntruded(start)) return
  for (const [i, step] of steps.entries()) {
    if (!isImpostorsDoing(start, step)) continue
    for (const actor of state.balances.actors.keys())
      for (const { asset, before, after } of differences(wealthOf(states[i]!, actor), wealthOf(states[i + 1]!, actor)))
        if (actor !== STRANGER && after < before)
          yield {
            text: `${actor} lost ${before - after} of ${asset} by a packet that the stranger sent over a channel of its own; balance and claims are ${after}`,
            account: actor,
            asset,
            key: 'robbed',
          }
  }
}

function* violations(story: Story, roles = NO_ROLES): Iterable<Violation> {
  yield* escrowed(story)
  yield* covered(story, roles)
  yield* conserved(story, roles)
  yield* kept(story, roles)
  yield* robbed(story)
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

/** The amount of an actor's own transfers that was received in a step. */
function sentBy({ sandbox, ledger }: Start, { results }: ExecutedStep, actor: string, asset: string): bigint {
  let sum = 0n
  for (const result of results) {
    const { kind, packet } = result as Partial<PacketResult>
    const coins = kind === 'recv' && result.code === 0 && packet !== undefined ? coinsIn(packet) : undefined
    if (coins === undefined || addressOfActor(sandbox.chain(packet!.from)!.host, actor) !== coins.sender) continue
    if (ledger.assetOf(packet!.from, bankDenom(coins.denom)) === asset) sum += BigInt(coins.amount)
  }
  return sum
}

/**
 * Honest designs create or move coins by a role: an owner mints shares, or takes them back. What a step did that a stranger may not do is a note; what is
 * wrong beyond it is an error. Coins of a contract's own token factory are its to create. Tokens that contracts keep (cw20) are minted by design, and spent with
 * allowances, so only what is kept for vouchers is compared. Losses that time or slashing brings need an exception.
 */
export const I1: Invariant = {
  id: 'I1',
  title: 'balances cover and keep claims',
  when: 'step',
  lasts: true,
  judge: async (situation) => {
    const { story } = situation
    const all = [...violations(story)]
    if (all.length > 0) {
      const roles = await byRoles(situation)
      const left = [...violations(story, roles)]
      const beyond = firstOf(situation, left)
      if (beyond !== undefined) return beyond
      const notes = all
        .filter(({ text }) => !left.some((one) => one.text === text))
        .map((violation) => meant(situation, violation, roles))
      // What is known of a role does not hide the rest of the action sequence.
      const note = notes.find((one) => !situation.excused(one))
      if (note !== undefined) return note
    }
    const { unsettled, atRest, claims } = story.state
    if (unsettled) return unjudged('a contract had not yet received a response or a failure')
    if (!atRest)
      return partlyJudged('packets, failures or faults were pending: only the coverage of claims was checked')
    return claims.size === 0 ? partlyJudged('the campaign has no `claims`: only balances were checked') : undefined
  },
}
