export { initProject, prepareManifest, type InitStep } from './init-project.js'
export { packageManagerOf } from './package-manager.js'
