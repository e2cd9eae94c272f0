// What it costs to start with the state of a live chain: one with 100,000 rows of a contract, that another process serves.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createSandbox } from '../../dist/sandbox/index.js'

const ROWS = 100_000
const FORK = 'fork of a served chain with 100,000 rows of a contract, to the first execute'

async function serve() {
  const child = spawn(process.execPath, ['test/fork/served-chain.mjs', String(ROWS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) return { child, ...JSON.parse(line) }
  throw new Error('the chain ended before it was ready')
}

/** Milliseconds on the clock and HTTP requests from nothing to the result of the first execute. */
async function firstExecute({ rpc, token, alice, height }, options) {
  let requests = 0
  const start = performance.now()
  const sandbox = createSandbox(
    { chains: { neutron: { fork: { rpc, height: BigInt(height - 1), ...options } }, hub: {} } },
    { onFork: (progress) => (requests = progress.requests) },
  )
  const { neutron } = sandbox.chains
  const bob = neutron.account('bob', '5000untrn')
  await neutron.actAs(alice).execute(token, { transfer: { recipient: bob.address, amount: '7' } })
  const time = performance.now() - start
  await sandbox.close()
  return { time, requests }
}

const cell = ({ time, requests }) => `${Math.round(time)} ms, ${requests} requests`

export async function forkFigures(row) {
  const chain = await serve()
  const folder = () => mkdtempSync(join(tmpdir(), 'sudobox-fork-'))
  const folders = [folder(), folder()]
  // The first sandbox of a process compiles the engine's code: all later ones are warm.
  await firstExecute(chain, { cache: false })
  const fresh = await firstExecute(chain, { cache: folders[0] })
  const cached = await firstExecute(chain, { cache: folders[0] })
  const verified = await firstExecute(chain, { cache: folders[1], verify: true })
  const again = await firstExecute(chain, { cache: folders[1], verify: true })
  row(FORK, cell(fresh))
  row(`${FORK}, from the cache`, cell(cached))
  row(`${FORK}, verified`, cell(verified))
  row(`${FORK}, verified, from the cache`, cell(again))
  chain.child.kill('SIGKILL')
  for (const one of folders) rmSync(one, { recursive: true })
}
