import { VM_GAS } from '../../vm/tools/index.js'
import type { CallTrace } from '../call-trace.js'
import type { Direction } from '../navigation.js'
import { lineOf } from '../navigation.js'
import type { StorageUse } from '../storage.js'

/** Where a call that continues stops. */
export type Breakpoint =
  | { readonly kind: 'line'; readonly places: ReadonlySet<number> }
  | { readonly kind: 'function'; readonly places: ReadonlySet<number> }
  | { readonly kind: 'storage'; readonly steps: ReadonlySet<number> }
  | { readonly kind: 'gas'; readonly step: number | undefined }
  | { readonly kind: 'error'; readonly step: number | undefined }

/** What a client writes to stop at other things than lines, for help texts. */
export const FORMS = 'storage KEY, read KEY, write KEY, gas > N, error, or the name of a function'

/** A line, or else the next one in its file that runs somewhere. @param isFile whether a file of the debug information is the one */
export function lineBreakpoint(
  trace: CallTrace,
  isFile: (file: string) => boolean,
  line: number,
): { readonly line: number; readonly breakpoint: Breakpoint } | undefined {
  const lines = new Map<number, Set<number>>()
  for (const [i, place] of trace.plan.places.entries()) {
    const at = lineOf(place)
    if (at.file === undefined || at.line === undefined || at.line < line || !isFile(at.file)) continue
    const known = lines.get(at.line)
    if (known) known.add(i)
    else lines.set(at.line, new Set([i]))
  }
  if (lines.size === 0) return undefined
  const first = Math.min(...lines.keys())
  return { line: first, breakpoint: { kind: 'line', places: lines.get(first)! } }
}

/** What a text of {@link FORMS} stands for; undefined if no such key, function or gas occurs in the call. */
export function namedBreakpoint(
  trace: CallTrace,
  uses: readonly StorageUse[],
  failing: number,
  text: string,
): Breakpoint | undefined {
  const [, kind, key] = /^(storage|read|write)\s+(.+)$/.exec(text.trim()) ?? []
  if (kind !== undefined && key !== undefined)
    return storageBreakpoint(uses, key.trim(), kind as 'storage' | 'read' | 'write')
  const [, gas] = /^gas\s*>\s*([\d_,]+)$/.exec(text.trim()) ?? []
  if (gas !== undefined) return { kind: 'gas', step: firstAbove(trace, Number(gas.replaceAll(/[_,]/g, ''))) }
  if (text.trim() === 'error') return { kind: 'error', step: trace.failure === undefined ? undefined : failing }
  return functionBreakpoint(trace, text.trim())
}

export function storageBreakpoint(
  uses: readonly StorageUse[],
  key: string,
  kind: 'storage' | 'read' | 'write',
): Breakpoint | undefined {
  const isKind = (use: StorageUse): boolean => kind === 'storage' || (kind === 'read') === (use.kind === 'read')
  const isKey = (use: StorageUse): boolean => use.key === key || use.key.startsWith(`${key}/`)
  const steps = uses.filter((use) => isKind(use) && isKey(use)).map(({ step }) => step)
  return steps.length === 0 ? undefined : { kind: 'storage', steps: new Set(steps) }
}

/** The places where a function begins, in each copy of it. */
function functionBreakpoint(trace: CallTrace, name: string): Breakpoint | undefined {
  const first = new Map<string, number>()
  for (const [i, place] of trace.plan.places.entries()) {
    const { frames, own, function: index } = place
    const named = frames[own]!.function
    if (named !== name && !named.endsWith(`::${name}`)) continue
    const key = [index, ...frames.slice(own + 1).map(({ file, line }) => `${file}:${line}`)].join(' ')
    if (!first.has(key)) first.set(key, i)
  }
  return first.size === 0 ? undefined : { kind: 'function', places: new Set(first.values()) }
}

/** The first step at which the contract has used more than so much SDK gas. */
function firstAbove(trace: CallTrace, sdkGas: number): number | undefined {
  let [low, high] = [0, trace.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (trace.gas(middle).used > sdkGas * VM_GAS) high = middle
    else low = middle + 1
  }
  return low === trace.length ? undefined : low
}

/** The next step in a direction at which one of the breakpoints is, with that one; undefined if the call, or a step that is given, comes first. */
export function nextStop(
  trace: CallTrace,
  from: number,
  direction: Direction,
  breakpoints: readonly Breakpoint[],
  until?: number,
): { readonly step: number; readonly breakpoint: Breakpoint } | undefined {
  let found: { readonly step: number; readonly breakpoint: Breakpoint } | undefined
  for (const breakpoint of breakpoints) {
    const step = stopOf(trace, from, direction, breakpoint, until)
    if (step !== undefined && (found === undefined || (step - found.step) * direction < 0)) found = { step, breakpoint }
  }
  return found
}

function stopOf(
  trace: CallTrace,
  from: number,
  direction: Direction,
  breakpoint: Breakpoint,
  until: number | undefined,
): number | undefined {
  if ('places' in breakpoint) return trace.find(from + direction, direction, { places: breakpoint.places, until })
  const steps = 'steps' in breakpoint ? [...breakpoint.steps] : breakpoint.step === undefined ? [] : [breakpoint.step]
  const ahead = steps.filter((step) => (step - from) * direction > 0)
  if (ahead.length === 0) return undefined
  return direction === 1 ? Math.min(...ahead) : Math.max(...ahead)
}
