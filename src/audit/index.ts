/** Published advisories, and which of them concern a contract. */
export { ADVISORIES } from './advisories.js'
export { audit, type AuditFinding, type Releases } from './audit.js'
export { isAffected } from './versions.js'
