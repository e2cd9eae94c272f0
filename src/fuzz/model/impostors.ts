import { toBase64 } from '../../base/index.js'
import { ibcPort } from '../../modules/wasm/index.js'
import { State } from '../../modules/ibc/relay.js'
import type { ActionInput, ChainHost, Json } from '../../sandbox/internal.js'
import { addressOfActor } from '../forked/actors.js'
import { namesAny } from '../impostor/conduct.js'
import { connectionBehind, impostorsChannels, impostorsPort, namesImpostor } from '../impostor/impostor.js'
import { forgedData, type Accounts } from '../impostor/forging.js'
import { sending } from '../impostor/instructions.js'
import { STRANGER, type Start, type Subject } from '../setup.js'
import type { Recipe } from './memory.js'
import { channelsOf as honestChannels, openingOver } from './remote.js'
import type { Choice, Scene } from './scene.js'

/** The maximum number of channels between a contract and the impostor. */
const MAX_CHANNELS = 2
/** A contract that refused so many channels will refuse others too. */
const MAX_REFUSALS = 3

/**
 * What a stranger does who has a contract on the other chain: opens a channel from it to a contract of the campaign, sends packets over it like those of the
 * honest channel, and closes it. Only contracts that have a channel of their own.
 */
export const impostorChoices = (scene: Scene): readonly Choice[] =>
  scene.start.subjects.flatMap((subject): readonly Choice[] => {
    if (behind(scene, subject) === undefined) return []
    const { weights, memory } = scene
    if (!channelsOf(scene, subject).some(isOpen))
      return [[mayIntrude(scene, subject) ? 0.5 * weights.strangers : 0, () => intruding(scene, subject)]]
    const knows = memory.packets.of(subject.config.label).length > 0
    return [
      [knows ? 1.5 * weights.strangers : 0, () => forging(scene, subject)],
      [0.4 * weights.strangers, () => ownRequest(scene, subject)],
      [0.1 * weights.strangers, () => leaving(scene, subject)],
    ]
  })

/** Whether the impostor lacks an open channel to the contract, and it does not always refuse. */
function mayIntrude(scene: Scene, subject: Subject): boolean {
  const channels = channelsOf(scene, subject)
  const refused = scene.memory.refusedImpostors(subject.config.label)
  return !channels.some(isOpen) && channels.length < MAX_CHANNELS && refused < MAX_REFUSALS
}

type Channel = ReturnType<typeof impostorsChannels>[number]
const isOpen = ({ state }: Channel): boolean => state === State.STATE_OPEN

const hostOf = ({ sandbox }: Scene, { config }: Subject): ChainHost => sandbox.chain(config.chain)!.host
const channelsOf = (scene: Scene, subject: Subject): readonly Channel[] =>
  impostorsChannels(scene.sandbox, hostOf(scene, subject), subject.address)

/** The contract's last own channel, and the impostor behind it; undefined if there is none. */
function behind({ start, sandbox }: Scene, subject: Subject) {
  const { chain } = subject.config
  const last = honestChannels(start, subject).at(-1)
  const key = last && sandbox.relayer.chainBehind(chain, last.portId, last.channelId)
  const there = key === undefined ? undefined : sandbox.chain(key)?.host
  const port = there && impostorsPort(there)
  return last === undefined || there === undefined || port === undefined ? undefined : { last, there, port }
}

/** Opens a channel between the impostor and a contract in the form of the contract's own channel; mostly begun by the impostor, so that the contract is asked to join. Undefined if it cannot be. */
export function intruding(scene: Scene, subject: Subject): ActionInput | undefined {
  const own = behind(scene, subject)
  const opening = openingOver(scene.start, subject)
  if (own === undefined || opening === undefined || !mayIntrude(scene, subject)) return undefined
  const connection = connectionBehind(hostOf(scene, subject), own.last)
  return connection !== undefined && scene.random.chance(0.8)
    ? { ...opening, chain: own.there.key, connection, port: own.port, counterpartyPort: opening.port! }
    : { ...opening, counterpartyPort: own.port }
}

