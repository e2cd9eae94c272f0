import Table from 'cli-table3'
import { createSandbox, type Account, type Sandbox } from 'sudobox'
import type { BenchOptions } from '../run.js'
import { proofBench, type ProofFigure } from './proofs.js'

/** What is delivered: results of so many keys, or of transactions, and how many of them share a block and a header. */
interface Way {
  readonly name: string
  readonly keys: number | 'tx'
  readonly together: number
}

const WAYS: readonly Way[] = [
  { name: 'KV results of 1 key, a header for each', keys: 1, together: 1 },
  { name: 'KV results of 1 key, 32 a header', keys: 1, together: 32 },
  { name: 'KV results of 32 keys, a header for each', keys: 32, together: 1 },
  { name: 'KV results of 32 keys, 8 a header', keys: 32, together: 8 },
  { name: 'TX results, one a block', keys: 'tx', together: 1 },
  { name: 'TX results, 32 a block', keys: 'tx', together: 32 },
]

const RESULTS = 64
const LAB = 'contracts/artifacts/callback_lab.wasm'

interface Figure {
  readonly name: string
  /** In a second of processor time: proofs, headers, all checks, and the contract's callback. */
  readonly resultsPerSecond: number
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

/** Keys of what an address holds of denominations of which it has some. */
function balanceKeys(holder: Account, count: number): { path: string; key: string }[] {
  const address = holder.chain.host.app.address(holder.address)
  return Array.from({ length: count }, (_, i) => ({
    path: 'bank',
    key: Buffer.from([2, address.length, ...address, ...Buffer.from(`coin${i}`)]).toString('base64'),
  }))
}

/** A contract with queries, each of other keys of the hub; results go through its callback. */
async function asking({ keys, together }: Way): Promise<Sandbox> {
  const sandbox = createSandbox()
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const lab = await alice.deploy(LAB, {}, { funds: '900000000untrn' })
  const bob = hub.account('bob', '1000000000uatom')
  const common = { connection_id: 'connection-0', update_period: 1 }
  if (keys === 'tx') {
    const filter = [{ field: 'transfer.recipient', op: 'Eq', value: hub.account('vault').address }]
    await alice.execute(lab, { register_tx_query: { ...common, transactions_filter: JSON.stringify(filter) } })
    return sandbox
  }
  hub.state.setBalance(bob, Array.from({ length: 32 }, (_, i) => `5coin${i}`).join(','))
  for (let i = 0; i < together; i++)
    await alice.execute(lab, { register_kv_query: { ...common, keys: balanceKeys(bob, keys) } })
  return sandbox
}

/** @returns seconds of processor time for {@link RESULTS} results */
async function deliver(sandbox: Sandbox, { keys, together }: Way): Promise<number> {
  const { hub } = sandbox.chains
  let spent = 0
  for (let done = 0; done < RESULTS; done += together) {
    if (keys === 'tx')
      for (let i = 0; i < together; i++) await hub.account('bob').transfer(hub.account('vault'), '1uatom')
    const start = cpuSeconds()
    const { length } = await sandbox.queryRelayer.deliverAll()
    spent += cpuSeconds() - start
    if (length !== together) throw new Error(`${length} results in place of ${together}`)
  }
  return spent
}

/** Results a second, with proofs, headers and callbacks, in the best of some rounds; and what a proof costs over more and more keys. */
export async function icqBench({ rounds, json }: BenchOptions): Promise<boolean> {
  const figures: Figure[] = []
  for (const way of WAYS) {
    const sandbox = await asking(way)
    await deliver(sandbox, way)
    let best = Infinity
    for (let round = 0; round < rounds; round++) best = Math.min(best, await deliver(sandbox, way))
    await sandbox.close()
    figures.push({ name: way.name, resultsPerSecond: Math.round(RESULTS / best) })
  }
  const proofs = proofBench(rounds)
  if (json) console.log(JSON.stringify({ results: figures, proofs }, null, 2))
  else print(figures, proofs)
  const [least, most] = [proofs[0]!, proofs.at(-1)!]
  const growth = Math.log2(most.keys) / Math.log2(least.keys)
  // Steps are the work; time also has what caches do, and the noise of the machine.
  return most.steps / least.steps <= 1.2 * growth && most.microseconds / least.microseconds <= 1.5 * growth
}

const style = { head: [], border: [] }

function print(figures: readonly Figure[], proofs: readonly ProofFigure[]): void {
  const table = new Table({
    head: ['interchain queries, one validator', 'results a second'],
    colAligns: ['left', 'right'],
    style,
  })
  for (const { name, resultsPerSecond } of figures) table.push([name, resultsPerSecond])
  console.log(table.toString())
  const built = new Table({
    head: ['a proof over so many keys', 'µs', 'steps', 'µs after a block'],
    colAligns: ['right', 'right', 'right', 'right'],
    style,
  })
  for (const { keys, microseconds, steps, afterBlock } of proofs) built.push([keys, microseconds, steps, afterBlock])
  console.log(built.toString())
}
