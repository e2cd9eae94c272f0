import { z } from 'zod'
import { isStoryFile } from '../corpus/story-name.js'
import { hash } from './packed.js'

/** A name is part of keys in Redis and of names of jobs. */
export const runName = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)
export const count = z.int().min(0)
export const storyKey = z.string().refine(isStoryFile, 'expected the name of an action sequence')

/** A part of a run: so many action sequences with one seed, from the corpus of its round. Its result does not depend on where and when it runs. */
export const sliceSchema = z.strictObject({
  run: runName,
  /** Distinguishes runs with the same name. */
  id: z.string().regex(/^[0-9]{1,20}$/),
  /** The release of Sudobox. */
  version: z.string(),
  /** Hash of the manifest. */
  campaign: hash,
  round: count,
  index: count,
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
  stories: z.int().min(1).max(1_000_000),
  /** Whether the lines that run are counted; debug twins run then. */
  coverage: z.boolean(),
})
export type Slice = z.output<typeof sliceSchema>

/** The state from which the slices of a round start. */
export const roundSchema = z.strictObject({
  /** Names of action sequences, in order. */
  corpus: z.array(storyKey),
  /** Clusters of earlier findings. */
  known: z.array(z.string()),
})
export type Round = z.output<typeof roundSchema>

/** An action sequence's file and its name, not validated. */
export interface StoryFile {
  readonly name: string
  readonly text: string
}
