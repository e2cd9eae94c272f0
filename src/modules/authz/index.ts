export type { GrantedCode } from './expected.js'
export { authzModule } from './module.js'
