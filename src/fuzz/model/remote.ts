import { channelsOfPort } from '../../modules/ibc/index.js'
import { State } from '../../modules/ibc/relay.js'
import { TRANSFER } from '../../modules/transfer/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import { namesImpostor, orderingOf } from '../impostor/impostor.js'
import type { RandomSource } from '../random-source.js'
import { STRANGER, type Start, type Subject } from '../setup.js'
import { ibcPort } from '../../modules/wasm/index.js'
import type { Choice, Scene } from './scene.js'

/** Transfers by users of the other chain, and closing and opening of the contracts' own channels. */
export const remoteChoices = (scene: Scene): readonly Choice[] => [...transferChoices(scene), ...channelChoices(scene)]

type Opening = Extract<ActionInput, { action: 'openChannel' }>
type Channel = ReturnType<typeof channelsOfPort>[number]

/** The contract's own channels, closed ones included, without those of the impostor. */
export function channelsOf(start: Start, { config, address }: Subject): readonly Channel[] {
  const { app } = start.sandbox.chain(config.chain)!.host
  return channelsOfPort(app.context, `${ibcPort(address)}/`).filter(
    ({ counterparty }) => !namesImpostor(start, counterparty.portId),
  )
}

const isOpen = ({ state }: Channel): boolean => state === State.STATE_OPEN

const AMOUNTS = [1, 1, 10, 100, 1000, 50_000] as const
/** Invalid receivers. */
const NOBODY = ['nobody', 'cosmos1', '../..', '0'] as const

/** A transfer of any coin to any receiver over any channel, preferring those that lead to a contract. */
const transferChoices = (scene: Scene): readonly Choice[] => {
  const { all, own } = transferChannels(scene)
  if (all.length === 0) return []
  return [[(own.length > 0 ? 0.8 : 0.15) * scene.weights.strangers, () => remoteTransfer(scene)]]
}

/** Open channels of the other chain's transfer module, and those of them that lead to contracts. */
function transferChannels({ start: { sandbox, subjects, config } }: Scene) {
  const ports = new Set(subjects.map(({ address }) => ibcPort(address)))
  const all = channelsOfPort(sandbox.chain(config.remote.chain)!.host.app.context, `${TRANSFER}/`).filter(isOpen)
  return { all, own: all.filter(({ counterparty }) => ports.has(counterparty.portId)) }
}

const isVoucher = (denom: string): boolean => denom.startsWith('ibc/')

/** A transfer from the other chain; undefined where it cannot be. */
export function remoteTransfer(scene: Scene): ActionInput | undefined {
  const { start, random, around } = scene
  const { sandbox, actors, config } = start
  const chain = sandbox.chain(config.remote.chain)!
  const { all: channels, own } = transferChannels(scene)
  if (channels.length === 0) return undefined
  // Holders of vouchers can send them back.
  const holders = actors.filter((name) => chain.balances(name).some(({ denom }) => isVoucher(denom)))
  const from =
    holders.length > 0 && random.chance(0.5)
      ? random.pick(holders)
      : random.chance(0.3)
        ? STRANGER
        : random.pick(actors)
  const coins = chain.balances(from)
  if (coins.length === 0) return undefined
  const { channelId, counterparty } = random.pick(own.length > 0 && random.chance(0.8) ? own : channels)
  const there = sandbox.relayer.chainBehind(chain.key, TRANSFER, channelId)
  // Vouchers are preferred, so that coins return over the channel on which they came.
  const vouchers = coins.filter(({ denom }) => isVoucher(denom))
  const { denom, amount } = random.pick(vouchers.length > 0 && random.chance(0.7) ? vouchers : coins)
  const wanted = BigInt(random.pick(AMOUNTS))
  const { addresses, contracts } = there === undefined ? { addresses: [], contracts: [] } : around(there)
  const known = [...addresses, ...addresses, ...contracts]
  const to = known.length > 0 && random.chance(0.85) ? random.pick(known) : random.pick(NOBODY)
  return {
    action: 'tx',
    chain: chain.key,
    from,
    messages: [
      {
        ibcTransfer: {
          to,
          amount: `${wanted < amount ? wanted : amount}${denom}`,
          channel: channelId,
          ...(counterparty.portId !== TRANSFER && { port: TRANSFER }),
        },
      },
    ],
  }
}

/** The maximum number of channels of a contract. */
const MAX_CHANNELS = 4

/** Closes a contract's channel from the other side, or opens another one. */
function channelChoices(scene: Scene): readonly Choice[] {
  const { start, weights, random } = scene
  return start.subjects.flatMap((subject): readonly Choice[] => {
    const channels = channelsOf(start, subject)
    const open = channels.filter(isOpen)
    if (channels.length === 0) return []
    const anew: Choice = [open.length === 0 ? 1.5 : 0.1 * weights.channels, () => opening(start, subject)]
    const close: Choice = [0.15 * weights.channels, () => closing(start, subject, random)]
    return [...(channels.length < MAX_CHANNELS ? [anew] : []), ...(open.length > 0 ? [close] : [])]
  })
}

/** Opens another channel like the contract's last one; undefined if it never had one, or has the maximum. */
export const lastOpening = (start: Start, subject: Subject): ActionInput | undefined =>
  channelsOf(start, subject).length < MAX_CHANNELS ? opening(start, subject) : undefined

/** Closes one of a contract's channels from the other side; undefined if none is open. */
export function closing(start: Start, subject: Subject, random: RandomSource): ActionInput | undefined {
  const open = channelsOf(start, subject).filter(isOpen)
  return open.length === 0 ? undefined : closed(start, subject, random.pick(open))
}

const opening = (start: Start, subject: Subject): ActionInput | undefined => openingOver(start, subject)

/** Opens another channel like the contract's last one. @param connection that of the last one when left out */
export function openingOver(start: Start, subject: Subject, connection?: string): Opening | undefined {
  const last = channelsOf(start, subject).at(-1)
  if (last === undefined) return undefined
  const { config, address } = subject
  const [port, { portId: counterpartyPort }] = [ibcPort(address), last.counterparty]
  return {
    action: 'openChannel',
    chain: config.chain,
    connection: connection ?? last.connectionHops[0]!,
    port,
    counterpartyPort,
    version: proposedVersion(start, port, counterpartyPort) ?? last.version,
    ordering: orderingOf(last),
  }
}

/** The version that the setup proposed for such a channel, which may differ from the negotiated one. */
const proposedVersion = ({ setup }: Start, port: string, counterpartyPort: string): string | undefined =>
  setup
    .flatMap((action) =>
      action.action === 'openChannel' && action.port === port && action.counterpartyPort === counterpartyPort
        ? [action.version]
        : [],
    )
    .at(-1)

/** Opens a channel of a contract whose channels are all closed; undefined otherwise. */
export const reopening = (start: Start, subject: Subject): ActionInput | undefined =>
  channelsOf(start, subject).some(isOpen) ? undefined : opening(start, subject)

function closed({ sandbox }: Start, { config, address }: Subject, { channelId, counterparty }: Channel) {
  const there = sandbox.relayer.chainBehind(config.chain, ibcPort(address), channelId)
  return there === undefined
    ? undefined
    : ({
        action: 'closeChannel',
        chain: there,
        port: counterparty.portId,
        channel: counterparty.channelId,
        force: true,
      } as const)
}
