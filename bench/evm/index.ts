import { alternate } from '../harness/alternate.js'
import { inProcess } from '../harness/contender.js'
import { installEvmPeers } from './install.js'
import { row, type Row } from '../harness/rows.js'
import type { BenchOptions } from '../run.js'
import { tokenCode } from './token.js'

const perSecond = (us: number): number => 1_000_000 / us
const asItIs = (figure: number): number => figure

/** The measured figures, per second unless stated otherwise. */
const CASES = [
  ['eth_blockNumber', 'blockNumber wall', perSecond],
  ['eth_blockNumber, 32 at once', 'blockNumber/32 wall', perSecond],
  ['eth_getBalance', 'balance wall', perSecond],
  ['eth_getBalance, 32 at once', 'balance/32 wall', perSecond],
  ['eth_call of balanceOf', 'call wall', perSecond],
  ['eth_call of balanceOf, 32 at once', 'call/32 wall', perSecond],
  ['transfers mined, receipt read', 'transfer wall', perSecond],
  ['ERC-20 transfers mined, receipt read', 'token wall', perSecond],
  ['process to first answer, ms', 'start', asItIs],
  ['memory, MB', 'memory', asItIs],
] as const

/** Who is compared with which of ours. Hardhat's own node needs a newer Node than this project; EDR is what it runs on. */
const PAIRS = [
  {
    way: 'in process',
    ours: 'ours',
    peers: { edr: 'EDR 0.22.0', ganache: 'ganache 7.9.2', tevm: 'tevm 2.0.0-next.101' },
  },
  { way: 'HTTP', ours: 'ours-http', peers: { 'anvil-http': 'Anvil 1.7.1' } },
  { way: 'WebSocket', ours: 'ours-ws', peers: { 'anvil-ws': 'Anvil 1.7.1' } },
] as const

/** Seconds that a peer may take for a round; the first includes its start. */
const PATIENCE = 60

/** Our EVM node beside those of others: the same requests and transactions, by the clock on the wall. */
export async function evmBench({ rounds }: BenchOptions): Promise<Row[]> {
  const missing = installEvmPeers()
  if (missing !== undefined) console.error(missing)
  console.error("left out: Hardhat's node, which needs Node 22")
  const code = tokenCode()
  const module = new URL('contender.js', import.meta.url)
  const names = PAIRS.flatMap(({ ours, peers }) => [ours, ...(missing === undefined ? Object.keys(peers) : [])])
  const figures = await alternate(
    names.map((name) => inProcess(name, module, [name, 'warm', code], name.startsWith('ours') ? undefined : PATIENCE)),
    rounds,
  )
  return PAIRS.flatMap(({ way, ours, peers }) =>
    CASES.flatMap(([name, key, figure]) =>
      Object.entries(peers).map(([peer, shown]) => {
        const theirs = figures.get(peer)?.[key]
        return row(
          `${name}, ${way}`,
          figure(figures.get(ours)![key]!),
          theirs === undefined ? undefined : figure(theirs),
          shown,
        )
      }),
    ),
  )
}
