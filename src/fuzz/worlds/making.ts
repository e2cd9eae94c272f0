import { channelsOfPort } from '../../modules/ibc/index.js'
import { State } from '../../modules/ibc/relay.js'
import { TRANSFER } from '../../modules/transfer/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { lastOpening, openingOver } from '../model/index.js'
import type { RandomSource } from '../random-source.js'
import { STRANGER, type Start } from '../setup.js'
import type { ExecutedStep } from '../view.js'
import type { WorldName } from './names.js'
import { THIRD } from './third-chain.js'

/** The actions that make a world of the plain one, each chosen after the one before was executed. None: the world cannot be made here. */
type Making = Generator<ActionInput, void, ExecutedStep>
type Maker = (start: Start, random: RandomSource) => Making

/** How each world is made. In the world `upgrade`, upgrades are steps of the action sequence instead. */
export const MAKERS: Readonly<Record<Exclude<WorldName, 'plain' | 'upgrade'>, Maker>> = {
  decimals,
  fees,
  'two-channels': twoChannels,
  'third-chain': thirdChain,
}

/** What an actor gets of a coin with 18 decimals: a million of it. */
const PLENTY = 10n ** 24n

/** The chain of the contracts. */
const homeOf = ({ subjects }: Start): string => subjects[0]!.config.chain

const usersOf = ({ config }: Start, chain: string): readonly string[] => [
  ...new Set(config.actors.filter((actor) => actor.chain === chain).map(({ name }) => name)),
]

/** Users hold plenty of a coin, as of one with 18 decimals; of their other coins as much as before, as of those with 6. */
function* decimals(start: Start, random: RandomSource): Making {
  const { sandbox } = start
  const home = sandbox.chain(homeOf(start))!
  const users = usersOf(start, home.key)
  const denoms = [...new Set(users.flatMap((name) => home.balances(name).map(({ denom }) => denom)))].sort()
  if (denoms.length === 0) return
  const some = denoms.length > 1 && random.chance(0.5) ? [random.pick(denoms)] : denoms
  for (const denom of some) {
    const way = wayBack(start, home.key, denom)
    if (way === undefined) continue
    if (way === 'native') {
      for (const name of users) yield { action: 'account', chain: home.key, name, funds: `${PLENTY * 1000n}${denom}` }
      continue
    }
    const { there, channel, base } = way
    const messages = users.map((name) => ({
      ibcTransfer: { to: addressOfActor(home.host, name), amount: `${PLENTY}${base}`, channel },
    }))
    yield { action: 'account', chain: there, name: STRANGER, funds: `${PLENTY * BigInt(users.length)}${base}` }
    yield { action: 'tx', chain: there, from: STRANGER, messages }
    yield { action: 'relay' }
  }
}

/** The chain and the channel from which a voucher came in one hop; undefined for one that took more. */
function wayBack({ sandbox }: Start, key: string, denom: string) {
  if (!denom.startsWith('ibc/')) return 'native'
  const { app } = sandbox.chain(key)!.host
  const { base, trace } = app.ibc.transfer.denomOfCoin(app.context, denom)
  const [hop, ...more] = trace
  if (hop === undefined || more.length > 0 || hop.portId !== TRANSFER) return undefined
  const there = sandbox.relayer.chainBehind(key, hop.portId, hop.channelId)
  const channel = channelsOfPort(app.context, `${TRANSFER}/`).find(({ channelId }) => channelId === hop.channelId)
  if (there === undefined || channel?.counterparty.portId !== TRANSFER) return undefined
  return { there, channel: channel.counterparty.channelId, base }
}

/** Prices of gas, in the chain's denomination. */
const PRICES = ['0.0053', '0.02'] as const
/** What relayers get for an acknowledgement and for a timeout. */
const RELAYER_FEES = [
  ['2500', '4000'],
  ['1', '1'],
  ['100000', '7'],
] as const

