import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RpcError, type EvmNode, type Profile } from '../../src/evm/index.js'
import { methodsOf } from '../../src/evm/rpc/profiles/profiles.js'
import type { Method } from '../../src/evm/rpc/table.js'
import { examplesOf } from './specification/examples.js'
import { fill, type Json } from './specification/match.js'
import { NAMESPACES, scenario, type Scenario } from './specification/scenario.js'

/** Arguments with which a method does something in the scenario, where the examples are refused or ask for what is so already. */
const PARAMS: Readonly<Record<string, readonly Json[]>> = {
  eth_getFilterChanges: ['$filter'],
  eth_getFilterLogs: ['$logs'],
  eth_uninstallFilter: ['$filter'],
  eth_subscribe: ['newHeads'],
  eth_unsubscribe: ['$subscription'],
  eth_sendRawTransactionSync: ['$rawFresh'],
  debug_intermediateRoots: ['$hash1'],
  debug_dbGet: [`0x63${'0'.repeat(64)}`],
  debug_cpuProfile: ['cpu', 0],
  debug_goTrace: ['trace', 0],
  debug_blockProfile: ['block', 0],
  debug_mutexProfile: ['mutex', 0],
  evm_setAutomine: [true],
  anvil_setAutomine: [true],
  evm_setBlockGasLimit: ['0x1000000'],
  anvil_setBlockGasLimit: ['0x1000000'],
  hardhat_setBlockTimestampInterval: [5000],
  hardhat_autoImpersonateAccount: [true],
  anvil_autoImpersonateAccount: [true],
  hardhat_dropTransaction: ['$txNext'],
  ganache_dropTransaction: ['$txNext'],
  anvil_dropTransaction: ['$txNext'],
}

const EXEMPT: ReadonlySet<string> = new Set([
  // The blocks that they bring about are requests of their own, `evm_mine`, which is marked.
  'anvil_setIntervalMining',
  'evm_setIntervalMining',
  // Takes seconds to write down all that this process holds.
  'debug_writeMemProfile',
])

/** What nothing can be asked of in the scenario: cards and files that are not there, and blocks that were not refused. */
const REFUSED = [
  'debug_standardTraceBadBlockToFile',
  'debug_traceBadBlock',
  'debug_traceBlockFromFile',
  'personal_deriveAccount',
  'personal_initializeWallet',
  'personal_openWallet',
  'personal_unpair',
]

/** What is so already in the scenario, is not there to be taken back, or is refused under its rules. */
const WITHOUT_EFFECT = [
  'admin_importChain',
  'anvil_removeBlockTimestampInterval',
  'anvil_revert',
  'anvil_setMinGasPrice',
  'anvil_stopImpersonatingAccount',
  'evm_revert',
  'ganache_removeBlockTimestampInterval',
  'ganache_setMinGasPrice',
  'ganache_stopImpersonatingAccount',
  'hardhat_removeBlockTimestampInterval',
  'hardhat_setMinGasPrice',
  'hardhat_stopImpersonatingAccount',
  'miner_stop',
  'personal_lockAccount',
  'personal_unlockAccount',
]

/** All of a node that a method without the mark `changes` has to leave alone. */
function moment(node: EvmNode) {
  const { chain, keys, taken, pace } = node.snapshot().state!
  return {
    head: chain.head.block.hash(),
    number: chain.head.number,
    state: chain.state?.version,
    pool: chain.pool.map(({ hash }) => hash),
    time: chain.time,
    settings: chain.settings,
    keys,
    snapshots: taken.length,
    pace,
  }
}

const ask = async (node: EvmNode, method: string, ...params: readonly Json[]) =>
  (await node.request({ method, params })) as Json

describe.each<Profile>(['functional', 'documented', 'cosmos-evm'])('in the profile %s', (profile) => {
  const namespaces = profile === 'functional' ? undefined : NAMESPACES
  const methods = methodsOf({ profile, namespaces, testing: false })
  let given: Scenario
  let untouched: Scenario
  beforeAll(async () => {
    ;[given, untouched] = [await scenario(profile), await scenario(profile)]
    const names = new Map(given.names)
    names.set('filter', await ask(given.node, 'eth_newBlockFilter'))
    names.set('logs', await ask(given.node, 'eth_newFilter', {}))
    names.set('subscription', await ask(given.node, 'eth_subscribe', 'newHeads'))
    given = { ...given, names }
  })
  afterAll(async () => {
    for (const { node, directory } of [given, untouched]) {
      await node.close()
      rmSync(directory, { recursive: true })
    }
  })

  /** What a call comes to: why it was refused, and the node before and after it. */
  async function tried(method: Method) {
    const { node, names } = given
    const params = PARAMS[method.name]?.map((one) => fill(one, names)) ?? examplesOf(method, given)
    const before = moment(node)
    const refusal = await ask(node, method.name, ...params).then(
      () => undefined,
      (error: unknown) => (error as RpcError).shortMessage,
    )
    return { before, refusal, after: moment(node) }
  }

  test('a method that is not marked as changing leaves the node as it is, down to its next block', async () => {
    const refused: string[] = []
    for (const method of methods) {
      if (method.changes || EXEMPT.has(method.name)) continue
      // Those are the same rows in every profile, and some take long.
      if (method.touchesHost && profile !== 'functional') continue
      const { before, after, refusal } = await tried(method)
      expect([method.name, after]).toEqual([method.name, before])
      if (refusal !== undefined) refused.push(method.name)
    }
    // A method of one's own needs arguments that are taken: in PARAMS, or among the examples.
    if (profile === 'functional') expect(refused.sort()).toEqual(REFUSED)
    const snapshot = given.node.snapshot()
    const time = 0x7fffffffn
    expect(await given.node.mine(time)).toEqual(await untouched.node.mine(time))
    given.node.restore(snapshot)
  })

  test('a method that is marked changes the node, with the same arguments', async () => {
    const { node } = given
    const idle: string[] = []
    for (const method of methods) {
      if (!method.changes) continue
      const snapshot = node.snapshot()
      const { before, after } = await tried(method)
      try {
        expect(after).not.toEqual(before)
      } catch {
        idle.push(method.name)
      }
      node.restore(snapshot)
    }
    if (profile === 'functional') expect(idle.sort()).toEqual(WITHOUT_EFFECT)
  })
})
