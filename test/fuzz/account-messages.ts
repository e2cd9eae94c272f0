// Messages of contracts about an interchain account, as JSON.

const coins = (amount: string) => [{ denom: 'untrn', amount }]
const CONNECTION = { connection_id: 'connection-0' }

/** @param id of the account */
export const registering = (id = 'staker') => ({
  custom: {
    register_interchain_account: { ...CONNECTION, interchain_account_id: id, register_fee: coins('1000000') },
  },
})

/** A packet over the account `staker`, which times out after a minute. */
export const SUBMIT = {
  custom: {
    submit_tx: {
      ...CONNECTION,
      interchain_account_id: 'staker',
      msgs: [{ type_url: '/cosmos.bank.v1beta1.MsgSend', value: '' }],
      memo: '',
      timeout: 60,
      fee: { recv_fee: [], ack_fee: coins('1000'), timeout_fee: coins('1000') },
    },
  },
}
