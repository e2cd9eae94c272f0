export { isParseError, STOP, verdictOf, type Verdict } from './verdict.js'
export { PROBED, probeSchema, probeValue } from './schema.js'
