import { readdirSync, readFileSync, statSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { join, resolve } from 'node:path'
import {
  FixtureError,
  fromBase64,
  fromUtf8,
  insteadOf,
  MAX_FILE_BYTES,
  Reach,
  refuseUnknown,
  toHex,
  UsageError,
} from '../../base/index.js'
import { parseRfc3339 } from '../../codec/index.js'
import { sha256 } from '../../crypto/index.js'
import { readDocument, type RestDocument } from './documents.js'
import {
  EvidenceError,
  type Evidence,
  type Missing,
  type RestCodeInfo,
  type RestCoin,
  type RestContractInfo,
  type RestFailure,
  type StatePage,
  type WasmCode,
} from './evidence.js'

/** Which failure to reproduce, if there are several, and what the files may do. */
export interface Wanted {
  readonly address?: string | undefined
  readonly id?: string | undefined
  /** Whether symbolic links in a folder may lead out of it and of the working directory. */
  readonly trust?: boolean | undefined
}

const ADDRESS = /(?:^|[^a-z0-9])([a-z]{1,20}1[02-9ac-hj-np-z]{38,59})(?=$|[^a-z0-9])/g
const JSON_FILE = /\.json$/i
const WASM_FILE = /\.wasm(\.gz)?$/i

interface Found {
  readonly file: string
  /** The last address in the path; if undefined, the document is about the contract that failed. */
  readonly about: string | undefined
  readonly document: RestDocument
}

/**
 * Reads downloaded files and folders. The kind of a `.json` file is recognized from its content; a state or balances of
 * a contract other than the one that failed need its address in the name of the file or a folder.
 * @throws FixtureError for a file that is not from a chain, or a link to elsewhere, EvidenceError if there is no failure among them, UsageError for a path that does not exist
 */
export function readEvidence(places: readonly string[], wanted: Wanted = {}): Evidence {
  refuseUnknown('readEvidence', [places, wanted])
  const files = places.flatMap((place) => filesBelow(place).map((file) => ({ file, place })))
  const codes = new Map<string, WasmCode>()
  const found: Found[] = []
  for (const { file, place } of files) {
    const bytes = bytesOf(file, place, wanted.trust)
    if (WASM_FILE.test(file)) addCode(codes, file, bytes)
    else
      found.push({
        file,
        about: [...file.matchAll(ADDRESS)].at(-1)?.[1],
        document: readDocument(jsonOf(file, bytes), file),
      })
  }
  const failure = chosen(found, wanted)
  return { failure, codes, ...sorted(found, failure, codes) }
}

function filesBelow(place: string): string[] {
  let isFolder: boolean
  try {
    isFolder = statSync(place).isDirectory()
  } catch (cause) {
    throw new UsageError(`there is no ${place}`, { details: insteadOf(place), cause })
  }
  if (!isFolder) return [place]
  return readdirSync(place, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((row) => (row.isDirectory() ? filesBelow(join(place, row.name)) : [join(place, row.name)]))
    .filter((file) => JSON_FILE.test(file) || WASM_FILE.test(file))
}

/** For a file given by path, or found in a folder, where it may be a link to anywhere. */
function bytesOf(file: string, place: string, trust = false): Uint8Array {
  if (file === place) return new Uint8Array(readFileSync(file))
  const pointer = ''
  try {
    return new Reach(file, trust, place).read(resolve(file), pointer)
  } catch (cause) {
    if (cause instanceof FixtureError) throw cause
    throw new FixtureError({ file, pointer, message: 'cannot be read', cause })
  }
}

function jsonOf(file: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(fromUtf8(bytes))
  } catch (cause) {
    throw new FixtureError({ file, pointer: '', message: 'is not JSON', cause })
  }
}

function addCode(codes: Map<string, WasmCode>, file: string, bytes: Uint8Array): void {
  let plain = bytes
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    try {
      plain = new Uint8Array(gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }))
    } catch (cause) {
      throw new FixtureError({ file, pointer: '', message: 'is gzipped, and cannot be unpacked', cause })
    }
  const checksum = toHex(sha256(plain))
  codes.set(checksum, { file, bytes, checksum })
}

