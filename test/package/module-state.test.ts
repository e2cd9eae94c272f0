import { expect, test } from 'vitest'
import {
  bare,
  childrenOf,
  nameOf,
  nodeOf,
  rootOf,
  sourceFile,
  sourceFiles,
  walk,
  type Declared,
  type Node,
  type SourceFile,
} from './source-tree.js'

// Two sandboxes of one process must not notice each other: what is observed, and what is called back, is passed down.

const FILES = sourceFiles()

/** Methods that change a map, a set, a list or a cache. */
const CHANGES = /^(?:set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin)$/

/** What an expression changes: the name at the root of an assignment or of a call such as `known.set(…)`. */
function changedBy(node: Node): Node | undefined {
  const [left, argument, callee] = ['left', 'argument', 'callee'].map((member) => nodeOf(node, member))
  if (node.type === 'AssignmentExpression') return bare(left!).type === 'MemberExpression' ? rootOf(left!) : undefined
  if (node.type === 'UpdateExpression' || (node.type === 'UnaryExpression' && node['operator'] === 'delete'))
    return bare(argument!).type === 'MemberExpression' ? rootOf(argument!) : undefined
  if (node.type !== 'CallExpression' || callee?.type !== 'MemberExpression') return undefined
  const method = nameOf(nodeOf(callee, 'property')) ?? ''
  const object = bare(nodeOf(callee, 'object')!)
  const [first] = node['arguments'] as readonly Node[]
  if (nameOf(object) === 'Object' && /^(?:assign|define)/.test(method)) return first && rootOf(first)
  return CHANGES.test(method) ? rootOf(object) : undefined
}

/** Objects that never change, or hold nothing. */
const FIXED = /^(?:RegExp|URL|Text(?:De|En)coder|ContextKey|BlockList|.*Array)$/

/** Whether a constant is a map, a set, a cache or another object that is there to be changed, by whatever function. */
function isMadeToChange({ kind, value, isReadonly }: Declared): boolean {
  if (kind !== 'const' || isReadonly || value === undefined || bare(value).type !== 'NewExpression') return false
  const { callee, arguments: given } = bare(value) as Node & { callee: Node; arguments: readonly Node[] }
  const name = nameOf(callee) ?? ''
  return !FIXED.test(name) && (given.length === 0 || !/^(?:Map|Set)$/.test(name))
}

/** Names of modules that change after they are loaded: each `let`, and each constant whose contents a function changes. */
function stateOfModules(files: readonly SourceFile[]): readonly string[] {
  const found = new Set<string>()
  const imported = new Set<string>()
  for (const { path, program } of files) {
    const own = walk(program, ({ node, functions, declared }) => {
      if (node.type === 'PropertyDefinition' && node['static'] === true && node['readonly'] !== true)
        found.add(`${path}: static ${nameOf(nodeOf(node, 'key'))}`)
      const name = nameOf(changedBy(node))
      const declaration = functions.length === 0 || name === undefined ? undefined : declared(name)
      if (declaration === undefined || declaration.within !== undefined) return
      if (declaration.kind === 'import') imported.add(name!)
      else found.add(`${path}: ${name}`)
    })
    for (const [name, declaration] of own)
      if (declaration.kind === 'let' || isMadeToChange(declaration)) found.add(`${path}: ${name}`)
  }
  for (const { path, program } of files)
    for (const [name, { kind }] of walk(program, () => {}))
      if (kind === 'const' && imported.has(name)) found.add(`${path}: ${name}`)
  return [...found].sort()
}

