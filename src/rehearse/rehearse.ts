import { FixtureError } from '../base/index.js'
import { Vms, type Surface } from '../app/index.js'
import {
  replayObserved,
  type Fixture,
  type ReplayOptions,
  type ReplayReport,
  type StepReport,
} from '../replay/internal.js'
import type { Sandbox } from '../sandbox/internal.js'
import { Causes, type CauseGroup } from './causes.js'
import { FactsWatch, type StepFacts } from './facts.js'
import { movedChains, onRelease, sideName } from './sides.js'

/** What a fixture does otherwise on another release. */
export interface Rehearsal {
  readonly title: string
  readonly from: string
  readonly to: string
  /** The chains that were moved. */
  readonly chains: readonly string[]
  /** How many steps ran on both sides. */
  readonly steps: number
  /** How many of them differ. */
  readonly differing: number
  readonly groups: readonly CauseGroup[]
}

/** What can follow a side of a rehearsal, such as a report. */
export interface SideWatch {
  readonly onStart: (sandbox: Sandbox) => void
  readonly onStep: (step: StepReport) => void
  readonly onEnd?: (report: ReplayReport) => void
}

/** Options of {@link rehearse}. */
export interface RehearseOptions extends Pick<ReplayOptions, 'trust' | 'plugins' | 'doubles'> {
  /** The chains to move; by default all of the kind that it starts from. */
  readonly chains?: readonly string[]
  readonly watch?: { readonly from: SideWatch; readonly to: SideWatch }
}

/**
 * Runs the steps of a fixture on two releases, and groups what differs by its cause. Addresses and coins are equal on both sides; heights, hashes of
 * transactions and roots are not compared. Expectations of the fixture are not looked at.
 * @throws FixtureError for a step that cannot run before; UsageError if no chain is of that kind; NotSupportedError for a fork
 */
export async function rehearse(
  fixture: Fixture,
  file: string,
  from: Surface,
  to: Surface,
  options: RehearseOptions = {},
): Promise<Rehearsal> {
  const chains = movedChains(fixture, from, options.chains)
  const old = await runSide(onRelease(fixture, chains, from), file, options, options.watch?.from)
  if (old.error !== undefined) throw old.error
  const now = await runSide(onRelease(fixture, chains, to), file, options, options.watch?.to)
  const causes = new Causes(from, to)
  const isMoved = (chain: string): boolean => chains.includes(chain)
  for (const [i, facts] of now.facts.entries()) causes.note(old.facts[i]!, facts, isMoved)
  const next = old.facts[now.facts.length]
  if (next !== undefined) causes.stopped(next.step.index + 1, next.step.name, now.error?.shortMessage ?? 'it ended')
  return {
    title: fixture.title,
    from: sideName(from),
    to: sideName(to),
    chains,
    steps: now.facts.length,
    differing: causes.differing,
    groups: causes.groups,
  }
}

/** An expectation that accepts every outcome, refusals of the sandbox among them, and equals none. */
const ANY = { refused: '' }

async function runSide(
  fixture: Fixture,
  file: string,
  { trust, plugins, doubles }: RehearseOptions,
  also: SideWatch | undefined,
): Promise<{ readonly facts: readonly StepFacts[]; readonly error: FixtureError | undefined }> {
  const vms = new Vms({ profile: true })
  const watch = new FactsWatch(vms)
  const lenient = { ...fixture, steps: fixture.steps.map((step) => ({ ...step, expect: ANY })) }
  try {
    const report = await replayObserved(
      lenient,
      file,
      {
        ...(trust !== undefined && { trust }),
        ...(plugins !== undefined && { plugins }),
        ...(doubles !== undefined && { doubles }),
        goOn: true,
        onStart: (sandbox) => {
          watch.onStart(sandbox)
          also?.onStart(sandbox)
        },
        onStep: (step) => {
          const judged: StepReport = { ...step, difference: undefined }
          watch.onStep(judged)
          also?.onStep(judged)
        },
      },
      { vms, hostCalls: true },
    )
    also?.onEnd?.({ ...report, steps: watch.facts.map(({ step }) => step), passed: true })
    return { facts: watch.facts, error: undefined }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return { facts: watch.facts, error }
  }
}
