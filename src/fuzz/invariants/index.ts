export { INVARIANTS } from './all.js'
export { attempt, isUnjudged, placeOf, type Invariant, type Situation, type Unjudged, type Violation } from './judge.js'
