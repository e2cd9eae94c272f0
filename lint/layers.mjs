/**
 * A folder never imports from a layer above its own or from another folder of its layer, and imports another folder only through one of its entry points.
 * Layers from the top, with their folders. The folders of `modules` do not import each other either. Tests enter folders anywhere: this holds for `src`.
 */
const LAYERS = [
  ['cli'],
  ['audit'],
  ['scaffold', 'build', 'rehearse'],
  ['vitest'],
  ['report'],
  ['mutants'],
  ['fuzz'],
  ['replay', 'explorer'],
  ['pages', 'schema'],
  ['debug'],
  ['coverage', 'profile'],
  ['sandbox'],
  ['server'],
  ['app'],
  ['fork'],
  ['evm'],
  ['modules'],
  ['chain', 'vm'],
  ['store'],
  ['crypto'],
  ['codec'],
  ['base'],
]

/** The folders of `sandbox`, likewise from the top. Its entry points are above them all. */
const SANDBOX = ['api', 'record', 'actions', 'query-relayer', 'relayer', 'tx', 'host', 'trace', 'faults', 'values']

/** The folders of `evm`, likewise. Its entry points are above them all; its other files, such as `hex.ts`, are below them all. */
const EVM = [
  'node',
  'rpc',
  'machine',
  'simulation',
  'tracers',
  'chain',
  'execution',
  'rules',
  'options',
  'requests',
  'accounts',
  'host',
  'state',
  'crypto',
]

/** Folders whose own folders are in layers. */
const INNER = { sandbox: SANDBOX, evm: EVM }

const level = new Map(LAYERS.flatMap((folders, index) => folders.map((folder) => [folder, index])))

/** Path of the importing file and of its import, relative to `src`, or undefined when either lies outside. */
function resolve(filename, source) {
  const at = filename.lastIndexOf('/src/')
  if (at < 0 || !source.startsWith('.')) return undefined
  const from = filename.slice(at + 5).split('/')
  const to = from.slice(0, -1)
  for (const part of source.split('/')) {
    if (part === '..') to.pop()
    else if (part !== '.') to.push(part)
  }
  return { from, to }
}

/**
 * The entry points of a folder that has others than `index.ts`. Where that is for users of the package, the other folders enter through `internal.ts`:
 * what imports an entry point of the package loads all of it.
 */
const ENTRY_POINTS = {
  replay: ['internal'],
  fuzz: ['internal'],
  debug: ['index', 'adapter/index'],
  mutants: ['index', 'job'],
  coverage: ['index', 'counted-code', 'parts'],
  profile: ['internal'],
  sandbox: ['internal'],
  server: ['internal', 'comet/index'],
  app: ['index', 'plugin/index', 'vms'],
  evm: ['index', 'inside', 'internal', 'execution/sync/index', 'tracers/index'],
  modules: ['ibc/relay'],
  chain: ['index', 'ante/index', 'ibc/index'],
  vm: [
    'internal',
    'debug/index',
    'doubles/index',
    'doubles/public',
    'probe/index',
    'stand-in/index',
    'tools/index',
    'wasm/index',
  ],
  store: ['index', 'ics23/index', 'ordered-map'],
  codec: [
    'index',
    'abi/index',
    'go-json/index',
    'ibc/index',
    'messages/cosmos.evm.erc20.v1',
    'messages/cosmos.evm.feemarket.v1',
    'messages/cosmos.evm.vm.v1',
    'messages/feemarket.feemarket.v1',
    'messages/gaia.globalfee.v1beta1',
    'messages/gaia.liquid.v1beta1',
    'messages/neutron.dynamicfees.v1',
    'messages/neutron.ibcratelimit.v1beta1',
    'messages/neutron.state_verifier.v1',
    'messages/nolus.mint.v1beta1',
    'messages/nolus.tax.v2',
    'messages/nolus.vestings.v1beta1',
    'messages/osmosis.tokenfactory',
    'messages/osmosis.tokenfactory.v1beta1',
    'messages/ratelimit.v1',
    'messages/slinky.marketmap.v1',
    'messages/slinky.oracle.v1',
    'neutron/contractmanager',
    'neutron/cron',
    'neutron/currency-pair',
    'neutron/feerefunder',
    'neutron/interchainqueries',
    'neutron/interchaintxs',
    'neutron/release',
    'neutron/transfer',
    'proto-file/index',
    'proto-json/index',
    'wasm/index',
  ],
  base: ['index', 'json-value', 'object-graph/index'],
}

/** What is loaded on first use: `import()` enters here too, since it would load all that an entry point exports. */
const ON_DEMAND = {
  report: ['test-run'],
  fuzz: ['again', 'callbacks', 'cluster/run-queue', 'cluster/serve'],
  replay: ['read', 'run'],
  app: ['evmd/rpc/index'],
  profile: ['build', 'parts', 'raw', 'table', 'write'],
  sandbox: ['api/in-process'],
  server: ['index'],
}

