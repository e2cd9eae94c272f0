// Requests to all queries of a node, made from the descriptors that it answers with, and its answers over gRPC and REST.
import { create, createFileRegistry, fromBinary, fromJson, toBinary } from '@bufbuild/protobuf'
import { file_google_protobuf_descriptor, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Client, credentials, Metadata } from '@grpc/grpc-js'

const FILES = '/cosmos.reflection.v1.ReflectionService/FileDescriptors'
/** Packages of the queries of modules. */
const CHAINS = /^(cosmos|cosmwasm|ibc)\./
/** Packages of modules that no chain of Sudobox has, and of what a node says of its program. */
const OTHERS = /^cosmos\.(base|tx|reflection|autocli|epochs|group|nft|store|streaming|app|orm|counter|benchmark)\./
/** Of a node, but the same on each chain with these blocks. */
const ALSO = ['GetBlockResults', 'GetLatestBlockResults', 'GetSyncing'].map(
  (name) => `cosmos.base.tendermint.v1beta1.Service/${name}`,
)
const HTTP_RULE = 72_295_728

/** A connection to the node's gRPC server. */
export class Asker {
  #client
  constructor(target) {
    this.#client = new Client(target, credentials.createInsecure(), { 'grpc.max_receive_message_length': -1 })
  }

  /** @returns `response` in base64, or `code` and `message` */
  ask(method, request = new Uint8Array(0), height = 0) {
    const metadata = new Metadata()
    if (height > 0) metadata.set('x-cosmos-block-height', String(height))
    const asIs = (bytes) => Buffer.from(bytes)
    return new Promise((resolve) =>
      this.#client.makeUnaryRequest(method, asIs, asIs, request, metadata, (error, bytes) =>
        resolve(error ? { code: error.code, message: error.details } : { response: bytes.toString('base64') }),
      ),
    )
  }

  close() {
    this.#client.close()
  }
}

/** Methods of the queries of modules, with their types and the path of their GET in REST. */
export async function methodsOf(asker) {
  const { response } = await asker.ask(FILES)
  const set = fromBinary(FileDescriptorSetSchema, Buffer.from(response, 'base64'))
  const registry = registryOf(set)
  const methods = []
  for (const file of set.file)
    for (const { name: service, method } of file.service)
      for (const { name, options } of method) {
        const path = `${file.package}.${service}/${name}`
        const isQuery = service === 'Query' && CHAINS.test(file.package) && !OTHERS.test(`${file.package}.`)
        if (!isQuery && !ALSO.includes(path)) continue
        const desc = registry.getService(`${file.package}.${service}`).methods.find((one) => one.name === name)
        methods.push({ path: `/${path}`, input: desc.input, get: getOf(options) })
      }
  return { registry, methods: methods.sort((a, b) => (a.path < b.path ? -1 : 1)) }
}

/** A registry wants each file after those that it imports; the node has them in no order, and leaves one out. */
function registryOf({ file }) {
  const left = new Map([file_google_protobuf_descriptor.proto, ...file].map((one) => [one.name, one]))
  const sorted = []
  const add = (one) => {
    if (!left.delete(one.name)) return
    for (const name of one.dependency) if (left.has(name)) add(left.get(name))
    sorted.push(one)
  }
  for (const one of left.values()) add(one)
  return createFileRegistry(create(FileDescriptorSetSchema, { file: sorted }))
}

/** Source: google/api/http.proto: `HttpRule.get` is field 2. */
function getOf(options) {
  const rule = options?.$unknown?.find(({ no }) => no === HTTP_RULE)
  if (rule === undefined) return undefined
  // A length before the bytes.
  let at = 0
  const varint = () => {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = rule.data[at++]
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  varint()
  while (at < rule.data.length) {
    const tag = varint()
    const length = varint()
    if (tag >> 3 === 2) return Buffer.from(rule.data.subarray(at, at + length)).toString()
    at += length
  }
  return undefined
}

const PAGES = [
  { limit: '1' },
  { limit: '2', reverse: true },
  { limit: '1', offset: '1', countTotal: true },
  { limit: '100', countTotal: true },
]

/** How many requests of a method are made of values. */
const ROUNDS = 6

/**
 * @param values lists of texts by the name of a field, or by method and field
 * @returns requests of a method as JSON of protobuf, the empty one first
 */
export function requestsOf({ path, input }, values) {
  const fields = input.fields.filter(({ name }) => name !== 'pagination')
  const isPaged = fields.length < input.fields.length
  const short = path.split('.').at(-1)
  const listOf = ({ name }) => values[`${short}.${name}`] ?? values[`${path.slice(1)}.${name}`] ?? values[name]
  const known = fields.map((field) => [field, listOf(field)]).filter(([, list]) => list !== undefined)
  const rounds = Math.max(1, ...known.map(([, list]) => list.length))
  const made = known.length === 0 ? [] : Array.from({ length: Math.min(rounds, ROUNDS) }, (_, i) => roundOf(known, i))
  const paged = isPaged ? PAGES.map((pagination) => ({ ...made[0], pagination })) : []
  const requests = [{}, ...made, ...paged].map((one) => JSON.stringify(one))
  return [...new Set(requests)].map((text) => JSON.parse(text))
}

const roundOf = (known, i) =>
  Object.fromEntries(
    known.map(([field, list]) => {
      const value = list[i % list.length]
      return [field.jsonName, field.fieldKind === 'list' ? [value].flat() : value]
    }),
  )

/** @returns the bytes of a request */
export const encoded = (input, request, registry) => toBinary(input, fromJson(input, request, { registry }))

/** @returns the path of a request in REST, undefined for one whose path would have an empty segment */
export function urlOf({ get, input }, request) {
  const rest = { ...request }
  const names = new Map(input.fields.map(({ name, jsonName }) => [name, jsonName]))
  let isWhole = true
  const path = get.replaceAll(/\{([\w.]+)(?:=[^}]*)?\}/g, (_, name) => {
    const value = rest[names.get(name)]
    delete rest[names.get(name)]
    if (value === undefined || value.length === 0) isWhole = false
    return get.includes('=**') ? String(value) : encodeURIComponent(String(value))
  })
  if (!isWhole) return undefined
  const query = new URLSearchParams()
  for (const { name, jsonName } of input.fields) {
    if (rest[jsonName] === undefined) continue
    if (name !== 'pagination') for (const one of [rest[jsonName]].flat()) query.append(name, one)
    else
      for (const [key, value] of Object.entries(rest.pagination))
        query.append(`pagination.${key === 'countTotal' ? 'count_total' : key}`, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
