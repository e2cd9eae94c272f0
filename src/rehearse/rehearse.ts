import { FixtureError, UsageError } from '../base/index.js'
import { Vms, type Surface } from '../app/index.js'
import {
  partsOf,
  replayObserved,
  type Fixture,
  type ReplayOptions,
  type ReplayReport,
  type StepReport,
} from '../replay/internal.js'
import type { Sandbox, SandboxSetting } from '../sandbox/internal.js'
import { Causes, type CauseGroup } from './causes.js'
import { FactsWatch, type StepFacts } from './facts.js'
import { movedChains, onRelease, sideName } from './sides.js'

/** One of several fixtures that are rehearsed together, such as the sequences of a corpus. */
export interface RehearsedStory {
  readonly name: string
  /** Next to which its files are looked up. */
  readonly file: string
  readonly fixture: Fixture
  /** Result codes of its transactions on the live chain that they come from. */
  readonly codes?: readonly number[]
}

/** What a fixture does otherwise on another release. */
export interface Rehearsal {
  readonly title: string
  readonly from: string
  readonly to: string
  /** Whether both sides are the same, so that nothing can differ. */
  readonly isSameTarget: boolean
  /** How many fixtures ran, of several. */
  readonly stories?: number
  /** The chains that were moved. */
  readonly chains: readonly string[]
  /** How many steps ran on both sides. */
  readonly steps: number
  /** How many of them differ. */
  readonly differing: number
  /** Transactions of a live chain that end differently on the first side than they did there. */
  readonly notes: readonly string[]
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
  /** Called while a chain waits for the live one that it continues. */
  readonly onFork?: SandboxSetting['onFork']
  /** Called before each of several fixtures, with how many ran before. */
  readonly onStory?: (done: number) => void
}

/**
 * Runs the steps of a fixture on two releases, and groups what differs by its cause. Addresses and coins are equal on both sides; heights, hashes of
 * transactions and roots are not compared. Expectations of the fixture are not looked at.
 * @throws FixtureError for a step that cannot run before; UsageError if no chain is of that kind; NotSupportedError for a fork that cannot be moved
 */
export async function rehearse(
  fixture: Fixture,
  file: string,
  from: Surface,
  to: Surface,
  options: RehearseOptions = {},
): Promise<Rehearsal> {
  const causes = new Causes(from, to)
  const { chains, steps } = await runBoth({ fixture, file }, causes, from, to, options)
  const { differing, groups } = causes
  return { title: fixture.title, ...sides(from, to), chains, steps, differing, notes: [], groups }
}

/**
 * Runs several fixtures on two releases as {@link rehearse} does, each from its own beginning. A cause is listed once, with its differences in the first of
 * them that has it.
 * @throws what {@link rehearse} throws; UsageError if there is none
 */
export async function rehearseAll(
  title: string,
  stories: AsyncIterable<RehearsedStory> | Iterable<RehearsedStory>,
  from: Surface,
  to: Surface,
  options: Omit<RehearseOptions, 'watch'> = {},
): Promise<Rehearsal> {
  const causes = new Causes(from, to)
  const chains = new Set<string>()
  const notes: string[] = []
  let [count, steps] = [0, 0]
  for await (const story of stories) {
    options.onStory?.(count)
    count++
    causes.begin(story.name)
    const ran = await runBoth(story, causes, from, to, options)
    for (const chain of ran.chains) chains.add(chain)
    steps += ran.steps
    if (story.codes !== undefined) notes.push(...deviations(story.name, story.codes, ran.facts))
  }
  if (count === 0) throw new UsageError(`${title} has nothing to run`)
  const { differing, groups } = causes
  return { title, ...sides(from, to), stories: count, chains: [...chains], steps, differing, notes, groups }
}

const sides = (from: Surface, to: Surface) => ({
  from: sideName(from),
  to: sideName(to),
  isSameTarget: sideName(from) === sideName(to),
})

/** Where the first side is not as the live chain was. */
function deviations(story: string, codes: readonly number[], facts: readonly StepFacts[]): readonly string[] {
  const results = facts.flatMap(({ step }) => partsOf(step).map(({ result }) => result))
  return codes.flatMap((code, i) => {
    const here = results[i]
    if (here !== undefined && here.code === code) return []
    const now =
      here === undefined
        ? 'does not run here'
        : here.code === 0
          ? 'succeeds here'
          : `fails here with ${here.codespace}/${here.code}`
    const then = code === 0 ? 'succeeded' : `failed with code ${code}`
    return [
      `${story}: transaction ${i + 1} ${now}, and ${then} on the chain${here === undefined ? '' : `: ${here.rawLog}`}`,
    ]
  })
}

/** @returns how many steps ran on both sides, what the first did, and the chains that were moved */
async function runBoth(
  { fixture, file }: Omit<RehearsedStory, 'name'>,
  causes: Causes,
  from: Surface,
  to: Surface,
  options: RehearseOptions,
): Promise<Pick<Rehearsal, 'chains' | 'steps'> & { readonly facts: readonly StepFacts[] }> {
  const chains = movedChains(fixture, from, to, options.chains)
  const old = await runSide(onRelease(fixture, chains, from), file, options, options.watch?.from)
  if (old.error !== undefined) throw old.error
  const now = await runSide(onRelease(fixture, chains, to), file, options, options.watch?.to)
  const isMoved = (chain: string): boolean => chains.includes(chain)
  for (const [i, facts] of now.facts.entries()) causes.note(old.facts[i]!, facts, isMoved)
  const next = old.facts[now.facts.length]
  if (next !== undefined) causes.stopped(next.step.index + 1, next.step.name, now.error?.shortMessage ?? 'it ended')
  return { chains, steps: now.facts.length, facts: old.facts }
}

/** An expectation that accepts every outcome, refusals of the sandbox among them, and equals none. */
const ANY = { refused: '' }

async function runSide(
  fixture: Fixture,
  file: string,
  { trust, plugins, doubles, onFork }: RehearseOptions,
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
      { vms, hostCalls: true, ...(onFork !== undefined && { onFork }) },
    )
    also?.onEnd?.({ ...report, steps: watch.facts.map(({ step }) => step), passed: true })
    return { facts: watch.facts, error: undefined }
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error
    return { facts: watch.facts, error }
  }
}
