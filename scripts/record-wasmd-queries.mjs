// Records the answers of a real wasmd node to all queries of its modules, over gRPC and REST: `npm run reference:wasmd-queries -- --wasmd PATH`.
// It writes fixtures/wasmd/queries-0.70.jsonl.br, which test/app/wasmd/queries.conformance.test.ts replays.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import { readAppHash, readBlock } from './wasmd/blocks.mjs'
import { authorityStory } from './wasmd/authority.mjs'
import { prepare } from './wasmd/prepare.mjs'
import { Asker, encoded, methodsOf, requestsOf, urlOf } from './wasmd/questions.mjs'
import { valuesFor } from './wasmd/question-values.mjs'
import { finderOf, readWasms, Session } from './wasmd/session.mjs'
import { Story } from './wasmd/story.mjs'
import { before, idleValidator } from './wasmd/sure.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FILES = ['cw1_whitelist', 'cw20_base', 'callback_lab', 'ping_pong', 'remote_reader']

const { values } = parseArgs({
  options: {
    wasmd: { type: 'string' },
    transactions: { type: 'string', default: '60' },
    seed: { type: 'string', default: '18' },
    out: { type: 'string', default: join(ROOT, 'fixtures/wasmd/queries-0.70.jsonl.br') },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || values.wasmd === undefined) {
  console.log(`Records answers to all queries of a real node.

  npm run reference:wasmd-queries -- --wasmd PATH [--transactions N] [--seed N] [--out FILE]

  --wasmd PATH   the program of v0.70.3, see reference/wasmd-070/README.md`)
  process.exit(values.help ? 0 : 2)
}

const wasms = readWasms(FILES)
const session = await Session.start({
  program: values.wasmd,
  count: 6,
  genesis: (state) => {
    // Proposals, unbondings and redelegations are still there when the queries come.
    state.staking.params.unbonding_time = '1000s'
    Object.assign(state.gov.params, {
      max_deposit_period: '900s',
      voting_period: '1000s',
      expedited_voting_period: '6s',
    })
  },
})
const { genesis, rpc, urls, version, world } = session
const asker = new Asker(urls.grpc)
const lines = []
/** An answer, or the hash of one with the code of a contract. */
const brief = (text) => (text.length > 20_000 ? `sha256 ${createHash('sha256').update(text).digest('hex')}` : text)
const asides = []

/** Runs a list of a user and its messages each. */
async function run(list) {
  for (const [signer, messages, gas = 3_000_000] of list) {
    const [result] = await session.broadcast([
      { signer, tx: { messages, gas, fee: [{ denom: 'stake', amount: '100' }] } },
    ])
    if (result?.code !== 0) console.log(`${messages[0].typeUrl}: ${result?.log ?? 'refused'}`)
  }
}

try {
  await prepare(session, wasms)
  await run([idleValidator(world), ...before(world)])
  const story = new Story(Number(values.seed), world)
  for (let count = 0; count < Number(values.transactions);) {
    const batch = Array.from({ length: 1 + story.below(4) }, () => story.transaction())
    count += (await session.broadcast(batch)).filter(Boolean).length
  }
  await authorityStory(session, run, asides)
  await rpc.after((await rpc.height()) + 3)
  const last = (await rpc.height()) - 1
  const { registry, methods } = await methodsOf(asker)
  const known = await valuesFor(session, asker, last)
  const routes = methods.filter(({ get }) => get !== undefined).map(({ get, path }) => `GET ${get} ${path}`)
  const questions = []
  for (const method of methods)
    for (const request of requestsOf(method, known)) {
      const bytes = encoded(method.input, request, registry)
      const answer = await asker.ask(method.path, bytes, last)
      if (answer.response !== undefined) answer.response = brief(answer.response)
      questions.push({ at: last, query: method.path, request: Buffer.from(bytes).toString('base64'), ...answer })
      const url = method.get && urlOf(method, request)
      if (url === undefined) continue
      const response = await fetch(`${urls.rest}${url}`, { headers: { 'x-cosmos-block-height': String(last) } })
      questions.push({ at: last, get: url, status: response.status, body: brief(await response.text()) })
    }
  lines.push({ ...version, seed: Number(values.seed), stores: [], routes, genesis })
  for (let height = 1; height <= last; height++) {
    const block = await readBlock(rpc, height, finderOf(wasms))
    const { header } = (await rpc.call('block', { height: String(height) })).block
    // The app hash says all that the roots of the stores would.
    lines.push({ ...block, appHash: await readAppHash(rpc, height), consensusHash: header.consensus_hash })
  }
  lines.push(...asides, ...questions)
  const packed = brotliCompressSync(lines.map((line) => JSON.stringify(line)).join('\n'), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  writeFileSync(values.out, packed)
  console.log(`${questions.length} answers of ${methods.length} methods at ${last}: ${packed.length} bytes`)
} finally {
  asker.close()
  await session.end()
}
