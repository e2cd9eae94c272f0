// What the functions of the package take, read from the types of its entry points: `npm run arguments` writes src/base/arguments/table.ts.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { API, SignatureKind, SymbolFlags, TypeFlags } from 'typescript/unstable/sync'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const TABLE = `${ROOT}src/base/arguments/table.ts`

/** Types whose values may have members that the package does not know, with the reason. */
const OPEN = {
  AnyGrpcQuery: 'made by a function of the package',
  AnyProtoMessage: 'made by a function of the package',
  Abi: 'what compilers and clients of the EVM make has other members too',
  Backend: 'what users implement',
  BasicBlock: 'a result',
  ChainLimits: 'all of its members are required',
  ContractSchema: 'a result',
  CustomMessage: 'made by a function of the package',
  CustomQuery: 'made by a function of the package',
  Evidence: 'a result',
  EvmSnapshot: 'a result',
  Finding: 'a result',
  GasReport: 'a result',
  GrowthPoint: 'a result',
  HostBlock: 'a result',
  Json: 'any JSON',
  JsonRpcNode: 'what users implement',
  Journey: 'a result',
  KeptStory: 'a result',
  MessageSchema: 'a result',
  Missing: 'a result',
  Outcome: 'a result',
  PacketInfo: 'a result',
  Plugin: 'made by a function of the package',
  RawProfile: 'a result',
  RequestArguments: 'clients of the EVM add members of JSON-RPC',
  Reproduction: 'a result',
  RestRequest: 'a request of a client',
  ServedChain: 'what users implement',
  SharedVm: 'a result',
  StandardSchema: 'what libraries for schemas make',
  StateRecord: 'a record of a module: its keeper reads it',
  Stored: 'a context',
  Surroundings: 'a result',
  TraceNode: 'a result',
  TxResult: 'a result',
  VmScriptResult: 'a result',
}

/** Arguments that a schema checks, which knows more than types: the functions, and which argument. */
const SCHEMAS = {
  'Sandbox.perform': 0,
  'Sandbox.performNow': 0,
  'Sandbox.performKnown': 0,
  'Sandbox.repeat': 1,
  createSandbox: 0,
  prepared: 1,
  defineCampaign: 0,
  campaign: 0,
  judgeFinding: 0,
  expectFinding: 0,
  replay: 0,
}

/** Functions that are not checked, with the reason. */
const UNCHECKED = [
  [/^(?:it|test|describe|expect)$/, "Vitest's own"],
  [/^new \w+(?:Error|Failure)$/, 'errors that the package throws'],
  [/^new (?:Recording|ImpersonatedAccount)$/, 'made by the package'],
  [/^(?:\w+\.asIts|Sandbox\.perform(?:Lightly|Plain))$/, "for the package's own use"],
  [/^(?:Custom(?:Message|Query)\.run|attributeValues|checkFixture)$/, "called with the package's own values"],
  [/^(?:Journal|JournalEntry)\./, 'what users implement'],
  [/^PluginParams\./, 'their argument is a context'],
  [/^TypedContract\./, 'a Contract'],
]

const api = new API({ cwd: ROOT })
const [project] = api.updateSnapshot({ openProjects: [`${ROOT}tsconfig.json`] }).getProjects()
const { checker, program } = project

const isOurs = ({ declarations }) =>
  declarations.some(({ path }) => path.toLowerCase().startsWith(`${ROOT}src/`.toLowerCase()))

/** Types as a graph: by type id. */
const shapes = new Map()

function shapeOf(type) {
  if (type === undefined) return { anything: true, parts: [] }
  const found = shapes.get(type.id)
  if (found !== undefined) return found
  const named = type.getAliasSymbol() ?? type.getSymbol()
  const name = named === undefined || named.name.startsWith('__') || !isOurs(named) ? undefined : named.name
  const shape = { name, anything: false, parts: [] }
  shapes.set(type.id, shape)
  if (name !== undefined && Object.hasOwn(OPEN, name)) shape.anything = true
  else fill(type, shape)
  return shape
}

