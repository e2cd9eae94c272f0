import { z } from 'zod'
import { FixtureError, SudoboxError } from '../base/errors.js'
import { action as actionSchema, type Action } from '../sandbox/action.js'
import { createSandbox } from '../sandbox/create-sandbox.js'
import { placeIssues } from '../sandbox/issues.js'
import type { Outcome } from '../sandbox/outcome.js'
import { TxError } from '../sandbox/result.js'
import { addPlugins, type ChainPlugins } from '../sandbox/plugin.js'
import type { Sandbox } from '../sandbox/sandbox.js'
import type { Json } from '../sandbox/values.js'
import type { Fixture, Step } from './fixture.js'
import { firstDifference, type Difference } from './match.js'
import { atPointer, substitute, type Lookup } from './variables.js'
import { errorView, outcomeView } from './view.js'

/** One step that ran. */
export interface StepReport {
  readonly index: number
  readonly name: string
  readonly action: Action
  /** What came out, as a fixture sees it. */
  readonly view: Json
  /** What came out, as the API sees it; the error where one was thrown. */
  readonly outcome: Outcome | SudoboxError
  /** Where it first differs from what was expected. */
  readonly difference: Difference | undefined
}

export interface ReplayReport {
  readonly file: string
  readonly title: string
  readonly steps: readonly StepReport[]
  /** How many steps the fixture has; a run stops at the first difference. */
  readonly planned: number
  readonly passed: boolean
}

export interface ReplayOptions {
  /** Plug-ins of its chains, which no file can hold. */
  readonly plugins?: Partial<ChainPlugins>
  /** Told of each step as it ends. */
  readonly onStep?: (step: StepReport) => void
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
function prepare(step: Step, index: number, sandbox: Sandbox, saved: ReadonlyMap<string, Json>, file: string): Action {
  const written = z.encode(actionSchema, step.do) as Json
  const chain = 'chain' in step.do ? step.do.chain : 'neutron'
  const replaced = substitute(written, lookupIn(sandbox, saved, chain), file, ['steps', index, 'do'])
  const parsed = actionSchema.safeParse(replaced)
  if (parsed.success) return parsed.data
  const [issue] = placeIssues(parsed.error)
  throw new FixtureError({
    file,
    pointer: `/steps/${index}/do${issue?.pointer ?? ''}`,
    message: issue?.message ?? 'not an action',
  })
}

async function runStep(
  sandbox: Sandbox,
  action: Action,
  step: Step,
  place: { file: string; pointer: string },
): Promise<Outcome | SudoboxError> {
  try {
    return await sandbox.perform(action)
  } catch (error) {
    if (step.expect !== undefined && error instanceof SudoboxError && errorView(error) !== undefined) return error
    if (error instanceof SudoboxError)
      throw new FixtureError({
        ...place,
        message: error.shortMessage,
        details:
          error instanceof TxError
            ? ['the step has no "expect", so it has to succeed', ...error.details]
            : error.details,
        cause: error,
      })
    throw error
  }
}

/** What a step has to give: without a word on success or failure it has to succeed. */
function expectation(step: Step): Json {
  const expected = step.expect ?? {}
  if (typeof expected !== 'object' || expected === null || Array.isArray(expected)) return expected
  const tells = ['ok', 'code', 'codespace', 'rawLog', 'error'].some((member) => member in expected)
  return tells ? expected : Object.assign({ ok: true }, expected)
}

/**
 * Runs a fixture in a sandbox of its own, up to the first difference.
 * @throws FixtureError for a step that cannot run, or that fails though nothing is expected of it.
 */
export async function replay(fixture: Fixture, file: string, options: ReplayOptions = {}): Promise<ReplayReport> {
  const sandbox = createSandbox(addPlugins(fixture.options ?? {}, options.plugins), { baseFile: file })
  const saved = new Map<string, Json>()
  const steps: StepReport[] = []
  try {
    for (const [index, step] of fixture.steps.entries()) {
      const place = { file, pointer: `/steps/${index}/do` }
      const action = prepare(step, index, sandbox, saved, file)
      const outcome = await runStep(sandbox, action, step, place)
      const view = outcome instanceof SudoboxError ? errorView(outcome)! : outcomeView(outcome)
      const expected = substitute(
        expectation(step),
        lookupIn(sandbox, saved, 'chain' in action ? action.chain : 'neutron'),
        file,
        ['steps', index, 'expect'],
      )
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
      const report = { index, name: step.name ?? describe(action), action, view, outcome, difference }
      steps.push(report)
      options.onStep?.(report)
      if (difference) break
    }
    if (!steps.some((step) => step.difference)) await options.onEnd?.(sandbox)
  } finally {
    await sandbox.close()
  }
  return {
    file,
    title: fixture.title,
    steps,
    planned: fixture.steps.length,
    passed: steps.length === fixture.steps.length && steps.every((step) => !step.difference),
  }
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
    default:
      return action.action
  }
}