/** @throws EvidenceError if there is none, or several and none is selected */
function chosen(found: readonly Found[], { address, id }: Wanted): RestFailure {
  const all = found.flatMap(({ document }) =>
    document.kind === 'failures' ? document.failures : document.kind === 'failure' ? [document.failure] : [],
  )
  const failures = all.filter(
    (failure, index) =>
      (address === undefined || failure.address === address) &&
      (id === undefined || failure.id === id) &&
      all.findIndex((other) => other.address === failure.address && other.id === failure.id) === index,
  )
  const [first, ...others] = failures
  if (first === undefined)
    throw new EvidenceError('there is no failure to reproduce', [
      {
        what: `the failure${id === undefined ? '' : ` ${id}`} of ${address ?? 'the contract'}`,
        why: 'it has the message and the error',
        path: `/neutron/contractmanager/failures/${address ?? '<contract>'}${id === undefined ? '' : `/${id}`}`,
      },
    ])
  if (others.length > 0)
    throw new EvidenceError(
      'there are several failures: select one',
      [],
      [
        ...failures.map((failure) => `${failure.address} ${failure.id}: ${failure.error}`),
        'right: --id N, and --address A if they are of several contracts',
      ],
    )
  return first
}

function sorted(found: readonly Found[], failure: RestFailure, codes: Map<string, WasmCode>) {
  const contracts = new Map<string, RestContractInfo>()
  const states = new Map<string, StatePage[]>()
  const balances = new Map<string, RestCoin[]>()
  const codeInfos = new Map<string, RestCodeInfo>()
  let pinned: string[] | undefined
  let sudoCallGasLimit: string | undefined
  let block: Evidence['block']
  let tx: Evidence['tx']
  for (const { file, about = failure.address, document } of found) {
    switch (document.kind) {
      case 'models':
        states.set(about, [
          ...(states.get(about) ?? []),
          { file, models: document.models, nextKey: document.pagination?.next_key ?? null },
        ])
        break
      case 'contract_info':
        contracts.set(document.address, document.contract_info)
        break
      case 'checksum': {
        const { creator, checksum, instantiate_permission: permission } = document
        codeInfos.set(document.code_id, { creator, checksum: checksum.toLowerCase(), permission })
        break
      }
      case 'code_info': {
        const { code_id: id, creator, data_hash: checksum, instantiate_permission: permission } = document.code_info
        codeInfos.set(id, { creator, checksum: checksum.toLowerCase(), permission })
        if (document.data !== undefined) addCode(codes, file, fromBase64(document.data))
        break
      }
      case 'balances':
        balances.set(about, [...(balances.get(about) ?? []), ...document.balances])
        break
      case 'code_ids':
        pinned = [...(pinned ?? []), ...document.code_ids]
        break
      case 'params':
        sudoCallGasLimit = document.params.sudo_call_gas_limit
        break
      case 'block': {
        const { chain_id: chainId, height, time } = document.block.header
        block = { chainId, height: BigInt(height), time: parseRfc3339(time) }
        break
      }
      case 'tx_result':
        tx = { index: document.index, bytes: document.tx }
        break
      default:
    }
  }
  return {
    contracts,
    states,
    balances,
    missingBalances: missingBalances(found, failure),
    codeInfos,
    pinned,
    sudoCallGasLimit,
    block,
    tx,
  }
}

/** A page of balances names the first denomination of the next one. */
function missingBalances(found: readonly Found[], failure: RestFailure): readonly Missing[] {
  const pages = found.flatMap(({ file, about = failure.address, document }) =>
    document.kind === 'balances' ? [{ file, about, ...document }] : [],
  )
  return pages.flatMap(({ file, about, pagination }) => {
    const key = pagination?.next_key ?? null
    const isThere = (next: string): boolean =>
      pages.some(
        (page) => page.about === about && page.balances[0]?.denom === Buffer.from(next, 'base64').toString('utf8'),
      )
    if (key === null || isThere(key)) return []
    const path = `/cosmos/bank/v1beta1/balances/${about}?pagination.key=${encodeURIComponent(key)}`
    return [
      { what: `a page of the balances of ${about}`, why: `${file} says that more follows, next_key ${key}`, path },
    ]
  })
}
