import { readFileSync, readdirSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Converter } from 'typedoc'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const { exports } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'))

const docs = (...names) => names.map((name) => `docs/${name}.md`)

/** The pages in the order of the list beside them. `README.md` is the first page. */
const GROUPS = {
  Begin: docs('init', 'guides/testing', 'building', 'types', 'typescript', 'runners', 'migration', 'comparison'),
  Guides: docs(
    'guides/fuzzing',
    'cluster',
    'guides/reproducing',
    'guides/tools',
    'evm',
    'guides/mainnet',
    'chains',
    'local-network',
    'doubles',
    'cookbook',
    'debugging',
    'reports',
    'explorer',
    'coverage',
    'gas',
  ),
  Reference: docs('matchers', 'fixtures', 'plugins', 'add-a-chain', 'evm-methods', 'cli', 'security'),
  Facts: docs('differences', 'figures', 'mutants'),
  'The repository': ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'fixtures/golden-stories/README.md'],
}
const groupOf = new Map(Object.entries(GROUPS).flatMap(([group, pages]) => pages.map((page) => [page, group])))

const missing = ['docs', 'docs/guides'].flatMap((folder) =>
  readdirSync(`${ROOT}${folder}`)
    .map((name) => `${folder}/${name}`)
    .filter((page) => page.endsWith('.md') && !groupOf.has(page)),
)
if (missing.length > 0) throw new Error(`no group of docs/site/typedoc.config.mjs has ${missing.join(', ')}`)

/** Gives each page its group, and its first line as its name. */
function namePages(app) {
  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, document) => {
    const file = document.project.files.getReflectionPath(document)
    document.name = /^# ([^:\n]*)/m.exec(readFileSync(file, 'utf8'))[1]
    document.frontmatter.group = groupOf.get(relative(ROOT, file).replaceAll('\\', '/'))
  })
}

/** What the declarations of schemas, which the compiler writes out, are made of. */
const ZOD =
  `Array Base64 BigInt Boolean Codec Default DiscriminatedUnion Enum Int Literal Object Optional Prefault Record String Tuple Type Union`
    .split(' ')
    .map((name) => `schemas.d.ts:Zod${name}`)

