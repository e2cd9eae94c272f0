export { authzModule } from './module.js'
