import { existsSync, readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { TestError } from 'vitest'
import type { CodeFrame, ErrorData } from '../report/index.js'

/** The test file that an error is of. Both paths are absolute. */
export interface TestPlace {
  readonly file: string
  readonly root: string
}

type Given = Pick<TestError, 'message' | 'name' | 'diff' | 'stacks' | 'cause'>
type Frame = NonNullable<Given['stacks']>[number]

/** Lines of code before and after the place. */
const AROUND = 3
/** Causes of causes, which may go in a circle. */
const MAX_CAUSES = 5

/** An error, and after it those that caused it. */
export function errorsOf(error: Given, place: TestPlace): readonly ErrorData[] {
  const found: ErrorData[] = []
  for (let one: Given | undefined = error; one !== undefined && found.length <= MAX_CAUSES; one = one.cause)
    found.push(errorOf(one, place, found.length > 0))
  return found
}

function errorOf({ message, name, diff, stacks = [] }: Given, place: TestPlace, isCause: boolean): ErrorData {
  const frames = framesOf(stacks, place)
  const code = frames[0] && codeAt(frames[0], place)
  return {
    message: `${isCause ? 'caused by ' : ''}${kindOf(name)}${stripVTControlCharacters(message)}`,
    ...(diff !== undefined && { diff: stripVTControlCharacters(diff).trim() }),
    ...(code && { code }),
    frames: frames.map(({ method, file, line, column }) => {
      const at = `${shownPath(file, place)}:${line}:${column}`
      return method === '' ? at : `${method} ${at}`
    }),
  }
}

/** The kind of an error, unless all errors are of it. Vitest writes into the name of a cause that it is one, if a reporter prints it first. */
function kindOf(name = 'Error'): string {
  const kind = name.replace(/^(?:Caused by: )+/, '')
  return kind === 'AssertionError' || kind === 'Error' ? '' : `${kind}: `
}

/** The frames in the test file. Without any, as in the callback of a timer, those in other files of the project. */
function framesOf(stacks: readonly Frame[], { file, root }: TestPlace): readonly Frame[] {
  const own = stacks.filter((frame) => resolve(frame.file) === resolve(file))
  if (own.length > 0) return own
  const isOfProject = (path: string): boolean => path.startsWith(resolve(root)) && !path.includes('node_modules')
  return stacks.filter((frame) => isOfProject(resolve(frame.file)))
}

function codeAt({ file, line, column }: Frame, place: TestPlace): CodeFrame | undefined {
  if (!existsSync(file)) return undefined
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  if (line > lines.length) return undefined
  const first = Math.max(1, line - AROUND)
  return { path: shownPath(file, place), first, lines: lines.slice(first - 1, line + AROUND), line, column }
}

const shownPath = (path: string, { root }: TestPlace): string => relative(root, path).split(sep).join('/')
