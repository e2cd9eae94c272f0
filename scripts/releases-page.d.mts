import type { Surface } from '../src/app/index.js'
import type { changesBetween } from '../src/rehearse/index.js'
import type { Schedule } from '../src/vm/index.js'
import type { rangesOf } from '../src/vm/internal.js'

export function render(tables: {
  readonly surfaces: readonly Surface[]
  readonly schedules: readonly Schedule[]
  readonly rangesOf: typeof rangesOf
  readonly changesBetween: typeof changesBetween
}): string