/** A packet of the impostor, in the form of one that was seen; undefined if none was. */
export function forging(scene: Scene, subject: Subject): ActionInput | undefined {
  const { random, memory } = scene
  const own = behind(scene, subject)
  const channel = channelsOf(scene, subject).findLast(isOpen)
  const seen = memory.packets.of(subject.config.label)
  if (own === undefined || channel === undefined || seen.length === 0) return undefined
  const arriving = seen.filter(({ arrives }) => arrives)
  const packet = random.pick(arriving.length > 0 && random.chance(0.7) ? arriving : seen)
  const { counterparty, channelId, portId } = channel
  const data = forgedData(packet, {
    random,
    own: `${counterparty.portId}/${counterparty.channelId}`,
    near: `${portId}/${channelId}`,
    ...accountsAround(scene, hostOf(scene, subject), own.there),
    amounts: scene.around(subject.config.chain).numbers,
  })
  const timestamp = String(scene.sandbox.chain(subject.config.chain)!.time + DAY)
  const sent: Json = {
    ibc: {
      send_packet: {
        channel_id: counterparty.channelId,
        data: toBase64(data),
        timeout: { block: null, timestamp },
      },
    },
  }
  return sending(own.there.key, STRANGER, sent)
}

const DAY = 86_400_000_000_000n

/** The accounts that packets may name, by the prefix of their chain. */
function accountsAround({ start }: Scene, here: ChainHost, there: ChainHost) {
  const on = (host: ChainHost): Accounts => ({
    own: addressOfActor(host, STRANGER),
    others: start.actors.filter((name) => name !== STRANGER).map((name) => addressOfActor(host, name)),
    contracts: start.subjects.filter(({ config }) => config.chain === host.key).map(({ address }) => address),
  })
  const [prefix, other] = [here, there].map(({ app }) => app.context.prefix)
  return {
    accounts: (of: string): Accounts => on(of === other ? there : here),
    otherPrefix: (of: string): string => (of === prefix ? other! : prefix!),
  }
}

/** A message of the stranger that names its own channel, with which the contract sends a packet to the impostor; undefined if no message that worked names a channel. */
export function ownRequest(scene: Scene, subject: Subject): ActionInput | undefined {
  const { random, memory } = scene
  const channel = channelsOf(scene, subject).findLast(isOpen)
  const naming = memory.recipes(subject.config.label).filter(({ msg }) => NAMED.test(JSON.stringify(msg)))
  if (channel === undefined || naming.length === 0) return undefined
  const { msg, funds } = random.pick(naming)
  const own = JSON.parse(JSON.stringify(msg).split(NAMED).join(`"${channel.channelId}"`)) as Json
  return {
    action: 'tx',
    chain: subject.config.chain,
    from: STRANGER,
    messages: [{ execute: { contract: subject.config.label, msg: own, funds } }],
  }
}

const NAMED = /"channel-\d+"/

/** The impostor closes its channel. */
function leaving(scene: Scene, subject: Subject): ActionInput | undefined {
  const own = behind(scene, subject)
  const channel = channelsOf(scene, subject).findLast(isOpen)
  if (own === undefined || channel === undefined) return undefined
  const { portId: port, channelId } = channel.counterparty
  return { action: 'closeChannel', chain: own.there.key, port, channel: channelId }
}

/** The contract with which an action opens a channel of the impostor; undefined for any other action. */
export function intrudedBy(start: Start, action: ActionInput): Subject | undefined {
  if (action.action !== 'openChannel') return undefined
  const ports = [action.port ?? '', action.counterpartyPort ?? '']
  if (!ports.some((port) => namesImpostor(start, port))) return undefined
  return start.subjects.find(({ address }) => ports.includes(ibcPort(address)))
}

/** Only the stranger names the impostor's channels: see {@link hasStrayed}. */
export function ofItsOwner(scene: Scene, subject: Subject, recipe: Recipe): Recipe {
  const channels = channelsOf(scene, subject)
  const ids = channels.map(({ channelId }) => channelId)
  return ids.length > 0 && namesAny(recipe.msg, ids) ? { ...recipe, from: STRANGER } : recipe
}
