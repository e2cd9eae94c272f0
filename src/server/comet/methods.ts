import { NotSupportedError, toBase64, toHex } from '../../base/index.js'
import { txHash, type Block, type TxOutcome } from '../../chain/index.js'
import { queryAbci } from '../abci-query.js'
import { broadcast } from '../broadcast.js'
import type { ChainNode, DeliveredTx } from '../chain-node.js'
import { nanosOf, rfc3339Nano } from '../../codec/index.js'
import { COMET_VERSION } from '../versions.js'
import { RpcFailure } from './failure.js'
import type { Params, ParamTypes } from './params.js'
import { MAX_QUERY_LENGTH, searchBlocks, searchTxs, type Page } from './search.js'
import { briefState, fullState, type Rest, type ValidatorRows } from './round-state.js'
import { heightWithin, perPageOf, validatorPage, validatorRows } from './validators.js'
import * as views from './views.js'
import type { View } from './views.js'

/** A method of the RPC: its parameters in order, and its handler, which may wait for blocks. */
export interface Method {
  readonly params: ParamTypes
  run(node: ChainNode, params: Params): View | Promise<View>
}

const method = (params: ParamTypes, run: Method['run']): Method => ({ params, run })

const PAGING = { page: 'integer', per_page: 'integer', order_by: 'string' } as const

/** @param latest the highest allowed height, and the default @throws RpcFailure */
const heightOf = (node: ChainNode, params: Params, latest = node.app.last.height): number =>
  heightWithin(node, params.integer('height'), latest)

function blockAt(node: ChainNode, height: number): Block {
  const block = node.app.block(height)
  if (block === undefined) throw new RpcFailure(`height ${height} is not available`)
  return block
}

const byHash = (node: ChainNode, hash: Uint8Array): Block | undefined => {
  const wanted = toHex(hash)
  for (const block of node.app.blocks(true)) if (toHex(block.signed.blockId.hash) === wanted) return block
  return undefined
}

function page(params: Params, usual: 'asc' | 'desc'): Page {
  const order = params.string('order_by')
  if (order !== '' && order !== 'asc' && order !== 'desc')
    throw new RpcFailure('expected order_by to be either `asc` or `desc` or empty')
  if (params.string('query').length > MAX_QUERY_LENGTH) throw new RpcFailure('maximum query length exceeded')
  return { ...paging(params), descending: (order || usual) === 'desc' }
}

/** Source: cometbft rpc/core/mempool.go `NumUnconfirmedTxs`. */
const unconfirmed = (waiting: readonly Uint8Array[]) => ({
  n_txs: String(waiting.length),
  total: String(waiting.length),
  total_bytes: String(waiting.reduce((sum, { length }) => sum + length, 0)),
})

const paging = (params: Params): Pick<Page, 'page' | 'perPage'> => ({
  page: params.integer('page') ?? 1,
  perPage: perPageOf(params.integer('per_page') ?? 0),
})

const blockAnswer = (block: Block): View => ({
  block_id: views.blockIdView(block.signed.blockId),
  block: views.blockView(block),
})

const broadcastView = (check: TxOutcome, hash: string): View => ({
  code: check.code,
  data: '',
  log: check.log,
  codespace: check.codespace,
  hash,
})

/** Before its first own block, a fork has the height and the time of the live chain, and no hashes. Source: cometbft rpc/core/status.go `Status` */
function status(node: ChainNode): View {
  const { config, last, seals } = node.app
  const [validator] = seals.validators
  const sync = (name: string, at: number) => {
    const block = node.app.block(at)
    return {
      [`${name}_block_hash`]: block === undefined ? '' : views.HEX(block.signed.blockId.hash),
      [`${name}_app_hash`]: block === undefined ? '' : views.HEX(block.signed.header.appHash),
      [`${name}_block_height`]: String(block?.height ?? last.height),
      [`${name}_block_time`]: rfc3339Nano(block?.time ?? last.time),
    }
  }
  return {
    node_info: {
      protocol_version: { p2p: '8', block: '11', app: '0' },
      id: views.nodeId(config.chainId),
      listen_addr: 'tcp://0.0.0.0:26656',
      network: node.app.chainId,
      version: COMET_VERSION,
      channels: '40202122233038606100',
      moniker: 'sudobox',
      other: { tx_index: config.txIndex === false ? 'off' : 'on', rpc_address: 'tcp://0.0.0.0:26657' },
    },
    sync_info: { ...sync('latest', last.height), ...sync('earliest', node.base), catching_up: false },
    validator_info: {
      address: views.HEX(validator!.address),
      pub_key: views.publicKeyView(validator!.publicKey),
      voting_power: String(validator!.votingPower),
    },
  }
}

