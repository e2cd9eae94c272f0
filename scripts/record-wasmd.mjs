// Records what a real wasmd node makes of random transactions: `npm run reference:wasmd -- --wasmd PATH`.
// It writes a file of fixtures/wasmd, which test/app/wasmd/recorded.test.ts replays.
import { createHash } from 'node:crypto'
import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { fromBech32, toBech32, toUtf8 } from '@cosmjs/encoding'
import { commands, launch } from './relayers/node.mjs'
import { readBlock, readRoots, STORES, withoutPlaces } from './wasmd/blocks.mjs'
import { Rpc, sign, unsigned, user } from './wasmd/client.mjs'
import { CHAIN_ID, PREFIX, writeGenesis } from './wasmd/genesis.mjs'
import { FeegrantStory } from './wasmd/feegrant.mjs'
import { feegrantGenesis, VESTING_USERS } from './wasmd/feegrant-genesis.mjs'
import { GRANTS } from './wasmd/grants.mjs'
import { handshake, pendingOf } from './wasmd/packets.mjs'
import { Story } from './wasmd/story.mjs'
import { hasten, VALIDATORS } from './wasmd/validators.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = ['cw1_whitelist', 'cw20_base', 'callback_lab', 'ping_pong', 'remote_reader']
const USERS = 6
/** Accounts with keys that are not in the genesis. */
const LATER = 25

const STORIES = {
  story: { tell: (seed, world) => new Story(seed, world), prepare },
  grants: { tell: (seed, world) => new Story(seed, world, GRANTS), prepare },
  feegrant: {
    tell: (seed, world) => new FeegrantStory(seed, world),
    users: USERS + VESTING_USERS,
    batch: 8,
    genesis: feegrantGenesis,
    prepare: replaceVesting,
  },
  validators: {
    tell: (seed, world) => new Story(seed, world, VALIDATORS),
    batch: 8,
    genesis: hasten,
    // Those whose turn it is to propose may not run.
    timeoutPropose: '1s',
    // The messages need no contracts.
    prepare: () => undefined,
  },
}