/** The entry points of a folder, without their extension. Each folder of `modules` has an index. */
function entriesOf([folder, inner], isOnDemand) {
  const entries = [...(ENTRY_POINTS[folder] ?? ['index']), ...(isOnDemand ? (ON_DEMAND[folder] ?? []) : [])]
  return folder === 'modules' ? [`${inner}/index`, ...entries] : entries
}

/** The EVM knows of the chain alongside it what `evm/host/host.ts` declares: of the layers below it uses these alone. */
const BELOW_EVM = new Set(['crypto', 'codec', 'base'])

/** The names of folders and the file of a path, without its extension. */
const withoutExtension = (path) => [...path.slice(0, -1), path.at(-1).replace(/\.\w+$/, '')]

/** Where a path is in the order of its folder, counted from the top. */
function rankIn(order, [folder, inner, ...rest]) {
  if (rest.length > 0) return order.indexOf(inner)
  return inner === 'index' || ENTRY_POINTS[folder].includes(inner) ? -1 : order.length
}

/** The rule that an import of another folder breaks, in words, or undefined. */
function verdictBetween(from, to, isOnDemand) {
  const [fromFolder] = from
  const [toFolder, toInner, ...rest] = to
  if (level.get(fromFolder) === level.get(toFolder))
    return `${fromFolder} and ${toFolder} are in one layer and must not import each other`
  if (level.get(fromFolder) > level.get(toFolder)) return `${fromFolder} is below ${toFolder} and must not import it`
  if (fromFolder === 'evm' && !BELOW_EVM.has(toFolder))
    return `evm must not import ${toFolder}: state what it needs of a chain in evm/host/host.ts`
  const entries = entriesOf(to, isOnDemand)
  const entry = to.slice(1).join('/')
  if (entries.includes(entry)) return undefined
  if (toFolder === 'modules')
    return `modules/${toInner} is entered through its index.ts, not ${rest.join('/')}.ts: export there what others need`
  return `${toFolder} is entered through ${entries.map((name) => `${name}.ts`).join(', ')}, not ${entry}.ts: export there what others need (lint/layers.mjs)`
}

/** The folder inside a folder that a path is in, or its file. */
const placeOf = ([folder, inner, ...rest]) => `${folder}/${inner}${rest.length > 0 ? '' : '.ts'}`

/** The rule that an import inside a folder breaks, in words, or undefined. */
function verdictInside(from, to) {
  const [folder, fromInner] = from
  const [, toInner] = to
  if (folder === 'modules' && fromInner !== toInner)
    return `modules/${fromInner} must not import modules/${toInner}: state what it needs in modules/${fromInner}/expected.ts`
  const order = INNER[folder]
  if (order === undefined) return undefined
  if (from.length > 2 && !order.includes(fromInner))
    return `${folder}/${fromInner} is in no layer of ${folder} (lint/layers.mjs)`
  if (rankIn(order, from) > rankIn(order, to)) return `${placeOf(from)} is below ${placeOf(to)} and must not import it`
  return undefined
}

/** The rule that an import breaks, in words, or undefined. */
function verdict(from, to, isOnDemand) {
  const lost = [from, to].find(([folder]) => !level.has(folder))
  if (lost !== undefined) return `src/${lost[0]} is in no layer (lint/layers.mjs)`
  return from[0] === to[0] ? verdictInside(from, to) : verdictBetween(from, to, isOnDemand)
}

/** What a door may consist of: imports, and exports of names from other files. */
const isPassedOn = ({ type, declaration }) =>
  type === 'ImportDeclaration' ||
  type === 'ExportAllDeclaration' ||
  (type === 'ExportNamedDeclaration' && (declaration ?? null) === null)

const doors = {
  create(context) {
    if (!/\/src\/.*\/(?:index|internal)\.ts$/.test(context.filename.replaceAll('\\', '/'))) return {}
    return {
      Program({ body }) {
        for (const node of body)
          if (!isPassedOn(node))
            context.report({
              node,
              message: 'a door only passes on names: move this to a file named after what it does',
            })
      },
    }
  },
}

const layers = {
  create(context) {
    const checkAs = (isOnDemand) => (node) => {
      const source = node.source?.value
      if (typeof source !== 'string') return
      const path = resolve(context.filename.replaceAll('\\', '/'), source)
      const message = path && verdict(withoutExtension(path.from), withoutExtension(path.to), isOnDemand)
      if (message) context.report({ node: node.source, message })
    }
    const check = checkAs(false)
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
      ImportExpression: checkAs(true),
    }
  },
}

export default { meta: { name: 'architecture' }, rules: { doors, layers } }
