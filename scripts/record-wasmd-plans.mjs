// Records upgrade plans on real chains of wasmd, up to the block that each cannot make: `npm run reference:wasmd-plans -- --wasmd PATH`.
// It writes fixtures/wasmd/plans-*.jsonl.br, which test/app/wasmd/plans.conformance.test.ts replays.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { toBech32 } from '@cosmjs/encoding'
import { MsgCancelUpgrade, MsgSoftwareUpgrade } from 'cosmjs-types/cosmos/upgrade/v1beta1/tx'
import { until } from './relayers/network.mjs'
import { FURTHER, readBlock, readRoots, STORES } from './wasmd/blocks.mjs'
import { PREFIX } from './wasmd/genesis.mjs'
import { Session, valuesOf } from './wasmd/session.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const GOV = toBech32(PREFIX, Uint8Array.from(Buffer.from('7b5fe22b5446f7c62ea27b8bd71cef94e03f3df2', 'hex')))
/** Seconds for votes. */
const VOTING = 6
/** Go's first time, which stands for none. */
const NO_TIME = { seconds: -62_135_596_800n, nanos: 0 }
/** What a node prints that cannot make a block. */
const FAILED = /error in proxyAppConn\.FinalizeBlock err=("(?:[^"\\]|\\.)*")/
const stores = [...STORES, ...FURTHER, 'circuit']

const { values } = parseArgs({
  options: { wasmd: { type: 'string' }, help: { type: 'boolean', default: false } },
})
if (values.help || values.wasmd === undefined) {
  console.log(`Records proposals of upgrade plans on real nodes of one validator.

  npm run reference:wasmd-plans -- --wasmd PATH

  --wasmd PATH   the program of v0.61.14, see reference/wasmd-070/README.md`)
  process.exit(values.help ? 0 : 2)
}

const at =
  (height) =>
  (name, info = '') => ({ name, time: NO_TIME, height: BigInt(height), info })
const software = (plan) => [MsgSoftwareUpgrade, { authority: GOV, plan }]
const CANCEL = [MsgCancelUpgrade, { authority: GOV }]

/** Plans that are replaced, cancelled and refused, and one that the program has no handler for. */
async function needed(session) {
  const far = at(session.world.height + 100_000)
  await passed(session, [CANCEL])
  await passed(session, [software(far('v0.97', 'the first'))])
  await passed(session, [software(far('v0.98', 'replaces it'))])
  await passed(session, [CANCEL])
  for (const plan of [
    at(3)('v0.98'),
    far(''),
    at(0)('v0.98'),
    { ...far('v0.98'), time: { seconds: 4_000_000_000n, nanos: 0 } },
    {
      ...far('v0.98'),
      upgradedClientState: { typeUrl: '/ibc.lightclients.tendermint.v1.ClientState', value: new Uint8Array() },
    },
  ])
    await submitted(session, [software(plan)])
  await sleep(VOTING * 1000 + 1500)
  const { world } = session
  await passed(session, [software(at((await session.rpc.height()) + 30)('v0.99', 'https://example.com/v0.99'))])
  world.height = await session.rpc.height()
}

/** A plan that the program has a handler for, before its height. */
async function early(session) {
  await submitted(session, [software(at(session.world.height + 100_000)('v0.60', 'for the next program'))])
}

async function submitted(session, messages) {
  const [first] = session.world.users
  const result = await session.one(first, {
    typeUrl: '/cosmos.gov.v1.MsgSubmitProposal',
    value: {
      messages: messages.map(([type, value]) => ({
        typeUrl: type.typeUrl,
        value: type.encode(type.fromPartial(value)).finish(),
      })),
      initialDeposit: [{ denom: 'stake', amount: '5000' }],
      proposer: first.address,
      metadata: '',
      title: 'A plan',
      summary: 'Of a recording',
      expedited: false,
    },
  })
  if (result?.code !== 0) return console.log(`refused: ${result?.log ?? 'by the mempool'}`)
  const proposalId = BigInt(valuesOf(result.events, 'submit_proposal', 'proposal_id')[0])
  await session.one(first, {
    typeUrl: '/cosmos.gov.v1.MsgVote',
    value: { proposalId, voter: first.address, option: 1, metadata: '' },
  })
}

async function passed(session, messages) {
  await submitted(session, messages)
  await sleep(VOTING * 1000 + 1500)
}

for (const [name, story] of Object.entries({ needed, early })) {
  const session = await Session.start({
    program: values.wasmd,
    count: 2,
    genesis: ({ gov }) =>
      Object.assign(gov.params, {
        voting_period: `${VOTING}s`,
        expedited_voting_period: '5s',
        max_deposit_period: '90s',
      }),
  })
  try {
    session.world.height = await session.rpc.height()
    await story(session)
    let text
    await until('the chain to stop', 120, () => {
      text = FAILED.exec(stripVTControlCharacters(session.printed()))?.[1]
      return Promise.resolve(text !== undefined)
    })
    const last = await session.rpc.height()
    const lines = [
      {
        ...session.version,
        stores,
        halted: { height: last + 1, text: JSON.parse(text) },
        genesis: session.genesis,
      },
    ]
    let known = {}
    for (let height = 1; height <= last; height++) {
      const block = await readBlock(session.rpc, height, () => undefined)
      // A root is proven by the header of the next block.
      const roots = height < 2 || height === last ? {} : await readRoots(session.rpc, height, stores)
      const changed = Object.fromEntries(Object.entries(roots).filter(([store, root]) => known[store] !== root))
      known = { ...known, ...roots }
      lines.push({ ...block, ...(Object.keys(changed).length > 0 && { roots: changed }) })
    }
    const packed = brotliCompressSync(lines.map((line) => JSON.stringify(line)).join('\n'))
    writeFileSync(join(ROOT, `fixtures/wasmd/plans-${name}-0.61.jsonl.br`), packed)
    console.log(`${name}: ${last} blocks, ${packed.length} bytes; ${text}`)
  } finally {
    await session.end()
  }
}
