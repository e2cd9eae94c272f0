import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installEvmPeers } from '../evm/install.js'
import { tokenCode } from '../evm/token.js'
import { firstTransactions } from '../evm/transactions.js'
import { freshProcess, inProcess } from '../harness/contender.js'
import type { Group, Line } from './line.js'

const EDR = 'EDR 0.22.0'
const ANVIL = 'Anvil 1.7.1'
/** Seconds that a peer may take for a round. */
const PATIENCE = 300
/** How many transactions the first ones of a process are. */
const FIRST = 1000

const module = new URL('../evm/contender.js', import.meta.url)
const IN_PROCESS = ['ours', 'edr'] as const
const HTTP = ['ours-http', 'anvil-http'] as const
const mining = { aim: { speed: 1 } } as const

/** A line of two contenders that do the same part: `ours, <part>` and `<peer>, <part>`. */
const same = (name: string, peer: string, part: string, key: string, rest: Partial<Line> = {}): Line => ({
  name,
  ours: [`ours, ${part}`, key],
  peer: [`${peer}, ${part}`, key],
  ...rest,
})

/** The two contenders of such a line: nodes, what they do, and its argument, if any. */
const both = (
  part: string,
  peer: string,
  [ours, theirs]: readonly [string, string],
  args: () => readonly string[] | Promise<readonly string[]>,
  make = inProcess,
): Group['contenders'] => ({
  [`ours, ${part}`]: async () => make(`ours, ${part}`, module, [ours, ...(await args())]),
  [`${peer}, ${part}`]: async () =>
    installEvmPeers() ?? make(`${peer}, ${part}`, module, [theirs, ...(await args())], PATIENCE),
})

/** Made once for all contenders. */
let file: Promise<string> | undefined

/** A file with the first transactions of a process. */
const first = (): Promise<string> =>
  (file ??= (async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'sudobox-bench-')), 'first.json')
    writeFileSync(path, JSON.stringify(await firstTransactions(tokenCode(), FIRST)))
    return path
  })())

/** The EVM in the process of a test. */
export const evm: Group = {
  name: 'evm',
  lines: [
    same('eth_getLogs, nothing found in 3,000 blocks', EDR, 'logs', 'logs', { aim: { speed: 1 }, quick: true }),
    same('transfers mined, receipt read', EDR, 'warm', 'transfer', { ...mining, quick: true }),
    same('ERC-20 transfers mined, receipt read', EDR, 'warm', 'token', { ...mining, quick: true }),
    same('eth_call of balanceOf', EDR, 'warm', 'call', { quick: true }),
    same('eth_getBalance', EDR, 'warm', 'balance'),
    same('the first 1,000 transfers of a process', EDR, 'first transfers', 'first/transfer', mining),
    same('the first 1,000 ERC-20 transfers of a process', EDR, 'first tokens', 'first/token', mining),
  ],
  contenders: {
    ...both('logs', EDR, IN_PROCESS, () => ['logs', tokenCode()]),
    ...both('warm', EDR, IN_PROCESS, () => ['warm', tokenCode()]),
    ...both('first transfers', EDR, IN_PROCESS, async () => ['first transfers', await first()], freshProcess),
    ...both('first tokens', EDR, IN_PROCESS, async () => ['first tokens', await first()], freshProcess),
  },
}

const INSIDE = 'ours, inside a chain'

/** The EVM inside a chain of kind `evmd`, next to the one alone: a block of the chain has begin and end blockers of all modules. */
export const inside: Group = {
  name: 'inside',
  lines: (
    [
      ['a transfer on a chain of kind evmd, mined, receipt read', 'transfer', { aim: { speed: 0.5 } }],
      ['an ERC-20 transfer on a chain of kind evmd, mined, receipt read', 'token', {}],
      ['eth_call of balanceOf on a chain of kind evmd', 'call', {}],
    ] as const
  ).map(([name, key, rest]) => ({ name, ours: [INSIDE, key], peer: ['ours, warm', key], ...rest })),
  contenders: {
    [INSIDE]: () => inProcess(INSIDE, module, ['ours-inside', 'warm', tokenCode()]),
    'ours, warm': () => inProcess('ours, warm', module, ['ours', 'warm', tokenCode()]),
  },
}

const wire = { by: 'wall', aim: { speed: 1 } } as const

/** The EVM as a server. CPU is that of the server alone. */
export const served: Group = {
  name: 'served',
  lines: [
    same('eth_getBalance, HTTP', ANVIL, 'HTTP', 'balance', { ...wire, quick: true }),
    same('eth_call, HTTP', ANVIL, 'HTTP', 'call', { ...wire, quick: true }),
    same('eth_call, 32 at once, HTTP', ANVIL, 'HTTP', 'call/32', wire),
    same('eth_blockNumber, WebSocket', ANVIL, 'WebSocket', 'blockNumber', wire),
    same('eth_getBalance, WebSocket', ANVIL, 'WebSocket', 'balance', wire),
  ],
  contenders: {
    ...both('HTTP', ANVIL, HTTP, () => ['warm', tokenCode()]),
    ...both('WebSocket', ANVIL, ['ours-ws', 'anvil-ws'], () => ['warm', tokenCode()]),
  },
}

/** What a server costs until it answers. */
export const start: Group = {
  name: 'start',
  lines: [same('`sudobox evm`, start to first answer', ANVIL, 'start', 'start', { aim: { most: 300_000 } })],
  contenders: both('start', ANVIL, ['ours-command', 'anvil-http'], () => ['start'], freshProcess),
}

/** What a server holds. */
export const memory: Group = {
  name: 'memory',
  once: true,
  lines: [
    same('memory after 10,000 EVM transactions', ANVIL, 'memory', 'memory/many', { unit: 'MB', aim: { most: 250 } }),
  ],
  contenders: both('memory', ANVIL, HTTP, () => ['memory'], freshProcess),
}