/** The state of modules, with why it cannot make results of one sandbox depend on another. A new row needs such a reason; better is an object that owns it. */
const STATE: Readonly<Record<string, readonly string[]>> = {
  'a cache: results do not depend on it': [
    'src/app/starts.ts: starts',
    'src/app/vms.ts: PLAIN_VMS',
    'src/chain/address.ts: addresses',
    'src/chain/address.ts: texts',
    'src/chain/block/validators.ts: KEYS',
    'src/chain/tx/tx.ts: last',
    'src/chain/tx/tx.ts: written',
    'src/codec/proto-json/schema.ts: TYPES',
    'src/codec/proto-json/schema.ts: memories',
    'src/codec/time.ts: sorted',
    'src/crypto/ed25519.ts: KEYS',
    'src/evm/state/roots.ts: KEYS',
    'src/fuzz/coverage.ts: named',
    'src/sandbox/api/client.ts: made',
    'src/sandbox/api/links.ts: known',
    'src/server/grpc/files.ts: made',
    'src/vm/codes/code-cache.ts: codeCache',
    'src/vm/codes/code-files.ts: usual',
    'src/vm/debug/rust-source.ts: found',
    'src/vm/debug/rust-source.ts: libraries',
    'src/vm/debug/rust-source.ts: roots',
    'src/vm/tools/demangle.ts: known',
  ],
  'the tests of a process, which Vitest runs': ['src/vitest/mutants/trial.ts: trial'],
  'what belongs to an object, by its identity': [
    'src/app/plugin/define.ts: defined',
    'src/evm/execution/fast/code.ts: known',
    'src/evm/execution/fast/table.ts: tables',
    'src/evm/rpc/methods/admin.ts: lists',
    'src/fuzz/attacker/attacker.ts: known',
    'src/fuzz/layers/memos.ts: withMemo',
    'src/fuzz/money/claims.ts: remembered',
    'src/fuzz/reach/code.ts: known',
    'src/chain/state-context.ts: known',
    'src/fuzz/invariants/designs/roles.ts: known',
    'src/fuzz/story.ts: atStart',
    'src/fuzz/story.ts: read',
    'src/modules/ibc/tendermint/light-client.ts: headers',
    'src/sandbox/tx/block-runs.ts: RUNS',
    'src/sandbox/tx/sent.ts: RESULTS',
    'src/schema/resolve.ts: heights',
    'src/schema/variants.ts: known',
    'src/vitest/config.ts: watched',
    'src/vitest/fixtures.ts: places',
    'src/vitest/gas/matcher.ts: uses',
    'src/vm/tools/wasm-stack.ts: known',
    'src/vm/tools/wasm-stack.ts: offsetMaps',
    'src/vm/wasm/names.ts: cache',
  ],
  'a library that is loaded, or code that is compiled, on first use': [
    'src/codec/amino/sign-doc.ts: loaded',
    'src/crypto/bls12-381.ts: instance',
    'src/crypto/mcl.ts: compiled',
    'src/crypto/secp256k1.ts: secp256k1',
    'src/crypto/secp256r1.ts: secp256r1',
    'src/evm/crypto/hash.ts: compiled',
    'src/evm/crypto/kzg.ts: loaded',
    'src/evm/crypto/signatures.ts: native',
    'src/evm/crypto/signatures.ts: tried',
    'src/evm/execution/sync/precompiles.ts: loaded',
    'src/evm/library-internals.ts: found',
    'src/evm/rpc/methods/compilers.ts: loaded',
    'src/sandbox/api/cosmjs.ts: loaded',
    'src/vm/debug/debug-reader.ts: compiled',
    'src/vm/tools/demangle.ts: compiled',
    'src/vm/tools/demangle.ts: running',
    'src/vm/tools/step-buffer.ts: compiled',
    'src/vm/tools/table-functions.ts: adapter',
  ],
  'rules and curves of ethereumjs: its contracts only ask them': [],
  'scratch memory: nothing of it outlives a call': [
    'src/codec/proto.ts: spare',
    'src/evm/state/trie.ts: hashed',
    'src/store/iavl/node.ts: cuts',
    'src/store/iavl/node.ts: scratch',
    'src/store/iavl/proof.ts: scratch',
    'src/vm/mock/serde-json.ts: NUMBER',
  ],
  'a call that is under way, as Node itself passes it on': ['src/sandbox/tx/sent.ts: CALL'],
  'an empty map or set of a type with another name: nothing adds to it': [
    'src/fuzz/invariants/i5-commute.ts: NO_CLAIMS',
    'src/fuzz/money/money.ts: NONE',
  ],
  'types by their full names, which modules and plug-ins register: one name has one meaning in a process': [
    'src/chain/errors.ts: registered',
    'src/codec/amino/rules.ts: added',
    'src/codec/proto-json/rules.ts: decimals',
    'src/codec/proto-json/rules.ts: hex',
    'src/codec/proto-json/rules.ts: numbers',
    'src/codec/proto-json/rules.ts: pointers',
    'src/codec/proto-json/rules.ts: rawJson',
    'src/codec/proto-json/schema.ts: TABLES',
  ],
  'files of a code by its checksum, for display': ['src/vm/debug/twins.ts: paths', 'src/vm/debug/twins.ts: twins'],
  'when timers get a turn: results do not depend on it': ['src/base/turns.ts: calls'],
  'the number of the next temporary file: no two writers may share one': ['src/base/files.ts: written'],
  'something that the process has once: its ports, the thread that fetches for forks and its clients': [
    'src/base/own-ports.ts: ownPorts',
    'src/fork/rpc/blocking-rpc.ts: clients',
    'src/fork/rpc/blocking-rpc.ts: thread',
    'src/fork/rpc/rpc-worker.ts: clients',
  ],
  'the defaults of set-up files of Vitest: the one exception (ARCHITECTURE.md)': [
    'src/sandbox/host/process-defaults.ts: usual',
  ],
}

