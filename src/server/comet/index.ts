/** Conditions of event queries as in CometBFT. */
export type { Operator } from './query-parser.js'
export { meets, tagsOf, takes, type Tags } from './query.js'
export { MAX_QUERY_LENGTH } from './search.js'
