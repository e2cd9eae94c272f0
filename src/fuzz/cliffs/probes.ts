import type { ActionInput } from '../../sandbox/internal.js'
import type { Start } from '../setup.js'
import type { Story } from '../story.js'
import type { CallbackSeen } from '../view.js'
import { addFootprint, emptyFootprint, type Footprint } from './footprint.js'

/** A callback of a contract, and an action sequence that causes it. */
export interface Probe {
  /** Label of the contract. */
  readonly contract: string
  /** The kind of the callback, and the port if it concerns a packet. */
  readonly callback: string
  readonly entryPoint: string
  readonly before: readonly ActionInput[]
  readonly action: ActionInput
  /** The number of steps before it. */
  readonly steps: number
  readonly limit: bigint
}

/** Collects callbacks from action sequences: of each, the shortest sequence that causes it, and the most gas that it used in any. */
export class Probes {
  readonly #start: Start
  readonly #probes = new Map<string, Probe>()
  readonly #most = new Map<string, bigint>()
  readonly #footprints = new Map<string, Footprint>()

  constructor(start: Start) {
    this.#start = start
  }

  /** In the order in which they were first seen. */
  get all(): readonly Probe[] {
    return [...this.#probes.values()]
  }

  /** The most gas of the callback in an action sequence. */
  most(probe: Probe): bigint {
    return this.#most.get(keyOf(probe)) ?? 0n
  }

  /** What the callback does with storage, in its most expensive calls so far. */
  footprint(probe: Probe): Footprint {
    return this.#footprints.get(keyOf(probe)) ?? emptyFootprint()
  }

  /** The callbacks of a step that are the probe's. */
  seenIn(probe: Probe, callbacks: readonly CallbackSeen[]): readonly CallbackSeen[] {
    return callbacks.filter((seen) => this.#contractOf(seen) === probe.contract && callbackOf(seen) === probe.callback)
  }

  /** Notes the callbacks of an action sequence. @param length how many of its steps violated nothing */
  learn(story: Story, length: number): void {
    for (const [at, { callbacks, action }] of story.steps.slice(0, length).entries()) {
      if (action.action === 'repeat' || isMadeUp(action)) continue
      for (const seen of callbacks) {
        const contract = this.#contractOf(seen)
        const { limit, node, struck } = seen
        if (contract === undefined || limit === undefined || node.error !== undefined || struck) continue
        const callback = callbackOf(seen)
        const key = keyOf({ contract, callback })
        if (node.gasUsed > (this.#most.get(key) ?? 0n)) {
          this.#most.set(key, node.gasUsed)
          this.#footprints.set(key, addFootprint(this.#footprints.get(key) ?? emptyFootprint(), [node]))
        }
        const known = this.#probes.get(key)
        if (known !== undefined && known.steps <= at) continue
        const before = story.actions.slice(0, at)
        if (before.some((one) => one.action === 'fault' || one.action === 'repeat')) continue
        const input = story.actions[at]!
        this.#probes.set(key, {
          contract,
          callback,
          entryPoint: node.entryPoint,
          before: [...before, ...receiving(input)],
          action: input,
          steps: at,
          limit,
        })
      }
    }
  }

  #contractOf({ contract }: CallbackSeen): string | undefined {
    return this.#start.subjects.find(({ address }) => address === contract)?.config.label
  }
}

export const keyOf = ({ contract, callback }: Pick<Probe, 'contract' | 'callback'>): string => `${contract} ${callback}`

/** Whether no relayer delivers like this: a callback with any content, or a limit of its own. */
const isMadeUp = (action: ActionInput): boolean =>
  action.action === 'callback' || ('gasLimit' in action && action.gasLimit !== undefined)

/** Packets are received before many others are sent, so that they do not time out meanwhile. */
const receiving = (action: ActionInput): readonly ActionInput[] =>
  action.action === 'relay' && action.filter?.kind === undefined && action.force === undefined
    ? [{ ...action, filter: { ...action.filter, kind: 'recv' } }]
    : []

/** The callback's kind, with the port if it concerns a packet. */
function callbackOf({ kind, node }: CallbackSeen): string {
  const port = /"source_port":"([a-z]+)/.exec(node.message)?.[1]
  return port === undefined ? kind : `${kind} of ${port}`
}
