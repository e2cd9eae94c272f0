/** For the other folders of this repository; `index.ts` is for users of the package. */
export { fixtureTests } from './fixture-tests.js'
export { FIXTURE_VERSION, fixtureSchema, type Fixture, type FixtureInput, type Step } from './fixture.js'
export { firstDifference, type Difference } from './match.js'
export { partsOf } from './parts.js'
export { checkFixture, parseText, readFixture, readText } from './read.js'
export {
  missingLines,
  readEvidence,
  readWanted,
  reproduce,
  reproduceLive,
  writeLiveReproduction,
  writeReproduction,
  type Delivery,
  type LiveReproduction,
  type Reproduced,
} from './reproduce/index.js'
export {
  describeAction,
  replay,
  replayObserved,
  type ReplayOptions,
  type ReplayReport,
  type StepReport,
} from './run.js'
export { editsOf, updateFixture, type Edit } from './update.js'
export { substitute, type Lookup } from './variables.js'
export { releaseOf, withVmReleases, type VmReleases } from './vm-releases.js'
export { prepareAction } from './written-action.js'
