export { govModule } from './module.js'
export type { Router } from './expected.js'
export { GovKeeper } from './keeper.js'
