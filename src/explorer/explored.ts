import type { SandboxParts } from '../sandbox/api/parts.js'
import type { History } from './history.js'

/** What the explorer reads and does. */
export interface Explored extends SandboxParts {
  readonly history: History
}
