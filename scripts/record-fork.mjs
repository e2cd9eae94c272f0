// Records the state of a real wasmd node at one height, its answers there, and the results of transactions after it:
// `npm run reference:fork -- --wasmd PATH`. It writes a file of fixtures/fork, which test/fork/recorded.conformance.test.ts replays.
import { isDeepStrictEqual } from 'node:util'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { fromBase64, toHex, toUtf8 } from '@cosmjs/encoding'
import { CommitmentProof, ExistenceProof } from 'cosmjs-types/cosmos/ics23/v1/proofs'
import {
  QueryAllContractStateRequest,
  QueryCodeRequest,
  QuerySmartContractStateRequest,
} from 'cosmjs-types/cosmwasm/wasm/v1/query'
import { readBlock, withoutPlaces } from './wasmd/blocks.mjs'
import { ALL_KINDS, deploy, questions } from './wasmd/deployed.mjs'
import { prepare } from './wasmd/prepare.mjs'
import { RecordedNode } from './wasmd/recorded-node.mjs'
import { finderOf, readWasms, Session } from './wasmd/session.mjs'
import { Story } from './wasmd/story.mjs'
import { after, before, idleValidator, moduleQueries, unbondingHeight } from './wasmd/sure.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = [
  'cw1_whitelist',
  'cw20_base',
  'callback_lab',
  'ping_pong',
  'cw4_group',
  'cw3_flex_multisig',
  'cw721_base',
]
const USERS = 6
/** Stores that a chain of kind `wasmd` has and the node may lack are among them. */
const STORES = [
  'acc',
  'authz',
  'bank',
  'circuit',
  'consensus',
  'distribution',
  'evidence',
  'feegrant',
  'gov',
  'ibc',
  'icacontroller',
  'icahost',
  'mint',
  'protocolpool',
  'slashing',
  'staking',
  'transfer',
  'upgrade',
  'wasm',
]

const { values } = parseArgs({
  options: {
    wasmd: { type: 'string' },
    before: { type: 'string', default: '120' },
    transactions: { type: 'string', default: '80' },
    seed: { type: 'string', default: '19' },
    out: { type: 'string', default: join(ROOT, 'fixtures/fork/wasmd.jsonl.br') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || values.wasmd === undefined) {
  console.log(`Records the state of a real node of one validator at a height, and random transactions after it.

  npm run reference:fork -- --wasmd PATH [--before N] [--transactions N] [--seed N] [--out FILE]

  --wasmd PATH   the program of the node. One way to it: make build in a checkout of CosmWasm/wasmd v0.61.14; go build alone gives it no name, by which forks
                 know the kind of chain
  --before N     random transactions before the height (default 120), --transactions N those after it, besides one of each kind (default 80)`)
  process.exit(values.help ? 0 : 2)
}

const wasms = readWasms(FILES)
/** It is stored after the height. */
const LATER = 'remote_vault'
const later = readWasms([LATER])
const fileIn = finderOf(new Map([...wasms, ...later]))
const session = await Session.start({
  program: values.wasmd,
  count: USERS,
  genesis: ({ staking, slashing }) => {
    // A few past headers, as live chains have many.
    staking.params.historical_entries = 10
    // As mainnets have it: a validator that does not run stays for long.
    slashing.params.signed_blocks_window = '10000'
  },
  timeoutPropose: '500ms',
})
const { rpc, world } = session

/** Sends random transactions, until so many are in blocks. */
async function send(story, count) {
  for (let done = 0; done < count;) {
    const batch = Array.from({ length: 1 + story.below(4) }, () => story.transaction())
    const results = await session.broadcast(batch)
    done += results.filter(Boolean).length
    if (story.chance(25)) await rpc.after(world.height)
  }
}

/** Sends transactions one after the other, a few in a block. */
async function sendAll(all) {
  for (let at = 0; at < all.length; at += 3)
    await session.broadcast(
      all.slice(at, at + 3).map(([signer, messages, gas = 3_000_000]) => ({
        signer,
        tx: { messages, gas, fee: [{ denom: 'stake', amount: '100' }] },
      })),
    )
}

/** A height at which no transaction is pending. */
async function quietHeight() {
  for (;;) {
    const height = await rpc.after(await rpc.height())
    if (await rpc.isIdle()) return rpc.after(height)
  }
}

const query = (path, data, height, prove = false) => ({
  method: 'abci_query',
  params: { path, data: toHex(data), height: String(height), prove },
})
const ask = async (call) => ({ call, result: await rpc.call(call.method, call.params) })

/** All rows of a store with their proofs, and the answers that contain them: the proof that a key is absent names the rows beside it. */
async function readStore(name, height) {
  const [proofs, answers] = [new Map(), []]
  for (let key = Uint8Array.of(0), root; ;) {
    const answer = await ask(query(`/store/${name}/key`, key, height, true))
    const { ops } = answer.result.response.proofOps ?? {}
    if (ops === undefined) return { absent: answer }
    root ??= toHex(fromBase64(ops[1].data))
    const { exist, nonexist } = CommitmentProof.decode(fromBase64(ops[0].data))
    answers.push(answer)
    for (const proof of [exist, nonexist?.left, nonexist?.right])
      if (proof !== undefined) proofs.set(toHex(proof.key), toHex(ExistenceProof.encode(proof).finish()))
    const next = (exist ?? nonexist.right)?.key
    if (next === undefined) {
      const rows = [...proofs].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, proof]) => proof)
      return { line: { store: name, root, rows }, answers }
    }
    // A row's own proof is among the answers too.
    if (answers.length % 5 === 0) answers.push(await ask(query(`/store/${name}/key`, next, height, true)))
    key = Uint8Array.of(...next, 0)
  }
}

