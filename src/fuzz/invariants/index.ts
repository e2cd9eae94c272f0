import { I1 } from './i1-claims.js'
import { I10 } from './i10-repaired.js'
import { I11 } from './i11-again.js'
import { I12 } from './i12-packets.js'
import { I13 } from './i13-progress.js'
import { I14 } from './i14-own-answer.js'
import { I15 } from './i15-address.js'
import { I2 } from './i2-settlement.js'
import { I3 } from './i3-neutral.js'
import { I4 } from './i4-dead-end.js'
import { I5 } from './i5-commute.js'
import { I6 } from './i6-rest.js'
import { I7 } from './i7-evidence.js'
import { I8 } from './i8-children.js'
import { I9 } from './i9-strangers.js'
import { I9b } from './i9b-gains.js'
import type { Invariant } from './judge.js'

export { attempt, isUnjudged, placeOf, type Invariant, type Situation, type Unjudged, type Violation } from './judge.js'

/** All invariants, in the order in which they are checked. */
export const INVARIANTS: readonly Invariant[] = [I2, I1, I7, I9b, I12, I15, I8, I3, I13, I14, I5, I9, I10, I11, I4, I6]
