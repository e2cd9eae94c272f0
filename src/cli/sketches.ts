import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { bigintsAsText, writeAtomically } from '../base/index.js'
import { readCampaign, TimeLimit, type CampaignConfig } from '../fuzz/internal.js'
import { sketchFor, type MutantRun, type Mutants, type Sketch } from '../mutants/index.js'
import { prepareCampaign } from '../scaffold/index.js'
import type { ProgressLine } from './output/progress.js'

/** A sketch, and the path of its fixture. */
export interface SketchFile extends Sketch {
  readonly file: string
}

interface SketchFlags {
  readonly sketches?: string
  readonly sketchSeconds: number
}

/** What one mutant may take of the time, and what the preparation may. */
const SHARE = 0.1
const MIN_SECONDS = 3
const PREPARING = 0.3

/** Looks for a test that would catch each survivor. @returns by id of the mutant */
export async function sketched(
  { target }: Mutants,
  { tried }: MutantRun,
  { sketches: folder = '', sketchSeconds: seconds }: SketchFlags,
  progress: ProgressLine,
): Promise<ReadonlyMap<number, SketchFile>> {
  const found = new Map<number, SketchFile>()
  const survivors = tried.filter(({ status }) => status === 'Survived')
  if (survivors.length === 0) return found
  const clock = (): number => performance.now()
  const end = clock() + seconds * 1000
  const scratch = mkdtempSync(join(tmpdir(), 'sudobox-sketches-'))
  try {
    const campaign = await campaignFor(target.path, scratch, PREPARING * seconds)
    for (const [i, { mutant }] of survivors.entries()) {
      const left = (end - clock()) / 1000
      if (left <= 1) break
      const file = resolve(folder, `${basename(target.path, '.wasm')}-${mutant.id}.json`)
      progress.show(() => `${i} of ${survivors.length} survivors · ${found.size} sketches of tests`)
      const sketch = await sketchFor(campaign, target, mutant, {
        seed: mutant.id,
        seconds: Math.min(left, Math.max(SHARE * seconds, MIN_SECONDS)),
        clock,
        file,
      })
      if (sketch === undefined) continue
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
