// Records an upgrade of a real wasmd chain by a proposal: `npm run reference:wasmd-upgrade -- --from PATH --to PATH`.
// It writes fixtures/wasmd/upgrade-0.61-0.70.jsonl.br, which test/app/wasmd/upgrade.conformance.test.ts replays.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { toBech32, toUtf8 } from '@cosmjs/encoding'
import { MsgSetSendEnabled } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgSoftwareUpgrade } from 'cosmjs-types/cosmos/upgrade/v1beta1/tx'
import { until } from './relayers/network.mjs'
import { FURTHER, readAppHash, readBlock, readRoots, STORES } from './wasmd/blocks.mjs'
import { PREFIX } from './wasmd/genesis.mjs'
import { handshake, packetMessage } from './wasmd/packets.mjs'
import { prepare } from './wasmd/prepare.mjs'
import { finderOf, readWasms, Session, valuesOf, versionOf } from './wasmd/session.mjs'
import { Story } from './wasmd/story.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = ['cw1_whitelist', 'cw20_base', 'callback_lab', 'ping_pong', 'remote_reader']
const GOV = toBech32(PREFIX, Uint8Array.from(Buffer.from('7b5fe22b5446f7c62ea27b8bd71cef94e03f3df2', 'hex')))
/** The only plan that wasmd v0.70.3 has a handler for. Source: its app/upgrades.go. */
const PLAN = 'v0.60'
/** Seconds for votes on the upgrade, and on other proposals, which are open when it comes. */
const [EXPEDITED, VOTING] = [25, 100]

