import { readFileSync } from 'node:fs'
import { parseSync } from 'rolldown/utils'
import { globSync } from 'tinyglobby'

/** A node of a syntax tree (ESTree with types), as far as it is looked at. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [member: string]: unknown
}

/** What an expression assigns to, changes or calls, and where. */
interface Visit {
  readonly node: Node
  /** The functions around it, outermost first; empty while the module loads. */
  readonly functions: readonly Node[]
  /** The declaration of a name as seen from here; undefined for a global. */
  readonly declared: (name: string) => Declared | undefined
}

/** A name with its value. */
export interface Declared {
  readonly kind: 'let' | 'const' | 'import' | 'parameter' | 'function' | 'class'
  readonly value: Node | undefined
  /** Whether its type says that nothing changes it: `ReadonlyMap`, `readonly …`. */
  readonly isReadonly?: boolean
  /** The function in which it is declared; undefined for the module itself. */
  readonly within: Node | undefined
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
export const nodeOf = (node: Node, member: string): Node | undefined => {
  const value = node[member]
  return isNode(value) ? value : undefined
}
const nodesOf = (node: Node, member: string): readonly Node[] =>
  Array.isArray(node[member]) ? (node[member] as readonly unknown[]).filter(isNode) : []
export const nameOf = (node: Node | undefined): string | undefined =>
  node?.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : undefined
export const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'

/** Assertions and parentheses do not change a value. */
export function bare(node: Node): Node {
  const inner = nodeOf(node, 'expression')
  return /^(?:TS(?:As|NonNull|Satisfies)Expression|ParenthesizedExpression)$/.test(node.type) && inner !== undefined
    ? bare(inner)
    : node
}

/** What a chain of members begins with: `a` of `a.b[c].d`. */
export function rootOf(node: Node): Node {
  const whole = bare(node)
  const object = nodeOf(whole, 'object')
  return whole.type === 'MemberExpression' && object !== undefined ? rootOf(object) : whole
}

/** The names that a pattern binds. */
function boundBy(pattern: Node): readonly string[] {
  const name = nameOf(pattern)
  if (name !== undefined) return [name]
  const inner = ['left', 'argument', 'value', 'parameter'].flatMap((member) => nodeOf(pattern, member) ?? [])
  return [...inner, ...nodesOf(pattern, 'properties'), ...nodesOf(pattern, 'elements')].flatMap(boundBy)
}

/** @param annotation of a name */
function isReadonlyType(annotation: Node | undefined): boolean {
  const type = annotation && nodeOf(annotation, 'typeAnnotation')
  return (nameOf(type && nodeOf(type, 'typeName')) ?? '').startsWith('Readonly') || type?.['operator'] === 'readonly'
}

type Scope = Map<string, Declared>

/** The names that a function, a block or a module declares itself. */
function scopeOf(node: Node, within: Node | undefined): Scope {
  const scope: Scope = new Map()
  if (isFunction(node))
    for (const parameter of nodesOf(node, 'params'))
      for (const name of boundBy(parameter)) scope.set(name, { kind: 'parameter', value: undefined, within: node })
  const caught = node.type === 'CatchClause' ? nodeOf(node, 'param') : undefined
  if (caught !== undefined)
    for (const name of boundBy(caught)) scope.set(name, { kind: 'parameter', value: undefined, within })
  const heads = ['init', 'left'].flatMap((member) => (node.type.startsWith('For') ? (nodeOf(node, member) ?? []) : []))
  for (const statement of [...nodesOf(node, 'body'), ...heads]) {
    const declaration = nodeOf(statement, 'declaration') ?? statement
    for (const specifier of declaration.type === 'ImportDeclaration' ? nodesOf(declaration, 'specifiers') : [])
      scope.set(nameOf(nodeOf(specifier, 'local'))!, { kind: 'import', value: undefined, within })
    const own = nameOf(nodeOf(declaration, 'id'))
    if (own !== undefined && declaration.type === 'FunctionDeclaration')
      scope.set(own, { kind: 'function', value: declaration, within })
    if (own !== undefined && declaration.type === 'ClassDeclaration')
      scope.set(own, { kind: 'class', value: declaration, within })
    if (declaration.type !== 'VariableDeclaration' || declaration['declare'] === true) continue
    for (const one of nodesOf(declaration, 'declarations'))
      for (const name of boundBy(nodeOf(one, 'id')!))
        scope.set(name, {
          kind: declaration['kind'] === 'const' ? 'const' : 'let',
          isReadonly: isReadonlyType(nodeOf(nodeOf(one, 'id')!, 'typeAnnotation')),
          value: nodeOf(one, 'id')!.type === 'Identifier' ? (nodeOf(one, 'init') ?? undefined) : undefined,
          within,
        })
  }
  return scope
}

const SCOPES =
  /^(?:Program|BlockStatement|StaticBlock|CatchClause|For\w*Statement|Function\w+|ArrowFunctionExpression)$/
/** Types are not looked at, apart from assertions around values. */
const TYPES = /^TS(?!AsExpression|NonNull|Satisfies|ParameterProperty)/

/** Calls back for each node of a file with what is declared around it. @returns the names of the module itself */
export function walk(program: Node, visit: (at: Visit) => void): ReadonlyMap<string, Declared> {
  const inside = (node: Node, functions: readonly Node[], scopes: readonly Scope[]): void => {
    const around = isFunction(node) ? [...functions, node] : functions
    const known = SCOPES.test(node.type) ? [scopeOf(node, around.at(-1)), ...scopes] : scopes
    const declared = (name: string): Declared | undefined => known.find((scope) => scope.has(name))?.get(name)
    visit({ node, functions: around, declared })
    for (const child of childrenOf(node)) if (!TYPES.test(child.type)) inside(child, around, known)
  }
  inside(program, [], [])
  return scopeOf(program, undefined)
}

/** A file of the sources, parsed. */
export interface SourceFile {
  readonly path: string
  readonly program: Node
  readonly textOf: (node: Node) => string
}

/** @throws Error for a text that does not parse */
export function sourceFile(path: string, text: string): SourceFile {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse`)
  return { path, program: program as unknown as Node, textOf: ({ start, end }) => text.slice(start, end) }
}

/** All sources of the package. @throws Error for a file that does not parse */
export function sourceFiles(): readonly SourceFile[] {
  return globSync('src/**/*.ts', { ignore: ['**/*.d.ts'] })
    .sort()
    .map((path) => sourceFile(path, readFileSync(path, 'utf8')))
}
