import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { test, expect } from 'sudobox/vitest'

const LAB = 'contracts/artifacts/callback_lab.wasm'

interface Heard {
  readonly received: readonly { readonly callback: string; readonly message: Record<string, Record<string, string>> }[]
}

test('an account on the other chain delegates, is notified of an error, loses its channel to a timeout, and opens another', async ({
  sandbox,
}) => {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '10000000untrn')
  const lab = await alice.deploy(LAB, { on_error: 'error' })
  const register = () =>
    alice.execute(
      lab,
      {
        register_account: {
          connection_id: 'connection-0',
          interchain_account_id: 'staker',
          register_fee: [{ denom: 'untrn', amount: '1000000' }],
        },
      },
      { funds: '2000000untrn' },
    )
  await register()
  await sandbox.relayer.relay()
  const heard = () => neutron.query<Heard>(lab, { received: {} }).received
  const { interchain_account_address: account } = neutron.query<{ interchain_account_address: string }>(lab, {
    account_address: { connection_id: 'connection-0', interchain_account_id: 'staker' },
  })
  expect(JSON.parse(heard()[0]!.message['open_ack']!['counterparty_version']!)).toMatchObject({ address: account })
  const donor = hub.account('donor', '5000uatom')
  await donor.transfer(account, '1000uatom')

  const player = await donor.deploy('contracts/artifacts/ping_pong.wasm', {})
  const request = Buffer.from('{"staking":{"all_validators":{}}}').toString('base64')
  const answer = Buffer.from(hub.query<string>(player, { chain: { request } }), 'base64').toString()
  const [validator] = (JSON.parse(answer) as { validators: readonly { address: string }[] }).validators
  const delegate = (amount: string, timeout?: number) =>
    alice.execute(lab, {
      submit_tx: {
        connection_id: 'connection-0',
        interchain_account_id: 'staker',
        msgs: [
          {
            type_url: MsgDelegate.typeUrl,
            value: Buffer.from(
              MsgDelegate.encode({
                delegatorAddress: account,
                validatorAddress: validator!.address,
                amount: { denom: 'uatom', amount },
              }).finish(),
            ).toString('base64'),
          },
        ],
        ...(timeout !== undefined && { timeout }),
      },
    })
  await delegate('600')
  await sandbox.relayer.relay()
  expect(hub.balances(account)).toEqual([{ denom: 'uatom', amount: 400n }])

  // The contract fails in its callback for the error: the chain records that.
  await delegate('9000')
  await sandbox.relayer.relay()
  expect(neutron.failures(lab)).toMatchObject([{ id: 0n, error: 'codespace: wasm, code: 5' }])

  await delegate('100', 30)
  sandbox.advance(60)
  await sandbox.relayer.relay()
  await expect(delegate('100')).rejects.toFailWith({ codespace: 'interchainaccounts', code: 11 })
  await register()
  await sandbox.relayer.relay()
  await delegate('100')
  await sandbox.relayer.relay()
  expect(heard().map(({ callback }) => callback)).toEqual(['open_ack', 'response', 'timeout', 'open_ack', 'response'])
  expect(hub.balances(account)).toEqual([{ denom: 'uatom', amount: 300n }])
})
