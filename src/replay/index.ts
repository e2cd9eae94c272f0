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
export { firstDifference, type Difference } from './match.js'
export { errorView, outcomeView } from '../sandbox/record/view.js'