const { values } = parseArgs({
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    transactions: { type: 'string', default: '120' },
    seed: { type: 'string', default: '42' },
    out: { type: 'string', default: join(ROOT, 'fixtures/wasmd/upgrade-0.61-0.70.jsonl.br') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || values.from === undefined || values.to === undefined) {
  console.log(`Records random transactions on a real node of one validator before and after an upgrade.

  npm run reference:wasmd-upgrade -- --from PATH --to PATH [--transactions N] [--seed N] [--out FILE]

  --from PATH, --to PATH   the programs of v0.61.14 and v0.70.3, see reference/wasmd-070/README.md
  --transactions N         before the upgrade, and again after it`)
  process.exit(values.help ? 0 : 2)
}

const of = (typeUrl, value) => ({ typeUrl, value })
const deposit = (amount) => [{ denom: 'stake', amount: String(amount) }]

const wasms = readWasms(FILES)
const fileIn = finderOf(wasms)
const session = await Session.start({
  program: values.from,
  count: 6,
  genesis: ({ gov }) =>
    Object.assign(gov.params, {
      voting_period: `${VOTING}s`,
      expedited_voting_period: `${EXPEDITED}s`,
      max_deposit_period: '90s',
    }),
})
const { genesis, world } = session
const [first, second, third] = world.users
const story = new Story(Number(values.seed), world)
const ran = async (signer, message) => {
  const result = await session.one(signer, message)
  if (result?.code !== 0) throw new Error(`${message.typeUrl}: ${result?.log ?? 'refused'}`)
  return result
}

/** Random transactions, in at least so many blocks. */
async function tell(transactions, blocks = 0) {
  const start = world.height
  for (let count = 0; count < transactions || world.height < start + blocks;) {
    const batch = Array.from({ length: 1 + story.below(4) }, () => story.transaction())
    count += (await session.broadcast(batch)).filter(Boolean).length
    if (story.chance(40)) await session.rpc.after(world.height)
  }
}

/** A channel between the contracts. @returns its id */
async function openChannel(ordering) {
  const [ping, pong] = world.contracts.ping_pong
  const ids = []
  for (const step of handshake(first.address, {
    ports: [`wasm.${ping}`, `wasm.${pong}`],
    version: 'ping-1',
    ordering,
  })) {
    const { events } = await ran(first, step(ids))
    ids.push(
      ...valuesOf(events, 'channel_open_init', 'channel_id').concat(valuesOf(events, 'channel_open_try', 'channel_id')),
    )
  }
  return ids[0]
}

const ping = (channel, seconds) =>
  of('/cosmwasm.wasm.v1.MsgExecuteContract', {
    sender: first.address,
    contract: world.contracts.ping_pong[0],
    msg: toUtf8(
      JSON.stringify({ send: { channel_id: channel, packet: { ping: { rally: 1 } }, timeout_seconds: seconds } }),
    ),
    funds: [],
  })

const transfer = (amount) =>
  of('/ibc.applications.transfer.v1.MsgTransfer', {
    sourcePort: 'transfer',
    sourceChannel: 'channel-0',
    token: { denom: 'uone', amount },
    sender: first.address,
    receiver: second.address,
    timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
    timeoutTimestamp: 2524608000000000000n,
    memo: '',
  })

/** The packet that a message sends. */
async function sendPacket(message) {
  const before = world.packets.length
  await ran(first, message)
  return world.packets.splice(before, 1)[0]
}

const proposal = (type, value, expedited) =>
  of('/cosmos.gov.v1.MsgSubmitProposal', {
    messages: [{ typeUrl: type.typeUrl, value: type.encode(type.fromPartial(value)).finish() }],
    initialDeposit: deposit(5000),
    proposer: first.address,
    metadata: '',
    title: 'A proposal',
    summary: 'Of a recording',
    expedited,
  })

async function propose(...args) {
  const { events } = await ran(first, proposal(...args))
  return BigInt(valuesOf(events, 'submit_proposal', 'proposal_id')[0])
}
const vote = (proposalId, voter) =>
  of('/cosmos.gov.v1.MsgVote', { proposalId, voter: voter.address, option: 1, metadata: '' })

/** Blocks from one height to another as the fixture has them. */
async function* blocksOf(from, to, stores, hashed) {
  for (let height = from; height <= to; height++) {
    const block = await readBlock(session.rpc, height, fileIn)
    const roots = height < 2 ? {} : await readRoots(session.rpc, height, stores)
    yield { ...block, ...(hashed && { appHash: await readAppHash(session.rpc, height) }), roots }
  }
}

const lines = []
try {
  await prepare(session, wasms)
  await tell(Number(values.transactions))
  // One ordered channel that a timeout closes, and one whose packet has timed out and not been told yet.
  const closed = await sendPacket(ping(await openChannel(2), 1))
  const locked = await sendPacket(ping(await openChannel(2), 1))
  await sleep(2000)
  await ran(first, packetMessage(closed, first.address, world.height))
  const inFlight = [await sendPacket(ping(world.pingChannel, 1_000_000_000)), await sendPacket(transfer('4242'))]
  const allowance = of('/cosmos.feegrant.v1beta1.MsgGrantAllowance', {
    granter: second.address,
    grantee: third.address,
    allowance: {
      typeUrl: BasicAllowance.typeUrl,
      value: BasicAllowance.encode({
        spendLimit: deposit(9000),
        expiration: { seconds: 5_000_000_000n, nanos: 0 },
      }).finish(),
    },
  })
  if (!world.allowances.some(([granter, grantee]) => granter === second.address && grantee === third.address))
    await ran(second, allowance)

  const planned = world.height + 60
  // A time that is not there is Go's first one.
  const time = { seconds: -62_135_596_800n, nanos: 0 }
  const plan = { name: PLAN, time, height: BigInt(planned), info: 'to v0.70' }
  const upgrade = await propose(MsgSoftwareUpgrade, { authority: GOV, plan }, true)
  const votesEnd = performance.now() + EXPEDITED * 1000
  await ran(first, vote(upgrade, first))
  const other = await propose(
    MsgSetSendEnabled,
    { authority: GOV, sendEnabled: [{ denom: 'utwo', enabled: false }], useDefaultFor: [] },
    false,
  )
  // The old program has a handler for the plan too, and would refuse to run with it pending: the votes end in the block before the plan's.
  // The first two blocks after a pause have times from before it.
  await session.restart(values.from, ['--halt-height', String(planned - 3)])
  console.log(`plan at ${planned}, now at ${await session.rpc.height()}`)
  await until('the blocks before the votes end', 60, async () => (await session.rpc.height()) >= planned - 4)
  if (performance.now() > votesEnd - 500) throw new Error('the votes ended too early')
  await sleep(votesEnd + 2000 - performance.now())
  await session.restart(values.from, ['--halt-height', String(planned)])
  await until('the block before the plan', 60, async () => (await session.rpc.height()) >= planned - 1)
  await sleep(1000)
  const stores = [...STORES, ...FURTHER, 'circuit']
  const before = []
  for await (const block of blocksOf(1, planned - 1, stores, false)) before.push(block)
  console.log(`${before.length} blocks of the old program`)

  await session.restart(values.to)
  console.log(`the new program is at ${await session.rpc.height()}`)
  world.height = await session.rpc.height()
  for (const one of world.users) await session.rpc.refresh(one)
  for (const packet of inFlight) await ran(second, packetMessage(packet, second.address, world.height))
  await session.one(second, packetMessage(closed, second.address, world.height))
  await session.one(first, ping(closed.packet.sourceChannel, 100))
  const told = await session.one(third, packetMessage(locked, third.address, world.height))
  console.log(`the timeout on the ordered channel: ${told?.log ?? 'refused'}`)
  await ran(first, vote(other, first))
  await session.broadcast([
    { signer: third, tx: { messages: [transferOf(third)], gas: 200_000, fee: deposit(50), granter: second.address } },
  ])
  await tell(Number(values.transactions), 60)
  const last = (await session.rpc.height()) - 1
  const after = []
  for await (const block of blocksOf(planned, last, [...STORES, ...FURTHER], true)) after.push(block)

  const { version: to, modules } = versionOf(values.to)
  lines.push({
    ...session.version,
    seed: Number(values.seed),
    stores,
    upgrade: { plan: PLAN, height: planned, to: { version: to, modules } },
    genesis,
  })
  let known = {}
  for (const { roots, ...block } of [...before, ...after]) {
    const changed = Object.fromEntries(Object.entries(roots).filter(([store, root]) => known[store] !== root))
    known = { ...known, ...roots }
    lines.push({ ...block, ...(Object.keys(changed).length > 0 && { roots: changed }) })
  }
  const packed = brotliCompressSync(lines.map((line) => JSON.stringify(line)).join('\n'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  mkdirSync(join(values.out, '..'), { recursive: true })
  writeFileSync(values.out, packed)
  console.log(`${before.length} and ${after.length} blocks: ${packed.length} bytes`)
} finally {
  await session.end()
}

function transferOf({ address }) {
  return of('/cosmos.bank.v1beta1.MsgSend', {
    fromAddress: address,
    toAddress: first.address,
    amount: [{ denom: 'uone', amount: '3' }],
  })
}
