import type { Results } from '../results.mjs'

export function figuresPage(results: ReadonlyMap<string, Results>): string
