import { checkAllButBodies, checkAndCompile } from './check.js'
import { readCode } from './codes/code.js'
import { VmError } from './errors.js'
import { scheduleOf, vmVersions, type Schedule } from './schedules.js'

/** What the checks of all but the bodies of functions depend on: releases that agree in these have one verdict. */
const OF_HEAD = [
  'limits',
  'requiredExports',
  'newCurves',
  'migrateVersion',
  'passiveData',
  'bulkMemory',
  'bulkOperators',
  'references',
  'referenceOperators',
  'multiValue',
] as const satisfies readonly (keyof Schedule)[]

/** What the verdict on the bodies depends on. */
const OF_BODIES = [
  'passiveData',
  'bulkMemory',
  'bulkOperators',
  'references',
  'referenceOperators',
  'multiValue',
] as const satisfies readonly (keyof Schedule)[]

const keyOf = (schedule: Schedule, members: readonly (keyof Schedule)[]): string =>
  JSON.stringify(members.map((member) => schedule[member]))

/** The known releases of cosmwasm-vm that store a file, in the order of {@link vmVersions}. */
export function acceptingReleases(wasm: Uint8Array, capabilities: ReadonlySet<string>): readonly string[] {
  const heads = new Map<string, boolean>()
  const bodies = new Map<string, boolean>()
  const once = (known: Map<string, boolean>, key: string, work: () => unknown): boolean => {
    let verdict = known.get(key)
    if (verdict === undefined) known.set(key, (verdict = passes(work)))
    return verdict
  }
  return vmVersions().filter((version) => {
    const schedule = scheduleOf(version)
    const code = () => readCode(wasm.slice(), schedule)
    return (
      once(heads, keyOf(schedule, OF_HEAD), () => checkAllButBodies(code(), schedule, capabilities)) &&
      once(bodies, keyOf(schedule, OF_BODIES), () => checkAndCompile(code(), schedule, capabilities, {}))
    )
  })
}

function passes(work: () => unknown): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (error instanceof VmError) return false
    throw error
  }
}

/** The release that fits best in place of one that refuses a file: the newest of its line, or else the newest of all. */
export function closestRelease(version: string, accepting: readonly string[]): string | undefined {
  const line = lineOf(version)
  return newest(accepting.filter((one) => lineOf(one) === line)) ?? newest(accepting)
}

/** Releases as ranges, the newest first: `3.0.0 to 3.0.8, 2.3.0 to 2.3.3`. */
export function rangesOf(versions: readonly string[]): string {
  const ranges: (readonly [from: string, to: string])[] = []
  for (const version of [...versions].sort(byNumber)) {
    const last = ranges.at(-1)
    if (last !== undefined && follows(last[1], version)) ranges[ranges.length - 1] = [last[0], version]
    else ranges.push([version, version])
  }
  return ranges
    .reverse()
    .map(([from, to]) => (from === to ? from : `${from} to ${to}`))
    .join(', ')
}

/** The lines for an error of a release that refuses a file which others accept; none if no release accepts it. */
export function refusalHints(version: string, accepting: readonly string[]): readonly string[] {
  const right = closestRelease(version, accepting)
  if (right === undefined) return []
  return [
    `cosmwasm-vm ${version} refuses this file; releases that accept it: ${rangesOf(accepting)}`,
    `right, if the chain runs one of them: vm: '${right}' in the options of the chain, or --vm ${right}`,
  ]
}

/** Texts of refusals for operators that came after the first release of WebAssembly, at the static checks and in the compiler. */
const LATER_OPERATORS =
  /\b(?:not enabled|zero byte expected|disallowed but found type|translation error: Error in middleware Gatekeeper|multiple values|multi-value)\b/

/** Whether a file was refused for operators of a later release of WebAssembly, by the text of the error. */
export const isForLaterOperators = (text: string): boolean => LATER_OPERATORS.test(text)

/** The line for an error of a file that can perhaps be lowered; none for any other. */
export const loweringHints = (text: string): readonly string[] =>
  isForLaterOperators(text)
    ? [
        'the file has operators of a later release of WebAssembly, as Rust 1.82 and later writes them; right: sudobox build, or sudobox lower FILE OUT (docs/building.md)',
      ]
    : []

/** The numbers of a release, and of its candidate. */
const numbersOf = (version: string): readonly number[] => version.replace('-rc', '').split('.').map(Number)
const isFinal = (version: string): boolean => !version.includes('-')
const lineOf = (version: string): string => numbersOf(version).slice(0, 2).join('.')

function byNumber(one: string, other: string): number {
  const [numbers, others] = [numbersOf(one), numbersOf(other)]
  const differing = numbers.findIndex((number, i) => number !== others[i])
  // A candidate comes before its release.
  return differing === -1 ? others.length - numbers.length : numbers[differing]! - (others[differing] ?? Infinity)
}

function follows(one: string, next: string): boolean {
  const numbers = [...numbersOf(one)]
  numbers[numbers.length - 1]!++
  return numbers.join() === numbersOf(next).join()
}

const newest = (versions: readonly string[]): string | undefined => versions.filter(isFinal).sort(byNumber).at(-1)