function fill(type, shape) {
  const { flags } = type
  if (flags & (TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive)) shape.anything = true
  else if (flags & TypeFlags.Union) shape.parts.push(...type.getTypes().map((part) => ({ same: shapeOf(part) })))
  else if (flags & (TypeFlags.Intersection | TypeFlags.Object)) fillObject(type, shape)
  else if (flags & TypeFlags.Instantiable) {
    const base = checker.getBaseConstraintOfType(type)
    if (base === undefined || base.id === type.id) shape.anything = true
    else shape.parts.push({ same: shapeOf(base) })
  }
}

/** Whether it is something that acts, which may have members of its own. */
const acts = (properties) =>
  properties.some(({ flags }) => flags & SymbolFlags.Method && !(flags & SymbolFlags.Optional))

function fillObject(type, shape) {
  if (checker.isTupleType(type) || checker.isArrayType(type)) {
    shape.parts.push(...checker.getTypeArguments(type).map((item) => ({ items: shapeOf(item) })))
    return
  }
  if (checker.getSignaturesOfType(type, SignatureKind.Call).length > 0) return
  const symbol = type.getSymbol()
  if (symbol !== undefined && symbol.flags & SymbolFlags.Class) return
  if (symbol !== undefined && !symbol.name.startsWith('__') && !isOurs(symbol)) return
  const properties = checker.getPropertiesOfType(type)
  const [index] = checker.getIndexInfosOfType(type)
  const names = properties.map(({ name }) => name)
  // Anything with an address stands for it.
  const isAddress = names.includes('address') && names.every((name) => name === 'address' || name === 'types')
  if ((properties.length === 0 && index === undefined) || isAddress || acts(properties)) {
    shape.anything = true
    return
  }
  const members = Object.fromEntries(
    properties
      .filter(({ name }) => !name.startsWith('__'))
      .map((property) => [property.name, shapeOf(checker.getTypeOfSymbol(property))]),
  )
  shape.parts.push({ members, ...(index && { values: shapeOf(index.valueType) }) })
}

/** The types of the parameters by position; those of all overloads. */
function parametersOf(type, kind) {
  const found = []
  const add = (at, parameter) => (found[at] ??= []).push(shapeOf(parameter))
  for (const signature of checker.getSignaturesOfType(type, kind))
    for (const [at, parameter] of signature.getParameters().entries()) {
      const own = checker.getTypeOfSymbol(parameter)
      if (!signature.hasRestParameter || at < signature.getParameters().length - 1) add(at, own)
      else
        for (const tuple of tuplesOf(own))
          for (const [i, item] of checker.getTypeArguments(tuple).entries()) add(at + i, item)
    }
  return found
}

function tuplesOf(type) {
  if (checker.isTupleType(type)) return [type]
  const base = checker.getBaseConstraintOfType(type)
  if (base === undefined) return []
  return (base.flags & TypeFlags.Union ? base.getTypes() : [base]).filter((part) => checker.isTupleType(part))
}

function* publicFunctions() {
  const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))
  for (const { types } of Object.values(exports)) {
    if (types === undefined) continue
    const source = program.getSourceFile(ROOT + types.replace('./dist', 'src').replace('.d.ts', '.ts'))
    for (const exported of checker.getExportsOfModule(checker.getSymbolAtLocation(source))) {
      const symbol = exported.flags & SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (isOurs(symbol)) yield* functionsOf(symbol, exported.name)
    }
  }
}

function* functionsOf(symbol, name) {
  if (symbol.flags & (SymbolFlags.Class | SymbolFlags.Interface)) {
    for (const property of checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol))) {
      const type = checker.getTypeOfSymbol(property)
      const isInherited = symbol.flags & SymbolFlags.Class && property.getParent()?.id !== symbol.id
      if (!property.name.startsWith('__') && !isInherited && isOurs(property) && type !== undefined)
        yield [`${symbol.name}.${property.name}`, parametersOf(type, SignatureKind.Call)]
    }
    if (symbol.flags & SymbolFlags.Class)
      yield [`new ${symbol.name}`, parametersOf(checker.getTypeOfSymbol(symbol), SignatureKind.Construct)]
  } else if (symbol.flags & SymbolFlags.Value) {
    yield [name, parametersOf(checker.getTypeOfSymbol(symbol), SignatureKind.Call)]
  }
}

