import type { Schedule } from '../schedules.js'
import { isInstrumented, NO_PROBES, NOT_INSTRUMENTED, type Additions, type ProbeMap } from '../tools/instrument.js'
import { PROBE_TABLE, PROBE_TYPES, ProbeCode } from '../tools/probe-code.js'
import { COMPARISON_TYPES, COMPARISONS, comparisonCode, comparisonTypes } from '../tools/comparisons.js'
import { counterGlobals, countLoops, handOverCode, handOvers, type LoopCounts } from '../tools/loops.js'
import { helperCode } from './helpers.js'
import { HELPER_TYPE, HELPER_TYPES, layoutOf, STACK_BYTES, type Layout } from './layout.js'
import { FUNCREF, I32, I64, type Module, type Section } from './module.js'
import { BodyRewriter } from './rewrite-body.js'
import { stackBaseOf } from './stack-mark.js'
import { Writer } from './writer.js'

/** Private export names of a rewritten module; all begin with a prefix that none of its own names has. */
export interface PrivateNames {
  readonly prefix: string
  readonly gas: string
  readonly frames: string
  readonly pages: string
  readonly maxPages: string
  readonly cause: string
  readonly element: string
  readonly pay: string
  readonly reset: string
  /** The lowest value of the stack pointer, if it is tracked. */
  readonly mark: string | undefined
  /** One name per table. */
  readonly tables: readonly string[]
  /** The table for the probes of instrumented code. */
  readonly probes: string | undefined
  /** The call that was made last, in code that is profiled. */
  readonly site: string | undefined
  /** How many steps are passed before one is reported, in code with steps. */
  readonly steps: string | undefined
  /** Transfers the counts of loops, in code whose blocks are counted. */
  readonly handOver: string | undefined
}

export interface Rewritten {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly names: PrivateNames
  /** The meaning of the probes of instrumented code. */
  readonly map: ProbeMap
}

/**
 * A module that meters itself: gas, stack, memory size and trap causes are kept in globals of their own, and functions for the host
 * come with them. The original module must have been validated. Custom sections are left out.
 * @throws RefusedOperator
 */
export function rewrite(
  module: Module,
  schedule: Schedule,
  additions: Additions = NOT_INSTRUMENTED,
  out: Writer = new Writer(module.bytes.length * 3 + 4096),
): Rewritten {
  const stackBase = additions.stackMark ? stackBaseOf(module) : undefined
  const profiled = additions.profile === true
  const counts = additions.coverage ? countLoops(module) : undefined
  // Code never counts and compares at once.
  const compared = additions.operands === true && !additions.coverage
  const stepped = additions.steps !== undefined
  const layout = layoutOf(module, {
    marked: stackBase !== undefined,
    profiled,
    counted: counts !== undefined,
    compared,
    stepped,
  })
  const instrumented = isInstrumented(additions)
  const names = privateNames(module, additions, stackBase !== undefined)
  const probes = instrumented ? new ProbeCode(module, layout, additions, out) : undefined

  out.copy(module.bytes, 0, 8)
  const sections = new Map(module.sections.filter(({ id }) => id !== 0).map((section) => [section.id, section]))
  const copy = (id: number): void => {
    const section = sections.get(id)
    if (section) copySection(out, module, section)
  }
  section(out, 1, () => writeTypes(out, module, sections.get(1), instrumented))
  copy(2)
  section(out, 3, () => writeFunctions(out, module, counts, compared))
  if (instrumented) section(out, 4, () => writeTables(out, module, sections.get(4)))
  else copy(4)
  copy(5)
  section(out, 6, () => writeGlobals(out, module, sections.get(6), { stackBase, profiled, counts, stepped }))
  section(out, 7, () => writeExports(out, module, sections.get(7), layout, names))
  copy(8)
  copy(9)
  copy(12)
  section(out, 10, () => {
    const rewriter = new BodyRewriter(module, layout, schedule, out, probes)
    out.u32(bodiesOf(module, counts, compared))
    for (let i = 0; i < module.bodies.length; i++) rewriter.rewrite(module.importedFunctions + i)
    helperCode(out, module, layout)
    if (counts && probes) handOverCode(out, counts, probes, layout.handOver!)
    if (compared && probes) comparisonCode(out, probes)
  })
  copy(11)
  return { bytes: out.finish(), names, map: probes ?? NO_PROBES }
}

function section(out: Writer, id: number, write: () => void): void {
  out.ensure(64)
  out.byte(id)
  out.sized(write)
}

function copySection(out: Writer, module: Module, { id, start, end }: Section): void {
  section(out, id, () => out.copy(module.bytes, start, end))
}

/** Copies the items of a vector section after a count that is `more` larger. */
function extend(out: Writer, module: Module, from: Section | undefined, count: number, more: number): void {
  out.ensure(8)
  out.u32(count + more)
  if (!from) return
  let items = from.start
  while (module.bytes[items++]! > 0x7f);
  out.copy(module.bytes, items, from.end)
}

