import { z } from 'zod'

/** Why a text is no variable: no issue about a field says so, since every field can also have a value. */
export const NOT_A_VARIABLE = 'expected a variable such as "${name}"'

/** A text that names variables, in a file of actions: `${name}`, anywhere in it. `$${` is an escaped `${`. */
export const variable = z
  .string(NOT_A_VARIABLE)
  .regex(/(^|[^$])\$\{[^}]+\}/, { error: NOT_A_VARIABLE, abort: true })
  .meta({ id: 'Variable', description: 'A text with variables, such as "${name}", which yields the value.' })
