import { z } from 'zod'
import { atCallersLine } from '../base/callers-line.js'
import { FixtureError, SudoboxError, UsageError } from '../base/errors.js'
import { Reach } from '../base/reach.js'
import { action as actionSchema, type Action } from '../sandbox/actions/schema.js'
import { createSandbox } from '../sandbox/api/create-sandbox.js'
import { placeIssues } from '../sandbox/actions/issues.js'
import type { Outcome } from '../sandbox/actions/outcome.js'
import { TxError } from '../sandbox/tx/result.js'
import { addPlugins, type ChainPlugins } from '../sandbox/api/plugin.js'
import type { Sandbox } from '../sandbox/api/sandbox.js'
import type { Json } from '../sandbox/values/values.js'
import { expectation, expectsRefusal } from './expected.js'
import type { Fixture, Step } from './fixture.js'
import { firstDifference, type Difference } from './match.js'
import type { QueryDelivery } from '../sandbox/query-relayer/outcome.js'
import type { PacketResult } from '../sandbox/relayer/outcome.js'
import { atPointer, substitute, type Lookup } from './variables.js'
import { errorView, outcomeView, refusalView } from '../sandbox/record/view.js'

/** A delivery of a relayer. */
export type Delivered = PacketResult | QueryDelivery

/** One step that ran. */
export interface StepReport {
  readonly index: number
  readonly name: string
  readonly action: Action
  /** What came out, as a fixture sees it. */
  readonly view: Json
  /** What came out, as the API sees it; the error where one was thrown. */
  readonly outcome: Outcome | SudoboxError
  /** What the automatic relayers delivered after it. */
  readonly followed: readonly Delivered[]
  /** What was expected, variables replaced. */
  readonly expected: Json
  /** Where it first differs from what was expected. */
  readonly difference: Difference | undefined
}

/** What a replay came to. */
export interface ReplayReport {
  readonly file: string
  readonly title: string
  readonly steps: readonly StepReport[]
  /** How many steps were to run; a run stops at the first difference. */
  readonly planned: number
  /** How many steps the fixture has. */
  readonly total: number
  readonly passed: boolean
}

/** What a replay may be told. */
export interface ReplayOptions {
  /** Plug-ins of its chains, which no file can hold. */
  readonly plugins?: Partial<ChainPlugins>
  /**
   * Whether the file may name what code may. A file is data else: it names files in its own folder and the working directory only, and nothing in
   * it writes, listens, dials or runs code.
   */
  readonly trust?: boolean
  /** The last step that runs: its number from 1, or its name; all run when left out. */
  readonly until?: number | string
  /** Goes on where a step is not as expected. */
  readonly goOn?: boolean
  /** Told of each step as it ends, and waited for; `'stop'` ends the run behind it. */
  readonly onStep?: (step: StepReport) => void | 'stop' | Promise<void | 'stop'>
  /** Given the sandbox after the last step, before it is closed; not after a difference. */
  readonly onEnd?: (sandbox: Sandbox) => Promise<void>
}

/** What `${name}` stands for: what a step saved, `chain.name`, or an account or contract of the step's own chain. */
function lookupIn(sandbox: Sandbox, saved: ReadonlyMap<string, Json>, chain: string): Lookup {
  return (name) => {
    if (saved.has(name)) return saved.get(name)
    const [first, ...rest] = name.split('.')
    const other = rest.length > 0 ? sandbox.chain(first!) : undefined
    return other ? other.addressOf(rest.join('.')) : sandbox.chain(chain)?.addressOf(name)
  }
}

/** The step's action with its variables replaced. @throws FixtureError with the place of a name that is unknown or does not fit. */
function prepare(step: Step, index: number, sandbox: Sandbox, saved: ReadonlyMap<string, Json>, reach: Reach): Action {
  const written = z.encode(actionSchema, step.do) as Json
  const chain = chainOf(step.do)
  const replaced = substitute(written, lookupIn(sandbox, saved, chain), reach, ['steps', index, 'do'])
  const parsed = actionSchema.safeParse(replaced)
  if (parsed.success) return parsed.data
  const [issue] = placeIssues(parsed.error)
  throw new FixtureError({
    file: reach.file,
    pointer: `/steps/${index}/do${issue?.pointer ?? ''}`,
    message: issue?.message ?? 'not an action',
  })
}

async function runStep(
  sandbox: Sandbox,
  action: Action,
  step: Step,
  place: { file: string; pointer: string },
): Promise<{ outcome: Outcome | SudoboxError; view: Json }> {
  try {
    const outcome = await sandbox.perform(action)
    return { outcome, view: outcomeView(outcome) }
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    // What no file may do is no outcome that one could expect.
    if (error instanceof FixtureError) throw error.below(place.pointer)
    const view = errorView(error) ?? (expectsRefusal(step) ? refusalView(error) : undefined)
    if (step.expect !== undefined && view !== undefined) return { outcome: error, view }
    throw new FixtureError({
      ...place,
      message: error.shortMessage,
      details:
        error instanceof TxError ? ['the step has no "expect", so it has to succeed', ...error.details] : error.details,
      cause: error,
    })
  }
}

