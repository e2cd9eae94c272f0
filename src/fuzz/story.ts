import { FixtureError, SudoboxError, UsageError } from '../base/index.js'
import {
  action as actionSchema,
  attributeValues,
  QueryRelayError,
  RelayError,
  TxError,
  type Action,
  type ActionInput,
  type Outcome,
  type PacketResult,
  type TxResult,
} from '../sandbox/internal.js'
import { asSent } from './forked/actors.js'
import { callbacksOf } from './callbacks.js'
import { heightsBefore, scheduledSince } from './layers/schedules.js'
import { claimsOf } from './money/claims.js'
import { packetKey, unsettled } from './deliveries.js'
import { isError } from './money/money.js'
import { lackedGas, ranOutOfGas, withinGas } from './gas-of-tries.js'
import type { Start } from './setup.js'
import { TimeIsOver } from './time-limit.js'
import { withFee } from './worlds/fee.js'
import type { StateView, StoryView, ExecutedStep } from './view.js'

/** The states of an action sequence were asked for that did not look at them. */
export class BlindStory extends Error {}

/** The state before the first step. */
const atStart = new WeakMap<Start, StateView>()

/** An action sequence that runs on the sandbox of a {@link Start}. Code says `story`, because `sequence` is the number of a packet there. */
export class Story implements StoryView {
  readonly start: Start
  readonly steps: ExecutedStep[]
  readonly #states: StateView[] | undefined

  private constructor(start: Start, steps: readonly ExecutedStep[], states: readonly StateView[] | undefined) {
    this.start = start
    this.steps = [...steps]
    this.#states = states && [...states]
  }

  /** Restores the sandbox to the start and begins an empty action sequence. */
  static async begin(start: Start): Promise<Story> {
    await start.sandbox.restore(start.snapshot)
    let state = atStart.get(start)
    if (state === undefined) atStart.set(start, (state = await stateOf(start)))
    return new Story(start, [], [state])
  }

  /** Begins an action sequence without its states, which cost more than most steps do. Reading one throws {@link BlindStory}. */
  static async beginBlind(start: Start): Promise<Story> {
    await start.sandbox.restore(start.snapshot)
    return new Story(start, [], undefined)
  }

