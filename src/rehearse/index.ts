/** What changes for a contract when its chain moves to another release. */
export { changesBetween } from './changes.js'
export { knownNames, staticLook, type Cause, type StaticLook } from './look.js'
export type { CauseGroup } from './causes.js'
export type { StepDifference } from './compare.js'
export { rehearse, type Rehearsal, type SideWatch } from './rehearse.js'
export { REMOVED } from './removed.js'
export { releaseBefore, TARGET_NAMES, targetOf } from './target.js'
export { usesOf } from './uses.js'
