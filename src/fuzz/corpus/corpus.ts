import { join } from 'node:path'
import type { Feature } from '../coverage.js'
import { smallCover } from './cover.js'
import { Folder } from './folder.js'
import { readStory, storyName, storyText, type KeptStory, type Refusal } from './story-file.js'
import { isStoryFile } from './story-name.js'

export type { KeptStory } from './story-file.js'

/** A file of the folder that is no story of this version, and was left alone. */
export interface CorpusWarning {
  readonly file: string
  /** `truncated`: no whole JSON. `changed`: edited since it was written. `newer`: by a later version. `foreign`: something else. */
  readonly reason: Refusal
  readonly text: string
}

/**
 * The stories that a campaign goes on from: each did something that none before it did. In a folder there is one file a story, named by
 * the hash of its actions; it is there whole or not at all, whenever the process ends, and several campaigns may share the folder.
 *
 * @example
 * const corpus = Corpus.open('fuzz/corpus')
 * corpus.offer({ actions, features }) // true: it was new, and is kept
 */
export class Corpus {
  readonly #folder: Folder | undefined
  readonly #stories = new Map<string, KeptStory>()
  readonly #features = new Set<Feature>()
  /** Names of the folder that need not be read again. */
  readonly #seen = new Set<string>()
  readonly #warnings: CorpusWarning[] = []

  private constructor(folder: string | undefined) {
    this.#folder = folder === undefined ? undefined : new Folder(folder)
    this.refresh()
  }

  /** @param folder made if need be; undefined: in memory. @throws FixtureError when it cannot be used */
  static open(folder: string | undefined): Corpus {
    return new Corpus(folder)
  }

  /** In memory, with these stories in this order, whatever they add to each other. */
  static holding(stories: readonly KeptStory[]): Corpus {
    const corpus = new Corpus(undefined)
    for (const story of stories) corpus.#take(storyName(story.actions), story)
    return corpus
  }

  /** Undefined: in memory. */
  get folder(): string | undefined {
    return this.#folder?.path
  }

  /** In the order in which they came; those that were on disk by their names. */
  get stories(): readonly KeptStory[] {
    return [...this.#stories.values()]
  }

  get size(): number {
    return this.#stories.size
  }

  /** Everything that a story of it did, those that were dropped included. */
  get features(): ReadonlySet<Feature> {
    return this.#features
  }

  /** Files that were passed over since it was opened. */
  get warnings(): readonly CorpusWarning[] {
    return this.#warnings
  }

  /** @returns whether it did something new, and was kept. @throws UsageError when it cannot be written */
  offer({ actions, features }: KeptStory): boolean {
    if (actions.length === 0 || features.every((feature) => this.#features.has(feature))) return false
    const story = { actions: [...actions], features: [...new Set(features)].sort((a, b) => a - b) }
    const name = storyName(actions)
    this.#folder?.write(name, storyText(story))
    this.#take(name, story)
    return true
  }

  /** Takes in what other processes kept since. */
  refresh(): void {
    const folder = this.#folder
    for (const name of folder?.names() ?? []) {
      if (this.#seen.has(name) || name.startsWith('.')) continue
      this.#seen.add(name)
      const text = isStoryFile(name) ? folder!.read(name) : undefined
      if (text === undefined) {
        // One that another process has just dropped is nothing to tell of.
        if (!isStoryFile(name)) this.#warn(name, 'foreign', 'it is not a file of a corpus')
        continue
      }
      const reading = readStory(name, text)
      if (reading.story !== undefined) this.#take(name, reading.story)
      else this.#warn(name, reading.reason, reading.text)
    }
  }

  /** Drops stories that the others make superfluous, in the folder as well; what a story did stays done. */
  minimise(): void {
    this.refresh()
    const cover = smallCover(this.#stories)
    for (const name of this.#stories.keys())
      if (!cover.has(name)) {
        this.#stories.delete(name)
        this.#folder?.remove(name)
      }
    // Another process may have chosen otherwise at the same time: what this one relies on shall be there.
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
