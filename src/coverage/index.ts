/** Which of the contracts' source code ran. */
export { COUNTS_LINES, countedCodes, type CountedCode } from './counted-code.js'
export { readParts, writePart } from './parts.js'
export { writeCoverage, type Covered, type CoverageReport, type CoverageThresholds } from './report.js'
export { endsInPanic, instructionsOf, type Instruction } from './instructions.js'
export { pathInReports } from './path-in-reports.js'
export { linesWithoutCode } from './rust-lines.js'
