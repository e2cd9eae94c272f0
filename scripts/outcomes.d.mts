import type { OUTCOMES, SHAPES } from '../src/replay/outcomes.js'

export function render(outcomes: { readonly OUTCOMES: typeof OUTCOMES; readonly SHAPES: typeof SHAPES }): string
