// Writes the messages and services of the chain's protobuf packages as tables, read from the code of the published cosmjs-types:
// `npm run schema`. The format of the tables is described in src/codec/proto-json/schema.ts.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeTables } from './schema/write.mjs'

const require = createRequire(import.meta.url)
const ROOT = join(dirname(require.resolve('cosmjs-types/cosmos/tx/v1beta1/tx')), '../../..')
const OUT = fileURLToPath(new URL('../src/codec/proto-json/schema', import.meta.url))

/** Files with the queries of clients and the parts of transactions; their imports are added. */
const FILES = [
  'cosmos/auth/v1beta1/{auth,query,tx}',
  'cosmos/authz/v1beta1/{authz,query,tx}',
  'cosmos/bank/v1beta1/{bank,query,tx,authz}',
  'cosmos/base/abci/v1beta1/abci',
  'cosmos/base/node/v1beta1/query',
  'cosmos/base/reflection/v1beta1/reflection',
  'cosmos/base/query/v1beta1/pagination',
  'cosmos/base/tendermint/v1beta1/{query,types}',
  'cosmos/circuit/v1/{query,tx,types}',
  'cosmos/consensus/v1/{query,tx}',
  'cosmos/crypto/ed25519/keys',
  'cosmos/crypto/multisig/keys',
  'cosmos/crypto/secp256k1/keys',
  'cosmos/distribution/v1beta1/{distribution,query,tx}',
  'cosmos/feegrant/v1beta1/{feegrant,query,tx}',
  'cosmos/gov/v1/{gov,query,tx}',
  'cosmos/gov/v1beta1/{gov,query,tx}',
  'cosmos/mint/v1beta1/{mint,query,tx}',
  'cosmos/params/v1beta1/{params,query}',
  'cosmos/protocolpool/v1/{query,tx,types}',
  'cosmos/evidence/v1beta1/{evidence,query,tx}',
  'cosmos/slashing/v1beta1/{query,tx}',
  'cosmos/staking/v1beta1/{staking,query,tx,authz}',
  'cosmos/tx/v1beta1/{service,tx}',
  'cosmos/tx/signing/v1beta1/signing',
  'cosmos/upgrade/v1beta1/{upgrade,query,tx}',
  'cosmos/vesting/v1beta1/{tx,vesting}',
  'cosmwasm/wasm/v1/{authz,ibc,proposal_legacy,query,tx,types}',
  'ibc/applications/interchain_accounts/controller/v1/{controller,query,tx}',
  'ibc/applications/interchain_accounts/host/v1/{host,query,tx}',
  'ibc/applications/interchain_accounts/v1/{account,metadata,packet}',
  'ibc/applications/transfer/v1/{authz,query,transfer,tx}',
  'ibc/core/channel/v1/{channel,query,tx}',
  'ibc/core/channel/v2/{genesis,packet,query,tx}',
  'ibc/core/client/v1/{client,query,tx}',
  'ibc/core/client/v2/{config,counterparty,query,tx}',
  'ibc/core/connection/v1/{connection,query,tx}',
  'ibc/core/commitment/v1/commitment',
  'ibc/lightclients/tendermint/v1/tendermint',
].flatMap((pattern) => {
  const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(pattern) ?? ['', '', pattern, '']
  return names.split(',').map((name) => before + name + after)
})

