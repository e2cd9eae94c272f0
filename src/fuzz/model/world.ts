import type { ActionInput, Json, SandboxChain } from '../../sandbox/internal.js'
import { substitute } from '../../replay/internal.js'
import { unbondingsBy } from '../../modules/staking/index.js'
import { STRANGER, type Subject } from '../setup.js'
import type { Choice, Scene } from './scene.js'

/** Time, parameters, strangers, faults, and resubmissions of failures. */
export const worldChoices = (scene: Scene): readonly Choice[] => [
  ...timeChoices(scene),
  ...paramChoices(scene),
  ...strangerChoices(scene),
  ...faultChoices(scene),
  ...resubmitChoices(scene),
  ...upgradeChoices(scene),
]

const SECONDS = [1, 60, 3600, 86_400, 864_000] as const

/** Longer than coins unbond. */
const MONTH = 30 * 86_400

const timeChoices = ({ weights, random, start }: Scene): readonly Choice[] => [
  [0.4 * weights.time, () => ({ action: 'advance', seconds: random.pick(SECONDS) })],
  [
    start.subjects.some((subject) => isUnbonding(start, subject)) ? weights.time : 0,
    () => ({ action: 'advance', seconds: MONTH }),
  ],
]

const isUnbonding = ({ sandbox }: Scene['start'], { config, address }: Subject): boolean => {
  const { app } = sandbox.chain(config.chain)!.host
  return [...unbondingsBy(app.context, app.address(address))].length > 0
}

const none: Json = []
const fees = (amount: string): Json => [{ denom: 'untrn', amount }]
/** Relayer fees that governance may set. */
const FEES: readonly { readonly [name: string]: Json }[] = [
  { min_fee: { recv_fee: none, ack_fee: none, timeout_fee: none }, fee_enabled: false },
  { min_fee: { recv_fee: none, ack_fee: fees('1'), timeout_fee: fees('1') }, fee_enabled: true },
  { min_fee: { recv_fee: none, ack_fee: fees('5000'), timeout_fee: fees('5000') }, fee_enabled: true },
]

const paramChoices = ({ weights, random, story, sandbox }: Scene): readonly Choice[] =>
  sandbox.chain('neutron')?.host.app.relayerFees === undefined ||
  story.steps.filter(({ action }) => action.action === 'params').length >= 2
    ? []
    : [
        [
          0.6 * weights.params,
          () => ({
            action: 'params',
            chain: 'neutron',
            module: 'feerefunder',
            params: random.pick(FEES),
          }),
        ],
      ]

/** In the world of upgrades, one chain is upgraded once, between a request and its answer. */
function upgradeChoices(scene: Scene): readonly Choice[] {
  const { weights, packets, queries, story } = scene
  const isDue = weights.upgrades && packets.length + queries.length > 0
  if (!isDue || story.steps.some(({ action }) => action.action === 'upgrade')) return []
  return [[2, () => upgradeOfRemote(scene)], ...Object.values(scene.sandbox.chains).flatMap(releaseChoices)]
}

/** A chain goes on with each of the releases that follow its own. */
const releaseChoices = ({ key: chain, host }: SandboxChain): readonly Choice[] =>
  [...host.app.upgrades.keys()].map((to) => [1, () => ({ action: 'upgrade', chain, to })])

/** The remote chain continues under the next revision of its id; clients follow it. Undefined if its id has none. */
export function upgradeOfRemote({ start, sandbox }: Scene): ActionInput | undefined {
  const { chain } = start.config.remote
  const revision = /-(\d+)$/.exec(sandbox.chain(chain)!.host.app.chainId)?.[1]
  return revision === undefined ? undefined : { action: 'upgrade', chain, revision: String(BigInt(revision) + 1n) }
}

const AMOUNTS = [1, 10, 1000, 50_000] as const

const strangerChoices = (scene: Scene): readonly Choice[] => [
  [0.5 * scene.weights.strangers, () => strangersTransfer(scene)],
]

/** A transfer on the other chain, sometimes to an account of a contract. */
export function strangersTransfer({ random, start }: Scene): ActionInput | undefined {
  const { sandbox, actors, ledger, config } = start
  const chain = sandbox.chain(config.remote.chain)!
  const from = random.chance(0.5) ? STRANGER : random.pick(actors)
  const accounts = ledger.remoteAccounts()
  const others = actors.filter((name) => name !== from)
  const to = accounts.length > 0 && random.chance(0.4) ? random.pick(accounts) : random.pick(others)
  const coins = chain.balances(from)
  if (coins.length === 0) return undefined
  const { denom } = random.pick(coins)
  const amount = `${random.pick(AMOUNTS)}${denom}`
  return { action: 'tx', chain: chain.key, from, messages: [{ send: { to, amount } }] }
}

const GAS = [1000, 50_000, 100_000, 150_000, 200_000, 300_000] as const

/** Upper bounds for the host call that fails. A callback makes a few dozen host calls; early ones are preferred, since every callback makes them. */
const HOST_CALLS = [2, 5, 12, 30] as const

/** Faults: a callback that runs out of gas, a failing submessage, a failing host call. Only one is armed at a time, and only if a call can match it. */
function faultChoices({ weights, random, start, packets }: Scene): readonly Choice[] {
  const armed = Object.values(start.sandbox.chains).some(({ host }) => host.faults.waiting.length > 0)
  if (armed) return []
  const wasm = start.subjects.filter(({ solidity }) => solidity === undefined)
  return wasm.flatMap(({ config }): readonly Choice[] => [
    [
      packets.length > 0 && config.resubmit !== undefined ? 0.4 * weights.faults : 0,
      () => ({ action: 'fault', chain: config.chain, contract: config.label, fail: { gas: random.pick(GAS) } }),
    ],
    [
      packets.length > 0 && config.resubmit !== undefined ? 0.15 * weights.faults : 0,
      () => ({
        action: 'fault',
        chain: config.chain,
        contract: config.label,
        entryPoint: random.pick(['sudo', 'sudo', 'sudo', 'reply'] as const),
        fail: { hostCall: { nth: 1 + random.below(random.pick(HOST_CALLS)) } },
      }),
    ],
    [
      0.25 * weights.faults,
      () => ({ action: 'fault', chain: config.chain, contract: config.label, fail: { child: 1 + random.below(3) } }),
    ],
  ])
}

const resubmitChoices = (scene: Scene): readonly Choice[] =>
  scene.failures.map((failure): Choice => [2, () => resubmitting(scene, failure)])

function resubmitting({ start, random }: Scene, [{ config }, { id }]: Scene['failures'][number]): ActionInput {
  const from = config.admin ?? random.pick(start.config.actors).name
  const message = { contract: config.label, msg: resubmitMessage(config.resubmit!, id) }
  return { action: 'tx', chain: config.chain, from, messages: [{ execute: message }] }
}

/** Resubmits the first failure; undefined if there is none. */
export const resubmission = (scene: Scene): ActionInput | undefined =>
  scene.failures[0] && resubmitting(scene, scene.failures[0])

/** The `resubmit` message for a failure. */
export const resubmitMessage = (template: Json, id: bigint): Json =>
  substitute(template, (name) => (name === 'failure_id' ? Number(id) : undefined), undefined)
