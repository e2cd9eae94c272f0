// The answers of a node at one height: all rows of its stores with their proofs, and answers to other calls. Stands in for the node, and knows nothing else.
import { readFileSync } from 'node:fs'
import { fromBase64, fromBech32, fromHex, toBase64, toHex, toUtf8 } from '@cosmjs/encoding'
import { CommitmentProof, ExistenceProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import { QueryAllContractStateRequest, QueryAllContractStateResponse } from 'cosmjs-types/cosmwasm/wasm/v1/query'

const STATE = '/cosmwasm.wasm.v1.Query/AllContractState'
const STORE_KEY = /^\/store\/([^/]+)\/key$/
/** Source: wasmd x/wasm/types/keys.go `ContractStorePrefix`. */
const CONTRACT_STORE = '03'

/** The same calls have the same text. */
const textOf = ({ method, params }) =>
  JSON.stringify([method, Object.entries(params).sort(([one], [other]) => (one < other ? -1 : 1))])

/** Bytes of an answer; with `file`, those of that contract are between `value` and `rest`. */
const bytesOf = ({ value, file, rest }) =>
  file === undefined
    ? fromBase64(value)
    : Buffer.concat([
        fromBase64(value),
        readFileSync(new URL(`../../contracts/artifacts/${file}.wasm`, import.meta.url)),
        fromBase64(rest),
      ])

/** A node that has only what was recorded. */
export class RecordedNode {
  #height
  /** By name: the second proof, and rows with their key in hex, ascending. */
  #stores = new Map()
  #answers = new Map()
  calls = 0

  constructor(height) {
    this.#height = height
  }

  /** @param line of a recording */
  add({ call, result, response, store, root, rows, path, data, ...answer }) {
    if (store !== undefined) this.addStore(store, { root, rows })
    else if (call !== undefined) this.#answers.set(textOf(call), () => result ?? answered(response))
    else if (path !== undefined) {
      const params = { path, data: toHex(fromBase64(data)), height: String(this.#height), prove: false }
      this.#answers.set(textOf({ method: 'abci_query', params }), () => answered(answer, this.#height))
    }
  }
  /** @param root the proof of the store's root, in hex @param rows proofs of all rows, in hex */
  addStore(name, { root, rows }) {
    const known = rows.map((text) => {
      const exist = ExistenceProof.decode(fromHex(text))
      return { key: toHex(exist.key), exist }
    })
    this.#stores.set(name, { root: fromHex(root), rows: known.sort((a, b) => (a.key < b.key ? -1 : 1)) })
  }

  /** @returns the result @throws Error for what was not recorded */
  call({ method, params }) {
    this.calls++
    const known = this.#answers.get(textOf({ method, params }))
    if (known !== undefined) return known()
    if (method === 'abci_query' && Number(params.height) === this.#height) {
      const { path, data, prove } = params
      const [, name] = STORE_KEY.exec(path) ?? []
      const store = this.#stores.get(name)
      if (store !== undefined) return this.#read(store, data.toLowerCase(), prove)
      if (path === STATE) return this.#page(QueryAllContractStateRequest.decode(fromHex(data)))
    }
    throw new Error(`not recorded: ${textOf({ method, params })}`)
  }

  #read({ root, rows }, key, prove) {
    const at = placeOf(rows, key)
    const own = rows[at]?.key === key ? rows[at] : undefined
    const proof =
      own === undefined
        ? { nonexist: { key: fromHex(key), left: rows[at - 1]?.exist, right: rows[at]?.exist } }
        : { exist: own.exist }
    const ops = [
      {
        type: 'ics23:iavl',
        key: toBase64(fromHex(key)),
        data: toBase64(CommitmentProof.encode(CommitmentProof.fromPartial(proof)).finish()),
      },
      { type: 'ics23:simple', key: toBase64(simpleKey(root)), data: toBase64(root) },
    ]
    return {
      response: {
        ...EMPTY,
        key: toBase64(fromHex(key)),
        value: own === undefined ? null : toBase64(own.exist.value),
        proofOps: prove ? { ops } : null,
        height: String(this.#height),
      },
    }
  }

  /** A page of a contract's state, as wasmd makes it of its rows. */
  #page({ address, pagination: { key, limit } }) {
    const prefix = CONTRACT_STORE + toHex(fromBech32(address).data)
    const { rows } = this.#stores.get('wasm')
    const first = placeOf(rows, prefix + toHex(key))
    const wanted = rows.slice(first, first + Number(limit) + 1).filter((row) => row.key.startsWith(prefix))
    const models = wanted.map((row) => ({ key: fromHex(row.key.slice(prefix.length)), value: row.exist.value }))
    const nextKey = models.splice(Number(limit))[0]?.key ?? new Uint8Array(0)
    const page = { models, pagination: { nextKey, total: 0n } }
    return answered({ value: toBase64(QueryAllContractStateResponse.encode(page).finish()) }, this.#height)
  }
}

const EMPTY = {
  code: 0,
  log: '',
  info: '',
  index: '0',
  key: null,
  value: null,
  proofOps: null,
  height: '0',
  codespace: '',
}

const answered = (response, height) => ({
  response: { ...EMPTY, value: null, ...(height && { height: String(height) }), ...response, ...valueOf(response) },
})
const valueOf = ({ value, file, rest }) =>
  file === undefined ? {} : { value: toBase64(bytesOf({ value, file, rest })), file: undefined, rest: undefined }

/** The store's name is the key of the second proof. */
const simpleKey = (root) => CommitmentProof.decode(root).exist?.key ?? toUtf8('')

/** Where a key is, or would be. */
function placeOf(rows, key) {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle].key < key) low = middle + 1
    else high = middle
  }
  return low
}
