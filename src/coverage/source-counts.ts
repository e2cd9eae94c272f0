/** How often the code of a function ran. */
export interface FunctionCount {
  readonly name: string
  /** Its first line that has code. */
  readonly line: number
  readonly count: number
}

/** How often a condition was true, and how often not. */
export interface BranchCount {
  readonly line: number
  readonly column: number
  readonly arms: readonly [number, number]
}

/** Which code of one source file ran. */
export interface FileCounts {
  /** By line. Lines without code are missing. */
  readonly lines: Map<number, number>
  /** By name and line. */
  readonly functions: Map<string, FunctionCount>
  /** By place, and by order among several of one place. */
  readonly branches: Map<string, BranchCount>
}

/** By file, as the compiler noted its path. */
export type SourceCounts = Map<string, FileCounts>

export function fileCounts(counts: SourceCounts, file: string): FileCounts {
  let found = counts.get(file)
  if (found === undefined) counts.set(file, (found = { lines: new Map(), functions: new Map(), branches: new Map() }))
  return found
}

export const addLine = ({ lines }: FileCounts, line: number, count: number): void => {
  lines.set(line, (lines.get(line) ?? 0) + count)
}

export function addFunction({ functions }: FileCounts, { name, line, count }: FunctionCount): void {
  const key = `${name} ${line}`
  functions.set(key, { name, line, count: count + (functions.get(key)?.count ?? 0) })
}

export function addBranch({ branches }: FileCounts, key: string, { line, column, arms }: BranchCount): void {
  const [no, yes] = branches.get(key)?.arms ?? [0, 0]
  branches.set(key, { line, column, arms: [arms[0] + no, arms[1] + yes] })
}
