import { CodeInfo } from 'cosmjs-types/cosmwasm/wasm/v1/types'
import { QueryCodeRequest, QueryCodeResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { z } from 'zod'
import { fromBase64, toBase64, toHex } from '../base/index.js'
import { sha256 } from '../crypto/index.js'
import { asciiKey, keyBytes, prefixEnd, type BaseStore, type Key } from '../store/index.js'
import type { CopiedCache } from './cache/copied-cache.js'
import { openCache } from './cache/place.js'
import { ForkError } from './errors.js'
import { decoded, type AbciQuery, type Refusal } from './node/abci.js'
import type { LiveChain } from './node/live-chain.js'
import type { ForkPoint } from './point.js'
import { RemoteStore } from './rows/remote-store.js'
import { StoreReader, type HeightReader } from './rows/store-reader.js'
import { provesAbsence, StoreProofs } from './verify/absent-store.js'
import { checkProof } from './verify/proof.js'

/** A key for probing whether a store exists. */
const ANY_KEY = asciiKey('\u0000')

/** Prefix of code infos, before an id of 8 bytes. Source: wasmd x/wasm/types/keys.go `CodeKeyPrefix`. */
const CODE_INFOS = asciiKey('\u0001')

/** Source: cosmossdk.io/store types/errors.go `ErrUnknownRequest`, rootmulti `Query`. */
const NO_STORE = /no such store/

/** The state of a live chain after one block, read as it is needed. */
export class Fork {
  readonly point: ForkPoint
  readonly #chain: LiveChain
  readonly #cache: CopiedCache
  readonly #verifies: boolean
  readonly #stores = new Map<string, RemoteStore | undefined>()
  readonly #proofs = new StoreProofs()
  #prefix = ''

  /** @param cache that of the chain */
  constructor(point: ForkPoint, chain: LiveChain, cache: CopiedCache, verifies: boolean) {
    this.point = point
    this.#chain = chain
    this.#cache = cache
    this.#verifies = verifies
  }

  /** The bech32 prefix of addresses: pages of a contract's state are asked for by address. */
  set prefix(prefix: string) {
    this.#prefix = prefix
  }

  /** From now on also copies everything that is used to another folder, so that a chain can be forked from that alone. */
  keepIn(root: string): void {
    const open = () => openCache(root, this.point, this.#verifies)
    const facts = [...this.#stores].flatMap(([name, store]) =>
      store === undefined ? [] : [[name, [...store.known.facts()]] as const],
    )
    this.#cache.copyTo(root, open, facts)
  }

  /** Rows that were read so far. */
  get rows(): number {
    return [...this.#stores.values()].reduce((sum, store) => sum + (store?.known.size ?? 0), 0)
  }

  /** Probes the stores that were not probed before, all at once. @throws ForkError */
  open(names: readonly string[]): void {
    const unknown = names.filter((name) => !this.#stores.has(name))
    const fresh = unknown.filter((name) => {
      if (this.#isKnownMissing(name)) this.#stores.set(name, undefined)
      else {
        const facts = this.#chain.cache.facts(name)
        if (facts.length === 0) return true
        this.#newStore(name).learn(facts)
      }
      return false
    })
    const missing = this.#ask(fresh)
    if (missing.length > 0 && this.#verifies)
      this.#ask([...this.#stores.keys()].filter((name) => this.#stores.get(name) && !this.#proofs.has(name)))
    for (const name of missing) {
      this.#chain.cache.keepDocument(missingDocument(name), this.#verifies ? this.#absence(name) : true)
      this.#stores.set(name, undefined)
    }
  }

  /** @returns names of stores that the chain lacks, as the node says */
  #ask(names: readonly string[]): readonly string[] {
    if (names.length === 0) return []
    const { height } = this.point
    const data = keyBytes(ANY_KEY)
    const answers = this.#chain.abci(names.map((name) => ({ path: `/store/${name}/key`, data, height, prove: true })))
    return names.filter((name, i) => {
      const answer = answers[i]!
      if ('codespace' in answer && NO_STORE.test(answer.log)) return true
      const facts = this.#reader(name).read(ANY_KEY, answer)
      const store = this.#stores.get(name) ?? this.#newStore(name)
      store.learn(facts)
      if (!('codespace' in answer)) this.#proofs.learn(name, answer)
      return false
    })
  }

  #isKnownMissing(name: string): boolean {
    const known = this.#chain.cache.document(missingDocument(name))
    return this.#verifies ? provesAbsence(this.point.appHash!, name, known) : known === true
  }

  /** The proof that there is no store of a name. @throws ForkError if there is no proof */
  #absence(name: string): string {
    const proof = this.#proofs.absence(this.point.appHash!, name)
    if (proof === undefined) throw unprovenStore(name)
    return proof
  }

  /** The rows of a store; undefined for a store that the chain lacks. @throws ForkError */
  base(name: string): BaseStore | undefined {
    this.open([name])
    return this.#stores.get(name)
  }

  /** The response to a gRPC query at the height. Responses have no proofs. @throws ForkError also for a query that the chain refuses */
  query(path: string, request: Uint8Array): Uint8Array {
    const answer = this.tryQuery(path, request)
    if ('codespace' in answer) throw new ForkError('refused', `the node refused ${path}: ${answer.log}`)
    return answer
  }

  /** Answers like {@link query}, or says why the chain refuses. @throws ForkError */
  tryQuery(path: string, request: Uint8Array): Uint8Array | Refusal {
    const name = `query ${path} ${toBase64(request)}`
    const known = cachedAnswer.safeParse(this.#chain.cache.document(name))
    if (known.success) return known.data
    const [answer] = this.#chain.abci([{ path, data: request, height: this.point.height }])
    const refused = 'codespace' in answer!
    this.#chain.cache.keepDocument(name, refused ? { ...answer } : toBase64(answer!.value))
    return refused ? answer : answer!.value
  }

  /** The code with a hash, which a code info that was read names. @param checksum in hex @throws ForkError */
  code(checksum: string): Uint8Array | undefined {
    const known = this.#chain.cache.code(checksum)
    if (known !== undefined) return known
    const id = this.#codeId(checksum)
    if (id === undefined) return undefined
    const request = QueryCodeRequest.encode({ codeId: id }).finish()
    const [answer] = this.#chain.abci([
      { path: '/cosmwasm.wasm.v1.Query/Code', data: request, height: this.point.height },
    ])
    if (answer === undefined || 'codespace' in answer)
      throw new ForkError('refused', `the node refused to give the code ${id}: ${answer?.log}`)
    const { data } = decoded(QueryCodeResponse, answer.value, `the query of code ${id}`)
    if (toHex(sha256(data)) !== checksum)
      throw new ForkError('forged', `the code ${id} that the node sent has another hash than the chain says`, {
        details: [`expected ${checksum}`, `received ${toHex(sha256(data))}`],
      })
    this.#chain.cache.keepCode(data)
    return data
  }

  #codeId(checksum: string): bigint | undefined {
    const rows = this.#stores.get('wasm')?.known.rows(CODE_INFOS, prefixEnd(CODE_INFOS)) ?? []
    for (const { key, value } of rows)
      if (toHex(decoded(CodeInfo, value, 'the reading of a code info').codeHash) === checksum)
        return Buffer.from(keyBytes(key.slice(1) as Key)).readBigUInt64BE()
    return undefined
  }

  #newStore(name: string): RemoteStore {
    const store = new RemoteStore(this.#reader(name))
    this.#stores.set(name, store)
    return store
  }

  #reader(name: string): StoreReader {
    const { height, appHash } = this.point
    const node: HeightReader = {
      prefix: () => this.#prefix,
      verifies: this.#verifies,
      abci: (queries: readonly Omit<AbciQuery, 'height'>[]) =>
        this.#chain.abci(queries.map((query) => ({ ...query, height }))),
      check: (store, key, answer) => {
        if (this.#verifies) checkProof(appHash!, store, key, answer)
      },
      keep: (facts) => this.#chain.cache.keep(name, facts),
    }
    return new StoreReader(name, node)
  }
}

const cachedAnswer = z.union([
  z.base64().transform(fromBase64),
  z.object({ codespace: z.string(), code: z.int(), log: z.string() }),
])

const missingDocument = (name: string): string => `no store ${name}`

const unprovenStore = (name: string): ForkError =>
  new ForkError('refused', `the node says that the chain has no store ${JSON.stringify(name)}, and nothing proves it`, {
    details: [
      'the stores next to it by name would prove it, and are not known here',
      'right: a kind of chain with the modules of the live one, or no verification',
    ],
  })
