import { atCallersLine, atPointer, FixtureError, own, Reach, strict, SudoboxError, UsageError } from '../base/index.js'
import {
  addPlugins,
  createSandboxWithin,
  errorView,
  outcomeView,
  refusalView,
  runsAfter,
  TxError,
  type Action,
  type BlockRunResult,
  type ChainPlugins,
  type Journey,
  type Observation,
  type Json,
  type Outcome,
  type Sandbox,
  type SandboxSetting,
} from '../sandbox/internal.js'
import type { Double } from '../vm/doubles/index.js'
import { expectation, expectsRefusal } from './expected.js'
import type { Fixture, Step } from './fixture.js'
import { firstDifference, type Difference } from './match.js'
import type { Delivered } from '../pages/index.js'
import { substitute, type Lookup } from './variables.js'
import { isVariable, prepareAction, type WrittenAction } from './written-action.js'

/** One step that ran. */
export interface StepReport {
  readonly index: number
  readonly name: string
  readonly action: Action
  /** The outcome, in the form that fixtures compare. */
  readonly view: Json
  /** The outcome as the API returns it, or the error that was thrown. */
  readonly outcome: Outcome | SudoboxError
  /** What automatic relayers delivered after it. */
  readonly followed: readonly Delivered[]
  /** What modules did by themselves in its blocks, such as the runs of schedules. */
  readonly runs: readonly BlockRunResult[]
  /** The expectation, with variables replaced. */
  readonly expected: Json
  /** The first difference from the expectation. */
  readonly difference: Difference | undefined
}

/** The result of a replay. */
export interface ReplayReport {
  readonly file: string
  readonly title: string
  readonly steps: readonly StepReport[]
  /** How many steps should have run; a run stops at the first difference. */
  readonly planned: number
  /** How many steps the fixture has. */
  readonly total: number
  readonly passed: boolean
  /** Packets that followed from no other, with those that followed from them. */
  readonly journeys: readonly Journey[]
}

/** Options of a replay. */
export interface ReplayOptions {
  /** Plug-ins of its chains, which a file cannot contain. */
  readonly plugins?: ChainPlugins
  /** Doubles that its steps install, by chain and name, which a file cannot contain. */
  readonly doubles?: { readonly [chain: string]: { readonly [name: string]: Double } }
  /**
   * Whether the file may do what code may. By default a file is data: it can name files in its own folder and the working directory only, and nothing in
   * it writes, listens, dials or runs code.
   */
  readonly trust?: boolean
  /** The last step to run: its number from 1, or its name; by default all steps run. */
  readonly until?: number | string
  /** Continue after a step that is not as expected. */
  readonly goOn?: boolean
  /** Called with the sandbox before the first step. */
  readonly onStart?: (sandbox: Sandbox) => void
  /** Called and awaited after each step; if it returns `'stop'`, the run ends there. */
  readonly onStep?: (step: StepReport) => void | 'stop' | Promise<void | 'stop'>
  /** Called with the sandbox after the last step, before it is closed; not after a difference. */
  readonly onEnd?: (sandbox: Sandbox) => Promise<void>
}

/** The value of `${name}`: a saved value, `chain.name`, or an account or contract of the step's own chain. */
function lookupIn(sandbox: Sandbox, saved: ReadonlyMap<string, Json>, chain: string): Lookup {
  return (name) => {
    if (saved.has(name)) return saved.get(name)
    const [first, ...rest] = name.split('.')
    const other = rest.length > 0 ? sandbox.chain(first!) : undefined
    return other ? other.addressOf(rest.join('.')) : sandbox.chain(chain)?.addressOf(name)
  }
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
    // An action that files may not do is an error, not an outcome to compare.
    if (error instanceof FixtureError) throw error.below(place.pointer)
    const view = errorView(error) ?? (expectsRefusal(step) ? refusalView(error) : undefined)
    if (step.expect !== undefined && view !== undefined) return { outcome: error, view }
    throw new FixtureError({
      ...place,
      message: error.shortMessage,
      details:
        error instanceof TxError ? ['the step has no "expect", so it must succeed', ...error.details] : error.details,
      cause: error,
    })
  }
}

/** How many steps run. @throws UsageError for an unknown step */
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

