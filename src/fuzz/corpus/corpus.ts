import { join } from 'node:path'
import type { Feature } from '../coverage.js'
import { smallCover } from './cover.js'
import { Folder } from './folder.js'
import { readStory, storyName, storyText, type KeptStory, type Refusal } from './story-file.js'
import { isStoryFile } from './story-name.js'

export type { KeptStory } from './story-file.js'

/** A file of the folder that is not an action sequence of this version, and was ignored. */
export interface CorpusWarning {
  readonly file: string
  /** `truncated`: incomplete JSON. `changed`: edited since it was written. `newer`: written by a later version. `foreign`: not an action sequence. */
  readonly reason: Refusal
  readonly text: string
}

/**
 * The action sequences that a campaign continues from. Each has a coverage feature that no earlier one has. A folder has one file per action sequence, named by the
 * hash of its actions. Files are written atomically, and several campaigns may share the folder.
 *
 * @example
 * const corpus = Corpus.open('fuzz/corpus')
 * corpus.offer({ actions, features }) // true: it has a new feature, and was added
 */
export class Corpus {
  readonly #folder: Folder | undefined
  readonly #stories = new Map<string, KeptStory>()
  readonly #features = new Set<Feature>()
  /** Names of files that were read. */
  readonly #seen = new Set<string>()
  readonly #warnings: CorpusWarning[] = []

  private constructor(folder: string | undefined) {
    this.#folder = folder === undefined ? undefined : new Folder(folder)
    this.refresh()
  }

  /** @param folder created if necessary; undefined: in memory. @throws FixtureError if it cannot be used */
  static open(folder: string | undefined): Corpus {
    return new Corpus(folder)
  }

  /** A corpus in memory with all of these action sequences in this order, whether or not they have new features. */
  static holding(stories: readonly KeptStory[]): Corpus {
    const corpus = new Corpus(undefined)
    for (const story of stories) corpus.#take(storyName(story.actions), story)
    return corpus
  }

  /** Undefined: in memory. */
  get folder(): string | undefined {
    return this.#folder?.path
  }

  /** In the order in which they were added; those from disk by name. */
  get stories(): readonly KeptStory[] {
    return [...this.#stories.values()]
  }

  get size(): number {
    return this.#stories.size
  }

  /** The features of all its action sequences, including those that {@link minimise} removed. */
  get features(): ReadonlySet<Feature> {
    return this.#features
  }

  /** Files that were ignored since it was opened. */
  get warnings(): readonly CorpusWarning[] {
    return this.#warnings
  }

  /** Adds an action sequence if it has a new feature. @returns whether it has @throws UsageError if it cannot be written */
  offer({ actions, features }: KeptStory): boolean {
    if (actions.length === 0 || features.every((feature) => this.#features.has(feature))) return false
    const story = { actions: [...actions], features: [...new Set(features)].sort((a, b) => a - b) }
    const name = storyName(actions)
    this.#folder?.write(name, storyText(story))
    this.#take(name, story)
    return true
  }

  /** Adds the action sequences that other processes have written to the folder. */
  refresh(): void {
    const folder = this.#folder
    for (const name of folder?.names() ?? []) {
      if (this.#seen.has(name) || name.startsWith('.')) continue
      this.#seen.add(name)
      const text = isStoryFile(name) ? folder!.read(name) : undefined
      if (text === undefined) {
        // An action sequence that another process has just removed is no reason for a warning.
        if (!isStoryFile(name)) this.#warn(name, 'foreign', 'it is not a file of a corpus')
        continue
      }
      const reading = readStory(name, text)
      if (reading.story !== undefined) this.#take(name, reading.story)
      else this.#warn(name, reading.reason, reading.text)
    }
  }

  /** Removes action sequences that add no feature to the others, in the folder too. {@link features} stays the same. */
  minimise(): void {
    this.refresh()
    const cover = smallCover(this.#stories)
    for (const name of this.#stories.keys())
      if (!cover.has(name)) {
        this.#stories.delete(name)
        this.#folder?.remove(name)
      }
    // Another process may have removed others at the same time, so all that are kept are written again if missing.
    const there = new Set(this.#folder?.names())
    for (const [name, story] of this.#stories) if (!there.has(name)) this.#folder?.write(name, storyText(story))
  }

  #take(name: string, story: KeptStory): void {
    this.#seen.add(name)
    this.#stories.set(name, story)
    for (const feature of story.features) this.#features.add(feature)
  }

  #warn(name: string, reason: Refusal, text: string): void {
    this.#warnings.push({ file: join(this.#folder!.path, name), reason, text })
  }
}
