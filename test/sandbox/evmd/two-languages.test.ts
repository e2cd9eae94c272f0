import { createSandbox, journeyLines } from 'sudobox'
import { describe, expect, test } from 'vitest'

const SOLIDITY = 'contracts/artifacts/solidity'
const RICH = '1000000000000000000000atest'
const NEVER = 2n ** 63n - 1n

/** What `CallbackProbe` does in its callbacks. */
const MODE = { count: 0, refuse: 1, burn: 2, sendAgain: 3, pay: 4, callItself: 5 } as const

/** A contract in Solidity that sends tokens and is called back, and one in CosmWasm. */
async function world() {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' }, neutron: {} }, links: [['evm', 'neutron']] })
  const { evm, neutron } = sandbox.chains
  const [alice, carol] = [evm.account('alice', RICH), neutron.account('carol', '1000000untrn')]
  const lab = await carol.deploy('contracts/artifacts/callback_lab.wasm', {}, { label: 'lab' })
  const token = await evm.deploy(`${SOLIDITY}/ERC20.json`, {
    from: alice,
    args: ['Token', 'TOK', 1000n],
    label: 'token',
  })
  const probe = await evm.deploy(`${SOLIDITY}/CallbackProbe.json`, { from: alice, label: 'probe' })
  const register = { '@type': '/cosmos.evm.erc20.v1.MsgRegisterERC20', signer: alice.address }
  await alice.send([{ json: { ...register, erc20addresses: [token.evmAddress] } }])
  await token.write['transfer']!([probe, 1000n])
  const channel = sandbox.link('evm', 'neutron').channels['evm']!
  /** Sends 400 tokens. @param timeout nanoseconds @param more members of the memo */
  const send = (receiver: string, timeout: bigint, more: object = {}) => {
    const memo = { src_callback: { address: probe.evmAddress, gas_limit: '200000' }, ...more }
    const denom = `erc20:${token.evmAddress}`
    return probe.write['send']!([channel, denom, 400n, receiver, timeout, JSON.stringify(memo)])
  }
  const timeOut = async () => {
    await send(carol.address, evm.time + 10_000_000_000n)
    sandbox.advance(20)
    return sandbox.relayer.relay()
  }
  const become = (mode: keyof typeof MODE) => probe.write['become']!([MODE[mode], alice, ''])
  const tokens = () => token.read['balanceOf']!([probe])
  return { sandbox, evm, lab, token, probe, send, become, timeOut, tokens }
}

describe('tokens of a contract in Solidity', () => {
  test('come back when the contract in CosmWasm fails that they were for, and one tree shows it', async () => {
    const { sandbox, evm, lab, probe, send, tokens } = await world()
    const sent = await send(lab.address, NEVER, {
      wasm: { contract: lab.address, msg: { act: { behaviour: 'fail' } } },
    })
    expect(sent.trace).toMatchObject([
      {
        entryPoint: 'send',
        label: 'probe',
        children: [{ entryPoint: 'transfer', label: 'ics20', children: [{ entryPoint: 'transfer', label: 'token' }] }],
      },
    ])
    expect(tokens()).toBe(600n)
    await sandbox.relayer.relay()
    expect(tokens()).toBe(1000n)
    expect(probe.read['count']!()).toBe(1n)
    expect(evm.failures()).toEqual([])
    const [journey] = sandbox.relayer.journeys
    expect(journey!.state).toBe('refused')
    const lines = journeyLines(journey!).map((line) => line.trim().split(' ').slice(0, 2).join(' '))
    expect(lines).toEqual([
      'packet 1',
      '400 erc20:' + evm.solidity('token').evmAddress,
      'sent on',
      'received on',
      'execute lab',
      'answered on',
      'acknowledged on',
      'transfer token',
      'onPacketAcknowledgement probe',
    ])
  })

  test('come back after a timeout whose callback runs out of gas, which is reported and is not repeated', async () => {
    const { sandbox, evm, probe, become, timeOut, tokens } = await world()
    await become('burn')
    const [delivery] = await timeOut()
    expect(delivery).toMatchObject({ kind: 'timeout', code: 0 })
    expect(delivery!.trace.at(-1)).toMatchObject({
      entryPoint: 'onPacketTimeout',
      label: 'probe',
      error: expect.stringMatching(/^out of gas/),
    })
    expect(tokens()).toBe(1000n)
    expect(probe.read['count']!()).toBe(0n)
    expect(evm.failures(probe)).toMatchObject([
      {
        id: 1n,
        address: probe.address,
        details: expect.stringMatching(/^timeout_packet of packet 1 on channel-0, with 200000 of 200000 gas: /),
      },
    ])
    expect(evm.failures('token')).toEqual([])
    expect(await sandbox.relayer.relay()).toEqual([])
  })

  test('a contract is entered again during its callback', async () => {
    const { probe, become, timeOut } = await world()
    await become('callItself')
    const [delivery] = await timeOut()
    expect(delivery!.trace.at(-1)).toMatchObject({
      entryPoint: 'onPacketTimeout',
      children: [{ entryPoint: 'onPacketTimeout', label: 'probe', sender: probe.address, children: [] }],
    })
    expect(probe.read['count']!()).toBe(2n)
  })

  test('a contract that refuses loses the callback and keeps the tokens', async () => {
    const { evm, become, timeOut, tokens } = await world()
    await become('refuse')
    const [delivery] = await timeOut()
    expect(delivery!.trace.at(-1)!.error).toBe('execution reverted: Refused(1)')
    expect([tokens(), evm.failures().length]).toEqual([1000n, 1])
  })
})

const STAKING = [
  {
    type: 'function',
    name: 'delegate',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'delegatorAddress', type: 'address' },
      { name: 'validatorAddress', type: 'string' },
      { name: 'amount', type: 'uint256' },
    ],
    outputs: [{ name: 'success', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'delegation',
    stateMutability: 'view',
    inputs: [
      { name: 'delegatorAddress', type: 'address' },
      { name: 'validatorAddress', type: 'string' },
    ],
    outputs: [
      { name: 'shares', type: 'uint256' },
      {
        name: 'balance',
        type: 'tuple',
        components: [
          { name: 'denom', type: 'string' },
          { name: 'amount', type: 'uint256' },
        ],
      },
    ],
  },
] as const

test('what is staked through the precompiled contract is slashed with its validator', async () => {
  const { evm } = createSandbox({
    chains: {
      evm: {
        kind: 'evmd',
        validators: 4,
        params: { slashing: { signed_blocks_window: '4', slash_fraction_downtime: '0.100000000000000000' } },
      },
    },
  }).chains
  const alice = evm.account('alice', RICH)
  const staking = evm.solidity('0x0000000000000000000000000000000000000800', STAKING)
  const { validators } = evm.exportGenesis().app_state['staking'] as unknown as {
    validators: { operator_address: string; description: { moniker: string } }[]
  }
  const { operator_address: operator, description } = validators.find(({ description: { moniker } }) => moniker !== '')!
  const delegated = await staking.write.delegate([alice, operator, 1000n], { from: alice })
  expect(delegated.ethereum.logs).toHaveLength(1)
  expect(staking.read.delegation([alice, operator])[1]).toEqual({ denom: 'atest', amount: 1000n })
  await evm.validators.stop(description.moniker)
  evm.nextBlock(8)
  expect(staking.read.delegation([alice, operator])[1].amount).toBe(900n)
})
