// Blocks of the node as the fixture has them.
import { brotliCompressSync, constants } from 'node:zlib'
import { fromBase64, toBase64 } from '@cosmjs/encoding'
import { CommitmentProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'

/** Stores whose roots are recorded of every release. */
export const STORES = [
  'acc',
  'bank',
  'wasm',
  'ibc',
  'transfer',
  'gov',
  'staking',
  'slashing',
  'evidence',
  'distribution',
  'mint',
  'protocolpool',
  'authz',
  'feegrant',
]

/** Those of releases without the circuit breaker: all that the app has. */
export const FURTHER = ['consensus', 'upgrade', 'icahost', 'icacontroller']

/** Stores whose roots are recorded. */
export const storesOf = ({ app_state: { circuit } }) =>
  circuit === undefined ? [...STORES, ...FURTHER] : [...STORES, 'circuit']

/** A stack trace of Go depends on the build and on the machine, and so do positions in its sources. */
export const withoutPlaces = (text) =>
  text.replace(/stack:\n[\s\S]*/, 'stack:\n').replaceAll(/ \[[^\s\]]*\.go:\d+\]/g, '')

const attributesOf = ({ attributes }) => (attributes ?? []).map(({ key, value }) => [key, value])
const eventsOf = (events) =>
  (events ?? []).map((event) => [event.type, attributesOf(event).map(([key, value]) => [key, withoutPlaces(value)])])

/** @param fileIn the name of a contract's file whose bytes are in the transaction, with the place */
function bytesOf(text, fileIn) {
  const bytes = fromBase64(text)
  const found = fileIn(bytes)
  if (found === undefined) return { tx: text }
  const { name, at, length } = found
  return { file: name, tx: toBase64(bytes.slice(0, at)), rest: toBase64(bytes.slice(at + length)) }
}

export async function readBlock(rpc, height, fileIn) {
  const [{ block }, results] = await Promise.all([
    rpc.call('block', { height: String(height) }),
    rpc.call('block_results', { height: String(height) }),
  ])
  const txs = (block.data.txs ?? []).map((text, i) => {
    const { code, codespace, log, gas_wanted, gas_used, data, events } = results.txs_results[i]
    return {
      ...bytesOf(text, fileIn),
      ...(code !== 0 && { code, codespace, log: withoutPlaces(log) }),
      wanted: Number(gas_wanted),
      used: Number(gas_used),
      ...(data && { data }),
      events: eventsOf(events),
    }
  })
  return {
    height,
    time: block.header.time,
    ...(txs.length > 0 && { txs }),
    events: eventsOf(results.finalize_block_events),
  }
}

/** The app hash after a block, in base64: from cosmos-sdk v0.54 on, new accounts get their numbers from it. */
export const readAppHash = async (rpc, height) => (await rpc.call('block_results', { height: String(height) })).app_hash

/** Roots of the stores after a block, in base64; the node has none to prove before height 2. */
export async function readRoots(rpc, height, stores) {
  const roots = {}
  for (const store of stores) {
    const ops = await rpc.root(store, height)
    const { exist } = CommitmentProof.decode(fromBase64(ops[1].data))
    roots[store] = toBase64(exist.value)
  }
  return roots
}

/**
 * Lines of all blocks from the first on, with the roots that changed and what was asked on the state after them.
 * @param stores whose roots are read @param withHash whether the app hashes are too
 */
export async function readBlocks(rpc, last, { stores, asides, fileIn, withHash }) {
  const lines = []
  let before = {}
  for (let height = 1; height <= last; height++) {
    const block = await readBlock(rpc, height, fileIn)
    const roots = height < 2 ? {} : await readRoots(rpc, height, stores)
    const changed = Object.fromEntries(Object.entries(roots).filter(([store, root]) => before[store] !== root))
    before = { ...before, ...roots }
    const appHash = withHash ? await readAppHash(rpc, height) : undefined
    lines.push({
      ...block,
      ...(appHash !== undefined && { appHash }),
      ...(Object.keys(changed).length > 0 && { roots: changed }),
    })
    lines.push(...asides.filter(({ at }) => at === height))
  }
  return lines
}

/** Lines as a file has them: JSON, packed by Brotli. */
export const packLines = (lines) =>
  brotliCompressSync(lines.map((line) => JSON.stringify(line)).join('\n'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
