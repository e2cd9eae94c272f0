import type { SandboxParts } from '../sandbox/internal.js'
import type { History } from './history.js'

/** What the explorer reads and does. */
export interface Explored extends SandboxParts {
  readonly history: History
}