test('modules keep no state besides what is listed here', () => {
  expect(stateOfModules(FILES)).toEqual(Object.values(STATE).flat().sort())
})

/** Whether an expression is a function, as far as the file shows it. */
function isFunctionHere(node: Node | null | undefined, declared: (name: string) => Declared | undefined): boolean {
  if (node === undefined || node === null) return false
  const value = bare(node)
  const either = (...members: string[]): boolean =>
    members.some((member) => isFunctionHere(nodeOf(value, member), declared))
  const name = nameOf(value)
  if (name !== undefined) {
    const found = declared(name)
    return (
      found?.kind === 'function' ||
      (found?.kind === 'const' && found.value !== value && isFunctionHere(found.value, declared))
    )
  }
  if (/^(?:Function|ArrowFunction)Expression$/.test(value.type)) return true
  if (value.type === 'ConditionalExpression') return either('consequent', 'alternate')
  if (value.type === 'LogicalExpression') return either('left', 'right')
  const callee = value.type === 'CallExpression' ? nodeOf(value, 'callee') : undefined
  return nameOf(callee && nodeOf(callee, 'property')) === 'bind'
}

/** Whether an object was made by the function itself, or is a function that it made: it may put its members together. */
function isOwn(root: Node, declared: (name: string) => Declared | undefined): boolean {
  const found = declared(nameOf(root) ?? '')
  if (found?.within === undefined || found.value === undefined) return false
  return /^(?:Object|Array|ArrowFunction|Function)Expression$/.test(bare(found.value).type)
}

/** Functions that are put on objects of others, as `file: expression`. */
function functionsOnOthers(files: readonly SourceFile[]): readonly string[] {
  const found: string[] = []
  for (const { path, program, textOf } of files)
    walk(program, ({ node, declared }) => {
      if (node.type === 'AssignmentExpression') {
        const left = bare(nodeOf(node, 'left')!)
        if (left.type !== 'MemberExpression' || !isFunctionHere(nodeOf(node, 'right'), declared)) return
        const isOfThis = bare(nodeOf(left, 'object')!).type === 'ThisExpression'
        if (!isOfThis && !isOwn(rootOf(left), declared)) found.push(`${path}: ${textOf(left)}`)
      }
      const callee = node.type === 'CallExpression' ? nodeOf(node, 'callee') : undefined
      if (
        callee === undefined ||
        !/^(?:Object\.(?:assign|defineProperty|defineProperties)|Reflect\.set)$/.test(textOf(callee))
      )
        return
      const [target, ...given] = node['arguments'] as readonly Node[]
      const isCallable = given.some((one) => membersOf(one).some((member) => isFunctionHere(member, declared)))
      if (isCallable && !isOwn(rootOf(target!), declared) && bare(target!).type !== 'ObjectExpression')
        found.push(`${path}: ${textOf(callee)}(${textOf(target!)})`)
    })
  return found.sort()
}

/** The values of an object's members, also of those that describe a property. */
const membersOf = (node: Node): readonly Node[] =>
  bare(node).type !== 'ObjectExpression'
    ? [node]
    : (bare(node)['properties'] as readonly Node[]).flatMap((one) => nodeOf(one, 'value') ?? [])

/** Where no other way exists, and why. */
const ON_OTHERS: Readonly<Record<string, readonly string[]>> = {
  'the command line prints texts of untrusted files: all of them pass here': [
    'src/cli/output/plain-text.ts: console[print]',
  ],
  'a fault of cosmjs-types, whose generated codecs take no other writer': [
    'src/codec/cosmjs-writer.ts: BinaryReader.prototype.string',
    'src/codec/cosmjs-writer.ts: BinaryWriter.prototype.int64',
    'src/codec/cosmjs-writer.ts: BinaryWriter.prototype.string',
  ],
  'private parts of ethereumjs: its EVM assigns them in its constructor, on its own instance, so a subclass cannot override them':
    ['src/evm/library-internals.ts: events.listenerCount', 'src/evm/library-internals.ts: parts._emit'],
  'our own subclass, whose methods are those of the copy of cosmjs at hand': [
    'src/sandbox/api/client.ts: Object.defineProperty(Client.prototype)',
  ],
  'how our own objects are printed': ['src/sandbox/values/shown.ts: Object.defineProperty(value)'],
  "our own copy of Vitest's test, made by its extend()": ['src/vitest/fixtures.ts: Object.assign(test)'],
  'how the engine writes a stack: set for one synchronous call': [
    'src/vitest/annotations.ts: engine.prepareStackTrace',
    'src/vm/tools/wasm-stack.ts: Error.prepareStackTrace',
  ],
}

