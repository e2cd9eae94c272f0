/** Places in the sources of a contract. */
export { NotedAnswers } from './answers.js'
export type { RawFrame, RawSpan } from './debug-reader.js'
export { sourceFrame, withoutPlace, type SourceFrame } from './frames.js'
export type { RawMember, RawScope, RawType } from './raw-variables.js'
export { codeFrame, findSource, isLibrary, shownSource } from './rust-source.js'
export { sameCode, Symbols, twinFor } from './symbols.js'
export { fileOf, noteFile, noteTwin, twinPathOf, twinProblem } from './twins.js'
