import { pathOf } from '../../chain/ibc/index.js'
import type { ActionInput, Sandbox } from '../../sandbox/internal.js'
import { coinsIn } from '../money/vouchers.js'
import type { Choice, Scene } from '../model/scene.js'
import { STRANGER, type Start } from '../setup.js'
import type { StoryView } from '../view.js'
import { LIMITER } from './limiter.js'

/** What it can refuse, in words: a packet that leaves, one that arrives, and the notice that one came back. */
const REFUSED = {
  send_packet: 'to let out',
  recv_packet: 'to let in',
  undo_send: 'the return of',
} as const
type Refused = keyof typeof REFUSED

type Rule = Readonly<Partial<Record<Refused, string>>>

const setting = (chain: string, rule: Rule): ActionInput => ({
  action: 'tx',
  chain,
  from: STRANGER,
  messages: [{ execute: { contract: LIMITER, msg: rule } }],
})

/** The rule that an action sets. */
function ruleIn(action: ActionInput): Rule | undefined {
  if (action.action !== 'tx') return undefined
  const [message] = action.messages
  return message !== undefined && 'execute' in message && message.execute.contract === LIMITER
    ? (message.execute.msg as Rule | undefined)
    : undefined
}

/** The chains whose rate limit refuses something. */
const limited = ({ steps }: Pick<StoryView, 'steps'>): readonly string[] => {
  const last = new Map<string, Rule>()
  for (const { action } of steps) {
    const rule = ruleIn(action)
    if (rule !== undefined && action.action === 'tx') last.set(action.chain, rule)
  }
  return [...last].flatMap(([chain, rule]) => (Object.keys(rule).length === 0 ? [] : [chain]))
}

/** Whether a rate limit refuses something at the end of an action sequence. */
export const isLimited = (story: Pick<StoryView, 'steps'>): boolean => limited(story).length > 0

/** The actions after which no rate limit refuses anything, as after its period. */
export const liftLimits = (story: Pick<StoryView, 'steps'>): readonly ActionInput[] =>
  limited(story).map((chain) => setting(chain, {}))

/** A rate limit begins or ceases to refuse a denomination. */
export function limitChoices(scene: Scene): readonly Choice[] {
  const { story, start, sandbox, weights } = scene
  const lifts = liftLimits(story).map((action): Choice => [0.8, () => action])
  if (lifts.length > 0) return lifts
  return [...new Set(start.subjects.map(({ config }) => config.chain))].flatMap((chain): readonly Choice[] =>
    sandbox.chain(chain)!.host.labels.addresses.has(LIMITER)
      ? [[0.1 + 0.3 * weights.params, () => setting(chain, someRule(scene, chain))]]
      : [],
  )
}

/** Refuses a packet that is on its way, or a denomination that may be sent. */
function someRule({ random, packets, start, sandbox }: Scene, chain: string): Rule {
  const rules = packets.flatMap((packet): readonly Rule[] => {
    const coins = coinsIn(packet)
    if (coins === undefined) return []
    const denom = pathOf(coins.denom)
    if (packet.from === chain) return [{ undo_send: denom }, { send_packet: denom }]
    return packet.to === chain ? [{ recv_packet: denom }] : []
  })
  if (rules.length > 0 && random.chance(0.7)) return random.pick(rules)
  const denoms = denomsOn(start, sandbox, chain)
  const others = Object.values(sandbox.chains).flatMap(({ key, host }) => (key === chain ? [] : [host.app.denom]))
  return random.chance(0.6)
    ? { send_packet: random.pick(denoms) }
    : { recv_packet: random.pick([...others, ...denoms]) }
}

/** The denominations that actors and contracts have on a chain, in the form that outgoing packets have. */
function denomsOn({ actors, subjects }: Start, sandbox: Sandbox, chain: string): readonly string[] {
  const { host } = sandbox.chain(chain)!
  const { app } = host
  const holders = [...actors, ...subjects.flatMap(({ config, address }) => (config.chain === chain ? [address] : []))]
  const held = new Set(
    holders.flatMap((holder) =>
      sandbox
        .chain(chain)!
        .balances(holder)
        .map(({ denom }) => denom),
    ),
  )
  return [...new Set([app.denom, ...held])].map((denom) => pathOf(app.ibc.transfer.denomOfCoin(app.context, denom)))
}

/** A rule in words; undefined for any other action. */
export function limitText(action: ActionInput): string | undefined {
  const rule = ruleIn(action)
  if (rule === undefined) return undefined
  const parts = Object.entries(rule).map(([what, denom]) => `${REFUSED[what as Refused]} ${denom}`)
  return parts.length === 0 ? 'the rate limit refuses nothing' : `the rate limit refuses ${parts.join(' and ')}`
}
