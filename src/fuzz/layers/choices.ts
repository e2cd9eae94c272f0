import { parseCoins } from '../../codec/index.js'
import type { ActionInput } from '../../sandbox/internal.js'
import type { Choice, Scene } from '../model/scene.js'
import { limitChoices } from './limits.js'
import { addressed } from './memos.js'
import { scheduleChoices } from './schedules.js'
import { waysOf, type Way } from './ways.js'
import { usesLayers } from './which.js'

/** Schedules, and actions through the layers around transfers; nothing in a campaign that uses neither. */
export const layerChoices = (scene: Scene): readonly Choice[] => [
  ...scheduleChoices(scene),
  ...(usesLayers(scene.start.config)
    ? [[1.2 * scene.weights.strangers + 0.3, () => layeredTransfer(scene)] satisfies Choice, ...limitChoices(scene)]
    : []),
]

const AMOUNTS = [1n, 1n, 10n, 100n, 1000n, 50_000n] as const

/** A transfer with a memo: to a contract by a hook, over several chains, or both; undefined if nobody can send one. */
function layeredTransfer(scene: Scene): ActionInput | undefined {
  const { random } = scene
  const way = someWay(scene)
  if (way === undefined) return undefined
  const [{ from: chain, channel }] = way
  const { to, memo, funds = '' } = addressed(scene, way)
  const sent = paidWith(scene, way, funds) ?? anyCoin(scene, chain)
  if (sent === undefined) return undefined
  const { from, amount } = sent
  return {
    action: 'tx',
    chain,
    from,
    messages: [
      {
        ibcTransfer: {
          to,
          amount,
          channel,
          memo,
          ...(random.chance(0.1) && { timeoutSeconds: 60 }),
        },
      },
    ],
  }
}

/** Mostly a route to a contract. The length is drawn first, since there are many more long routes. */
function someWay({ random, sandbox, start }: Scene): Way | undefined {
  const chains = new Set(start.subjects.map(({ config }) => config.chain))
  const ends = random.chance(0.85) ? (chain: string) => chains.has(chain) : () => true
  const ways = waysOf(sandbox, ends)
  if (ways.length === 0) return undefined
  const length = random.pick([...new Set(ways.map((way) => way.length))])
  return random.pick(ways.filter((way) => way.length === length))
}

interface Sent {
  readonly from: string
  /** One coin. */
  readonly amount: string
}

/** The coin that a message expects, from somebody who has it where the route begins. */
function paidWith({ random, start, sandbox }: Scene, way: Way, funds: string): Sent | undefined {
  if (funds === '') return undefined
  const [{ from: chain }] = way
  const { ledger, actors } = start
  const wanted = new Map(parseCoins(funds).map(({ denom, amount }) => [ledger.assetOf(way.at(-1)!.to, denom), amount]))
  const found = actors.flatMap((from) =>
    sandbox
      .chain(chain)!
      .balances(from)
      .flatMap(({ denom, amount }): readonly Sent[] => {
        const price = wanted.get(ledger.assetOf(chain, denom))
        return price === undefined || price > amount ? [] : [{ from, amount: `${price}${denom}` }]
      }),
  )
  return found.length === 0 ? undefined : random.pick(found)
}

function anyCoin({ random, start, sandbox }: Scene, chain: string): Sent | undefined {
  const from = random.pick(start.actors)
  const coins = sandbox.chain(chain)!.balances(from)
  if (coins.length === 0) return undefined
  const { denom, amount } = random.pick(coins)
  const wanted = random.pick(AMOUNTS)
  return { from, amount: `${wanted < amount ? wanted : amount}${denom}` }
}
