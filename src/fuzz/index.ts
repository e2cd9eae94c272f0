/** `sudobox/fuzz`: messages from schemas, arbitraries, campaigns over the sandbox's own actions. */
export { fitGrowth, type Growth, type GrowthPoint } from './cliff.js'
export { Corpus, type CorpusWarning, type KeptStory } from './corpus/corpus.js'
export { countClass, featureOf, StoryCoverage, type Feature } from './coverage.js'
