import { expect, test } from 'vitest'
import { createSandbox } from 'sudobox'
import { MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { MsgTokenizeShares } from '../../src/codec/messages/gaia.liquid.v1beta1.js'

const hubAndNeutron = () => {
  const sandbox = createSandbox({ chains: { cosmoshub: { kind: 'cosmoshub' }, neutron: {} } })
  const { cosmoshub, neutron } = sandbox.chains
  return { sandbox, hub: cosmoshub, neutron, alice: cosmoshub.account('alice', '100000000uatom') }
}
const any = (typeUrl: string, value: Uint8Array) => ({
  any: { typeUrl, value: Buffer.from(value).toString('base64') },
})

test('on the Cosmos Hub a transaction that names no fee pays the least, of which the proposer gets what gas did not cost', async () => {
  const { hub, alice } = hubAndNeutron()
  const bob = hub.account('bob')
  const { events } = await alice.transfer(bob, '5uatom')
  const paid = events.filter(({ type }) => type === 'fee_pay' || type === 'tip_pay')
  expect(paid.map(({ type }) => type)).toEqual(['fee_pay', 'tip_pay'])
  // 50,000,000 gas at 0.005uatom.
  expect(hub.balance(alice, 'uatom')).toBe(100_000_000n - 250_000n - 5n)
  await expect(alice.transfer(bob, '5uatom', { fee: '10uatom' })).rejects.toThrow(
    'got: 10uatom required: 250000uatom, minGasPrice: 0.005000000000000000uatom',
  )
  await expect(alice.transfer(bob, '5uatom', { fee: '1uatom,1utwo' })).rejects.toThrow('too many fee coins provided')
})

test('coins go from the Cosmos Hub to Neutron and back, unless a rate limit of governance refuses them', async () => {
  const { sandbox, hub, neutron, alice } = hubAndNeutron()
  const bob = neutron.account('bob', '1000000untrn')
  await alice.ibcTransfer(bob, '1000uatom')
  await sandbox.relayer.relay()
  const [voucher] = bob.balances().filter(({ denom }) => denom.startsWith('ibc/'))
  expect(voucher).toMatchObject({ amount: 1000n })
  hub.state.put('ratelimit', 'rate_limit', {
    path: { denom: 'uatom', channel_or_client_id: 'channel-0' },
    quota: { max_percent_send: '10', max_percent_recv: '10', duration_hours: '1' },
    flow: { inflow: '0', outflow: '0', channel_value: '1000' },
  })
  await expect(alice.ibcTransfer(bob, '101uatom')).rejects.toThrow(
    'Outflow exceeds quota - Net Outflow: 101, Channel Value: 1000, Threshold: 10%: quota exceeded',
  )
  await alice.ibcTransfer(bob, '100uatom')
})

test('a vote on the Cosmos Hub needs a stake, and a delegation becomes coins', async () => {
  const { hub, alice } = hubAndNeutron()
  const vote = MsgVote.encode(MsgVote.fromPartial({ proposalId: 1n, voter: alice.address, option: 1 })).finish()
  await expect(alice.send([any(MsgVote.typeUrl, vote)])).rejects.toThrow(
    'insufficient stake for voting - min required 1000000.000000000000000000',
  )
  const [validator] = hub.exportGenesis().app_state['staking']!['validators'] as { operator_address: string }[]
  const operator = validator!.operator_address
  const stake = MsgDelegate.encode({
    delegatorAddress: alice.address,
    validatorAddress: operator,
    amount: { denom: 'uatom', amount: '3000000' },
  }).finish()
  await alice.send([any(MsgDelegate.typeUrl, stake)])
  await expect(alice.send([any(MsgVote.typeUrl, vote)])).rejects.toThrow('1: inactive proposal')
  const shares = MsgTokenizeShares.encode({
    delegatorAddress: alice.address,
    validatorAddress: operator,
    amount: { denom: 'uatom', amount: 2_000_000n },
    tokenizedShareOwner: alice.address,
  }).finish()
  await alice.send([any(MsgTokenizeShares.typeUrl, shares)])
  expect(hub.balance(alice, `${operator}/1`)).toBe(2_000_000n)
})
