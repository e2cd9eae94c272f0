import type { z } from 'zod'
import { jsonPointer, linesOf, strangeNameIn, UNKNOWN } from '../../base/index.js'
import { NOT_A_VARIABLE } from '../values/variable.js'

type Issue = z.core.$ZodIssue

export interface PlacedIssue {
  /** JSON pointer of the member that is wrong; `''` is the whole. */
  readonly pointer: string
  readonly message: string
}

/** The issues of the branches that are not about variables. */
const ofValues = (branches: readonly (readonly Issue[])[]): readonly (readonly Issue[])[] =>
  branches.filter((issues) => !issues.some(({ message }) => message === NOT_A_VARIABLE))

/** How deep the deepest of the issues lies; what is missing or of another type did not get as far as what has a wrong value. */
const depthOf = (issues: readonly Issue[]): number =>
  Math.max(
    0,
    ...issues.map((issue) => {
      const inner =
        issue.code === 'invalid_union' && issue.errors.length > 0
          ? Math.max(0, ...ofValues(issue.errors).map(depthOf))
          : issue.code === 'invalid_type'
            ? 0
            : 1
      return issue.path.length * 2 + inner
    }),
  )

/** When no branch of a union fits, reports the issues of the branch that got furthest: the one whose issues lie deepest. */
const deepest = (branches: readonly (readonly Issue[])[]): readonly Issue[] =>
  branches.reduce<readonly Issue[]>((best, issues) => (depthOf(issues) > depthOf(best) ? issues : best), [])

function place(issue: Issue, at: readonly PropertyKey[]): PlacedIssue[] {
  const path = [...at, ...issue.path]
  if (issue.code === 'invalid_union' && issue.errors.length > 0 && !issue.message.startsWith(UNKNOWN)) {
    const branches = ofValues(issue.errors)
    const inner = branches.length === 1 ? branches[0]! : deepest(branches)
    if (inner.length > 0) return inner.flatMap((one) => place(one, path))
  }
  if (issue.code === 'unrecognized_keys') {
    const lines = linesOf(issue.message)
    return issue.keys.map((key, at) => ({ pointer: jsonPointer([...path, key]), message: lines[at]! }))
  }
  const strange = strangeNameIn(issue.message)
  return [{ pointer: jsonPointer(strange === undefined ? path : [...path, strange]), message: issue.message }]
}

/** Everything that does not fit a schema, each issue with its place. */
export const placeIssues = (error: z.ZodError): PlacedIssue[] => error.issues.flatMap((issue) => place(issue, []))

/** The issues as lines of text. */
export const describeIssues = (error: z.ZodError): string[] =>
  placeIssues(error).map(({ pointer, message }) => (pointer === '' ? message : `at ${pointer}: ${message}`))

/** Problems that an error lists after the first. */
const MAX_DETAILS = 20

/** The problems of a file after the first, as the details of its error. */
export const detailsOf = (others: readonly PlacedIssue[]): string[] => [
  ...others.slice(0, MAX_DETAILS).map(({ pointer, message }) => `#${pointer}: ${message}`),
  ...(others.length > MAX_DETAILS ? [`and ${others.length - MAX_DETAILS} more`] : []),
]
