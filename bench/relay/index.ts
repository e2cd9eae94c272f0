import Table from 'cli-table3'
import { createSandbox, type Sandbox } from 'sudobox'
import type { BenchOptions } from '../run.js'

/** A way to relay packets, and its target in packets a second with one validator. */
interface Way {
  readonly name: string
  readonly proofs: 'verify' | 'trust'
  readonly packetsPerHeader: number
  readonly aim: number | undefined
}

const WAYS: readonly Way[] = [
  { name: 'verified, a header for each packet', proofs: 'verify', packetsPerHeader: 1, aim: 50 },
  { name: 'verified, 32 packets a header', proofs: 'verify', packetsPerHeader: 32, aim: 150 },
  { name: "proofs: 'trust', a header for each packet", proofs: 'trust', packetsPerHeader: 1, aim: undefined },
  { name: "proofs: 'trust', 32 packets a header", proofs: 'trust', packetsPerHeader: 32, aim: 500 },
]

const PACKETS = 512

/** Both ways of a packet: it is received on the hub and its acknowledgement comes back. */
interface Figure {
  readonly name: string
  /** Packets received and acknowledged in a second of processor time, sending not counted. */
  readonly relayedPerSecond: number
  /** The same with the sender's transactions. */
  readonly wholePerSecond: number
  readonly aim: number | null
}

/** Processor time of this process so far. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000_000
}

interface Spent {
  sending: number
  relaying: number
}

/** Sends packets and brings them, so many at a time. @returns seconds of processor time */
async function carry(sandbox: Sandbox, packets: number, { packetsPerHeader }: Way): Promise<Spent> {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice')
  const bob = hub.account('bob')
  const spent: Spent = { sending: 0, relaying: 0 }
  for (let sent = 0; sent < packets; sent += packetsPerHeader) {
    const start = cpuSeconds()
    for (let i = 0; i < packetsPerHeader; i++) await alice.ibcTransfer(bob, '1untrn')
    const between = cpuSeconds()
    const { length } = await sandbox.relayer.relay()
    spent.sending += between - start
    spent.relaying += cpuSeconds() - between
    if (length !== packetsPerHeader * 2) throw new Error(`${length} deliveries for ${packetsPerHeader} packets`)
  }
  return spent
}

/** Packets a second, each received and acknowledged, in the best of some rounds. */
export async function relayBench({ rounds, json }: BenchOptions): Promise<boolean> {
  const figures: Figure[] = []
  for (const way of WAYS) {
    const sandbox = createSandbox({ ibc: { proofs: way.proofs } })
    sandbox.chains.neutron.account('alice', '1000000000untrn')
    await carry(sandbox, PACKETS, way)
    let best: Spent = { sending: Infinity, relaying: Infinity }
    for (let round = 0; round < rounds; round++) {
      const spent = await carry(sandbox, PACKETS, way)
      if (spent.relaying < best.relaying) best = spent
    }
    await sandbox.close()
    figures.push({
      name: way.name,
      relayedPerSecond: Math.round(PACKETS / best.relaying),
      wholePerSecond: Math.round(PACKETS / (best.relaying + best.sending)),
      aim: way.aim ?? null,
    })
  }
  if (json) console.log(JSON.stringify(figures, null, 2))
  else print(figures)
  return figures.every(({ wholePerSecond, aim }) => wholePerSecond >= (aim ?? 0))
}

function print(figures: readonly Figure[]): void {
  const table = new Table({
    head: ['packets a second, one validator', 'relayed', 'sent and relayed', 'aim'],
    colAligns: ['left', 'right', 'right', 'right'],
    style: { head: [], border: [] },
  })
  for (const { name, relayedPerSecond, wholePerSecond, aim } of figures)
    table.push([name, relayedPerSecond, wholePerSecond, aim ?? '-'])
  console.log(table.toString())
}
