import { resolve } from 'node:path'
import { Vms } from '../../app/index.js'
import { UsageError } from '../../base/index.js'
import type { Debugged, LaunchArguments } from '../../debug/adapter/index.js'
import { CallTrace, gasBefore, NoLines } from '../../debug/index.js'
import { partsOf, readFixture, replayObserved, type StepReport } from '../../replay/internal.js'
import { madeOf, type TraceNode } from '../../sandbox/internal.js'
import { withFixtureVm, type VmReleaseFlags } from '../options/vm-option.js'

/** Which step and call are opened, and how the fixture is run. */
export interface OpenFlags extends Partial<VmReleaseFlags> {
  readonly file?: string | undefined
  readonly step?: number | string | undefined
  readonly call?: string | undefined
  readonly trust?: boolean | undefined
}

/** A call in a tree of calls, with its numbers: `1.2` is the second call of the first one. */
interface Numbered {
  readonly path: string
  readonly node: TraceNode
}

const numbered = (nodes: readonly TraceNode[], above = ''): readonly Numbered[] =>
  nodes.flatMap((node, i) => {
    const path = `${above}${i + 1}`
    return [{ path, node }, ...numbered(node.children, `${path}.`)]
  })

const callsOf = (step: StepReport): readonly Numbered[] => numbered(partsOf(step).flatMap(({ result }) => result.trace))

const hasFailed = (step: StepReport): boolean => callsOf(step).some(({ node }) => node.error !== undefined)

/** What a call is called in lists: `1.2 execute vault: too late`. */
const described = ({ path, node }: Numbered): string =>
  `${path} ${node.entryPoint} ${node.label ?? node.contract}${node.error === undefined ? '' : `: ${node.error}`}`

/**
 * Runs a fixture up to a step, and opens a call of it. What a client asks has precedence over the flags.
 * @throws UsageError that lists what there is instead
 */
export async function openStep(flags: OpenFlags, launch: LaunchArguments = {}): Promise<Debugged> {
  const file = launch.program === undefined ? flags.file : resolve(launch.cwd ?? '.', launch.program)
  if (file === undefined) throw new UsageError('no file is given: name a fixture, or set "program" in launch.json')
  const step = await runTo(file, launch.step ?? flags.step, flags)
  const chosen = callIn(step, launch.call ?? flags.call)
  return openCall(chosen.node)
}

/** @throws UsageError if the call cannot be stepped through */
function openCall(node: TraceNode): Debugged {
  const made = madeOf(node)
  if (made === undefined) throw new UsageError('the call is not one of a contract: it has no code to step through')
  let trace: CallTrace
  try {
    trace = CallTrace.open(made)
  } catch (error) {
    throw error instanceof NoLines ? new UsageError(error.message) : error
  }
  return {
    trace,
    title: `${node.entryPoint} ${node.label ?? node.contract}`,
    gasLimit: node.gasLimit,
    get gasBefore() {
      return gasBefore(node, trace)
    },
  }
}

async function runTo(file: string, wanted: number | string | undefined, flags: OpenFlags): Promise<StepReport> {
  const fixture = withFixtureVm(readFixture(file), flags.vm ?? {})
  const steps: StepReport[] = []
  await replayObserved(
    fixture,
    file,
    {
      ...(wanted !== undefined && { until: wanted }),
      ...(flags.trust && { trust: true }),
      goOn: true,
      onStep: (step) => {
        steps.push(step)
        // Setup steps of a finding can have failing calls that belong to it.
        return wanted === undefined && fixture.campaign === undefined && hasFailed(step) ? 'stop' : undefined
      },
    },
    { vms: new Vms({}), hostCalls: false },
  )
  const found = wanted === undefined ? (steps.findLast(hasFailed) ?? steps.at(-1)) : steps.at(-1)
  if (found === undefined) throw new UsageError(`${file} has no steps`)
  return found
}

/** The call of a path, or the innermost one that failed first, or the first. */
function callIn(step: StepReport, path: string | undefined): Numbered {
  const calls = callsOf(step).filter(({ node }) => madeOf(node) !== undefined)
  const failed = calls.filter(({ node }) => node.error !== undefined)
  const innermost = failed.find(({ path: outer }) => !failed.some((other) => other.path.startsWith(`${outer}.`)))
  const chosen = path === undefined ? (innermost ?? calls[0]) : calls.find((one) => one.path === path)
  if (chosen !== undefined) return chosen
  const name = `step ${step.index + 1} (${step.name})`
  if (calls.length === 0) throw new UsageError(`${name} calls no contract`)
  throw new UsageError(`${name} has no call ${path}`, { details: calls.map(described) })
}
