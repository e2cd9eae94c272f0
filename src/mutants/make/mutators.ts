import { flagOf, type Patch } from '../../vm/stand-in/index.js'
import { readU32, type Module } from '../../vm/wasm/index.js'
import type { Calls } from './calls.js'
import type { Draft } from './drafts.js'
import { readSigned, signed, unsigned } from './integers.js'
import {
  boundaryOf,
  calculation,
  isComparison,
  isEquality,
  isI64Equality,
  isI64Sum,
  isOrdering,
  OP,
  oppositeOf,
  SIGNS,
} from './operators.js'
import type { Site } from './sites.js'
import { comparisonAt, expressionAt, isStatement, literalOf, signAt } from './source-text.js'
import type { Source } from './sources.js'

/** What mutators know of the module around a site. */
export interface Around {
  readonly module: Module
  readonly calls: Calls
  readonly source: Source
  /** The other operators of the same expression, in order, the site among them. */
  readonly together: readonly Site[]
}

type Mutate = (site: Site, around: Around) => readonly Draft[]

const replace = ({ function: index, position, end }: Site, bytes: readonly number[]): readonly Patch[] => [
  { function: index, from: position, to: end, bytes: Uint8Array.from(bytes) },
]

const before = ({ function: index, position }: Site, bytes: readonly number[]): readonly Patch[] => [
  { function: index, from: position, to: position, bytes: Uint8Array.from(bytes) },
]

const lineOf = ({ lines }: Source, { place }: Site): string => lines[place.line - 1] ?? ''

/** Numbers of 128 bits are compared by halves: only the low ones decide at the boundary, and they come first. */
const isHighHalf = (site: Site, together: readonly Site[]): boolean =>
  together.some(({ opcode }) => isI64Equality(opcode)) &&
  together.filter(({ opcode }) => isOrdering(opcode)).length > 1 &&
  together.find(({ opcode }) => isOrdering(opcode)) !== site

const comparisons: Mutate = (site, { source, together }) => {
  const { opcode, next } = site
  // Next to sums they find carries; an equality before a branch is the branch's to negate.
  if (!isComparison(opcode) || together.some((one) => isI64Sum(one.opcode))) return []
  if (isEquality(opcode) && (next === OP.brIf || next === OP.if || together.some((one) => isOrdering(one.opcode))))
    return []
  if (isOrdering(opcode) && isHighHalf(site, together)) return []
  const found = comparisonAt(lineOf(source, site), site.place.column)
  if (found === undefined && source.text !== undefined) return []
  return [
    {
      mutator: 'Boundary',
      column: found?.column ?? site.place.column,
      original: found?.text ?? '',
      replacement: found?.boundary ?? 'another boundary',
      patches: replace(site, [boundaryOf(opcode)]),
    },
  ]
}

/** The labels of branches that the source does not write as conditions, such as `?` and `match`. */
const WAYS = ['never branches', 'always branches'] as const

/** What a condition that is always zero, or never, means in the source: the way that is nearer in the source is that of `true`. */
function wayOf({ place, ways }: Site, isZero: boolean): string {
  const { onZero, onOther } = ways!
  const isNear = (line: number | undefined, other: number | undefined): boolean =>
    line !== undefined && line >= place.line && (other === undefined || other < place.line || line < other)
  if (isNear(onZero, onOther)) return String(isZero)
  if (isNear(onOther, onZero)) return String(!isZero)
  return WAYS[isZero ? 0 : 1]
}

