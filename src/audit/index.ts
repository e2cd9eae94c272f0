/** Published advisories, which of them concern a contract, and the releases without them. */
export { ADVISORIES } from './advisories.js'
export { audit, type Concerned, type Releases } from './audit.js'
export { kindVerdicts, releasesOfKind, safeReleases, type KindVerdict, type SafeReleases } from './safe.js'
export { isAffected } from './versions.js'
