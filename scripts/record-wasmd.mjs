// Records the results of random transactions on a real wasmd node: `npm run reference:wasmd -- --wasmd PATH`.
// It writes a file of fixtures/wasmd, which test/app/wasmd/recorded.conformance.test.ts replays.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { packLines, readBlocks, storesOf, withoutPlaces } from './wasmd/blocks.mjs'
import { sign, unsigned } from './wasmd/client.mjs'
import { FeegrantStory } from './wasmd/feegrant.mjs'
import { feegrantGenesis, VESTING_USERS } from './wasmd/feegrant-genesis.mjs'
import { GRANTS } from './wasmd/grants.mjs'
import { prepare, replaceVesting } from './wasmd/prepare.mjs'
import { finderOf, readWasms, Session } from './wasmd/session.mjs'
import { Story } from './wasmd/story.mjs'
import { hasten, VALIDATORS } from './wasmd/validators.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = ['cw1_whitelist', 'cw20_base', 'callback_lab', 'ping_pong', 'remote_reader']
const USERS = 6

const STORIES = {
  story: { create: (seed, world) => new Story(seed, world), prepare },
  grants: { create: (seed, world) => new Story(seed, world, GRANTS), prepare },
  feegrant: {
    create: (seed, world) => new FeegrantStory(seed, world),
    users: USERS + VESTING_USERS,
    batch: 8,
    genesis: feegrantGenesis,
    prepare: replaceVesting,
  },
  validators: {
    create: (seed, world) => new Story(seed, world, VALIDATORS),
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

  --wasmd PATH   the program of the node. One way to it: go build ./cmd/wasmd in a checkout of CosmWasm/wasmd v0.61.14;
                 for v0.70.3: go build -o PATH github.com/CosmWasm/wasmd/cmd/wasmd in reference/wasmd-070`)
  process.exit(values.help ? 0 : 2)
}

const wasms = readWasms(FILES)
const fileIn = finderOf(wasms)
const session = await Session.start({
  program: values.wasmd,
  count: about.users ?? USERS,
  genesis: about.genesis,
  timeoutPropose: about.timeoutPropose,
})
const { genesis, rpc, version, world } = session
/** Whether its release is the one whose files have no release in their names: later ones have no circuit breaker. */
const isFirst = genesis.app_state.circuit !== undefined
const asides = []
const out = values.out ?? join(ROOT, `fixtures/wasmd/${values.about}${isFirst ? '' : '-0.70'}.jsonl.br`)

/** Simulations, and checks of transactions that the node refuses, on the state of a height at which no transaction is pending. */
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
  if (wrong === 1) own.number += 1n
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

try {
  await about.prepare(session, wasms)
  console.log(`prepared at height ${await rpc.height()}`)
  const story = about.create(Number(values.seed), world)
  for (let count = 0; count < Number(values.transactions);) {
    const batch = Array.from({ length: 1 + story.below(about.batch ?? 4) }, () => story.transaction())
    const results = await session.broadcast(batch)
    if (story.chance(60)) await rpc.after(world.height + story.below(2))
    count += results.filter(Boolean).length
    if (story.chance(about.users ? 80 : 40)) await aside(story)
  }
  while ((await rpc.height()) <= Number(values.heights)) await rpc.after(await rpc.height())
  const last = (await rpc.height()) - 1
  const stores = storesOf(genesis)
  const header = {
    ...version,
    seed: Number(values.seed),
    stores,
    genesis,
  }
  const blocks = await readBlocks(rpc, last, { stores, asides, fileIn, withHash: !isFirst })
  const transactions = blocks.reduce((count, { txs = [] }) => count + txs.length, 0)
  const packed = packLines([header, ...blocks])
  mkdirSync(join(out, '..'), { recursive: true })
  writeFileSync(out, packed)
  console.log(
    `${transactions} transactions in ${last} blocks, ${asides.length} simulations and checks: ${packed.length} bytes`,
  )
} finally {
  await session.end()
}