/** Gas has a price, and packets have other fees than at the genesis. */
function* fees(start: Start, random: RandomSource): Making {
  const { key: chain, host } = start.sandbox.chain(homeOf(start))!
  const { app } = host
  if (app.relayerFees !== undefined) {
    const [ack, timeout] = random.pick(RELAYER_FEES)
    const coins = (amount: string) => [{ denom: app.denom, amount }]
    const minimum = { recv_fee: [], ack_fee: coins(ack), timeout_fee: coins(timeout) }
    yield { action: 'params', chain, module: 'feerefunder', params: { min_fee: minimum, fee_enabled: true } }
  }
  if (app.modules.some(({ name }) => name === 'globalfee')) {
    const prices = [{ denom: app.denom, amount: random.pick(PRICES) }]
    yield { action: 'params', chain, module: 'globalfee', params: { minimum_gas_prices: prices } }
  }
}

/** Open transfer channels of a chain. */
const transferChannels = ({ sandbox }: Start, key: string) =>
  channelsOfPort(sandbox.chain(key)!.host.app.context, `${TRANSFER}/`).filter(({ state }) => state === State.STATE_OPEN)

/** The ends of a channel that a step opened, by chain. */
const endsIn = ({ outcome }: ExecutedStep): Readonly<Record<string, string>> =>
  outcome !== undefined && 'channels' in outcome ? outcome.channels : {}

/** What users get over a new channel. */
const SOME = 1_000_000n

/** Users get coins over a channel. @param channel on the chain from which they come */
function* vouchers(start: Start, from: string, channel: string): Making {
  const home = start.sandbox.chain(homeOf(start))!
  const { denom } = start.sandbox.chain(from)!.host.app
  const messages = usersOf(start, home.key).map((name) => ({
    ibcTransfer: { to: addressOfActor(home.host, name), amount: `${SOME}${denom}`, channel },
  }))
  yield { action: 'tx', chain: from, from: STRANGER, messages }
  yield { action: 'relay' }
}

/** A second transfer channel to the other chain with coins of its own, and a second channel of each contract that has one. */
function* twoChannels(start: Start): Making {
  const [home, { chain: remote }] = [homeOf(start), start.config.remote]
  const first = transferChannels(start, home).find(
    ({ channelId }) => start.sandbox.relayer.chainBehind(home, TRANSFER, channelId) === remote,
  )
  if (first !== undefined) {
    const opened = yield { action: 'openChannel', chain: home, connection: first.connectionHops[0]! }
    yield* vouchers(start, remote, endsIn(opened)[remote]!)
  }
  for (const subject of start.subjects) {
    const opening = lastOpening(start, subject)
    if (opening !== undefined) yield opening
  }
}

/** A third chain with a transfer channel and coins of its own, and a channel to it of each contract that has one to the transfers of the other chain. */
function* thirdChain(start: Start): Making {
  const home = homeOf(start)
  const { sandbox } = start
  if (sandbox.chain(THIRD) === undefined || transferChannels(start, THIRD).length > 0) return
  const client = clientIn(yield { action: 'createClient', chain: home, of: THIRD })
  const counterpartyClient = clientIn(yield { action: 'createClient', chain: THIRD, of: home })
  const connected = yield { action: 'openConnection', chain: home, client, counterpartyClient }
  const connection = connectionIn(connected, home)
  const opened = yield { action: 'openChannel', chain: home, connection }
  yield* vouchers(start, THIRD, endsIn(opened)[THIRD]!)
  for (const subject of start.subjects) {
    const opening = openingOver(start, subject, connection)
    if (opening?.counterpartyPort === TRANSFER && opening.chain === home) yield opening
  }
}

const clientIn = ({ outcome }: ExecutedStep): string =>
  outcome !== undefined && 'clientId' in outcome ? outcome.clientId : ''

const connectionIn = ({ outcome }: ExecutedStep, chain: string): string =>
  (outcome !== undefined && 'connections' in outcome ? outcome.connections[chain] : undefined) ?? ''
