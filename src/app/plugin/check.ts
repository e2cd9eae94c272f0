import { ChainError } from '../../base/index.js'
import { ErrJSONUnmarshal } from '../../chain/index.js'

interface Issue {
  readonly message: string
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}
type Checked<T> = { readonly value: T; readonly issues?: undefined } | { readonly issues: readonly Issue[] }

/** A schema of any library that follows Standard Schema: Zod, Valibot, ArkType … It must validate synchronously. */
export interface StandardSchema<T> {
  readonly '~standard': { readonly validate: (value: unknown) => Checked<T> | Promise<Checked<T>> }
}

/** Turns untrusted JSON into a typed value: a schema, or a function that returns the value or throws. */
export type Check<T> = StandardSchema<T> | ((value: unknown) => T)

/** @throws ChainError sdk/17 that lists each invalid place */
export function checked<T>(what: string, check: Check<T>, value: unknown): T {
  const refuse = (text: string, cause?: unknown) => {
    const { codespace, code, log } = ErrJSONUnmarshal.error(`${what}: ${text}`)
    return new ChainError({ codespace, code, log, cause })
  }
  if (!('~standard' in check)) {
    try {
      return check(value)
    } catch (error) {
      throw refuse(error instanceof Error ? error.message : String(error), error)
    }
  }
  const result = check['~standard'].validate(value)
  if (result instanceof Promise) throw refuse('a schema that validates asynchronously cannot be used')
  if (result.issues !== undefined) throw refuse(result.issues.map(issueText).join('; '))
  return result.value
}

function issueText({ message, path = [] }: Issue): string {
  const place = path.map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
  return place === '' ? message : `${place}: ${message}`
}
