import { FixtureError, SudoboxError, UsageError } from '../base/errors.js'
import {
  attributeValues,
  QueryRelayError,
  RelayError,
  TxError,
  type ActionInput,
  type Outcome,
  type TraceNode,
  type TxResult,
} from '../sandbox/index.js'
import { action as actionSchema } from '../sandbox/actions/schema.js'
import { claimsOf } from './claims.js'
import { isError } from './money.js'
import type { Start } from './setup.js'
import type { CallbackSeen, Standing, StoryView, ToldStep } from './view.js'

/** A story that is being told on the sandbox of a start. */
export class Story implements StoryView {
  readonly start: Start
  readonly steps: ToldStep[]
  readonly standings: Standing[]

  private constructor(start: Start, steps: readonly ToldStep[], standings: readonly Standing[]) {
    this.start = start
    this.steps = [...steps]
    this.standings = [...standings]
  }

  /** A new one, from the start. */
  static async begin(start: Start): Promise<Story> {
    await start.sandbox.restore(start.snapshot)
    return new Story(start, [], [await standingOf(start)])
  }

  /** The same as it was told so far; the sandbox has to be where it was. */
  copy(): Story {
    return new Story(this.start, this.steps, this.standings)
  }

  get standing(): Standing {
    return this.standings.at(-1)!
  }
  get before(): Standing {
    return this.standings.at(-2)!
  }
  get last(): ToldStep {
    return this.steps.at(-1)!
  }
  get actions(): readonly ActionInput[] {
    return this.steps.map(({ action }) => action)
  }

  /** Runs an action and looks at how things stand then. @throws UsageError for one that cannot be done here */
  async tell(input: ActionInput): Promise<ToldStep> {
    const step = await perform(this.start, input)
    this.steps.push(step)
    const { claims } = this.standing
    // Claims can only have changed in a contract that was called.
    const called = step.results.some(({ trace }) => trace.length > 0)
    this.standings.push(await standingOf(this.start, called ? undefined : claims))
    return step
  }

  /** Forgets the last step. The caller restores the sandbox. */
  dropLast(): void {
    this.steps.pop()
    this.standings.pop()
  }
}

/** Runs an action. @throws UsageError for one that cannot be done here, whatever is no error of the chain */
export async function perform(start: Start, input: ActionInput): Promise<ToldStep> {
  const { sandbox } = start
  const parsed = actionSchema.safeParse(input)
  if (!parsed.success) throw new UsageError('not an action', { details: [JSON.stringify(input)] })
  const action = parsed.data
  let outcome: Outcome | undefined
  let error: SudoboxError | undefined
  try {
    outcome = await sandbox.perform(action)
  } catch (thrown) {
    if (!(thrown instanceof SudoboxError) || thrown instanceof UsageError || thrown instanceof FixtureError)
      throw thrown
    error = thrown
  }
  const results = error === undefined ? resultsOf(outcome!) : resultsOfError(error)
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

const isResult = (value: unknown): value is TxResult =>
  typeof value === 'object' && value !== null && 'gasUsed' in value && 'events' in value && 'trace' in value

function resultsOf(outcome: Outcome): readonly TxResult[] {
  if (isResult(outcome)) return [outcome]
  if ('delivered' in outcome) return outcome.delivered
  if ('steps' in outcome) return outcome.steps
  // Of a repeated action only the last run is kept.
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

function callbacksOf(result: TxResult): CallbackSeen[] {
  const found: CallbackSeen[] = []
  const struck = result.faults?.some((fault) => fault.struck) === true
  const walk = (node: TraceNode): void => {
    if (node.gasLimit !== undefined || (node.entryPoint === 'sudo' && isTop(result, node)))
      found.push({ chain: result.chain, contract: node.contract, kind: kindOf(node.message), node, struck })
    node.children.forEach(walk)
  }
  result.trace.forEach(walk)
  return found
}
/** Whether an error is what the VM says, not the contract. */
export const isTrap = (error: string): boolean =>
  /Error calling the VM|Error executing Wasm|out of gas|panicked|Aborted|RuntimeError|unreachable/i.test(error)

const isTop = ({ trace }: TxResult, node: TraceNode): boolean => trace.includes(node)

/** The name of a message: its first member, or the text that it is. */
export function kindOf(message: string): string {
  try {
    const value: unknown = JSON.parse(message)
    if (typeof value === 'string') return value
    return (typeof value === 'object' && value !== null ? Object.keys(value)[0] : undefined) ?? '?'
  } catch {
    return '?'
  }
}

function packetsOf(result: TxResult): string[] {
  if (result.code !== 0) return []
  const values = (key: string) => attributeValues(result, 'send_packet', key)
  const [ports, channels] = [values('packet_src_port'), values('packet_src_channel')]
  return values('packet_sequence').map((sequence, i) => `${result.chain}/${ports[i]}/${channels[i]}/${sequence}`)
}

/** @param claims those that still hold; they are asked for when left out */
export async function standingOf(start: Start, claims?: Standing['claims']): Promise<Standing> {
  const { sandbox, ledger } = start
  const pending = sandbox.relayer.pending()
  const failures = start.subjects.some(
    ({ config, address }) =>
      sandbox.chain(config.chain)!.host.app.contractManager !== undefined &&
      sandbox.chain(config.chain)!.failures(address).length > 0,
  )
  const armed = Object.values(sandbox.chains).some(({ host }) => host.faults.waiting.length > 0)
  return {
    books: ledger.books(),
    claims: claims ?? (await claimsOf(start)),
    armed,
    atRest: pending.length === 0 && !failures && !armed,
    untold:
      failures ||
      pending.some(
        ({ state, acknowledgement }) => state === 'received' || (state === 'acknowledged' && !isError(acknowledgement)),
      ),
  }
}