test('nothing puts a function on an object of others: it is passed to what calls it', () => {
  expect(functionsOnOthers(FILES)).toEqual(Object.values(ON_OTHERS).flat().sort())
})

/** Names of types of `src` that are functions, or have methods. */
function callableTypes(files: readonly SourceFile[]): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { program } of files)
    for (const statement of program['body'] as readonly Node[]) {
      const declaration = nodeOf(statement, 'declaration') ?? statement
      const name = nameOf(nodeOf(declaration, 'id'))
      const isType = declaration.type === 'TSTypeAliasDeclaration' || declaration.type === 'TSInterfaceDeclaration'
      if (isType && name !== undefined && hasFunction(declaration, new Set())) found.add(name)
    }
  return found
}

/** Whether a type is a function or has one as a member. */
function hasFunction(type: Node, callable: ReadonlySet<string>): boolean {
  if (type.type === 'TSFunctionType' || type.type === 'TSMethodSignature') return true
  if (type.type === 'TSTypeReference') return callable.has(nameOf(nodeOf(type, 'typeName')) ?? '')
  return childrenOf(type).some((child) => hasFunction(child, callable))
}

/** Public fields of classes that others may set, whose types have methods, as `file: name`. */
function settableCallbacks(files: readonly SourceFile[]): readonly string[] {
  const callable = callableTypes(files)
  const found: string[] = []
  for (const { path, program } of files)
    walk(program, ({ node }) => {
      if (node.type !== 'PropertyDefinition' || node['readonly'] === true || node['accessibility'] === 'private') return
      const key = nodeOf(node, 'key')!
      const type = nodeOf(node, 'typeAnnotation')
      if (key.type === 'PrivateIdentifier' || type === undefined || !hasFunction(type, callable)) return
      found.push(`${path}: ${nameOf(key)}`)
    })
  return found
}

test('no class has a public field for callbacks that others may set: they are options of its constructor', () => {
  expect(settableCallbacks(FILES)).toEqual([
    // What one call needs of its host: an instance is used again for the next one.
    'src/vm/instance.ts: context',
  ])
})

test('what breaks these rules is found', () => {
  const file = (text: string) => [sourceFile('x.ts', text)]
  const state = (text: string) => stateOfModules(file(text))
  expect(state('let on = false')).toEqual(['x.ts: on'])
  expect(state('const known: Row[] = []; export const add = (row: Row) => known.push(row)')).toEqual(['x.ts: known'])
  expect(state('const all = {}; export function put(name, value) { all[name] = value }')).toEqual(['x.ts: all'])
  expect(state('const seen = new LRUCache<string, string>({ max: 9 })')).toEqual(['x.ts: seen'])
  expect(state('class A { static count = 0 }')).toEqual(['x.ts: static count'])
  expect(state('const rows = []; rows.push(1); const f = (rows: Row[]) => rows.push(1)')).toEqual([])

  const put = (text: string) => functionsOnOthers(file(text))
  expect(put('bank.hooks = () => 1')).toEqual(['x.ts: bank.hooks'])
  expect(put('function f(app) { const watch = () => 1; app.host.watch = watch }')).toEqual(['x.ts: app.host.watch'])
  expect(put('const f = (tx) => { tx.send = on ? send.bind(tx) : undefined }')).toEqual(['x.ts: tx.send'])
  expect(put('const f = (tx) => Object.assign(tx, { send() {} })')).toEqual(['x.ts: Object.assign(tx)'])
  expect(put('const f = () => { const env = {}; env.now = () => 1; return env }')).toEqual([])
  expect(put('class A { constructor() { this.f = () => 1 } }')).toEqual([])

  const fields = (text: string) => settableCallbacks(file(text))
  expect(fields('class A { watch: ((at: number) => void) | undefined }')).toEqual(['x.ts: watch'])
  expect(fields('interface Hooks { send(): void }; class A { hooks?: Hooks }')).toEqual(['x.ts: hooks'])
  expect(fields('interface Hooks { send(): void }; class A { readonly hooks?: Hooks; #own?: Hooks; n = 0 }')).toEqual(
    [],
  )
})
