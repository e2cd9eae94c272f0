/** Mutation testing of contracts: small faults in a contract, and which of them no test notices. */
export { makeMutants, type Mutants } from './make/mutants.js'
export { mutantText, MUTATORS, type Mutant, type Mutator } from './make/mutant.js'
export { openTarget, type Target } from './make/target.js'