/** @throws FixtureError that names the first missing plug-in */
function checkPlugins({ plugins = {} }: Fixture, given: ChainPlugins = {}, file: string): void {
  for (const [chain, names] of Object.entries(plugins)) {
    const known = own(given, chain) ?? []
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
 * @example
 * const report = await replay(readFixture('fixtures/bug.yaml'), 'fixtures/bug.yaml')
 * expect(report.passed).toBe(true)
 * @throws FixtureError for a step that cannot run, or that fails without an expectation; UsageError for an unknown last step
 */
export const replay: (fixture: Fixture, file: string, options?: ReplayOptions) => Promise<ReplayReport> = atCallersLine(
  strict('replay', runFixture),
)

/** Runs a fixture as {@link replay} does, and observes its sandbox. @throws what {@link replay} throws */
export const replayObserved = atCallersLine(runFixture)

async function runFixture(
  fixture: Fixture,
  file: string,
  options: ReplayOptions = {},
  observation: Observation & Pick<SandboxSetting, 'onFork'> = {},
): Promise<ReplayReport> {
  const planned = stepsUntil(fixture, options.until)
  checkPlugins(fixture, options.plugins, file)
  checkDoubles(fixture, options.doubles, file)
  const reach = new Reach(file, options.trust)
  const sandbox = sandboxOf(fixture, reach, options.plugins, observation)
  learnDoubles(sandbox, options.doubles)
  const saved = new Map<string, Json>()
  const steps: StepReport[] = []
  let last = planned
  let journeys: readonly Journey[] = []
  try {
    options.onStart?.(sandbox)
    for (const [index, step] of fixture.steps.slice(0, planned).entries()) {
      const place = { file, pointer: `/steps/${index}/do` }
      const lookupOn = (chain: string): Lookup => lookupIn(sandbox, saved, chain)
      const { action, lookup } = prepareAction(step.do, lookupOn, reach, ['steps', index, 'do'])
      const { relayer, queryRelayer } = sandbox
      const [packets, queries] = [relayer.delivered.length, queryRelayer.delivered.length]
      const heights = Object.values(sandbox.chains).map(({ host }) => [host, host.app.height] as const)
      const { outcome, view } = await runStep(sandbox, action, step, place)
      const expected = substitute(expectation(step), lookup, reach, ['steps', index, 'expect'])
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
      const name = step.name ?? describeAction(action)
      const runs = heights.flatMap(([host, height]) => runsAfter(host, height))
      const report = { index, name, action, view, outcome, followed, runs, expected, difference }
      steps.push(report)
      if ((await options.onStep?.(report)) === 'stop') {
        last = index + 1
        break
      }
      if (difference && options.goOn !== true) break
    }
    journeys = sandbox.relayer.journeys
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
    journeys,
  }
}

/** Refuses a fixture with a double that was not passed. @throws FixtureError */
function checkDoubles({ steps }: Fixture, given: ReplayOptions['doubles'] = {}, file: string): void {
  for (const [index, step] of steps.entries()) {
    if (step.do.action !== 'double') continue
    const { chain, name } = step.do as WrittenAction & { readonly chain: string; readonly name: string }
    // A double that a variable names is looked for when its step runs.
    if (isVariable(chain) || isVariable(name) || own(own(given, chain) ?? {}, name) !== undefined) continue
    throw new FixtureError({
      file,
      pointer: `/steps/${index}/do/name`,
      message: `it needs the double "${name}" of ${chain}, which is code and cannot be in a file`,
      details: [
        `right: replay(fixture, file, { doubles: { ${chain}: { ${JSON.stringify(name)}: { execute, query, … } } } })`,
      ],
    })
  }
}

function learnDoubles(sandbox: Sandbox, given: ReplayOptions['doubles'] = {}): void {
  for (const [chain, doubles] of Object.entries(given))
    for (const [name, double] of Object.entries(doubles)) sandbox.chain(chain)?.host.app.doubles.learn(name, double)
}

/** @throws FixtureError for options that files may not have */
function sandboxOf(
  { options = {} }: Fixture,
  reach: Reach,
  plugins: ChainPlugins | undefined,
  observation: Observation & Pick<SandboxSetting, 'onFork'>,
): Sandbox {
  try {
    return createSandboxWithin(reach, addPlugins(options, plugins), observation)
  } catch (error) {
    throw error instanceof FixtureError ? error.below('/options') : error
  }
}

/** `alice: deposit(uint256) of vault`. */
function ethereumTitle(action: Extract<Action, { action: 'ethereumTx' | 'ethereumCall' }>): string {
  const deployed = action.action === 'ethereumTx' ? action.deploy : undefined
  const of = deployed?.label ?? action.to ?? 'a contract'
  const what = deployed === undefined ? (action.call?.function ?? 'data') : 'deploy'
  return `${action.from === undefined ? '' : `${action.from}: `}${what}${deployed === undefined ? ' of' : ''} ${of}`
}

/** A default name for a step. */
export function describeAction(action: Action): string {
  switch (action.action) {
    case 'tx':
      return `${action.from}: ${action.messages.map((message) => Object.keys(message)[0]).join(', ')}`
    case 'rawTx':
      return 'a signed transaction'
    case 'ethereumTx':
    case 'ethereumCall':
      return ethereumTitle(action)
    case 'callback':
      return `callback ${Object.keys(action.message)[0]} to ${action.contract}`
    case 'evm':
      return action.method
    case 'double':
      return `double ${action.name}${action.at === undefined ? '' : ` at ${action.at}`}`
    case 'label':
      return `label ${action.label}`
    case 'account':
      return `account ${action.name}`
    case 'repeat':
      return `${action.times} times ${describeAction(action.do)}`
    case 'balances':
      return `balances of ${action.address} on ${action.chain}`
    case 'fault':
      return `fault ${Object.keys(action.fail)[0]}`
    default:
      return action.action
  }
}
