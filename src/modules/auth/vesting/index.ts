export { vestingModule } from './module.js'
export { vestingsModule } from './nolus.js'
