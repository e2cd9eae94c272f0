export { Corpus, type CorpusWarning } from './corpus.js'
export type { KeptStory } from './story-file.js'
