import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { bigintsAsText, writeAtomically } from '../base/index.js'
import { readCampaign, TimeLimit, type CampaignConfig } from '../fuzz/internal.js'
import { sketchesFor, type Mutant, type MutantRun, type Mutants, type Sketch } from '../mutants/index.js'
import { prepareCampaign } from '../scaffold/index.js'
import { unnoticed } from './output/mutants-output.js'
import type { ProgressLine } from './output/progress.js'

/** A sketch, and the path of its fixture. */
export interface SketchFile extends Sketch {
  readonly file: string
}

interface SketchFlags {
  readonly sketches?: string
  readonly sketchSeconds: number
}

/** The share of the time that preparing the search may take. */
const PREPARING = 0.3
/** One seed, so that a run is repeated as far as its time goes. */
const SEED = 1

/** Looks for tests that would catch the mutants that no test noticed. @returns by id of the mutant */
export async function sketched(
  { target }: Mutants,
  { tried }: MutantRun,
  { sketches: folder = '', sketchSeconds: seconds }: SketchFlags,
  progress: ProgressLine,
): Promise<ReadonlyMap<number, SketchFile>> {
  const found = new Map<number, SketchFile>()
  const mutants = unnoticed(tried).map(({ mutant }) => mutant)
  if (mutants.length === 0) return found
  const clock = (): number => performance.now()
  const end = clock() + seconds * 1000
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-sketches-'))
  const fileOf = ({ id }: Mutant): string => resolve(folder, `${basename(target.path, '.wasm')}-${id}.json`)
  const show = (differing: number): void =>
    progress.show(() => `${mutants.length} mutants · ${differing} differ · ${found.size} sketches of tests`)
  try {
    const campaign = await campaignFor(target.path, scratch, PREPARING * seconds)
    const sketches = sketchesFor(campaign, target, mutants, {
      seed: SEED,
      seconds: Math.max((end - clock()) / 1000, 1),
      clock,
      fileOf,
      onProgress: show,
    })
    for await (const [mutant, sketch] of sketches) {
      const file = fileOf(mutant)
      writeAtomically(file, `${JSON.stringify(sketch.fixture, bigintsAsText, 2)}\n`)
      found.set(mutant.id, { ...sketch, file: relative('', file) })
    }
  } finally {
    progress.clear()
    rmSync(scratch, { recursive: true, force: true })
  }
  return found
}

async function campaignFor(path: string, folder: string, seconds: number): Promise<CampaignConfig> {
  const limit = new TimeLimit()
  limit.begin(() => performance.now(), performance.now() + seconds * 1000)
  const { file } = await prepareCampaign({
    wasms: [path],
    out: join(folder, 'campaign.yaml'),
    vm: {},
    limit,
    onStep: () => {},
  })
  return readCampaign(file, { trust: true })
}

export const sketchJson = ({ what, lines, file }: SketchFile): object => ({ what, lines, file })
