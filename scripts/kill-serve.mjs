// Kills `sudobox serve --record --state` at random moments while a client keeps requesting coins from its faucet, and checks after each kill that both files
// can be read, that no confirmed credit is missing, and that the network continues from there: `npm run kill-serve -- 100`. At the end the recording is replayed.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { killRows } from './figures/rows.mjs'
import { writeRows } from './results.mjs'
import { readFixture, replay } from '../dist/replay/index.js'

const HELP = `Kills a served network at random moments, and checks that it continues without a loss.

  npm run kill-serve -- [ROUNDS] [--write]

  ROUNDS   how often; default 100
  --write  write the rows to bench/results/kill-serve.json, and docs/figures.md from them`

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, help: { type: 'boolean', short: 'h' } },
})
const rounds = Number(positionals[0] ?? 100)
if (values.help || !Number.isInteger(rounds) || rounds < 1) {
  console.log(HELP)
  process.exit(values.help ? 0 : 2)
}
const MAIN = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sudobox-kill-'))
const [state, record] = [join(folder, 'state.yaml'), join(folder, 'session.yaml')]
const flags = ['--state', state, '--record', record, '--accounts', '1', '--coins', 'neutron=1uusd']
const faucet = ['--faucet', '--faucet-cooldown', '0', '--faucet-coins', 'neutron=1untrn']

async function start() {
  const child = spawn(process.execPath, [MAIN, 'serve', '--json', '--free-ports', ...flags, ...faucet], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    const started = JSON.parse(line)
    const { address } = started.mnemonics[0].accounts[0]
    return {
      async credit() {
        const body = JSON.stringify({ denom: 'untrn', address })
        const headers = { 'content-type': 'application/json' }
        const answer = await fetch(`${started.urls.neutron.faucet}/credit`, { method: 'POST', body, headers })
        if (!answer.ok) throw new Error(`the faucet answered ${answer.status}: ${await answer.text()}`)
      },
      async balance() {
        const url = `${started.urls.neutron.rest}/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=untrn`
        return Number((await (await fetch(url)).json()).balance.amount)
      },
      async end(signal) {
        child.kill(signal)
        return ended
      },
    }
  }
  throw new Error(`sudobox serve ended with ${await ended}`)
}

const creditsIn = (file) =>
  readFixture(file).steps.filter(({ do: step }) => step.action === 'tx' && step.messages[0].send.amount === '1untrn')
    .length

let answered = 0
let unanswered = 0
for (let round = 1; round <= rounds; round++) {
  const network = await start()
  const had = await network.balance()
  if (had < answered)
    throw new Error(`round ${round}: ${answered} credits were answered, the network continues with ${had}`)
  unanswered += had - answered
  answered = had
  const moment = Math.random() * 400
  const killed = new Promise((resolve) => setTimeout(resolve, moment)).then(() => network.end('SIGKILL'))
  try {
    for (;;) {
      await network.credit()
      answered++
    }
  } catch (error) {
    if (/answered/.test(error.message)) throw error
  }
  await killed
  for (const file of [record, state]) {
    const found = creditsIn(file)
    if (found < answered || found > answered + 1)
      throw new Error(
        `round ${round}: ${answered} credits were answered, ${file} has ${found}\n${readFileSync(file, 'utf8').slice(-500)}`,
      )
  }
  if (round % 10 === 0) console.log(`${round} kills, ${answered} credits`)
}
const last = await start()
await last.end('SIGINT')
const { passed } = await replay(readFixture(record), record)
if (!passed) throw new Error(`the recording does not replay: ${record}`)
rmSync(folder, { recursive: true })
console.log(
  `${rounds} kills: ${answered} credits, of which ${unanswered} were done but not answered; nothing was lost, and the recording replays`,
)
if (values.write) writeRows('kill-serve', killRows({ rounds, answered, unanswered }))