function abciQuery(node: ChainNode, params: Params): View {
  const answer = queryAbci(node, {
    path: params.string('path'),
    data: params.bytes('data'),
    height: params.integer('height') ?? 0,
    prove: params.boolean('prove'),
  })
  const bytes = (value: Uint8Array): View => (value.length === 0 ? null : toBase64(value))
  return {
    response: {
      code: answer.code,
      log: answer.log,
      info: '',
      index: '0',
      key: bytes(answer.key),
      value: bytes(answer.value),
      proofOps: answer.ops
        ? { ops: answer.ops.map(({ type, key, data }) => ({ type, key: toBase64(key), data: toBase64(data) })) }
        : null,
      height: String(answer.height),
      codespace: answer.codespace,
    },
  }
}

function genesisDocument(node: ChainNode): View {
  const { config, seals, genesis } = node.app
  if (genesis === undefined) throw new RpcFailure('the chain has not started')
  return {
    genesis_time: rfc3339Nano(genesis.time),
    chain_id: config.chainId,
    initial_height: String(genesis.height + 1),
    consensus_params: views.consensusParamsView(seals.consensus),
    validators: node.app.validatorsAt(genesis.height + 1).map(({ address, publicKey, votingPower }, i) => ({
      address: views.HEX(address),
      pub_key: views.publicKeyView(publicKey),
      power: String(votingPower),
      name: `validator-${i}`,
    })),
    app_hash: '',
    app_state: genesis.states,
  }
}

/** Nanoseconds that a node of an SDK chain waits after a block. Source: cosmos-sdk v0.53.6 server/util.go */
const TIMEOUT_COMMIT = 5_000_000_000n

/** The chain between two blocks. Its nodes have a block's signatures at the time that is in them. */
function restOf(node: ChainNode): Rest {
  const { height } = node.app.last
  const { commit } = blockAt(node, height).signed
  const times = commit.signatures.filter(({ signature }) => signature.length > 0).map((one) => nanosOf(one.timestamp))
  const rowsAt = (at: number): ValidatorRows => ({
    rows: validatorRows(node, at),
    proposer: node.app.consensus.proposerAt(at),
  })
  return {
    height: height + 1,
    commitTime: times.reduce((latest, time) => (time > latest ? time : latest)),
    timeoutCommit: TIMEOUT_COMMIT,
    validators: rowsAt(height + 1),
    last: { validators: rowsAt(height), commit },
  }
}

const GENESIS_CHUNK = 16 * 1024 * 1024

/** Source: cometbft rpc/core/blocks.go `BlockchainInfo`. */
function blockchain(node: ChainNode, params: Params): View {
  const { height: last } = node.app.last
  const [least, most] = [params.integer('minHeight') ?? 0, params.integer('maxHeight') ?? 0]
  if (least < 0 || most < 0) throw new RpcFailure('heights must be non-negative')
  const max = Math.min(most || last, last)
  const min = Math.max(least || 1, node.base, max - 19)
  if (min > max) throw new RpcFailure(`min height ${min} can't be greater than max height ${max}`)
  const metas: View[] = []
  for (let height = max; height >= min; height--) {
    const block = node.app.block(height)
    if (block === undefined) continue
    metas.push({
      block_id: views.blockIdView(block.signed.blockId),
      block_size: String(block.signed.size),
      header: views.headerView(block.signed.header),
      num_txs: String(block.txs.length),
    })
  }
  return { last_height: String(last), block_metas: metas }
}

