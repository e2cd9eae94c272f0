/** Environment variable of a test run: the folder of the job that it has. */
export const MUTANTS_JOB = 'SUDOBOX_MUTANTS_JOB'
/** The number of the process among those that share the job. */
export const MUTANTS_SHARE = 'SUDOBOX_MUTANTS_SHARE'
