import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import { MsgCreateValidator } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { beforeEach, describe, expect, test } from 'vitest'
import { ChainHaltedError, createSandbox, type SandboxChain } from 'sudobox'
import { addressText, operatorText } from '../../../src/chain/address.js'
import { fromBase64, toBase64 } from '../../../src/base/bytes.js'
import { setHash } from '../../../src/chain/block/signed-block.js'

const powers = (chain: SandboxChain) => chain.validators.list().map(({ name, power }) => [name, power])
const bytes = (text: string) => chain.host.app.address(text)

const blocks = (count: number) => sandbox.performNow({ action: 'block', chain: 'hub', count })

let sandbox: ReturnType<typeof start>
let chain: SandboxChain
function start() {
  return createSandbox({
    chains: {
      neutron: {},
      hub: {
        validators: [60n, 30n, 20n],
        params: { slashing: { signed_blocks_window: '10', downtime_jail_duration: '60s' } },
      },
    },
  })
}
beforeEach(() => {
  sandbox = start()
  chain = sandbox.chains.hub
})

/** Sends a message that has a validator's operator as its signer. */
const send = (from: { address: string }, typeUrl: string, value: Uint8Array) =>
  chain.actAs(from.address).send([{ any: { typeUrl, value: toBase64(value) } }])

const create = (from: { address: string }, key: Uint8Array, amount: string) =>
  send(
    from,
    MsgCreateValidator.typeUrl,
    MsgCreateValidator.encode(
      MsgCreateValidator.fromPartial({
        description: { moniker: 'carol' },
        commission: { rate: '100000000000000000', maxRate: '200000000000000000', maxChangeRate: '0' },
        minSelfDelegation: '1',
        validatorAddress: operatorText('cosmos', bytes(from.address)),
        pubkey: { typeUrl: '/cosmos.crypto.ed25519.PubKey', value: Uint8Array.from([10, 32, ...key]) },
        value: { denom: 'uatom', amount },
      }),
    ).finish(),
  )

const block = (height: bigint) => chain.host.app.baseApp.block(Number(height))!.signed

