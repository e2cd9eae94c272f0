import { z } from 'zod'
import { isStoryFile } from '../corpus/story-name.js'
import { hash } from './packed.js'

/** Names of runs are parts of keys, and of names of jobs. */
export const runName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)
export const count = z.int().min(0)
export const storyKey = z.string().refine(isStoryFile, 'expected the name of a story')

/** A part of a run: so many stories with a seed, from the corpus of its round. What comes of it is the same wherever and whenever it runs. */
export const sliceSchema = z.strictObject({
  run: runName,
  /** Of the run: another one of its name is not it. */
  id: z.string().regex(/^[0-9]{1,20}$/),
  /** The release of Sudobox whose search it is. */
  version: z.string(),
  /** Of the manifest. */
  campaign: hash,
  round: count,
  index: count,
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  stories: z.int().min(1).max(1_000_000),
})
export type Slice = z.output<typeof sliceSchema>

/** From what the slices of a round start. */
export const roundSchema = z.strictObject({
  /** Names of stories, in order. */
  corpus: z.array(storyKey),
  /** Clusters of what was found before. */
  known: z.array(z.string()),
})
export type Round = z.output<typeof roundSchema>

/** A story as it is written, and its name: what is in it is yet to be checked. */
export interface StoryFile {
  readonly name: string
  readonly text: string
}
