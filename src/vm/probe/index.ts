export { isParseError, STOP, verdictOf, type ValueParser, type Verdict } from './parser.js'
export { PROBED, probeSchema, probeValue } from './schema.js'
