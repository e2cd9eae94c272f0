/** Mutation testing of contracts: small faults in a contract, and which of them no test notices. */
export { makeMutants, type Mutants } from './make/mutants.js'
export { mutantJson, mutantText, type Mutant } from './make/mutant.js'
export { openTarget } from './make/target.js'
export { isResponding, kindOf, responseOf } from './run/answers.js'
export {
  JobFolder,
  standInOf,
  type AnswersSeen,
  type CoveredTest,
  type Failure,
  type Job,
  type Note,
  type Part,
  type Reach,
} from './run/job.js'
export { runMutants, type MutantRun, type TriedMutant } from './run/run.js'
export { MUTANTS_JOB, MUTANTS_SHARE } from './run/variables.js'
export { reportDocument, SAME, totalsOf } from './report/document.js'
export { reportElements, reportPage } from './report/page.js'
export { passes, sketchesFor, type Sketch } from './sketch/sketch.js'
export { changedLines } from './report/changed-lines.js'
