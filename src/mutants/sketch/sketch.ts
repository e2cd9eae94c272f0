import { Vms } from '../../app/index.js'
import { bigintsAsText, SudoboxError } from '../../base/index.js'
import { compareBuilds, fixtureOn, type CampaignConfig, type FoundDifference } from '../../fuzz/internal.js'
import { checkFixture, replayObserved, type FixtureInput } from '../../replay/internal.js'
import { StandIns, type StandIn } from '../../vm/stand-in/index.js'
import { placesOf, type Mutant } from '../make/mutant.js'
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
  /** What the search and the checks of what it finds may take. */
  readonly seconds: number
  readonly clock: () => number
  /** The path of the fixture for a mutant. */
  readonly fileOf: (mutant: Mutant) => string
  readonly onProgress?: (found: number) => void
}

/** The share of the time that is for the search; the rest is for checking what it found. */
const SEARCHING = 0.6

/**
 * Looks for action sequences on which mutants do what the contract does not: one search for all of them, in which each step is also made on the mutants
 * that it reaches. @returns what is also shown by a fixture, in the order of the search
 */
export async function* sketchesFor(
  campaign: CampaignConfig,
  target: Pick<Target, 'checksum'>,
  mutants: readonly Mutant[],
  { seed, seconds, clock, fileOf, onProgress }: SketchOptions,
): AsyncGenerator<readonly [Mutant, Sketch]> {
  const end = clock() + seconds * 1000
  const changes = new Map<object, Mutant>(mutants.map((mutant) => [changeOf(mutant), mutant]))
  const comparison = await compareBuilds(
    campaign,
    target.checksum,
    [...changes.keys()] as readonly Change[],
    {
      seed,
      clock,
      budget: { seconds: SEARCHING * seconds },
      differences: 1,
      // What is in the storage alone shows in no outcome.
      isWanted: ({ classes, question }) => question !== undefined || classes.some((one) => one !== 'storage'),
      onProgress: ({ differences }) => onProgress?.(differences),
    },
    true,
  )
  if (comparison === undefined) return
  for (const found of comparison.found) {
    if (clock() > end) return
    const mutant = changes.get(found.other)!
    const file = fileOf(mutant)
    const shown = inWords(found)
    const fixture = await fixtureOn(comparison.config, comparison.setup, shown, file)
    const sketch = { what: shown.what, lines: shown.lines, fixture }
    const fails = async (): Promise<boolean> => !(await passes(sketch, file, { checksum: target.checksum, ...mutant }))
    if ((await passes(sketch, file)) && (await fails())) yield [mutant, sketch]
  }
}

type Change = Pick<StandIn, 'patches' | 'answer'> & { readonly places?: ReturnType<typeof placesOf> }

const changeOf = ({ patches, answer }: Pick<Mutant, 'patches' | 'answer'>): Change => ({
  patches,
  ...(answer === undefined
    ? { places: placesOf({ patches }) }
    : { answer: (entry, args, data) => changedAnswer(answer, entry, args, data) }),
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