describe('several validators', () => {
  test('sign blocks by their power, take turns to propose, and are known to the other chain from the start', async () => {
    expect(powers(chain)).toEqual([
      ['validator-0', 60n],
      ['validator-1', 30n],
      ['validator-2', 20n],
    ])
    blocks(11)
    const proposers = new Map<string, number>()
    for (let height = chain.height - 10n; height <= chain.height; height++) {
      const proposer = toBase64(block(height).header.proposerAddress)
      proposers.set(proposer, (proposers.get(proposer) ?? 0) + 1)
    }
    expect([...proposers.values()].toSorted((a, b) => b - a)).toEqual([6, 3, 2])
    expect(block(chain.height).commit.signatures.map(({ blockIdFlag }) => blockIdFlag)).toEqual([2, 2, 2])
    const [alice, bob] = [chain.account('alice', '5uatom'), sandbox.chains.neutron.account('bob')]
    await alice.ibcTransfer(bob, '5uatom')
    await sandbox.relayer.relay()
    expect(bob.balances()).toMatchObject([{ amount: 5n }])
  })

  test('one that is created by a message joins two blocks later, and its own node signs', async () => {
    const carol = chain.account('carol', '45000000uatom')
    const { publicKey, address } = await chain.validators.start('carol')
    await create(carol, fromBase64(publicKey), '45000000')
    const { height } = chain
    expect(powers(chain).at(-1)).toEqual(['carol', 0n])
    chain.nextBlock()
    expect(powers(chain).at(-1)).toEqual(['carol', 45n])
    chain.nextBlock()
    expect([height, height + 1n, height + 2n].map((at) => block(at).validators.length)).toEqual([3, 3, 4])
    for (const at of [height, height + 1n, height + 2n]) {
      expect(block(at).header.validatorsHash).toEqual(setHash(block(at).validators))
      expect(block(at).header.nextValidatorsHash).toEqual(setHash(block(at).nextValidators))
    }
    expect(block(height + 1n).header.nextValidatorsHash).toEqual(block(height + 2n).header.validatorsHash)
    expect(block(height + 1n).header.nextValidatorsHash).not.toEqual(block(height + 1n).header.validatorsHash)
    expect(block(height + 2n).commit.signatures.map(({ blockIdFlag }) => blockIdFlag)).toEqual([2, 2, 2, 2])
    const infos = chain.exportGenesis().app_state['slashing']!['signing_infos'] as readonly object[]
    expect(infos).toContainEqual(
      expect.objectContaining({
        validator_signing_info: expect.objectContaining({ address, start_height: String(height) }) as unknown,
      }),
    )
    // The other chain follows the change.
    const [alice, bob] = [chain.account('alice', '5uatom'), sandbox.chains.neutron.account('bob')]
    await alice.ibcTransfer(bob, '5uatom')
    await sandbox.relayer.relay()
    expect(bob.balances()).toMatchObject([{ amount: 5n }])
  })

  test('one whose key the sandbox does not have is absent, and is slashed and jailed in time', async () => {
    const carol = chain.account('carol', '10000000uatom')
    await create(carol, new Uint8Array(32).fill(9), '10000000')
    const created = chain.height
    blocks(2)
    expect(block(chain.height).commit.signatures.map(({ blockIdFlag }) => blockIdFlag)).toEqual([2, 2, 2, 1])
    const validator = () =>
      (
        chain.exportGenesis().app_state['staking']!['validators'] as readonly { tokens: string; jailed: boolean }[]
      ).find(({ tokens }) => BigInt(tokens) <= 10_000_000n)!
    // It must have missed more than half of ten blocks, and ten blocks must have passed since it joined.
    while (!validator().jailed) chain.nextBlock()
    expect(chain.height).toBe(created + 11n)
    expect(validator()).toMatchObject({ tokens: '9900000', jailed: true })
    const { events } = chain.host.app.baseApp.block(Number(chain.height))!
    expect(events.filter(({ type }) => type === 'slash')).toHaveLength(1)
    blocks(2)
    expect(block(chain.height).commit.signatures).toHaveLength(3)
  })

  test('one that is stopped is jailed and comes back by MsgUnjail once its time is over', async () => {
    await chain.validators.stop('validator-2')
    blocks(12)
    expect(powers(chain)).toContainEqual(['validator-2', 0n])
    const { address } = chain.host.app.baseApp.consensus.nodes.named('validator-2')!.signer
    const account = addressText('cosmos', address)
    const unjail = () =>
      send(
        { address: account },
        MsgUnjail.typeUrl,
        MsgUnjail.encode({ validatorAddr: operatorText('cosmos', address) }).finish(),
      )
    await expect(unjail()).rejects.toThrow('validator still jailed; cannot be unjailed')
    await chain.validators.start('validator-2')
    sandbox.advance(60)
    await unjail()
    blocks(2)
    // A hundredth is lost, and powers are whole.
    expect(powers(chain)).toContainEqual(['validator-2', 19n])
    await expect(unjail()).rejects.toThrow('validator not jailed; cannot be unjailed')
  })

  test('more than half of a window must be missed before one is jailed', async () => {
    blocks(15)
    await chain.validators.stop('validator-2')
    // Each block tells of the one before it: the first of these of one that was signed.
    blocks(6)
    const slashed = () =>
      chain.host.app.baseApp.block(Number(chain.height))!.events.some(({ type }) => type === 'slash')
    expect(slashed()).toBe(false)
    chain.nextBlock()
    expect(slashed()).toBe(true)
  })

  test('with too few of them no block can be made, and the chain goes on when they are back', async () => {
    await chain.validators.stop('validator-1')
    blocks(4)
    // When the absent one would propose, another one does, a round later.
    const rounds = [0, 1, 2, 3].map((back) => block(chain.height - BigInt(back)).commit.round)
    expect(Math.max(...rounds)).toBeLessThanOrEqual(1)
    await chain.validators.stop('validator-2')
    expect(() => chain.nextBlock()).toThrow(ChainHaltedError)
    expect(() => chain.nextBlock()).toThrow(
      /^hub-sandbox-1 has halted at height \d+: validators with 60 of 110 voting power run, and a block needs more than two thirds\n {2}absent: "validator-1", which is stopped, with 30\n/,
    )
    await chain.validators.start('validator-1')
    chain.nextBlock()
    await expect(chain.validators.stop('nobody')).rejects.toThrow('hub has no validator "nobody"')
  })
})
