import type { ADVISORIES } from '../src/audit/index.js'

export function render(advisories: typeof ADVISORIES): string
