export { GRAPH_FORMAT, savedClass, type GraphScope, type SavedClass } from './classes.js'
export { GraphReader } from './reader.js'
export { GraphWriter } from './writer.js'
