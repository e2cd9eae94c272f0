/** What test runs know of a job without loading all of the mutants. */
export { MUTANTS_JOB } from './run/variables.js'
