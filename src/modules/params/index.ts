export { paramsModule } from './module.js'
