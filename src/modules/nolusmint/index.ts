export { nolusMintModule } from './module.js'
