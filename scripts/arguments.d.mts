import type { Shape } from '../src/base/arguments/shape.js'

export const TYPES: Readonly<Record<string, Shape>>
export const ARGUMENTS: Readonly<Record<string, readonly Shape[]>>