function writeTypes(out: Writer, module: Module, from: Section | undefined, instrumented: boolean): void {
  const types = instrumented ? [...HELPER_TYPES, ...PROBE_TYPES, ...COMPARISON_TYPES] : HELPER_TYPES
  extend(out, module, from, module.types.length, types.length)
  for (const type of types) out.append(...type)
}

function writeTables(out: Writer, module: Module, from: Section | undefined): void {
  extend(out, module, from, module.tables.length - module.importedTables, 1)
  out.append(...PROBE_TABLE)
}

const bodiesOf = (module: Module, counts: LoopCounts | undefined, compared: boolean): number =>
  module.bodies.length + HELPER_TYPES.length + (counts ? handOvers(counts) : 0) + (compared ? COMPARISONS : 0)

function writeFunctions(out: Writer, module: Module, counts: LoopCounts | undefined, compared: boolean): void {
  out.ensure(8)
  out.u32(bodiesOf(module, counts, compared))
  for (let i = module.importedFunctions; i < module.functions.length; i++) {
    out.ensure(5)
    out.u32(module.functions[i]!)
  }
  HELPER_TYPES.forEach((_, i) => {
    out.ensure(5)
    out.u32(module.types.length + i)
  })
  const added = counts ? handOvers(counts) : 0
  out.ensure(5 * added)
  for (let i = 0; i < added; i++) out.u32(module.types.length + HELPER_TYPE.reset)
  const first = module.types.length + HELPER_TYPES.length + PROBE_TYPES.length
  out.ensure(5 * COMPARISONS)
  for (const type of compared ? comparisonTypes() : []) out.u32(first + type)
}

function writeGlobals(
  out: Writer,
  module: Module,
  from: Section | undefined,
  {
    stackBase,
    profiled,
    counts,
    stepped,
  }: { stackBase: number | undefined; profiled: boolean; counts: LoopCounts | undefined; stepped: boolean },
): void {
  const more = (stackBase === undefined ? 0 : 1) + (profiled ? 1 : 0) + (stepped ? 1 : 0) + (counts?.blocks ?? 0)
  extend(out, module, from, module.globals.length, 6 + more)
  const i32 = (value: number): void => {
    out.append(I32, 1, 0x41)
    out.ensure(8)
    out.signed(value)
    out.append(0x0b)
  }
  // In the order of the layout. Gas starts at zero, so a start function fails, as it does natively.
  out.append(I64, 1, 0x42, 0, 0x0b)
  i32(STACK_BYTES)
  i32(module.memories[0]?.initial ?? 0)
  i32(0)
  i32(0)
  out.append(I64, 1, 0x42, 0, 0x0b)
  if (stackBase !== undefined) i32(stackBase)
  if (profiled) i32(-1)
  if (stepped) out.append(I64, 1, 0x42, 0, 0x0b)
  if (counts) counterGlobals(out, counts)
}

const EXPORTED_GLOBALS = ['gas', 'frames', 'pages', 'maxPages', 'cause', 'element'] as const

function writeExports(
  out: Writer,
  module: Module,
  from: Section | undefined,
  layout: Layout,
  names: PrivateNames,
): void {
  const added: (readonly [string, number, number])[] = [
    ...EXPORTED_GLOBALS.map((name) => [names[name], 3, layout[name]] as const),
    [names.pay, 0, layout.pay],
    [names.reset, 0, layout.reset],
    ...names.tables.map((name, i) => [name, 1, i] as const),
  ]
  if (names.mark !== undefined && layout.mark !== undefined) added.push([names.mark, 3, layout.mark])
  if (names.site !== undefined && layout.site !== undefined) added.push([names.site, 3, layout.site])
  if (names.steps !== undefined && layout.steps !== undefined) added.push([names.steps, 3, layout.steps])
  if (names.handOver !== undefined && layout.handOver !== undefined) added.push([names.handOver, 0, layout.handOver])
  if (names.probes) added.push([names.probes, 1, layout.probeTable])
  extend(out, module, from, module.exports.length, added.length)
  for (const [name, kind, index] of added) {
    out.name(name)
    out.append(kind)
    out.ensure(5)
    out.u32(index)
  }
}

/** The names that {@link rewrite} gives. @param marked whether the stack pointer is tracked */
export function privateNames(module: Module, additions: Additions, marked: boolean): PrivateNames {
  let prefix = 'host:'
  while (module.exports.some(({ name }) => name.startsWith(prefix))) prefix += ':'
  const named = (name: string): string => prefix + name
  return {
    prefix,
    gas: named('gas'),
    frames: named('frames'),
    pages: named('pages'),
    maxPages: named('maxPages'),
    cause: named('cause'),
    element: named('element'),
    pay: named('pay'),
    reset: named('reset'),
    mark: marked ? named('mark') : undefined,
    tables: module.tables.flatMap(({ type }, i) => (type === FUNCREF ? [named(`table${i}`)] : [])),
    probes: isInstrumented(additions) ? named('probes') : undefined,
    site: additions.profile ? named('site') : undefined,
    steps: additions.steps ? named('steps') : undefined,
    handOver: additions.coverage ? named('handOver') : undefined,
  }
}