const isAnything = (shape, above = new Set()) =>
  shape.anything ||
  (!above.has(shape) &&
    shape.parts.some(({ same }) => same !== undefined && isAnything(same, new Set(above).add(shape))))

/** The shapes that some value does not fit. */
function constraining() {
  const found = new Set()
  const isFound = (shape) => shape !== undefined && found.has(shape)
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const shape of shapes.values())
      if (
        !isAnything(shape) &&
        shape.parts.some(
          ({ same, items, members, values }) =>
            isFound(same) ||
            isFound(items) ||
            (members !== undefined &&
              (values === undefined || isFound(values) || Object.values(members).some(isFound))),
        )
      )
        found.add(shape)
  }
  return found
}

/** Types that are named in the table, and the names of their texts. */
class Named {
  #types = new Map()
  #names = new Map()

  /** The name of a type; types that take the same have one. */
  nameOf(name, type) {
    const text = JSON.stringify(type)
    const known = this.#names.get(text)
    if (known !== undefined) return known
    let free = name
    for (let number = 2; this.#types.has(free); number++) free = `${name}${number}`
    this.#types.set(free, type)
    this.#names.set(text, free)
    return free
  }

  get types() {
    return Object.fromEntries([...this.#types].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }
}

/** Longer types get a name, also if they have none in the sources. */
const LONG = 200

/** @returns the types and functions of src/base/arguments/table.ts */
function tables() {
  const functions = [...publicFunctions()].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const constrains = constraining()
  const named = new Named()

  // The parts of a type that holds itself are not checked.
  const within = new Set()
  const written = (shape) => {
    if (shape === undefined || !constrains.has(shape) || within.has(shape)) return null
    within.add(shape)
    const parts = anyOf(shape.parts)
    within.delete(shape)
    return shape.name === undefined ? parts : named.nameOf(shape.name, parts)
  }
  const part = ({ same, items, members, values }) => {
    if (same !== undefined) return written(same)
    if (items !== undefined) return written(items) && { items: written(items) }
    return {
      members: Object.fromEntries(Object.entries(members).map(([name, member]) => [name, written(member)])),
      ...(values !== undefined && { values: written(values) }),
    }
  }
  const anyOf = (parts) => {
    const texts = new Set(parts.map((one) => JSON.stringify(part(one))))
    const all = [...texts].map((text) => JSON.parse(text)).filter((one) => one !== null)
    return all.length > 1 ? { anyOf: all } : (all[0] ?? null)
  }
  const argument = (name, at, found = []) => {
    if (SCHEMAS[name] === at || found.some((shape) => isAnything(shape))) return null
    const type = anyOf(found.map((same) => ({ same })))
    // Where it stands is part of the name.
    return JSON.stringify(type).length > LONG ? named.nameOf(`${name.split('.').at(-1)}${at}`, type) : type
  }

  const rows = new Map()
  for (const [name, parameters] of functions) {
    if (UNCHECKED.some(([pattern]) => pattern.test(name))) continue
    const row = Array.from(parameters, (found, at) => argument(name, at, found))
    if (row.some((one) => one !== null)) rows.set(name, row)
  }
  return { TYPES: named.types, ARGUMENTS: Object.fromEntries(rows) }
}

/** What the public functions take: the content of src/base/arguments/table.ts. */
export const { TYPES, ARGUMENTS } = tables()
api.close()

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(
    TABLE,
    `// Written by \`npm run arguments\` from the types of the package's entry points.
import type { Shape } from './shape.js'

/** Types that arguments have. */
export const TYPES: Readonly<Record<string, Shape>> = ${JSON.stringify(TYPES)}

/** What the functions of the package take, by position. */
export const ARGUMENTS = ${JSON.stringify(ARGUMENTS)} as const satisfies Readonly<Record<string, readonly Shape[]>>
`,
  )
  execFileSync(process.execPath, [`${ROOT}node_modules/oxfmt/bin/oxfmt`, TABLE])
}
