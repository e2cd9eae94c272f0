import { expect } from 'vitest'
import { addMatchers } from './matchers/all.js'

addMatchers()

/** Vitest's own, with the matchers of Sudobox. */
export { expect }