/** Answers to calls of the RPC that a fork may make. */
async function documents(height) {
  const call = (method, params = {}) => ask({ method, params })
  const heights = [height - 1, height, height + 1, height + 2].map(String)
  const validators = (at) => call('validators', { height: at, page: '1', per_page: '100' })
  return [
    ...(await Promise.all(heights.map((at) => call('commit', { height: at })))),
    ...(await Promise.all(heights.map(validators))),
    await ask(query('/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo', new Uint8Array(0), height)),
    await ask(query('/cosmos.auth.v1beta1.Query/Bech32Prefix', new Uint8Array(0), height)),
  ]
}

/** Codes, without the bytes that the repository has. */
async function codes(height) {
  const lines = []
  for (const id of Object.values(world.codes)) {
    const data = QueryCodeRequest.encode({ codeId: BigInt(id) }).finish()
    const { call, result } = await ask(query('/cosmwasm.wasm.v1.Query/Code', data, height))
    const bytes = fromBase64(result.response.value)
    const { name: file, at, length } = fileIn(bytes)
    const text = (part) => Buffer.from(part).toString('base64')
    lines.push({
      call,
      response: { ...result.response, value: text(bytes.slice(0, at)), file, rest: text(bytes.slice(at + length)) },
    })
  }
  return lines
}

/** What the node answers to queries: smart ones by contract and message, others by path. */
async function queries(height) {
  const answered = async (path, data) => {
    const { code, codespace, log, value } = (await ask(query(path, data, height))).result.response
    return code === 0 ? { value: value ?? '' } : { code, codespace, log: withoutPlaces(log) }
  }
  const lines = []
  for (const { contract, msg } of questions(world, height)) {
    const queryData = toUtf8(JSON.stringify(msg))
    const data = QuerySmartContractStateRequest.encode({ address: contract, queryData }).finish()
    lines.push({ contract, msg, ...(await answered('/cosmwasm.wasm.v1.Query/SmartContractState', data)) })
  }
  for (const { path, data } of moduleQueries(world))
    lines.push({ path, data: Buffer.from(data).toString('base64'), ...(await answered(path, data)) })
  return lines
}

/** @throws Error if an answer of the recorded node differs from the node's */
async function compare(recorded, answers, height) {
  for (const contract of Object.values(world.contracts).flat())
    for (const limit of [3n, 50n, 200n]) {
      const pagination = { key: new Uint8Array(0), limit, offset: 0n, countTotal: false, reverse: false }
      const data = QueryAllContractStateRequest.encode({ address: contract, pagination }).finish()
      answers.push(await ask(query('/cosmwasm.wasm.v1.Query/AllContractState', data, height)))
    }
  for (const { path, data } of moduleQueries(world)) answers.push(await ask(query(path, data, height)))
  for (const { call, result } of answers) {
    const own = recorded.call(call)
    if (!isDeepStrictEqual(own, result))
      throw new Error(`the recording differs from the node in ${JSON.stringify({ call, own, result })}`)
  }
  return answers.length
}

try {
  await prepare(session, wasms)
  await deploy(session)
  await sendAll([idleValidator(world)])
  const story = new Story(Number(values.seed), world, ALL_KINDS)
  await send(story, Number(values.before))
  await sendAll(before(world))
  const height = await quietHeight()
  const then = structuredClone({ contracts: world.contracts, codes: world.codes })
  console.log(`the height is ${height}`)
  await sendAll(after({ ...world, unbonding: await unbondingHeight(rpc, world) }, later.get(LATER)))
  await send(story, Number(values.transactions))
  const last = (await quietHeight()) - 1
  Object.assign(world, then)

  const { chain_id: chainId } = (await rpc.call('commit', { height: String(height) })).signed_header.header
  const lines = [{ ...session.version, seed: Number(values.seed), chainId, height }]
  const recorded = new RecordedNode(height)
  const answers = []
  const stores = []
  for (const name of STORES) {
    const { line, absent, answers: own = [] } = await readStore(name, height)
    stores.push(line ?? absent)
    answers.push(...own)
  }
  lines.push(...(await documents(height)), ...(await codes(height)), ...stores)
  for (const line of lines.slice(1)) recorded.add(line)
  const questioned = await queries(height)
  lines.push(...questioned)
  for (const line of questioned) recorded.add(line)
  const compared = await compare(recorded, answers, height)
  let transactions = 0
  for (let at = height + 1; at <= last; at++) {
    const block = await readBlock(rpc, at, fileIn)
    transactions += block.txs?.length ?? 0
    lines.push(block)
  }
  const packed = brotliCompressSync(lines.map((line) => JSON.stringify(line)).join('\n'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  mkdirSync(join(values.out, '..'), { recursive: true })
  writeFileSync(values.out, packed)
  const rows = stores.reduce((sum, { rows: own = [] }) => sum + own.length, 0)
  console.log(
    `${rows} rows of ${stores.length} stores (${compared} answers compared), ${questioned.length} queries, ` +
      `${transactions} transactions in ${last - height} blocks: ${packed.length} bytes`,
  )
} finally {
  await session.end()
}
