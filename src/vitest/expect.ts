import { withMatchers } from './matchers/all.js'

/** Vitest's own, with the matchers of Sudobox. */
export const expect = withMatchers()