const WIRE = {
  string: 'string',
  bytes: 'bytes',
  bool: 'bool',
  uint32: 'uint32',
  uint64: 'uint64',
  int32: 'int32',
  int64: 'int64',
  sfixed64: 'sfixed64',
  fixed64: 'fixed64',
  sint32: 'sint32',
  sint64: 'sint64',
  double: 'double',
  float: 'float',
}
/** Types of fields that the generated code attributes to another package. */
const MISTAKEN = {
  'ibc.applications.transfer.v1.MsgUpdateParams.params': 'ibc.applications.transfer.v1.Params',
  'ibc.core.connection.v1.QueryConnectionParamsResponse.params': 'ibc.core.connection.v1.Params',
  'ibc.core.connection.v1.MsgUpdateParams.params': 'ibc.core.connection.v1.Params',
}
/** Oneofs, which the generated code does not name. `test/server/types.test.ts` compares them with those of a chain. */
const ONE_OFS = {
  'cosmos.ics23.v1.BatchEntry': { proof: ['exist', 'nonexist'] },
  'cosmos.ics23.v1.CommitmentProof': { proof: ['exist', 'nonexist', 'batch', 'compressed'] },
  'cosmos.ics23.v1.CompressedBatchEntry': { proof: ['exist', 'nonexist'] },
  'cosmos.staking.v1beta1.StakeAuthorization': { validators: ['allow_list', 'deny_list'] },
  'cosmos.tx.signing.v1beta1.SignatureDescriptor.Data': { sum: ['single', 'multi'] },
  'cosmos.tx.v1beta1.ModeInfo': { sum: ['single', 'multi'] },
  'ibc.core.channel.v1.Acknowledgement': { response: ['result', 'error'] },
  'tendermint.abci.Request': { value: 'all' },
  'tendermint.abci.Response': { value: 'all' },
  'tendermint.crypto.PublicKey': { sum: ['ed25519', 'secp256k1'] },
  'tendermint.types.Evidence': { sum: ['duplicate_vote_evidence', 'light_client_attack_evidence'] },
}
/** Names of fields that the generated code does not keep. */
const NAMES = {
  'ibc.lightclients.tendermint.v1.Misbehaviour.header1': 'header_1',
  'ibc.lightclients.tendermint.v1.Misbehaviour.header2': 'header_2',
}
/** What newer files add to those of the generated code. Source: ics23 go v0.11.0 */
const FIELDS = {
  'cosmos.ics23.v1.ProofSpec': [{ name: 'prehash_key_before_comparison', number: 5, type: 'bool' }],
}
const VALUES = {
  'cosmos.ics23.v1.HashOp': { KECCAK: 'KECCAK256 3', more: ['BLAKE2B_512 7', 'BLAKE2S_256 8', 'BLAKE3 9'] },
}
const oneOfOf = (message, field) =>
  Object.entries(ONE_OFS[message] ?? {}).find(([, fields]) => fields === 'all' || fields.includes(field))?.[0]
