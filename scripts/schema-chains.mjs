// Writes the messages and services of Neutron's and the oracle's protobuf packages as tables, and their codecs: `npm run schema:chains`. It needs
// Go and Cargo, which fetch what is published of them:
// - slinky.*, ratelimit.*, cosmos.evm.* and keys of secp256r1: the proto files in the Go modules of Slinky, of ibc-apps, of cosmos/evm and of the SDK.
// - neutron.*, osmosis.tokenfactory.*, gaia.globalfee.* and feemarket.*: the code that prost generated for the crate neutron-std. The Go modules of
//   Neutron and of Gaia are not on the module proxy; that of feemarket is, without what Neutron adds to it. The npm package @neutron-org/cosmjs-types has some of these packages, of an older release.
// - nolus.*: in no registry. The Go module nolus-core is not on the module proxy, and the npm package @nolus/nolusjs has the queries of nolus.tax.v2 alone.
//   They are written by hand in src/codec/proto-json/nolus.ts, and their codecs come from there.
// - gaia.liquid.*: in no registry either, and written by hand in src/codec/proto-json/gaia.ts.
// With --check it writes nothing, and fails if the files are not what it would write. Without Go, Cargo or what they fetch it checks the codecs alone.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readProst } from './schema/prost.mjs'
import { writeCodecs } from './schema/codecs.mjs'
import { emptyFolder, writeTables } from './schema/write.mjs'
import { sources } from './source.mjs'

const NEUTRON_STD = '9.1.0'
const CRATE_FILES = [
  'feemarket/feemarket/v1',
  'gaia/globalfee/v1beta1',
  'neutron/coinfactory/mod',
  'neutron/coinfactory/v1beta1',
  'neutron/contractmanager/mod',
  'neutron/cron/mod',
  'neutron/crypto/v1beta1/ethsecp256k1',
  'neutron/dynamicfees/v1',
  'neutron/feerefunder',
  'neutron/ibcratelimit/v1beta1',
  'neutron/interchainqueries',
  'neutron/interchaintxs/v1',
  'neutron/state_verifier/v1',
  'neutron/transfer',
  'osmosis/tokenfactory/mod',
  'osmosis/tokenfactory/v1beta1',
]
const MODULES = {
  'github.com/cosmos/cosmos-sdk@v0.53.6': ['cosmos/crypto/secp256r1'],
  'github.com/skip-mev/slinky@v1.2.0': ['slinky/types/v1', 'slinky/oracle/v1', 'slinky/marketmap/v1'],
  'github.com/cosmos/ibc-apps/modules/rate-limiting/v10@v10.1.0': ['ratelimit/v1'],
  'github.com/cosmos/evm@v0.7.3': [
    'cosmos/evm/ante/v1',
    'cosmos/evm/crypto/v1/ethsecp256k1',
    'cosmos/evm/eip712/v1',
    'cosmos/evm/erc20/v1',
    'cosmos/evm/feemarket/v1',
    'cosmos/evm/vm/v1',
  ],
}
/** Packages whose messages have codecs. */
const CODECS = [
  'cosmos.evm.erc20.v1',
  'cosmos.evm.feemarket.v1',
  'cosmos.evm.vm.v1',
  'feemarket.feemarket.v1',
  'gaia.globalfee.v1beta1',
  'gaia.liquid.v1beta1',
  'neutron.contractmanager',
  'neutron.cron',
  'neutron.dynamicfees.v1',
  'neutron.feerefunder',
  'neutron.ibcratelimit.v1beta1',
  'neutron.interchainqueries',
  'neutron.interchaintxs.v1',
  'neutron.state_verifier.v1',
  'neutron.transfer',
  'nolus.contractmanager',
  'nolus.mint.v1beta1',
  'nolus.tax.v2',
  'nolus.vestings.v1beta1',
  'osmosis.tokenfactory',
  'osmosis.tokenfactory.v1beta1',
  'ratelimit.v1',
  'slinky.marketmap.v1',
  'slinky.oracle.v1',
  'slinky.types.v1',
]
const CODEC = fileURLToPath(new URL('../src/codec', import.meta.url))
const MESSAGES = 'messages'
const TABLES = 'proto-json/schema/chains'

const { check } = parseArgs({ options: { check: { type: 'boolean', default: false } } }).values
const out = check ? mkdtempSync(join(tmpdir(), 'schema-')) : CODEC