const { values } = parseArgs({
  options: {
    wasmd: { type: 'string' },
    transactions: { type: 'string', default: '500' },
    heights: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '18' },
    about: { type: 'string', default: 'story' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const about = Object.hasOwn(STORIES, values.about) ? STORIES[values.about] : undefined
if (values.help || values.wasmd === undefined || about === undefined) {
  console.log(`Records random transactions on a real node of one validator.

  npm run reference:wasmd -- --wasmd PATH [--transactions N] [--heights N] [--seed N] [--about story|grants|feegrant|validators] [--out FILE]

  --wasmd PATH   the program of the node. One way to it: go build ./cmd/wasmd in a checkout of CosmWasm/wasmd v0.61.14`)
  process.exit(values.help ? 0 : 2)
}

const out = values.out ?? join(ROOT, `fixtures/wasmd/${values.about}.jsonl.br`)

const wasms = new Map(FILES.map((name) => [name, readFileSync(join(ROOT, `contracts/artifacts/${name}.wasm`))]))
/** The file whose bytes are in a transaction. */
function fileIn(bytes) {
  if (bytes.length < 100_000) return undefined
  const buffer = Buffer.from(bytes)
  for (const [name, wasm] of wasms) {
    const at = buffer.indexOf(wasm)
    if (at >= 0) return { name, at, length: wasm.length }
  }
  return undefined
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-wasmd-'))
const home = join(folder, 'home')
const log = createWriteStream(join(folder, 'log'))
const run = commands(values.wasmd, home)
const users = []
for (let i = 0; i < (about.users ?? USERS); i++) users.push(await user(i + 1))
run(['init', 'sudobox', '--chain-id', CHAIN_ID])
const addresses = users.map(({ address }) => fromBech32(address).data)
const genesis = writeGenesis(home, addresses, about.genesis)
const version = JSON.parse(run(['version', '--long', '--output', 'json']))
const built = (path) => version.build_deps.find((line) => line.startsWith(`${path}@`))?.split('@')[1]
const { urls, end } = await launch({
  program: values.wasmd,
  home,
  log,
  timeoutCommit: '150ms',
  ...(about.timeoutPropose !== undefined && { timeoutPropose: about.timeoutPropose }),
})

const rpc = new Rpc(urls.rpc)
const asides = []
const world = {
  users,
  operator: toBech32(`${PREFIX}valoper`, addresses[0]),
  codes: {},
  contracts: {},
  packets: [],
  granted: [],
  allowances: (genesis.app_state.feegrant.allowances ?? []).map(({ granter, grantee }) => [granter, grantee]),
  delegated: new Set(),
  opened: [],
  toOpen: await Promise.all(Array.from({ length: LATER }, (_, i) => user(100 + i))),
  validators: [],
  vouchers: [],
  proposals: 0,
  disabled: new Set(),
  height: 0,
  pingChannel: '',
  soon: () => BigInt(Date.now()) * 1_000_000n + 1_000_000_000n,
}

/** Sends all and waits until they are in blocks. @returns their results in the same order; undefined for one that the node refused */
async function broadcast(transactions) {
  const sent = []
  for (const { signer, tx } of transactions) {
    const bytes = await sign(signer, tx)
    const { code } = await rpc.call('broadcast_tx_sync', { tx: Buffer.from(bytes).toString('base64') })
    if (code === 0) for (const one of [signer, tx.cosigner]) if (one) one.sequence++
    sent.push(code === 0 ? createHash('sha256').update(bytes).digest('base64') : undefined)
  }
  const results = []
  for (const hash of sent) {
    const result = hash && (await rpc.outcome(hash))
    if (result) learn(result)
    results.push(result)
  }
  for (const { signer, tx } of transactions) for (const one of [signer, tx.cosigner]) if (one) await rpc.refresh(one)
  for (const one of world.opened) if (one.number === 0) await rpc.refresh(one)
  world.height = await rpc.height()
  return results
}

const valuesOf = (events, type, key) =>
  events
    .filter((event) => event.type === type)
    .flatMap(({ attributes }) => attributes.filter((a) => a.key === key).map((a) => a.value))

/** Notes what a transaction has made. */
function learn({ code, events }) {
  if (code !== 0) return
  world.packets.push(...pendingOf(events))
  for (const url of valuesOf(events, 'trip_circuit_breaker', 'msg_url'))
    url.split(',').forEach((one) => world.disabled.add(one))
  for (const url of valuesOf(events, 'reset_circuit_breaker', 'msg_url'))
    url.split(',').forEach((one) => world.disabled.delete(one))
  for (const { attributes } of events.filter(({ type }) => type === 'cosmos.authz.v1beta1.EventGrant')) {
    const at = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
    world.granted.push([at.granter, at.grantee, at.msg_type_url].map((text) => JSON.parse(text)))
  }
  for (const type of ['set', 'revoke'])
    for (const { attributes } of events.filter((event) => event.type === `${type}_feegrant`)) {
      const [granter, grantee] = ['granter', 'grantee'].map((name) => attributes.find(({ key }) => key === name).value)
      world.allowances = world.allowances.filter((pair) => pair[0] !== granter || pair[1] !== grantee)
      if (type === 'set') world.allowances.push([granter, grantee])
    }
  for (const delegator of valuesOf(events, 'delegate', 'delegator')) world.delegated.add(delegator)
  const seen = new Set([...valuesOf(events, 'transfer', 'recipient'), ...valuesOf(events, 'set_feegrant', 'grantee')])
  world.opened.push(...world.toOpen.filter(({ address }) => seen.has(address)))
  world.toOpen = world.toOpen.filter(({ address }) => !seen.has(address))
  world.validators.push(...valuesOf(events, 'create_validator', 'validator'))
  world.proposals += valuesOf(events, 'submit_proposal', 'proposal_id').length > 0 ? 1 : 0
  for (const { attributes } of events.filter(({ type }) => type === 'instantiate')) {
    const at = Object.fromEntries(attributes.map(({ key, value }) => [key, value]))
    const name = Object.keys(world.codes).find((known) => world.codes[known] === Number(at.code_id))
    ;(world.contracts[name] ??= []).push(at._contract_address)
  }
  for (const denom of valuesOf(events, 'denomination_trace', 'denom').concat(valuesOf(events, 'denom', 'denom')))
    if (denom.startsWith('ibc/') && !world.vouchers.includes(denom)) world.vouchers.push(denom)
}

/** Simulations, and checks of transactions that the node refuses, on the state of a height at which nothing waits. */
async function aside(story) {
  const checked = story.chance(about.users ? 75 : 40)
  const wanted = story.transaction()
  const { signer, tx } = about.users && story.chance(70) ? story.refused(wanted) : wanted
  for (const one of [signer, tx.cosigner]) if (one) await rpc.refresh(one)
  const bytes = checked ? await (about.users ? sign(signer, tx) : refusedTx(story, signer, tx)) : unsigned(signer, tx)
  for (let attempt = 0; attempt < 10; attempt++) {
    const height = await rpc.after(await rpc.height())
    const answer = checked
      ? await rpc.call('check_tx', { tx: Buffer.from(bytes).toString('base64') })
      : await rpc.simulate(bytes)
    if ((await rpc.height()) !== height || !(await rpc.isIdle())) continue
    const tx = Buffer.from(bytes).toString('base64')
    if (!checked)
      return asides.push({ at: height, simulate: tx, ...answer, ...(answer.log && { log: withoutPlaces(answer.log) }) })
    const { code, codespace, log, gas_used: used, gas_wanted: wanted } = answer
    return asides.push({
      at: height,
      check: tx,
      code,
      codespace,
      log: withoutPlaces(log),
      used: Number(used),
      wanted: Number(wanted),
    })
  }
  return undefined
}

/** A transaction that does not pass the steps before its messages. */
function refusedTx(story, signer, tx) {
  const own = { ...signer }
  const wrong = story.below(7)
  if (wrong === 0) own.sequence += 1 + story.below(5)
  if (wrong === 1) own.number += 1
  return sign(own, {
    ...tx,
    ...(wrong === 2 && { gas: 10_000 + story.below(40_000) }),
    ...(wrong === 3 && { fee: [{ denom: 'stake', amount: '9'.repeat(20) }] }),
    ...(wrong === 4 && { memo: 'm'.repeat(257 + story.below(50)) }),
    // A wrong signature; SIGN_MODE_TEXTUAL, SIGN_MODE_EIP_191.
    ...(wrong === 6 && { mode: story.pick([127, 2, 191]), amino: false }),
    ...(wrong === 5 && { timeoutHeight: 1n }),
  })
}

async function one(signer, message, gas = 2_000_000, fee = [{ denom: 'stake', amount: '100' }]) {
  const [result] = await broadcast([{ signer, tx: { messages: [message], gas, fee } }])
  return result
}

/** Codes, first contracts and channels. */
async function prepare() {
  const [first, second] = users
  for (const [name, wasm] of wasms) {
    const value = { sender: first.address, wasmByteCode: name === 'ping_pong' ? gzipSync(wasm) : wasm }
    const { code, events } = await one(first, { typeUrl: '/cosmwasm.wasm.v1.MsgStoreCode', value }, 30_000_000)
    const [id] = valuesOf(events, 'store_code', 'code_id')
    if (code === 0) world.codes[name] = Number(id)
  }
  const instantiate = (signer, name, msg, funds = []) =>
    one(signer, {
      typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
      value: {
        sender: signer.address,
        admin: signer.address,
        codeId: BigInt(world.codes[name]),
        label: name,
        msg: toUtf8(JSON.stringify(msg)),
        funds,
      },
    })
  const coins = ['stake', 'uone', 'utwo'].map((denom) => ({ denom, amount: '500000' }))
  await instantiate(first, 'cw20_base', {
    name: 'Token of a test',
    symbol: 'TOKEN',
    decimals: 6,
    initial_balances: users.map(({ address }) => ({ address, amount: '1000000' })),
    mint: { minter: first.address, cap: '99000000' },
  })
  await instantiate(first, 'cw1_whitelist', { admins: users.map(({ address }) => address), mutable: true }, coins)
  await instantiate(first, 'callback_lab', {}, coins)
  await instantiate(second, 'callback_lab', { on_reply: 'error' }, coins)
  await instantiate(first, 'ping_pong', {})
  await instantiate(second, 'ping_pong', {})
  const [ping, pong] = world.contracts.ping_pong
  for (const how of [
    { ports: ['transfer', 'transfer'], version: 'ics20-1' },
    { ports: [`wasm.${ping}`, `wasm.${pong}`], version: 'ping-1' },
  ]) {
    const ids = []
    for (const step of handshake(first.address, how)) {
      const result = await one(first, step(ids))
      if (result.code !== 0) throw new Error(result.log)
      const [id] = valuesOf(result.events, 'channel_open_init', 'channel_id').concat(
        valuesOf(result.events, 'channel_open_try', 'channel_id'),
      )
      if (id !== undefined) ids.push(id)
    }
    world.pingChannel = ids[0]
  }
}

/** Source: wasmd x/wasm/keeper/addresses.go `BuildContractAddressClassic`. */
function contractAddress(code, instance) {
  const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const numbers = Buffer.alloc(16)
  numbers.writeBigUInt64BE(code)
  numbers.writeBigUInt64BE(instance, 8)
  return toBech32(PREFIX, sha256(sha256(Buffer.from('module')), Buffer.from('wasm\0'), numbers))
}

/** A contract in the place of a vesting account. */
async function replaceVesting() {
  const [first] = users
  const typeUrl = '/cosmwasm.wasm.v1.MsgStoreCode'
  const value = { sender: first.address, wasmByteCode: wasms.get('ping_pong') }
  await one(first, { typeUrl, value }, 30_000_000)
  for (const instance of [1n, 2n]) {
    const toAddress = contractAddress(1n, instance)
    const amount = ['stake', 'uone'].map((denom) => ({ denom, amount: '777' }))
    const fromAddress = first.address
    const lock = { fromAddress, toAddress, amount }
    const send = { fromAddress, toAddress, amount: [{ denom: 'utwo', amount: '5' }] }
    // The second one has less than its schedule has.
    if (instance === 1n)
      await one(first, { typeUrl: '/cosmos.vesting.v1beta1.MsgCreatePermanentLockedAccount', value: lock })
    else
      await one(first, {
        typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
        value: { ...lock, endTime: 1n, delayed: true },
      })
    await one(first, { typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: send })
    await one(first, {
      typeUrl: '/cosmwasm.wasm.v1.MsgInstantiateContract',
      value: { sender: first.address, admin: '', codeId: 1n, label: 'ping', msg: toUtf8('{}'), funds: [] },
    })
  }
}

const lines = []
try {
  for (const one of users) await rpc.refresh(one)
  await about.prepare()
  console.log(`prepared at height ${await rpc.height()}`)
  const story = about.tell(Number(values.seed), world)
  for (let count = 0; count < Number(values.transactions);) {
    const batch = Array.from({ length: 1 + story.below(about.batch ?? 4) }, () => story.transaction())
    const results = await broadcast(batch)
    if (story.chance(60)) await rpc.after(world.height + story.below(2))
    count += results.filter(Boolean).length
    if (story.chance(about.users ? 80 : 40)) await aside(story)
  }
  while ((await rpc.height()) <= Number(values.heights)) await rpc.after(await rpc.height())
  const last = (await rpc.height()) - 1
  const header = {
    program: 'wasmd',
    version: built('github.com/CosmWasm/wasmd') ?? version.version,
    modules: Object.fromEntries(
      ['github.com/cosmos/cosmos-sdk', 'github.com/cosmos/ibc-go/v10', 'github.com/CosmWasm/wasmvm/v3'].map((path) => [
        path,
        built(path),
      ]),
    ),
    seed: Number(values.seed),
    stores: STORES,
    genesis,
  }
  lines.push(header)
  let [before, transactions] = [{}, 0]
  for (let height = 1; height <= last; height++) {
    const block = await readBlock(rpc, height, fileIn)
    transactions += block.txs?.length ?? 0
    const roots = height < 2 ? {} : await readRoots(rpc, height)
    const changed = Object.fromEntries(Object.entries(roots).filter(([store, root]) => before[store] !== root))
    before = { ...before, ...roots }
    lines.push({ ...block, ...(Object.keys(changed).length > 0 && { roots: changed }) })
    lines.push(...asides.filter(({ at }) => at === height))
  }
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const packed = brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  mkdirSync(join(out, '..'), { recursive: true })
  writeFileSync(out, packed)
  console.log(
    `${transactions} transactions in ${last} blocks, ${asides.length} simulations and checks: ${packed.length} bytes`,
  )
} finally {
  await end()
  log.end()
  rmSync(folder, { recursive: true, force: true })
}