const snake = (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const nested = (name) => name.replaceAll('_', '.')

const files = new Map()
function load(path) {
  if (files.has(path)) return files.get(path)
  const source = readFileSync(join(ROOT, `${path}.js`), 'utf8')
  const imports = new Map()
  for (const [, alias, target] of source.matchAll(/const (\w+) = (?:__importStar\()?require\("(\.[^"]+)"\)/g))
    imports.set(alias, posix.join(posix.dirname(path), target))
  const file = {
    path,
    source,
    imports,
    name: /protobufPackage = "([^"]+)"/.exec(source)?.[1],
    messages: {},
    enums: {},
    services: {},
  }
  files.set(path, file)
  return file
}

/** Full name of a type that a file mentions as `exports.X`, `X` or `alias.X`. */
function typeName(file, mention) {
  const [, alias, name] = /^(?:(\w+)\.)?(\w+)$/.exec(mention)
  const owner = alias === undefined || alias === 'exports' ? file : load(file.imports.get(alias))
  return `${owner.name}.${nested(name)}`
}

function readMessages(file) {
  for (const [, id, encode] of file.source.matchAll(
    /exports\.(\w+) = \{\n(?:\s+typeUrl: "[^"]+",\n)?\s+encode\(\w+, writer = [^{]*\{([\s\S]*?)\n    \},/g,
  )) {
    const base =
      new RegExp(`function createBase${id}\\(\\) \\{\\s+return \\{([\\s\\S]*?)\\n    \\};`).exec(file.source)?.[1] ?? ''
    const whole = new RegExp(`exports\\.${id} = \\{[\\s\\S]*?\\n\\};`).exec(file.source)[0]
    const fields = []
    const patterns = [
      /for \(const v of message\.(\w+)\) \{\s+([\w.]+)\.encode\(v, writer\.uint32\((\d+)\)\.fork\(\)\)/g,
      /([\w.]+)\.encode\(message\.(\w+), writer\.uint32\((\d+)\)\.fork\(\)\)/g,
      /writer\.uint32\((\d+)\)\.fork\(\);\s+for \(const v of message\.(\w+)\) \{\s+writer\.(\w+)\(v\)/g,
      /for \(const v of message\.(\w+)\) \{\s+writer\.uint32\((\d+)\)\.(\w+)\(v\)/g,
      /writer\.uint32\((\d+)\)\.(\w+)\(message\.(\w+)\)/g,
    ]
    const add = (at, field, tag, type, repeated) => {
      const optional = new RegExp(`\\b${field}: undefined`).test(base)
      const mention = new RegExp(
        `(?:obj\\.${field} = (?:\\(0, )?|message\\.${field}\\.map\\(\\(e\\) => (?:\\(0, )?)(?:(\\w+)\\.)?(\\w+)ToJSON\\)?\\(`,
      ).exec(whole)
      const isEnum = mention !== null && type === 'int32'
      const resolved =
        MISTAKEN[`${file.name}.${nested(id)}.${snake(field)}`] ??
        (isEnum ? enumName(file, mention[1], mention[2]) : type)
      const oneof = oneOfOf(`${file.name}.${nested(id)}`, snake(field))
      const name = NAMES[`${file.name}.${nested(id)}.${snake(field)}`] ?? snake(field)
      fields.push({ at, name, number: tag >>> 3, type: resolved, repeated, optional, oneof })
    }
    for (const m of encode.matchAll(patterns[0])) add(m.index, m[1], +m[3], typeName(file, m[2]), true)
    for (const m of encode.matchAll(patterns[1])) add(m.index, m[2], +m[3], typeName(file, m[1]), false)
    for (const m of encode.matchAll(patterns[2])) add(m.index, m[2], +m[1], WIRE[m[3]], true)
    for (const m of encode.matchAll(patterns[3])) add(m.index, m[1], +m[2], WIRE[m[3]], true)
    for (const m of encode.matchAll(patterns[4])) add(m.index, m[3], +m[1], WIRE[m[2]], false)
    if (fields.some(({ type }) => type === undefined)) throw new Error(`${file.path} ${id}: a field of an unknown type`)
    file.messages[nested(id)] = [...fields.sort((a, b) => a.at - b.at), ...(FIELDS[`${file.name}.${nested(id)}`] ?? [])]
  }
}

function enumName(file, alias, camel) {
  const owner = alias === undefined ? file : load(file.imports.get(alias))
  const id = camel[0].toUpperCase() + camel.slice(1)
  const body = new RegExp(`function ${camel}FromJSON\\(object\\) \\{([\\s\\S]*?)\\n\\}`).exec(owner.source)?.[1]
  if (body === undefined) throw new Error(`${owner.path}: no enum ${camel}`)
  const name = nested(id)
  owner.enums[name] ??= [...body.matchAll(/case (-?\d+):\s+case "(\w+)"/g)]
    .filter(([, number]) => number !== '-1')
    .map(([, number, value]) => VALUES[`${owner.name}.${name}`]?.[value] ?? `${value} ${number}`)
    .concat(VALUES[`${owner.name}.${name}`]?.more ?? [])
  return `${owner.name}.${name}`
}

function readServices(file) {
  for (const [, body] of file.source.matchAll(/class \w+ClientImpl \{([\s\S]*?)\n\}/g))
    for (const [, request, service, method, , response] of body.matchAll(
      /const data = ([\w.]+)\.encode\(request\)\.finish\(\);\s+const promise = this\.rpc\.request\("([^"]+)", "(\w+)", data\);\s+return promise\.then\(\((\w+)\) => ([\w.]+)\.decode/g,
    )) {
      const name = service.slice(service.lastIndexOf('.') + 1)
      ;(file.services[name] ??= []).push(`${method} ${typeName(file, request)} ${typeName(file, response)}`)
    }
}

for (const path of FILES) load(path)
// Adds the files that fields refer to, until there are no more.
const done = new Set()
for (let more = true; more;) {
  more = false
  for (const file of Array.from(files.values())) {
    if (done.has(file.path)) continue
    done.add(file.path)
    more = true
    readMessages(file)
    readServices(file)
  }
}

const packages = new Map()
for (const file of files.values()) {
  if (file.name === undefined || file.name.startsWith('google.')) continue
  const entry = packages.get(file.name) ?? { messages: {}, enums: {}, services: {} }
  Object.assign(entry.messages, file.messages)
  Object.assign(entry.enums, file.enums)
  Object.assign(entry.services, file.services)
  packages.set(file.name, entry)
}

const fieldText = ({ name, type, repeated, oneof, optional, number }) =>
  `${name} ${type}${repeated ? '[]' : oneof ? `|${oneof}` : optional ? '?' : ''} ${number}`
const mapped = (table, text) =>
  Object.fromEntries(Object.entries(table).map(([id, rows]) => [id, rows.map(text).join(', ')]))
const tables = [...packages].map(([name, { messages, enums, services }]) => [
  name,
  { messages: mapped(messages, fieldText), enums: mapped(enums, String), services: mapped(services, String) },
])
await writeTables(OUT, {
  packages: Object.fromEntries(tables),
  schema: '../schema.js',
  exported: 'PACKAGES',
  head: '// Written by `npm run schema` from cosmjs-types.',
})
console.log(
  `${packages.size} packages, ${[...packages.values()].reduce((sum, { messages }) => sum + Object.keys(messages).length, 0)} messages`,
)
