import { fileURLToPath, pathToFileURL } from 'node:url'
import { chainOf, SudoboxError } from './errors.js'
import { isTurnDue, turn } from './turns.js'

/** An object with a stack, filled by `Error.captureStackTrace`. */
export interface Place {
  readonly stack?: string
}

type Work = (this: unknown, ...args: never[]) => unknown

const HOUSE = new URL('..', import.meta.url)
/** The location of Sudobox's own code as in stack frames: a path or a URL. */
const OWN: readonly string[] = [HOUSE.pathname, fileURLToPath(HOUSE)]

const LOCATED = /:\d+:\d+\)?$/

const isOwn = (frame: string): boolean => OWN.some((path) => frame.includes(path))

/** Whether a frame belongs to the user's code, not to a package, Node or Sudobox itself. */
const isUsers = (frame: string): boolean =>
  LOCATED.test(frame) &&
  !frame.includes('/node_modules/') &&
  !frame.includes('\\node_modules\\') &&
  !/[( ]node:/.test(frame) &&
  !isOwn(frame)

const framesIn = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('    at '))

/** The frames of an error, without its message, whose lines may look alike. */
export function framesOf({ stack = '', message }: Error): readonly string[] {
  const at = stack.indexOf(message)
  return framesIn(at < 0 ? stack : stack.slice(at + message.length))
}

/** The frames from the first user frame on, without Sudobox's own; undefined without a user frame. */
function usersPart(frames: readonly string[]): readonly string[] | undefined {
  const first = frames.findIndex(isUsers)
  return first < 0 ? undefined : frames.slice(first).filter((frame) => !isOwn(frame))
}

/**
 * Makes the stacks of an error and its causes begin at the user's line: the place's first user frame, unless the user's own code threw. Bugs in
 * Sudobox itself keep their original stack after it.
 */
export function beginAt(error: unknown, { stack = '' }: Place): void {
  const users = usersPart(framesIn(stack))
  if (users === undefined) return
  for (const one of chainOf(error)) {
    const frames = framesOf(one)
    if (frames[0] !== undefined && isUsers(frames[0])) continue
    const rest = error instanceof SudoboxError ? [] : frames.filter((frame) => !users.includes(frame))
    one.stack = [`${one.name}: ${one.message}`, ...users, ...rest].join('\n')
  }
}

/** Where in the user's code an error was thrown, innermost first; paths are relative to the working directory. */
export function usersFrames(error: unknown): readonly string[] {
  if (!(error instanceof Error)) return []
  const here = [pathToFileURL(`${process.cwd()}/`).href, `${process.cwd()}/`]
  return framesOf(error)
    .filter(isUsers)
    .map((frame) => here.reduce((text, folder) => text.replace(folder, ''), frame.replace(/^ +at /, '')))
}

/** Where the function is called from. */
export function placeOf(callee: (...args: never[]) => unknown): Place {
  const place: Place = {}
  Error.captureStackTrace(place, callee)
  return place
}

/** The place, if it is in the user's code; for calls from Sudobox itself or a package, the outer call sets it. */
function usersPlace(place: Place): Place {
  const caller = framesIn(place.stack ?? '').find((frame) => LOCATED.test(frame))
  return caller !== undefined && isUsers(caller) ? place : {}
}

/** Wraps a function so that the stack of its errors and rejections starts at the caller's line. */
export const atCallersLine = <A extends readonly unknown[], R>(work: (...args: A) => R): ((...args: A) => R) =>
  relayed(work, usersPlace)

/** Lets errors point at the user's line, for functions that a package calls on the user's behalf, such as Vitest matchers. */
export const atUsersLine = <F extends (...args: never[]) => unknown>(work: F): F => relayed(work, (place) => place)

function relayed<F extends (...args: never[]) => unknown>(work: F, usersPlace: (place: Place) => Place): F {
  const outer = function (this: unknown, ...args: never[]): unknown {
    let result: unknown
    try {
      result = (work as Work).apply(this, args)
    } catch (error) {
      beginAt(error, usersPlace(placeOf(outer)))
      throw error
    }
    if (!(result instanceof Promise)) return result
    const place = placeOf(outer)
    const located = result.catch((error: unknown) => {
      beginAt(error, usersPlace(place))
      throw error
    })
    return isTurnDue() ? located.finally(turn) : located
  }
  for (const name of ['name', 'length'] as const) Object.defineProperty(outer, name, { value: work[name] })
  return outer as unknown as F
}

/** Applies {@link atCallersLine} to all methods and accessors of a public class, inherited ones included; called in its static block. */
export function errorsAtCallersLine({ prototype }: { readonly prototype: object }): void {
  const seen = new Set(['constructor'])
  for (let one = prototype; one !== Object.prototype; one = Object.getPrototypeOf(one) as object)
    for (const [name, member] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (seen.has(name)) continue
      seen.add(name)
      const { value, get } = member as { value?: unknown; get?: () => unknown }
      if (typeof value === 'function')
        Object.defineProperty(prototype, name, { ...member, value: atCallersLine(value as Work) })
      else if (get !== undefined) Object.defineProperty(prototype, name, { ...member, get: atCallersLine(get) })
    }
}
