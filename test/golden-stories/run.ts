import type { Json } from '../../src/base/json-value.js'
import { fromBase64 } from '../../src/base/bytes.js'
import { ChainError } from '../../src/base/errors.js'
import type { Context } from '../../src/chain/context.js'
import { EventManager } from '../../src/chain/events.js'
import { FiniteGasMeter, InfiniteGasMeter, Panic } from '../../src/chain/gas.js'
import { StoryChain } from './chain.js'
import { compare, dataView, errorView, eventsView, panicView, stateView, type StoryDifference } from './compare.js'
import { allRows, changedRows } from './rows.js'
import { outOfScope } from './scope.js'
import { STEP_KINDS } from './steps.js'
import type { FindModule, Story, StoryRows, StoryStep } from './story.js'

/** What became of one step. */
export interface StoryStepReport {
  readonly index: number
  readonly name: string
  readonly verdict: 'matched' | 'differs' | 'out of scope'
  readonly differences: readonly StoryDifference[]
  /** Why it is out of scope. */
  readonly reason: string | undefined
}

export interface StoryReport {
  readonly name: string
  readonly steps: readonly StoryStepReport[]
}

type Members = Record<string, Json>

/**
 * Replays a story on a chain with the settings it was recorded with. A step that this version cannot run is out of scope, and with it every later
 * step: its writes are missing in the state; unless the step drops its writes.
 * @throws FixtureError, UsageError when the starting state cannot be made
 */
export function runStory(story: Story, find: FindModule): StoryReport {
  const chain = new StoryChain(story.setup, find)
  let missing: string | undefined
  const steps = story.steps.map((step, index): StoryStepReport => {
    const reason = missing ?? outOfScope(chain, step)
    if (reason !== undefined) {
      if (step.commit && changesState(step)) missing ??= `${reason}, in the step "${step.name}" before`
      return { index, name: step.name, verdict: 'out of scope', differences: [], reason }
    }
    const differences = compare(step.expect, runStep(chain, step))
    return {
      index,
      name: step.name,
      verdict: differences.length === 0 ? 'matched' : 'differs',
      differences,
      reason: undefined,
    }
  })
  return { name: story.name, steps }
}

const changesState = ({ do: { kind } }: StoryStep): boolean => kind !== 'rest_get'

const runStep = (chain: StoryChain, step: StoryStep): Members =>
  step.do.kind === 'tx' ? runTransaction(chain, step) : runKeeperStep(chain, step)

/** A direct call under a fresh meter, on a branch that is kept or dropped as the story says. */
function runKeeperStep(chain: StoryChain, step: StoryStep): Members {
  const meter = step.gas_limit === 'infinite' ? new InfiniteGasMeter() : new FiniteGasMeter(step.gas_limit)
  const events = new EventManager()
  const before = step.expect['state_rows'] === undefined ? undefined : allRows(chain, chain.context())
  const branch = chain.context().branch()
  const outcome = attempt(chain, branch.ctx.withGasMeter(meter).withEvents(events), step)
  const succeeded = 'ok' in outcome
  const keeps = step.commit && !('panic' in outcome)
  const wanted = step.expect.state ?? {}
  let state: Members
  let rows: StoryRows = {}
  if (succeeded || keeps) {
    state = stateView(chain, branch.ctx.withGasMeter(new InfiniteGasMeter()), wanted)
    if (before !== undefined) rows = changedRows(before, allRows(chain, branch.ctx))
    if (keeps) branch.write()
    else branch.discard()
  } else {
    branch.discard()
    state = stateView(chain, chain.context(), wanted)
  }
  return { ...outcome, gas_used: meter.consumed, events: eventsView(events.events), state, state_rows: rows }
}

function attempt(chain: StoryChain, ctx: Context, step: StoryStep): Members {
  try {
    const { data, members, error } = STEP_KINDS[step.do.kind]!(chain, ctx, step.do)
    return { ...(error ? { error: errorView(error) } : { ok: true }), ...dataView(data), ...members }
  } catch (error) {
    if (error instanceof ChainError) return { error: errorView(error) }
    if (error instanceof Panic) return { panic: panicView(error) }
    throw error
  }
}

/** A whole transaction in a block of its own. */
function runTransaction(chain: StoryChain, step: StoryStep): Members {
  const {
    height,
    time_ns: time,
    tx_bytes_base64: bytes,
  } = step.do as unknown as {
    readonly height: number
    readonly time_ns: string
    readonly tx_bytes_base64: string
  }
  const result = chain.app.baseApp.deliver(fromBase64(bytes), { height, time: BigInt(time) })
  const { code, codespace, log, gasWanted, gasUsed, events, data } = result
  const text = step.expect['log_is_cut'] === true ? cutStack(log) : log
  const outcome: Members = code === 0 ? { ok: true } : { error: { codespace, code, text } }
  return {
    ...outcome,
    code,
    codespace,
    log: text,
    gas_wanted: gasWanted,
    gas_used: gasUsed,
    events: eventsView(events),
    ...dataView(data.length === 0 ? undefined : data),
    state: stateView(chain, chain.context(), step.expect.state ?? {}),
  }
}

/** Go's stack depends on the build; stories end where it begins. */
const cutStack = (log: string): string => log.replace(/(\nstack:\n)[^]*$/, '$1')
