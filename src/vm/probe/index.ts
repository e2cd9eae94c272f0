export { PROBED, probeSchema } from './schema.js'
