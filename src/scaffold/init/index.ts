export { initProject, prepareManifest, type InitStep } from './init-project.js'
export { packageManagerOf } from './package-manager.js'
export { withOthers } from './with-others.js'
export { contractName } from './find-contracts.js'
export {
  ACTORS,
  COINS_BEYOND,
  findFirstMessages,
  FUNDS,
  reference,
  type FirstMessages,
  type WorkingContract,
} from './first-message.js'
export { named } from './literal.js'
export { missingPackages } from './packages.js'