/** How many steps run. @throws UsageError for a step that there is not */
function stepsUntil({ steps }: Fixture, until: number | string | undefined): number {
  if (until === undefined) return steps.length
  const number = typeof until === 'number' ? until : steps.findIndex(({ name }) => name === until) + 1
  if (Number.isSafeInteger(number) && number >= 1 && number <= steps.length) return number
  throw new UsageError(`there is no step ${JSON.stringify(until)}`, {
    details: [
      `steps: 1 to ${steps.length}`,
      ...steps.flatMap(({ name }, index) => (name === undefined ? [] : [`${index + 1}: ${name}`])),
    ],
  })
}

/** @throws FixtureError that names the first plug-in which is missing */
function checkPlugins({ plugins = {} }: Fixture, given: Partial<ChainPlugins> = {}, file: string): void {
  for (const [chain, names] of Object.entries(plugins)) {
    const known = (chain === 'neutron' || chain === 'hub' ? given[chain] : undefined) ?? []
    const missing = names.find((name) => !known.some((plugin) => plugin.spec.name === name))
    if (missing !== undefined)
      throw new FixtureError({
        file,
        pointer: `/plugins/${chain}`,
        message: `the fixture needs the plug-in "${missing}" of ${chain}`,
        details: [`right: replay(fixture, file, { plugins: { ${chain}: [${missing}] } })`],
      })
  }
}

/**
 * Runs a fixture in a sandbox of its own, up to the first difference.
 * @throws FixtureError for a step that cannot run, or that fails though nothing is expected of it; UsageError for a last step that there is not
 */
export const replay = atCallersLine(runFixture)

async function runFixture(fixture: Fixture, file: string, options: ReplayOptions = {}): Promise<ReplayReport> {
  const planned = stepsUntil(fixture, options.until)
  checkPlugins(fixture, options.plugins, file)
  const reach = new Reach(file, options.trust)
  const sandbox = sandboxOf(fixture, reach, options.plugins)
  const saved = new Map<string, Json>()
  const steps: StepReport[] = []
  let last = planned
  try {
    for (const [index, step] of fixture.steps.slice(0, planned).entries()) {
      const place = { file, pointer: `/steps/${index}/do` }
      const action = prepare(step, index, sandbox, saved, reach)
      const { relayer, queryRelayer } = sandbox
      const [packets, queries] = [relayer.delivered.length, queryRelayer.delivered.length]
      const { outcome, view } = await runStep(sandbox, action, step, place)
      const expected = substitute(expectation(step), lookupIn(sandbox, saved, chainOf(action)), reach, [
        'steps',
        index,
        'expect',
      ])
      const difference = firstDifference(expected, view)
      for (const [name, pointer] of Object.entries(step.save ?? {})) {
        const value = atPointer(view, pointer)
        if (value === undefined && !difference)
          throw new FixtureError({
            file,
            pointer: `/steps/${index}/save/${name}`,
            message: `the outcome has nothing at ${pointer}`,
          })
        if (value !== undefined) saved.set(name, value)
      }
      const followed = [...relayer.delivered.slice(packets), ...queryRelayer.delivered.slice(queries)]
      const name = step.name ?? describe(action)
      const report = { index, name, action, view, outcome, followed, expected, difference }
      steps.push(report)
      if ((await options.onStep?.(report)) === 'stop') {
        last = index + 1
        break
      }
      if (difference && options.goOn !== true) break
    }
    if (!steps.some((step) => step.difference)) await options.onEnd?.(sandbox)
  } finally {
    await sandbox.close()
  }
  return {
    file,
    title: fixture.title,
    steps,
    planned: last,
    total: fixture.steps.length,
    passed: steps.length === last && steps.every((step) => !step.difference),
  }
}

/** @throws FixtureError for options that no file may have */
function sandboxOf({ options = {} }: Fixture, { file, trusted }: Reach, plugins?: Partial<ChainPlugins>): Sandbox {
  try {
    return createSandbox(addPlugins(options, plugins), { baseFile: file, trust: trusted })
  } catch (error) {
    throw error instanceof FixtureError ? error.below('/options') : error
  }
}

/** Whose names a step knows without a prefix. */
function chainOf(action: Action): string {
  if (action.action === 'repeat') return chainOf(action.do)
  return 'chain' in action ? action.chain : 'neutron'
}

/** A name for a step that has none. */
function describe(action: Action): string {
  switch (action.action) {
    case 'tx':
      return `${action.from}: ${action.messages.map((message) => Object.keys(message)[0]).join(', ')}`
    case 'rawTx':
      return 'a signed transaction'
    case 'callback':
      return `callback ${Object.keys(action.message)[0]} to ${action.contract}`
    case 'evm':
      return action.method
    case 'account':
      return `account ${action.name}`
    case 'repeat':
      return `${action.times} times ${describe(action.do)}`
    case 'balances':
      return `balances of ${action.address} on ${action.chain}`
    case 'fault':
      return `fault ${Object.keys(action.fail)[0]}`
    default:
      return action.action
  }
}