  /** A copy that can be continued independently, if the sandbox is in the same state. */
  copy(): Story {
    return new Story(this.start, this.steps, this.#states)
  }

  /** A copy of its first steps, if the sandbox is in the state after them. */
  upTo(steps: number): Story {
    return new Story(this.start, this.steps.slice(0, steps), this.#states?.slice(0, steps + 1))
  }

  /** @throws BlindStory */
  get states(): readonly StateView[] {
    if (this.#states === undefined) throw new BlindStory('the states of this action sequence were not read')
    return this.#states
  }

  get state(): StateView {
    return this.states.at(-1)!
  }
  get before(): StateView {
    return this.states.at(-2)!
  }
  get last(): ExecutedStep {
    return this.steps.at(-1)!
  }
  get actions(): readonly ActionInput[] {
    return this.steps.map(({ action }) => action)
  }

  /**
   * Executes an action and adds it to the action sequence. @param isWanted if it returns false, the step is left out, and the caller restores the sandbox
   * @throws UsageError for an action that is impossible in this state, or after which claims cannot be read; the caller restores the sandbox
   */
  async execute(input: ActionInput, isWanted: (step: ExecutedStep) => boolean = () => true): Promise<ExecutedStep> {
    const run = (): Promise<ExecutedStep> => perform(this.start, input)
    const step = await (this.start.observer?.execute(this, input, run) ?? run())
    // Computing the state costs more than most steps do.
    if (!isWanted(step)) return step
    if (this.#states === undefined) {
      this.steps.push(step)
      return step
    }
    const { claims } = this.state
    // Claims can only have changed in a contract that was called.
    const called = step.results.some(({ trace }) => trace.length > 0)
    const stuck = stuckAfter(this.start, this.state.stuck, step)
    // If claims cannot be read any more, this throws, and the step is left out.
    const state = await stateOf(this.start, called ? undefined : claims, stuck)
    this.steps.push(step)
    this.#states.push(state)
    return step
  }
}

/** Executes an action. Errors of the chain are part of the result. @throws UsageError for an action that is impossible in this state; TimeIsOver; all other errors */
export async function perform(start: Start, input: ActionInput): Promise<ExecutedStep> {
  const { sandbox, limit } = start
  const action = withFee(sandbox, asSent(sandbox, parsed(input)))
  const heights = heightsBefore(sandbox, start.config)
  read.set(action, action)
  limit.begins(input)
  const { gas } = limit
  const within = gas === undefined ? action : withinGas(sandbox, action, gas)
  let outcome: Outcome | undefined
  let error: SudoboxError | undefined
  try {
    outcome = await (start.light
      ? withStacks(0, () => sandbox.performLightly(within))
      : within.action === 'evm' || within.action === 'repeat'
        ? sandbox.perform(within)
        : withStacks(1, () => sandbox.performKnown(within)))
  } catch (thrown) {
    // The stack of a bug in Sudobox is empty here. The exact path shows where it is.
    if (start.light && !(thrown instanceof SudoboxError)) return perform({ ...start, light: false }, input)
    if (!(thrown instanceof SudoboxError) || thrown instanceof UsageError || thrown instanceof FixtureError)
      throw thrown
    error = thrown
  }
  const made = error === undefined ? resultsOf(outcome!) : resultsOfError(error)
  // With all its gas it might have worked, but there is no time for that.
  if (within !== action && made.some(lackedGas)) throw new TimeIsOver()
  for (const result of made) if (ranOutOfGas(result)) limit.ranOut(result.gasUsed)
  const results = [...made, ...scheduledSince(sandbox, heights)]
  return {
    action,
    outcome,
    error,
    results,
    callbacks: results.flatMap(callbacksOf),
    sent: results.flatMap(packetsOf),
    heights: Object.fromEntries(Object.values(sandbox.chains).map(({ key, height }) => [key, Number(height)])),
  }
}

/** Actions as they were read, since the same ones are executed many times: in twins, from the corpus, from saved states. */
const read = new WeakMap<ActionInput, Action>()

/** @throws UsageError */
function parsed(input: ActionInput): Action {
  const known = read.get(input)
  if (known !== undefined) return known
  const { success, data } = actionSchema.safeParse(input)
  if (!success) throw new UsageError('not an action', { details: [JSON.stringify(input)] })
  read.set(input, data)
  // Steps hold the parsed form, which is executed again too.
  read.set(data, data)
  return data
}

/**
 * Campaigns get many errors of the chain, and nobody reads their stacks. @param frames one locates a bug in Sudobox itself; none costs a quarter
 */
function withStacks<T>(frames: number, work: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = frames
  try {
    return work()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

const isResult = (value: unknown): value is TxResult =>
  typeof value === 'object' && value !== null && 'gasUsed' in value && 'events' in value && 'trace' in value

function resultsOf(outcome: Outcome): readonly TxResult[] {
  if (isResult(outcome)) return [outcome]
  if ('delivered' in outcome) return outcome.delivered
  if ('steps' in outcome) return outcome.steps
  // A repeated action keeps the outcome of its last run only.
  if ('last' in outcome)
    return [...(outcome.last === undefined ? [] : resultsOf(outcome.last)), ...lastError(outcome.error)]
  return []
}

const lastError = (error: SudoboxError | undefined): readonly TxResult[] =>
  error === undefined ? [] : resultsOfError(error)

function resultsOfError(error: SudoboxError): readonly TxResult[] {
  if (error instanceof RelayError || error instanceof QueryRelayError) return error.delivered
  return error instanceof TxError ? [error.result] : []
}

function packetsOf(result: TxResult): string[] {
  if (result.code !== 0) return []
  const values = (key: string) => attributeValues(result, 'send_packet', key)
  const [ports, channels] = [values('packet_src_port'), values('packet_src_channel')]
  return values('packet_sequence').map((sequence, i) => `${result.chain}/${ports[i]}/${channels[i]}/${sequence}`)
}

const NONE: ReadonlySet<string> = new Set()

/** Packets whose settlement a contract has refused so far. A retry may succeed, but an action sequence no longer waits for them in order to be at rest. */
function stuckAfter(start: Start, before: ReadonlySet<string>, step: ExecutedStep): ReadonlySet<string> {
  const stuck = [...unsettled(start, step).flatMap(({ packet }) => packet ?? []), ...heldUp(step)]
  return stuck.length === 0 ? before : new Set([...before, ...stuck])
}

/** Packets whose acknowledgement fails in a contract that a memo names, whoever wrote the memo. */
const heldUp = ({ results }: ExecutedStep): readonly string[] =>
  results.flatMap((result) => {
    const { kind, packet } = result as Partial<PacketResult>
    const isHeld = kind === 'ack' && result.code !== 0 && result.trace.some(({ layer }) => layer === 'ibc-hooks')
    return isHeld && packet !== undefined ? [packetKey(packet)] : []
  })

/** @param claims the claims, if they are known not to have changed; queried when left out @param stuck packets to ignore */
export async function stateOf(start: Start, claims?: StateView['claims'], stuck = NONE): Promise<StateView> {
  const { sandbox, ledger } = start
  const pending = sandbox.relayer
    .pending()
    .filter((packet) => packet.state !== 'stranded' && !stuck.has(packetKey(packet)))
  const failures = start.subjects.some(
    ({ config, address }) =>
      sandbox.chain(config.chain)!.host.app.contractManager !== undefined &&
      sandbox.chain(config.chain)!.failures(address).length > 0,
  )
  const armed = Object.values(sandbox.chains).some(({ host }) => host.faults.waiting.length > 0)
  return {
    balances: ledger.balances(),
    claims: claims ?? (await claimsOf(start)),
    armed,
    stuck,
    atRest: pending.length === 0 && !failures && !armed,
    unsettled:
      failures ||
      pending.some(
        ({ state, acknowledgement }) => state === 'received' || (state === 'acknowledged' && !isError(acknowledgement)),
      ),
  }
}