/** By name. Source: cometbft v0.38 rpc/core/routes.go. Subscriptions are in `subscriptions.ts`. */
export const METHODS: Readonly<Record<string, Method>> = {
  health: method({}, () => ({})),
  status: method({}, status),
  net_info: method({}, () => ({ listening: true, listeners: [], n_peers: '0', peers: [] })),
  abci_info: method({}, (node) => ({
    response: {
      data: node.chain.name,
      version: '',
      last_block_height: String(node.app.last.height),
      last_block_app_hash: toBase64(blockAt(node, node.app.last.height).signed.appHash),
    },
  })),
  abci_query: method({ path: 'string', data: 'hex', height: 'integer', prove: 'boolean' }, abciQuery),
  block: method({ height: 'integer' }, (node, params) => blockAnswer(blockAt(node, heightOf(node, params)))),
  block_by_hash: method({ hash: 'bytes' }, (node, params) => {
    const block = byHash(node, params.bytes('hash'))
    return block === undefined
      ? { block_id: { hash: '', parts: { total: 0, hash: '' } }, block: null }
      : blockAnswer(block)
  }),
  block_results: method({ height: 'integer' }, (node, params) => {
    const block = blockAt(node, heightOf(node, params))
    return {
      height: String(block.height),
      txs_results: block.txs.length === 0 ? null : block.txs.map(views.resultView),
      finalize_block_events: views.eventsView(block.events),
      validator_updates: views.updatesView(block.updates),
      consensus_param_updates: views.consensusParamsView(block.params),
      app_hash: toBase64(block.signed.appHash),
    }
  }),
  blockchain: method({ minHeight: 'integer', maxHeight: 'integer' }, blockchain),
  header: method({ height: 'integer' }, (node, params) => ({
    header: views.headerView(blockAt(node, heightOf(node, params)).signed.header),
  })),
  header_by_hash: method({ hash: 'hex' }, (node, params) => {
    const block = byHash(node, params.bytes('hash'))
    return { header: block === undefined ? null : views.headerView(block.signed.header) }
  }),
  commit: method({ height: 'integer' }, (node, params) => {
    const { signed, height } = blockAt(node, heightOf(node, params))
    return {
      signed_header: { header: views.headerView(signed.header), commit: views.commitView(signed.commit) },
      // The commit of the latest block is not yet in a block.
      canonical: height < node.app.last.height,
    }
  }),
  validators: method({ height: 'integer', page: 'integer', per_page: 'integer' }, (node, params) => {
    const { height, rows, total } = validatorPage(node, params.integer('height'), paging(params))
    return {
      block_height: String(height),
      validators: rows.map(({ validator, priority }) => views.validatorView(validator, priority)),
      count: String(rows.length),
      total: String(total),
    }
  }),
  consensus_params: method({ height: 'integer' }, (node, params) => ({
    block_height: String(heightOf(node, params, node.app.last.height + 1)),
    consensus_params: views.consensusParamsView(node.app.seals.consensus),
  })),
  consensus_state: method({}, (node) => ({ round_state: briefState(restOf(node)) })),
  dump_consensus_state: method({}, (node) => ({ round_state: fullState(restOf(node)), peers: [] })),
  genesis: method({}, (node) => ({ genesis: genesisDocument(node) })),
  genesis_chunked: method({ chunk: 'integer' }, (node, params) => {
    const document = Buffer.from(JSON.stringify(genesisDocument(node)))
    const total = Math.ceil(document.length / GENESIS_CHUNK)
    const chunk = params.integer('chunk') ?? 0
    if (chunk < 0 || chunk >= total) throw new RpcFailure(`there are ${total - 1} chunks, ${chunk} is invalid`)
    const data = document.subarray(chunk * GENESIS_CHUNK, (chunk + 1) * GENESIS_CHUNK).toString('base64')
    return { chunk: String(chunk), total: String(total), data }
  }),
  tx: method({ hash: 'bytes', prove: 'boolean' }, (node, params) => {
    if (node.app.config.txIndex === false) throw new RpcFailure('transaction indexing is disabled')
    const hash = params.bytes('hash')
    const tx = node.app.tx(toHex(hash))
    if (tx === undefined) throw new RpcFailure(`tx (${views.HEX(hash)}) not found`)
    return views.txView(tx, node.app.block(tx.height), params.boolean('prove'))
  }),
  tx_search: method({ query: 'string', prove: 'boolean', ...PAGING }, (node, params) => {
    const { rows, total } = searchTxs(node, params.string('query'), page(params, 'asc'))
    return {
      txs: rows.map((tx) => views.txView(tx, node.app.block(tx.height), params.boolean('prove'))),
      total_count: String(total),
    }
  }),
  block_search: method({ query: 'string', ...PAGING }, (node, params) => {
    if (node.app.config.txIndex === false) throw new RpcFailure('block indexing is disabled')
    const { rows, total } = searchBlocks(node, params.string('query'), page(params, 'desc'))
    return { blocks: rows.map(blockAnswer), total_count: String(total) }
  }),
  check_tx: method({ tx: 'bytes' }, (node, params) => views.resultView(node.app.checkTx(params.bytes('tx')))),
  unconfirmed_txs: method({ limit: 'integer' }, ({ chain }, params) => {
    const waiting = chain.mempool?.waiting ?? []
    const txs = waiting.slice(0, perPageOf(params.integer('limit') ?? 0))
    return { ...unconfirmed(waiting), n_txs: String(txs.length), txs: txs.map(toBase64) }
  }),
  num_unconfirmed_txs: method({}, ({ chain }) => ({ ...unconfirmed(chain.mempool?.waiting ?? []), txs: null })),
  broadcast_tx_sync: method({ tx: 'bytes' }, (node, params) => {
    const tx = params.bytes('tx')
    return broadcastView(broadcast(node, tx).check, txHash(tx))
  }),
  broadcast_tx_async: method({ tx: 'bytes' }, (node, params) => {
    const tx = params.bytes('tx')
    broadcast(node, tx)
    return { code: 0, data: '', log: '', codespace: '', hash: txHash(tx) }
  }),
  broadcast_tx_commit: method({ tx: 'bytes' }, (node, params) => {
    const tx = params.bytes('tx')
    if (node.app.open !== undefined)
      throw new NotSupportedError(
        'broadcast_tx_commit waits for the end of a block, but a block was opened by hand: end it first',
      )
    const { check, result } = broadcast(node, tx)
    const ended = (end: DeliveredTx | undefined): View => ({
      check_tx: views.resultView(check),
      tx_result: end === undefined ? NO_RESULT : views.resultView(end),
      hash: txHash(tx),
      height: String(end?.height ?? 0),
    })
    return node.chain.mempool?.has(tx) === true ? included(node, tx).then(ended) : ended(result)
  }),
}

/**
 * Waits for the block of a transaction in the mempool. A node gives up after ten seconds; this one when the transaction is dropped.
 * @throws RpcFailure then, as a promise. Source: cometbft rpc/core/mempool.go `BroadcastTxCommit`
 */
const included = (node: ChainNode, bytes: Uint8Array): Promise<DeliveredTx> =>
  new Promise((resolve, reject) => {
    const hash = txHash(bytes)
    const stop = node.app.onBlock(({ txs }) => {
      const found = txs.find((tx) => tx.hash === hash)
      if (found === undefined && node.chain.mempool?.has(bytes) === true) return
      stop()
      if (found === undefined) reject(new RpcFailure('timed out waiting for tx to be included in a block'))
      else resolve(found)
    })
  })

const NO_RESULT: View = {
  code: 0,
  data: null,
  log: '',
  info: '',
  gas_wanted: '0',
  gas_used: '0',
  events: [],
  codespace: '',
}
