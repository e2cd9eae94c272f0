import { createSandbox, type ActionInput, type Sandbox } from 'sudobox'
import { expect } from 'vitest'
import { fc, property, runs } from '../random.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'

const network = (): Sandbox => createSandbox({ chains: { neutron: {}, hub: { validators: [50n, 30n, 25n] } } })

const balanceKey = (address: string): string => Buffer.from(address).toString('base64')

const SEND = { transfer: { channel: 'channel-0', to: 'cosmos1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3g3hqdg', amount: '100' } }
const send: ActionInput = {
  action: 'tx',
  from: 'alice',
  messages: [{ execute: { contract: 'lab', msg: SEND, funds: '3000untrn' } }],
}

/** A contract with coins, its query of keys, and two packets, one of them dropped. */
async function prepare(sandbox: Sandbox): Promise<void> {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000000untrn')
  hub.account('bob', '10000000uatom')
  const lab = await alice.deploy(LAB, { on_timeout: { spend_gas: '1500000' } }, { label: 'lab', funds: '1000000untrn' })
  await alice.execute(
    lab,
    {
      register_kv_query: {
        connection_id: 'connection-0',
        update_period: 2,
        keys: [{ path: 'bank', key: balanceKey('a') }],
      },
    },
    { funds: '1000000untrn' },
  )
  await sandbox.perform(send)
  await sandbox.perform({ action: 'dropPackets' })
  await sandbox.perform(send)
  await sandbox.perform({ action: 'queryRelayer', automatic: true })
}

/** Of two contracts that ask for packets and results, a channel, and validators. Many are refused at most times. */
const ACTIONS: readonly ActionInput[] = [
  ...(['neutron', 'hub'] as const).flatMap((chain): ActionInput[] => [
    { action: 'block', chain, count: 2 },
    { action: 'account', chain, name: 'alice', funds: '5untrn,7uatom' },
    { action: 'account', chain, name: 'carol' },
    { action: 'startValidator', chain, name: 'new' },
    { action: 'stopValidator', chain, name: 'validator-1' },
    { action: 'doubleSign', chain, name: 'validator-1' },
    { action: 'misbehaviour', chain },
    { action: 'updateClient', chain },
    { action: 'label', chain, address: `0x${'01'.repeat(20)}`, label: '__proto__' },
  ]),
  { action: 'advance', seconds: 30n },
  { action: 'advance', seconds: 3000n },
  { action: 'blockInterval', nanoseconds: 1_000_000_000n },
  { action: 'relayer', automatic: true },
  { action: 'relayer', automatic: true, late: 10n },
  { action: 'relayer', automatic: false },
  { action: 'queryRelayer', automatic: true },
  { action: 'queryRelayer', automatic: false },
  { action: 'relay' },
  { action: 'relay', reverse: true, times: 2 },
  { action: 'relay', forge: { proof: 'otherKey' } },
  { action: 'dropPackets' },
  { action: 'delayPackets', seconds: 40n },
  { action: 'releasePackets' },
  { action: 'skipPastTimeout', chain: 'hub' },
  { action: 'deliverQueries' },
  { action: 'deliverQueries', query: 1n, lie: 'value' },
  { action: 'deliverQueries', query: 1n, lie: 'replay' },
  { action: 'upgrade', chain: 'hub', revision: 2n },
  { action: 'upgradeClient', chain: 'neutron' },
  { action: 'fault', chain: 'neutron', fail: { hostCall: { nth: 2 } } },
  { action: 'fault', chain: 'neutron', entryPoint: 'sudo', fail: { gas: 100n } },
  { action: 'clearFaults', chain: 'neutron' },
  { action: 'price', chain: 'neutron', pair: 'BTC/USD', price: 12n },
  { action: 'openChannel', chain: 'neutron' },
  { action: 'pairClients', chain: 'neutron', of: 'hub' },
  { action: 'tx', from: 'alice', messages: [{ execute: { contract: 'lab', msg: { resubmit: { failure_id: 0 } } } }] },
  { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: 'contracts/artifacts/cw4_group.wasm' } } }] },
  { action: 'repeat', times: 3, do: { action: 'block', chain: 'neutron' } },
]

const steps = fc.array(
  fc.tuple(
    fc.oneof({ weight: 1, arbitrary: fc.constant(send) }, { weight: 4, arbitrary: fc.constantFrom(...ACTIONS) }),
    fc.constantFrom('', '', 'save', 'resume'),
  ),
  { minLength: 5, maxLength: 15 },
)

async function perform(sandbox: Sandbox, one: ActionInput): Promise<unknown> {
  try {
    return await sandbox.perform(one)
  } catch (error) {
    return String(error)
  }
}

const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part: unknown) => {
      if (typeof part === 'bigint') return `${part}n`
      if (part instanceof Map || part instanceof Set) return [...part]
      return part
    }),
  )

async function facts(sandbox: Sandbox): Promise<unknown> {
  const chains = Object.values(sandbox.chains).map(({ host }) => {
    const { baseApp } = host.app
    return {
      last: baseApp.last,
      eras: baseApp.eras,
      hashes: [...baseApp.stores.versionsFrom(1)].map(({ commitment }) => Buffer.from(commitment.hash).toString('hex')),
      validators: baseApp.validatorsAt(baseApp.last.height + 1),
      blocks: [...baseApp.blocks()].map(({ signed, txs, ...rest }) => [
        rest,
        rest.height === baseApp.last.height ? [signed.blockId, signed.commit] : [],
        txs,
        txs.map(({ hash }) => baseApp.tx(hash)),
      ]),
      faults: host.faults.waiting,
      labels: host.labels.addresses,
      accounts: host.accounts.keyTypes,
      genesis: baseApp.exportGenesis(),
      failures: host.app.interchainQueries === undefined ? [] : host.failures(undefined),
    }
  })
  return plain({
    chains,
    packets: await sandbox.perform({ action: 'pending' }),
    queries: await sandbox.perform({ action: 'pendingQueries', chain: 'neutron' }),
    relayers: [sandbox.relayer.automatic, sandbox.queryRelayer.automatic],
  })
}

property([steps], { numRuns: runs(3) })(
  'a network that was saved and resumed goes on as one that was not',
  async (taken) => {
    const first = network()
    let second = network()
    await prepare(first)
    await prepare(second)
    let states = second.savedStates('state.yaml')
    const pieces: Uint8Array[] = []
    const resume = async (): Promise<void> => {
      pieces.push(states.save())
      second = network()
      states = second.savedStates('state.yaml')
      states.resume(pieces)
      expect(await facts(second)).toEqual(await facts(first))
    }
    for (const [action, then] of taken) {
      const [ours, theirs] = [await perform(first, action), await perform(second, action)]
      expect(plain(theirs)).toEqual(plain(ours))
      if (then === 'save') pieces.push(states.save())
      if (then === 'resume') await resume()
    }
    await resume()
  },
  600_000,
)
