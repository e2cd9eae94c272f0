/**
 * What tells one build of this folder from another: the build puts the digest of its sources here. Undefined for sources that are run as they are, which
 * may change from one run to the next.
 */
export const rewriterRelease = (): string | undefined => undefined
