export { INVARIANTS } from './all.js'
export {
  attempt,
  isUnjudged,
  placeOf,
  REPEATED,
  type Invariant,
  type Judgement,
  type Situation,
  type Unjudged,
  type Violation,
} from './judge.js'
