export { evidenceModule } from './module.js'
export type { EvidenceParams } from './expected.js'
export { EvidenceKeeper } from './keeper.js'
