import { Vms } from '../../app/index.js'
import { bigintsAsText, SudoboxError } from '../../base/index.js'
import { compareBuilds, fixtureOn, type CampaignConfig, type FoundDifference } from '../../fuzz/internal.js'
import { checkFixture, replayObserved, type FixtureInput } from '../../replay/internal.js'
import { StandIns, type StandIn } from '../../vm/stand-in/index.js'
import type { Mutant } from '../make/mutant.js'
import type { Target } from '../make/target.js'
import { changedAnswer } from '../run/answers.js'

/** The test that would catch a mutant: a state, a message in it, and what the mutant does otherwise. */
export interface Sketch {
  /** What the mutant does otherwise, in words. */
  readonly what: readonly string[]
  /** The actions in words, each with its outcome on the contract. */
  readonly lines: readonly string[]
  /** Passes on the contract, and fails on the mutant. */
  readonly fixture: FixtureInput
}

export interface SketchOptions {
  readonly seed: number
  /** What the search for one sketch may take. */
  readonly seconds: number
  readonly clock: () => number
  /** The path of the fixture. */
  readonly file: string
}

/** Action sequences that are tried for one mutant. */
const SEQUENCES = 40

/** Looks for an action sequence on which a mutant does what the contract does not. @returns undefined if none was found that a fixture shows */
export async function sketchFor(
  campaign: CampaignConfig,
  target: Pick<Target, 'checksum'>,
  mutant: Pick<Mutant, 'patches' | 'answer'>,
  { seed, seconds, clock, file }: SketchOptions,
): Promise<Sketch | undefined> {
  const comparison = await compareBuilds(
    campaign,
    target.checksum,
    changeOf(mutant),
    {
      seed,
      clock,
      budget: { seconds, sequences: SEQUENCES },
      differences: 1,
      // What is in the storage alone shows in no outcome.
      isWanted: ({ classes, question }) => question !== undefined || classes.some((one) => one !== 'storage'),
    },
    true,
  )
  const [found] = comparison?.found ?? []
  if (comparison === undefined || found === undefined) return undefined
  const shown = inWords(found)
  const fixture = await fixtureOn(comparison.config, comparison.setup, shown, file)
  const sketch = { what: shown.what, lines: shown.lines, fixture }
  const shows = (await passes(sketch, file)) && !(await passes(sketch, file, { checksum: target.checksum, ...mutant }))
  return shows ? sketch : undefined
}

const changeOf = ({ patches, answer }: Pick<Mutant, 'patches' | 'answer'>): Pick<StandIn, 'patches' | 'answer'> => ({
  patches,
  ...(answer && { answer: (entry, args, data) => changedAnswer(answer, entry, args, data) }),
})

/** The difference as one of the contract and a mutant of it. */
const inWords = (found: FoundDifference): FoundDifference => ({
  ...found,
  what: found.what.map((line) => line.replaceAll(/\bOLD\b/g, 'the contract').replaceAll(/\bNEW\b/g, 'the mutant')),
})

/** Whether a sketch passes, on the contract or on a mutant of it. @throws what a replay throws */
export async function passes(
  { fixture }: Pick<Sketch, 'fixture'>,
  file: string,
  mutant?: Pick<Mutant, 'patches' | 'answer'> & Pick<Target, 'checksum'>,
): Promise<boolean> {
  const standIns = new StandIns()
  if (mutant !== undefined) standIns.put({ checksum: mutant.checksum, ...changeOf(mutant) })
  const written: unknown = JSON.parse(JSON.stringify(fixture, bigintsAsText))
  try {
    const { passed } = await replayObserved(
      checkFixture(written, file),
      file,
      { trust: true },
      { vms: new Vms({ standIns }) },
    )
    return passed
  } catch (error) {
    // A step without an expectation fails on the mutant.
    if (mutant !== undefined && error instanceof SudoboxError) return false
    throw error
  }
}
