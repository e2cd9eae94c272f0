/** `sudobox/fuzz`: messages from schemas, arbitraries, campaigns over the sandbox's own actions. */
export * as arbitraries from './arbitraries/index.js'
export { fitGrowth, type Growth, type GrowthPoint } from './cliff.js'
export { Corpus, type CorpusWarning, type KeptStory } from './corpus/index.js'
export { countClass, featureOf, StoryCoverage, type Feature } from './coverage.js'
export {
  nearlyValid,
  readContractSchema,
  readContractSchemaFile,
  variantNames,
  variantsOf,
  type ContractSchema,
  type MessageSchema,
  type MessageVariant,
  type Surroundings,
} from './schema/index.js'