/** The condition of an `if` or `while` in a line; undefined for patterns and for what is no condition. */
const conditionOf = (line: string, expression: string): string | undefined =>
  /^(?:\} else )?(?:if|while) (?!let )(.+?)(?: \{)?$/
    .exec(line.trim())?.[1]
    ?.includes(expression.replace(/^if |^while /, '')) === true
    ? expression.replace(/^if |^while /, '')
    : undefined

const branches: Mutate = (site, { source }) => {
  const { opcode, ways } = site
  if (ways === undefined || (opcode !== OP.if && opcode !== OP.brIf)) return []
  const { column, text } = expressionAt(lineOf(source, site), site.place.column)
  const condition = conditionOf(lineOf(source, site), text)
  const draft = (mutator: Draft['mutator'], replacement: string, bytes: readonly number[]): Draft => ({
    mutator,
    column,
    original: text,
    replacement,
    patches: before(site, bytes),
  })
  return [
    draft('Negation', condition === undefined ? 'the other way' : `!(${condition})`, [OP.eqz]),
    ...[0, 1].map((value) =>
      draft('Condition', condition === undefined ? WAYS[value]! : wayOf(site, value === 0), [
        OP.drop,
        OP.i32Const,
        value,
      ]),
    ),
  ]
}

const arithmetic: Mutate = (site, { source }) => {
  const order = calculation(site.opcode)
  if (order === undefined) return []
  const sign = signAt(lineOf(source, site), site.place.column, SIGNS[order]!)
  // Without its sign in the source, it calculates an address.
  if (sign === undefined) return []
  const opposite = SIGNS[calculation(oppositeOf(site.opcode))!]!
  return [
    {
      mutator: 'Arithmetic',
      column: sign.column,
      original: sign.text,
      replacement: sign.text.length === 2 ? `${opposite}=` : opposite,
      patches: replace(site, [oppositeOf(site.opcode)]),
    },
  ]
}

const constants: Mutate = (site, { module, source }) => {
  const { opcode } = site
  if (opcode !== OP.i32Const && opcode !== OP.i64Const) return []
  const value = readSigned(module.bytes, site.position + 1)
  const found = literalOf(lineOf(source, site), value)
  if (found === undefined) return []
  const values = [...new Set([value + 1n, value === 0n ? 1n : 0n])]
  return values.map((other) => ({
    mutator: 'Constant',
    column: found.column,
    original: found.text,
    replacement: String(other),
    patches: replace(site, [opcode, ...signed(other)]),
  }))
}

const calls: Mutate = (site, { module, calls: known, source }) => {
  if (site.opcode !== OP.call && site.opcode !== OP.callIndirect) return []
  const isDirect = site.opcode === OP.call
  const callee = readU32(module.bytes, site.position + 1)
  const line = lineOf(source, site)
  const text = expressionAt(line, site.place.column)
  const at = { column: text.column, original: text.text }
  // What the contract's own functions save is left out there.
  if (isDirect && known.isOwn(callee)) return withoutResult(site, source, known, callee)
  if (isDirect ? known.mayWrite(callee) : known.mayWriteByType(callee))
    return [{ ...at, mutator: 'Write', replacement: 'writes nothing', patches: withoutWrites(site, module, known) }]
  if (!isDirect) return []
  const opposite = known.opposite(callee)
  if (opposite !== undefined) {
    const patches = replace(site, [OP.call, ...unsigned(opposite.index)])
    return [{ ...at, mutator: 'Arithmetic', replacement: opposite.sign, patches }]
  }
  return withoutResult(site, source, known, callee)
}

/** Leaves out a call that is a statement of its own. */
function withoutResult(site: Site, source: Source, known: Calls, callee: number): readonly Draft[] {
  const taken = known.consumed(callee)
  const line = lineOf(source, site)
  if (taken === undefined || !isStatement(line, site.place.column)) return []
  const { column, text: original } = expressionAt(line, site.place.column)
  const patches = replace(
    site,
    Array.from({ length: taken }, () => OP.drop),
  )
  return [{ mutator: 'Call', column, original, replacement: 'nothing', patches }]
}

/** While the call runs, a flag makes all calls of the host that change the storage do nothing. */
function withoutWrites(site: Site, module: Module, { writes }: Calls): readonly Patch[] {
  const flag = unsigned(flagOf(module))
  const set = (value: number): readonly number[] => [OP.i32Const, value, OP.globalSet, ...flag]
  const isWrite = ({ function: index, position }: { function: number; position: number }): boolean =>
    index === site.function && position === site.position
  const direct = writes.filter(isWrite)
  const around: readonly Patch[] =
    direct.length > 0
      ? []
      : [
          { function: site.function, from: site.position, to: site.position, bytes: Uint8Array.from(set(1)) },
          { function: site.function, from: site.end, to: site.end, bytes: Uint8Array.from(set(0)) },
        ]
  return [
    ...around,
    ...(direct.length > 0 ? direct : writes).map(({ function: index, position, end, callee }): Patch => {
      const { params } = module.types[module.functions[callee]!]!
      const body = module.bodies[index - module.importedFunctions]!
      const first = module.types[module.functions[index]!]!.params.length + body.locals
      const locals = [...params].map((_, i) => unsigned(first + i))
      const kept = [...locals].reverse().flatMap((local) => [OP.localSet, ...local])
      const condition = around.length === 0 ? [OP.i32Const, 0] : [OP.globalGet, ...flag, OP.eqz]
      const call = [
        OP.if,
        0x40,
        ...locals.flatMap((local) => [OP.localGet, ...local]),
        OP.call,
        ...unsigned(callee),
        OP.end,
      ]
      return {
        function: index,
        from: position,
        to: end,
        bytes: Uint8Array.from([...kept, ...condition, ...call]),
        locals: params.length,
      }
    }),
  ]
}

/** All changes at one site. */
export const draftsAt = (site: Site, around: Around): readonly Draft[] => {
  // A call is the contract's own only where it is written.
  const isCall = site.opcode === OP.call || site.opcode === OP.callIndirect
  if (!site.place.isDirect && !isCall) return []
  return [comparisons, branches, arithmetic, constants, calls].flatMap((mutate) => mutate(site, around))
}
