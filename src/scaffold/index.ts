/** What a new contract project needs: types, schemas, first tests. */
export { nowText, prepareCampaign, type PreparedCampaign } from './campaign/index.js'
export { CLIENT_HEADER, CLIENT_PARTS, clientFiles, type ClientPart } from './clients/index.js'
export {
  contractName,
  initProject,
  missingPackages,
  packageManagerOf,
  prepareManifest,
  type InitStep,
} from './init/index.js'
export { HEADER, typeName, typesDocument } from './types/index.js'
