import { refuseUnknown, type FunctionName } from './check.js'
import { ARGUMENTS } from './table.js'

type Work = (this: unknown, ...args: unknown[]) => unknown

/** A class of the table. */
export type ClassName = FunctionName extends infer Name ? (Name extends `${infer Of}.${string}` ? Of : never) : never

const isAsync = (work: Work): boolean => Object.prototype.toString.call(work) === '[object AsyncFunction]'

/** A function that first refuses unknown members of its arguments; an async one rejects. */
function checked(name: FunctionName, work: Work): Work {
  const strict: Work = isAsync(work)
    ? async function (...args) {
        refuseUnknown(name, args)
        return work.apply(this, args)
      }
    : function (...args) {
        refuseUnknown(name, args)
        return work.apply(this, args)
      }
  for (const part of ['name', 'length'] as const) Object.defineProperty(strict, part, { value: work[part] })
  return strict
}

/** A public function that first refuses unknown members of its arguments: {@link refuseUnknown}. */
export const strict = <F extends (...args: never[]) => unknown>(name: FunctionName, work: F): F =>
  checked(name, work as never) as unknown as F

/** Makes the methods of a public class refuse unknown members of their arguments: {@link refuseUnknown}. Called in its static block. */
export function strictArguments({ prototype }: { readonly prototype: object }, className: ClassName): void {
  for (const name of Object.keys(ARGUMENTS) as FunctionName[]) {
    if (!name.startsWith(`${className}.`)) continue
    const method = name.slice(className.length + 1)
    const member = Object.getOwnPropertyDescriptor(prototype, method)!
    Object.defineProperty(prototype, method, { ...member, value: checked(name, member.value as Work) })
  }
}
