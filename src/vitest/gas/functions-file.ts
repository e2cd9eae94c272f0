import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UsageError } from '../../base/index.js'
import { VM_GAS } from '../../vm/tools/index.js'
import type { GasByFunction } from './functions.js'

/** How many functions of an entry are kept; the others are added up. */
const MAX = 40
const OTHERS = 'other functions'
/** How many of those that changed are named. */
const MAX_NAMED = 8

type Entries = Readonly<Record<string, Readonly<Record<string, number>>>>

/** Where the functions of a gas snapshot's entries are kept. */
export const functionsFileOf = (gasFile: string): string => gasFile.replace(/\.gas-snapshot$/, '.gas-functions.json')

function read(path: string): Entries {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  try {
    return JSON.parse(text) as Entries
  } catch (cause) {
    throw new UsageError(`${path} is not JSON`, { details: ['right: delete the file, and run vitest -u'], cause })
  }
}

/** The functions of an entry; undefined if none were kept. */
export const readFunctions = (path: string, entry: string): GasByFunction | undefined => {
  const all = read(path)
  return Object.hasOwn(all, entry) ? new Map(Object.entries(all[entry]!)) : undefined
}

/** Keeps the functions of an entry, those that spend most; undefined: forgets it. */
export function writeFunctions(path: string, entry: string, functions: GasByFunction | undefined): void {
  const entries = { ...read(path), [entry]: functions && kept(functions) }
  const sorted = Object.entries(entries).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  if (sorted.length === 0) return rmSync(path, { force: true })
  sorted.sort(([a], [b]) => (a < b ? -1 : 1))
  mkdirSync(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(Object.fromEntries(sorted), undefined, 1)}\n`)
  renameSync(draft, path)
}

function kept(functions: GasByFunction): Readonly<Record<string, number>> {
  const sorted = [...functions].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const others = sorted.slice(MAX).reduce((sum, [, gas]) => sum + gas, 0)
  return Object.fromEntries([...sorted.slice(0, MAX), ...(others === 0 ? [] : [[OTHERS, others] as const])])
}

const gasText = (vmGas: number): string => {
  const gas = vmGas / VM_GAS
  return Math.abs(gas) < 100 ? String(Number(gas.toFixed(2))) : Math.round(gas).toLocaleString('en')
}

/** The functions whose gas changed, those that changed most first, a line each. */
export function changedFunctions(before: GasByFunction, is: GasByFunction): readonly string[] {
  // Beyond those that are kept, only their sum is known.
  const now = new Map<string, number>()
  for (const [name, gas] of is) {
    const key = before.has(name) || !before.has(OTHERS) ? name : OTHERS
    now.set(key, (now.get(key) ?? 0) + gas)
  }
  const changes = [...new Set([...before.keys(), ...now.keys()])]
    .map((name) => ({ name, was: before.get(name) ?? 0, now: now.get(name) ?? 0 }))
    .filter(({ was, now: gas }) => was !== gas)
    .sort((a, b) => Math.abs(b.now - b.was) - Math.abs(a.now - a.was))
  const rest = changes.length - MAX_NAMED
  return [
    ...changes
      .slice(0, MAX_NAMED)
      .map(
        ({ name, was, now: gas }) =>
          `  ${name}: ${gasText(was)} → ${gasText(gas)} (${gas > was ? '+' : ''}${gasText(gas - was)})`,
      ),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}
