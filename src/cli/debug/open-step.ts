import { resolve } from 'node:path'
import { Vms } from '../../app/index.js'
import { FixtureError, UsageError } from '../../base/index.js'
import type { Debugged, LaunchArguments } from '../../debug/adapter/index.js'
import { CallTrace, gasBefore, NoLines } from '../../debug/index.js'
import { partsOfEnd } from '../../pages/index.js'
import { partsOf, readFixture, replayObserved, type Fixture } from '../../replay/internal.js'
import { madeOf, type TraceNode } from '../../sandbox/internal.js'
import { withFixtureVm, type VmReleaseFlags } from '../options/vm-option.js'

/** Which step and call are opened, and how the fixture is run. */
export interface OpenFlags extends Partial<VmReleaseFlags> {
  readonly file?: string | undefined
  readonly step?: number | string | undefined
  readonly call?: string | undefined
  readonly trust?: boolean | undefined
  readonly crate?: readonly string[] | undefined
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

/** A step that ran, as expected or not. */
interface Ran {
  /** Such as `step 4 (the transfer times out)`. */
  readonly shown: string
  readonly calls: readonly Numbered[]
}

const ranStep = (index: number, name: string, parts: ReturnType<typeof partsOf>): Ran => ({
  shown: `step ${index + 1} (${name})`,
  calls: numbered(parts.flatMap(({ result }) => result.trace)),
})

const hasFailed = ({ calls }: Ran): boolean => calls.some(({ node }) => node.error !== undefined)

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
  return openCall(chosen.node, launch.crates ?? flags.crate)
}

/** @throws UsageError if the call cannot be stepped through */
function openCall(node: TraceNode, crates: readonly string[] | undefined): Debugged {
  const made = madeOf(node)
  if (made === undefined) throw new UsageError('the call is not one of a contract: it has no code to step through')
  let trace: CallTrace
  try {
    trace = CallTrace.open(made, { crates })
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

/** @throws UsageError for a contract, FixtureError for another file that is no fixture */
export function readDebugged(file: string): Fixture {
  if (/\.wasm$/i.test(file))
    throw new UsageError(`${file} is a contract: give a file with steps that call it`, {
      details: [
        'a fixture, a finding of a campaign, or a recording, as YAML or JSON',
        'a test writes its steps to one with sandbox.record(NAME)',
      ],
    })
  return readFixture(file)
}

async function runTo(file: string, wanted: number | string | undefined, flags: OpenFlags): Promise<Ran> {
  const fixture = withFixtureVm(readDebugged(file), flags.vm ?? {})
  const steps: Ran[] = []
  const replayed = replayObserved(
    fixture,
    file,
    {
      ...(wanted !== undefined && { until: wanted }),
      ...(flags.trust && { trust: true }),
      goOn: true,
      onStep: (report) => {
        const step = ranStep(report.index, report.name, partsOf(report))
        steps.push(step)
        // Setup steps of a finding can have failing calls that belong to it.
        return wanted === undefined && fixture.campaign === undefined && hasFailed(step) ? 'stop' : undefined
      },
    },
    { vms: new Vms({}), hostCalls: false },
  )
  await replayed.catch((error: unknown) => {
    const { length } = steps
    const parts = error instanceof FixtureError && error.cause instanceof Error ? partsOfEnd(error.cause) : []
    const { name } = fixture.steps[length] ?? {}
    // A step that fails and should not is what there is to see.
    const isWanted = wanted === undefined || wanted === length + 1 || wanted === name
    if (parts.length === 0 || !isWanted) throw error
    steps.push(ranStep(length, name ?? 'the last one', parts))
  })
  const found = wanted === undefined ? (steps.findLast(hasFailed) ?? steps.at(-1)) : steps.at(-1)
  if (found === undefined) throw new UsageError(`${file} has no steps`)
  return found
}

/** The call of a path, or the innermost one that failed first, or the first. */
function callIn({ shown, calls: all }: Ran, path: string | undefined): Numbered {
  const calls = all.filter(({ node }) => madeOf(node) !== undefined)
  const failed = calls.filter(({ node }) => node.error !== undefined)
  const innermost = failed.find(({ path: outer }) => !failed.some((other) => other.path.startsWith(`${outer}.`)))
  const chosen = path === undefined ? (innermost ?? calls[0]) : calls.find((one) => one.path === path)
  if (chosen !== undefined) return chosen
  if (calls.length === 0) throw new UsageError(`${shown} calls no contract`)
  throw new UsageError(`${shown} has no call ${path}`, { details: calls.map(described) })
}
