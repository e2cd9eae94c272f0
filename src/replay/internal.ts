/** What other folders of this repository use of fixtures, and users of `sudobox/replay` do not. */
export { fixtureTests } from './fixture-tests.js'
export { partsOf } from './parts.js'
export {
  missingLines,
  readWanted,
  reproduceLive,
  writeLiveReproduction,
  type LiveReproduction,
  type Reproduced,
} from './reproduce/index.js'
export { editsOf, updateFixture, type Edit } from './update.js'
export { substitute, type Lookup } from './variables.js'
export { releaseOf, withVmReleases, type VmReleases } from './vm-releases.js'