/** @type {Partial<import('typedoc').TypeDocOptions>} */
export default {
  name: 'Sudobox',
  plugin: [namePages],
  // The declarations are what the package publishes, and quicker to read than the sources. `npm run check` checks their types.
  entryPoints: Object.values(exports).flatMap(({ types }) => (types ? [`${ROOT}${types}`] : [])),
  skipErrorChecking: true,
  tsconfig: 'tsconfig.json',
  readme: `${ROOT}README.md`,
  projectDocuments: [...groupOf.keys()].map((page) => `${ROOT}${page}`),
  out: '../out',
  groupOrder: [...Object.keys(GROUPS), '*'],
  navigation: { includeGroups: true },
  searchInDocuments: true,
  highlightLanguages: ['typescript', 'javascript', 'json', 'yaml', 'bash', 'toml', 'rust', 'console'],
  excludePrivate: true,
  excludeExternals: true,
  disableSources: true,
  hideGenerator: true,
  treatWarningsAsErrors: true,
  intentionallyNotExported: [
    ...ZOD.map((name) => `dist/packages/zod/v4/classic/${name}`),
    'dist/packages/zod/v4/classic/in-out.d.ts:input',
    'dist/packages/zod/v4/classic/in-out.d.ts:output',
    'dist/packages/zod/v4/core/schemas.d.ts:$catchall',
    'dist/packages/zod/v4/core/schemas.d.ts:$strict',
    'dist/packages/zod/v4/core/schemas.d.ts:$ZodTypeInternals',
    'dist/app/chain-options.d.ts:GenesisMembers',
    'dist/app/kinds.d.ts:KINDS',
    'dist/app/plugin/check.d.ts:Checked',
    'dist/app/plugin/define.d.ts:CustomMessages',
    'dist/app/plugin/define.d.ts:CustomQueries',
    'dist/app/plugin/params.d.ts:AnyParams',
    'dist/app/plugin/protobuf.d.ts:AnyGrpcQuery',
    'dist/app/plugin/protobuf.d.ts:AnyProtoMessage',
    'dist/app/plugin/store.d.ts:Stored',
    'dist/base/errors.d.ts:ErrorParts',
    'dist/base/reach.d.ts:Reach',
    'dist/chain/app.d.ts:App',
    'dist/chain/context.d.ts:Context',
    'dist/chain/module.d.ts:Json',
    'dist/chain/tx/run.d.ts:TxOutcome',
    'dist/codec/any.d.ts:Any',
    'dist/evm/options/serve.d.ts:Server',
    'dist/fuzz/arbitraries/packets.d.ts:OUTCOMES',
    'dist/fuzz/campaign-file.d.ts:ReadCampaignOptions',
    'dist/fuzz/config.d.ts:campaignSchema',
    'dist/fuzz/corpus/story-file.d.ts:Refusal',
    'dist/schema/node.d.ts:SchemaNode',
    'dist/modules/auth/keeper.d.ts:Permission',
    'dist/replay/match.d.ts:Path',
    'dist/replay/migrate.d.ts:Versions',
    'dist/replay/reproduce/assemble.d.ts:Assembled',
    'dist/replay/reproduce/evidence.d.ts:BlockPlace',
    'dist/replay/reproduce/evidence.d.ts:RestCodeInfo',
    'dist/replay/reproduce/evidence.d.ts:RestCoin',
    'dist/replay/reproduce/evidence.d.ts:RestContractInfo',
    'dist/replay/reproduce/evidence.d.ts:RestFailure',
    'dist/replay/reproduce/evidence.d.ts:StatePage',
    'dist/replay/reproduce/evidence.d.ts:WasmCode',
    'dist/sandbox/actions/schema.d.ts:ActionOf',
    'dist/sandbox/api/chain-state.d.ts:RecordValue',
    'dist/sandbox/api/client-type.d.ts:WithoutFee',
    'dist/sandbox/api/contract-types.d.ts:AnswerOf',
    'dist/sandbox/api/contract-types.d.ts:BareQueryOf',
    'dist/sandbox/api/contract-types.d.ts:ContractOf',
    'dist/sandbox/api/contract-types.d.ts:DeployArguments',
    'dist/sandbox/api/contract-types.d.ts:MessageOf',
    'dist/sandbox/api/contract-types.d.ts:QueryOf',
    'dist/sandbox/api/contract-types.d.ts:WholeQueryOf',
    'dist/sandbox/api/contract.d.ts:TypedContractRef',
    'dist/sandbox/api/contract.d.ts:UntypedContractRef',
    'dist/sandbox/api/kinds.d.ts:UsualChain',
    'dist/sandbox/api/options.d.ts:FileOptions',
    'dist/sandbox/api/options.d.ts:LinkedName',
    'dist/sandbox/api/options.d.ts:OptionsOf',
    'dist/sandbox/api/plugin.d.ts:ChainPlugins',
    'dist/sandbox/api/relayer.d.ts:Input',
    'dist/sandbox/api/sandbox.d.ts:Immediate',
    'dist/sandbox/api/sandbox.d.ts:Origin',
    'dist/sandbox/faults/actions.d.ts:HOST_CALLS',
    'dist/sandbox/faults/actions.d.ts:faultKind',
    'dist/sandbox/host/chain-host.d.ts:ChainHost',
    'dist/sandbox/host/wasm-files.d.ts:WasmFiles',
    'dist/pages/parts.d.ts:Delivered',
    'dist/sandbox/query-relayer/actions.d.ts:queryLie',
    'dist/sandbox/query-relayer/query-relayer-host.d.ts:QueryRelayerHost',
    'dist/sandbox/relayer/actions.d.ts:CHANNEL_STEPS',
    'dist/sandbox/relayer/actions.d.ts:PACKET_STEPS',
    'dist/sandbox/relayer/actions.d.ts:headerForgery',
    'dist/sandbox/relayer/actions.d.ts:packetFilter',
    'dist/sandbox/relayer/relayer-host.d.ts:RelayerHost',
    'dist/sandbox/tx/actions.d.ts:txMessage',
    'dist/sandbox/tx/produce.d.ts:Produced',
    'dist/server/chain-node.d.ts:DeliveredTx',
    'dist/store/key.d.ts:Key',
    'dist/evm/abi.d.ts:AbiParameter',
    'dist/vm/debug/answers.d.ts:Answers',
    'dist/vm/mock/storage.d.ts:Row',
    'dist/vm/script/run.d.ts:ScriptWatch',
    'dist/vm/tools/gas-profiler.d.ts:CodeProfiler',
    'dist/vm/tools/gas-tree.d.ts:GasTree',
    'dist/vm/tools/instrument.d.ts:Additions',
    'dist/vm/tools/instrument.d.ts:ProbeMap',
    'dist/vm/tools/wasm-stack.d.ts:WasmStack',
    'dist/vm/wasm/frame-model.d.ts:Compiler',
    'dist/vm/wasm/parse.d.ts:References',
    'dist/vm/wasm/rewrite.d.ts:PrivateNames',
  ],
}
