export { isParseError, STOP, verdictOf, type ValueParser, type Verdict } from './verdict.js'
export { PROBED, probeSchema, probeValue } from './schema.js'
