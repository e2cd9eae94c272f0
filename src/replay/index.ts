/** `sudobox/replay`: fixtures, read and run. */
export {
  FIXTURE_VERSION,
  fixtureJsonSchema,
  fixtureSchema,
  type Fixture,
  type FixtureInput,
  type Step,
} from './fixture.js'
export { checkFixture, readFixture } from './read.js'
export { replay, type ReplayOptions, type ReplayReport, type StepReport } from './run.js'
export {
  EvidenceError,
  readEvidence,
  reproduce,
  writeReproduction,
  type Delivery,
  type Evidence,
  type FunctionGas,
  type KeyGas,
  type Missing,
  type ReproduceOptions,
  type Reproduction,
  type Wanted,
} from './reproduce/index.js'
export { firstDifference, type Difference } from './match.js'
export { errorView, outcomeView } from '../sandbox/internal.js'
export type { WrittenAction } from './written-action.js'