const run = (program, args) => execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })

/** The folder of the crate's sources. */
function crateFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'schema-'))
  try {
    mkdirSync(join(folder, 'src'))
    writeFileSync(join(folder, 'src/lib.rs'), '')
    const manifest = join(folder, 'Cargo.toml')
    writeFileSync(
      manifest,
      `[package]\nname = "schema"\nversion = "0.0.0"\nedition = "2021"\n[dependencies]\nneutron-std = "=${NEUTRON_STD}"\n`,
    )
    const { packages } = JSON.parse(run('cargo', ['metadata', '--format-version', '1', '--manifest-path', manifest]))
    return dirname(packages.find(({ name }) => name === 'neutron-std').manifest_path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The texts of the proto files and of the crate. */
function fetched() {
  const protoTexts = Object.entries(MODULES).flatMap(([module, folders]) => {
    const { Dir } = JSON.parse(run('go', ['mod', 'download', '-json', module]))
    return folders.flatMap((folder) =>
      readdirSync(join(Dir, 'proto', folder))
        .filter((file) => file.endsWith('.proto'))
        .toSorted()
        .map((file) => readFileSync(join(Dir, 'proto', folder, file), 'utf8')),
    )
  })
  const crate = crateFolder()
  return { protoTexts, rust: CRATE_FILES.map((file) => readFileSync(join(crate, 'src/types', `${file}.rs`), 'utf8')) }
}

const factory = (field) => [`osmosis.tokenfactory.v1beta1.${field}`, `neutron.coinfactory.v1beta1.${field}`]
const FACTORY_METHODS =
  'CreateDenom Mint Burn ChangeAdmin SetDenomMetadata SetBeforeSendHook ForceTransfer UpdateParams'
    .split(' ')
    .map((name) => `${name} .Msg${name} .Msg${name}Response`)
    .join(', ')
/** What the crate does not say. */
const OF_CRATE = {
  /** Names that Rust changes, by the full name of the field in Rust. */
  names: {
    'neutron.cron.GenesisState.schedule_list': 'scheduleList',
    'neutron.interchainqueries.StorageValue.proof': 'Proof',
    ...Object.fromEntries(
      Object.entries({
        'DenomAuthorityMetadata.admin': 'Admin',
        'MsgMint.mint_to_address': 'mintToAddress',
        'MsgBurn.burn_from_address': 'burnFromAddress',
        'MsgForceTransfer.transfer_from_address': 'transferFromAddress',
        'MsgForceTransfer.transfer_to_address': 'transferToAddress',
      }).flatMap(([field, name]) => factory(field).map((id) => [id, name])),
    ),
  },
  /** Fields with `(gogoproto.nullable) = false`; those called `params` have it everywhere. */
  present: [
    'feemarket.feemarket.v1.GasPriceResponse.price',
    'feemarket.feemarket.v1.GenesisState.state',
    'feemarket.feemarket.v1.StateResponse.state',
    'neutron.contractmanager.QueryFailureResponse.failure',
    'neutron.cron.QueryGetScheduleResponse.schedule',
    'neutron.feerefunder.FeeInfo.fee',
    'neutron.feerefunder.FeeInfo.packet_id',
    'neutron.feerefunder.Params.min_fee',
    'neutron.interchaintxs.v1.MsgSubmitTx.fee',
    'neutron.transfer.MsgTransfer.fee',
    'neutron.transfer.MsgTransfer.timeout_height',
    'neutron.transfer.MsgTransfer.token',
    ...[
      'GenesisDenom.authority_metadata',
      'MsgBurn.amount',
      'MsgForceTransfer.amount',
      'MsgMint.amount',
      'MsgSetDenomMetadata.metadata',
      'QueryDenomAuthorityMetadataResponse.authority_metadata',
    ].flatMap(factory),
  ],
  /** Services with methods that have the request of another one, or are in another order than their messages. */
  services: {
    'neutron.coinfactory.v1beta1': { Msg: FACTORY_METHODS },
    'osmosis.tokenfactory.v1beta1': { Msg: FACTORY_METHODS },
    'neutron.contractmanager': {
      Query: [
        'Params .QueryParamsRequest .QueryParamsResponse',
        'AddressFailure .QueryFailureRequest .QueryFailureResponse',
        'AddressFailures .QueryFailuresRequest .QueryFailuresResponse',
        'Failures .QueryFailuresRequest .QueryFailuresResponse',
      ].join(', '),
    },
  },
}

const [{ readProtoFiles }, { DECIMALS, NUMBERS, POINTERS }] = await sources(
  'codec/proto-file/tables',
  'codec/proto-json/rules',
)
// Neither the crate nor the tables say which fields are numbers in Go.
const formOf = (field) => (DECIMALS.has(field) ? 'decimal' : NUMBERS.has(field) ? 'integer' : undefined)

const head = `// Written by \`npm run schema:chains\` from the crate neutron-std ${NEUTRON_STD} and the Go modules ${Object.keys(MODULES).join(', ')}.`

async function writeChainTables({ protoTexts, rust }) {
  const { packages, forms } = readProtoFiles(protoTexts)
  for (const field of [...forms.decimals, ...forms.numbers])
    if (formOf(field) === undefined)
      throw new Error(`${field} is a number: it is missing in src/codec/proto-json/rules.ts`)
  for (const field of forms.pointers)
    if (!POINTERS.has(field)) throw new Error(`${field} is a pointer: it is missing in src/codec/proto-json/rules.ts`)
  const folder = join(out, TABLES)
  emptyFolder(folder)
  await writeTables(folder, {
    packages: { ...packages, ...readProst(rust, OF_CRATE) },
    schema: '../../schema.js',
    exported: 'CHAIN_PACKAGES',
    head,
  })
}

/** The file with the table of a package that no registry has. */
const handWritten = (name) =>
  name.startsWith('nolus.') ? 'nolus' : name === 'gaia.liquid.v1beta1' ? 'gaia' : undefined

/** From the tables, also those of Nolus, which are derived from the ones that were just written. */
async function writeChainCodecs() {
  const [{ CHAIN_PACKAGES }, { NOLUS_PACKAGES }, { GAIA_PACKAGES }] = await sources(
    'codec/proto-json/schema/chains/all',
    'codec/proto-json/nolus',
    'codec/proto-json/gaia',
  )
  const full = (name, fields) => fields.replaceAll(/ \./g, ` ${name}.`)
  const packages = Object.entries({ ...CHAIN_PACKAGES, ...NOLUS_PACKAGES, ...GAIA_PACKAGES }).map(
    ([name, { messages, ...rest }]) => [
      name,
      {
        ...rest,
        messages: Object.fromEntries(Object.entries(messages).map(([id, fields]) => [id, full(name, fields)])),
      },
    ],
  )
  await writeCodecs(join(out, MESSAGES), {
    packages: Object.fromEntries(packages),
    names: CODECS,
    formOf,
    canBeAbsent: (field) => POINTERS.has(field),
    headOf: (name) =>
      handWritten(name) === undefined
        ? head
        : `// Written by \`npm run schema:chains\` from src/codec/proto-json/${handWritten(name)}.ts.`,
  })
}

/** Files of a folder that are not what was written. */
function differing(folder) {
  const filesOf = (root) => readdirSync(join(root, folder)).filter((file) => file.endsWith('.ts'))
  const textOf = (root, file) =>
    existsSync(join(root, folder, file)) ? readFileSync(join(root, folder, file), 'utf8') : ''
  return [...new Set([...filesOf(CODEC), ...filesOf(out)])]
    .filter((file) => textOf(CODEC, file) !== textOf(out, file))
    .map((file) => `src/codec/${folder}/${file}`)
}

async function checkAll() {
  let texts
  try {
    texts = fetched()
  } catch (error) {
    console.log(`tables: not checked, ${error.message.split('\n')[0]}`)
  }
  if (texts !== undefined) await writeChainTables(texts)
  await writeChainCodecs()
  const wrong = [...(texts === undefined ? [] : differing(TABLES)), ...differing(MESSAGES)]
  for (const file of wrong) console.error(`not as generated: ${file}. Run npm run schema:chains`)
  if (wrong.length > 0) process.exitCode = 1
  else console.log(texts === undefined ? 'codecs: as generated' : 'tables, codecs: as generated')
}

if (check)
  try {
    await checkAll()
  } finally {
    rmSync(out, { recursive: true })
  }
else {
  await writeChainTables(fetched())
  await writeChainCodecs()
}
