// Records the results of random transactions on a real node of the Cosmos Hub: `npm run reference:gaia -- --gaiad PATH`.
// It writes a file of fixtures/gaia, which test/app/cosmoshub/recorded.conformance.test.ts replays.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { FEE, GAIA, genesisOf, prepareOwn, storesOf } from './gaia/chain.mjs'
import { HubStory, KINDS } from './gaia/story.mjs'
import { packLines, readBlocks, withoutPlaces } from './wasmd/blocks.mjs'
import { sign, unsigned } from './wasmd/client.mjs'
import { prepare } from './wasmd/prepare.mjs'
import { finderOf, readWasms, Session } from './wasmd/session.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = ['cw1_whitelist', 'cw20_base', 'callback_lab']
const PREPARE = { mixed: prepare, own: prepareOwn, fees: () => undefined }

const { values } = parseArgs({
  options: {
    gaiad: { type: 'string' },
    transactions: { type: 'string', default: '150' },
    seed: { type: 'string', default: '28' },
    about: { type: 'string', default: 'mixed' },
    out: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
const { about } = values
if (values.help || values.gaiad === undefined || !Object.hasOwn(KINDS, about)) {
  console.log(`Records random transactions on a real node of one validator.

  npm run reference:gaia -- --gaiad PATH [--transactions N] [--seed N] [--about ${Object.keys(KINDS).join('|')}] [--out FILE]

  --gaiad PATH   the program of the node: gaiad v28.0.0`)
  process.exit(values.help ? 0 : 2)
}

const wasms = readWasms(FILES)
const session = await Session.start({
  program: values.gaiad,
  count: 6,
  genesis: genesisOf(about),
  chain: GAIA,
  args: ['--minimum-gas-prices', `0${GAIA.denom}`],
})
const { genesis, rpc, version, world } = session
world.fee = FEE
const asides = []

/** What the node says of a transaction on the state of a height at which none is pending: a simulation, or a refusal. */
async function aside(story) {
  const checked = story.chance(70)
  const { signer, tx } = story.transaction()
  // A node runs what relayers deliver before it takes it, which a chain here leaves to its block.
  if (tx.messages.some(({ typeUrl }) => typeUrl.startsWith('/ibc.core.'))) return
  await rpc.refresh(signer)
  const bytes = checked ? await sign(signer, tx) : unsigned(signer, tx)
  const base64 = Buffer.from(bytes).toString('base64')
  const height = await rpc.after(await rpc.height())
  const answer = checked ? await rpc.call('check_tx', { tx: base64 }) : await rpc.simulate(bytes)
  if ((await rpc.height()) !== height || !(await rpc.isIdle())) return
  const log = answer.log && { log: withoutPlaces(answer.log) }
  if (!checked) asides.push({ at: height, simulate: base64, ...answer, ...log })
  else if (answer.code !== 0)
    asides.push({
      at: height,
      check: base64,
      code: answer.code,
      codespace: answer.codespace,
      ...log,
      used: Number(answer.gas_used),
      wanted: Number(answer.gas_wanted),
    })
  // What the node accepted counts for it until the next block.
  await rpc.after(height)
}

try {
  await PREPARE[about](session, wasms)
  console.log(`prepared at height ${await rpc.height()}`)
  const story = new HubStory(Number(values.seed), world, KINDS[about])
  for (let count = 0; count < Number(values.transactions);) {
    const batch = Array.from({ length: 1 + story.below(4) }, () => story.transaction())
    const results = await session.broadcast(batch)
    if (story.chance(40)) await rpc.after(world.height + story.below(2))
    count += results.filter(Boolean).length
    if (story.chance(50)) await aside(story)
  }
  const last = (await rpc.height()) - 1
  const stores = await storesOf(rpc, last)
  const blocks = await readBlocks(rpc, last, { stores, asides, fileIn: finderOf(wasms), withHash: true })
  const packed = packLines([{ ...version, seed: Number(values.seed), stores, genesis }, ...blocks])
  const out = values.out ?? join(ROOT, `fixtures/gaia/${about}.jsonl.br`)
  mkdirSync(join(out, '..'), { recursive: true })
  writeFileSync(out, packed)
  const transactions = blocks.reduce((sum, { txs = [] }) => sum + txs.length, 0)
  console.log(
    `${transactions} transactions in ${last} blocks, ${asides.length} simulations and checks: ${packed.length} bytes`,
  )
} finally {
  await session.end()
}
