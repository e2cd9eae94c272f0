// Interchain queries of one chain, answered by the query relayer of Neutron.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { fromBech32, toUtf8 } from '@cosmjs/encoding'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { freshAddress, until } from './network.mjs'

const LAB = fileURLToPath(new URL('../../contracts/artifacts/callback_lab.wasm', import.meta.url))

const TRANSFERS = 3

const withLength = (bytes) => [bytes.length, ...bytes]
const keyOf = (...parts) => Buffer.from(parts.flat()).toString('base64')

/** A key of a store, as `abci_query` and an interchain query name it. */
const balanceKey = (address, denom) => ({ path: 'bank', key: keyOf(2, withLength(address), [...toUtf8(denom)]) })
const delegationKey = (delegator, validator) => ({
  path: 'staking',
  key: keyOf(0x31, withLength(delegator), withLength(validator)),
})

/** The value of a key at a height, in base64, as the node itself says without a proof. */
async function valueAt({ urls }, { path, key }, height) {
  const data = Buffer.from(key, 'base64').toString('hex')
  const response = await fetch(`${urls.rpc}/abci_query?path="/store/${path}/key"&data=0x${data}&height=${height}`)
  return (await response.json()).result.response.value
}

/** A balance and a delegation of the other chain, and what a new account there received, come to a contract. */
export async function queries(ctx) {
  const { a, b, connections, queryRelayer } = ctx
  const { validators } = await b.rest('/cosmos/staking/v1beta1/validators')
  const validatorAddress = validators[0].operator_address
  const amount = { denom: b.denom, amount: '12345' }
  const value = { delegatorAddress: b.user, validatorAddress, amount }
  await b.send([{ typeUrl: MsgDelegate.typeUrl, value }])
  const lab = await a.deploy(readFileSync(LAB), {})
  const heard = async (callback) => {
    const { received } = await a.client.queryContractSmart(lab, { received: {} })
    return received.filter((one) => one.callback === callback).length
  }
  const user = fromBech32(b.user).data
  const keys = [balanceKey(user, b.denom), delegationKey(user, fromBech32(validatorAddress).data)]
  const recipient = await freshAddress(b.prefix)
  const filter = JSON.stringify([{ field: 'transfer.recipient', op: 'Eq', value: recipient }])
  const query = { connection_id: connections[a.name], update_period: 5 }
  const deposit = [{ denom: a.denom, amount: '1000000' }]
  await a.execute(lab, { register_kv_query: { ...query, keys } }, deposit)
  await a.execute(lab, { register_tx_query: { ...query, transactions_filter: filter } }, deposit)
  const url = await queryRelayer.start({ chain: a, other: b, connection: query.connection_id, contracts: [lab] })
  try {
    await until('the first values', 90, async () => (await heard('kv_query_result')) >= 1)
    const { result } = await a.rest('/neutron/interchainqueries/query_result?query_id=1')
    for (const [index, key] of keys.entries()) {
      const at = await valueAt(b, key, result.height)
      if (at === null || at !== result.kv_results[index].value)
        throw new Error(
          `the value of ${key.path} at ${result.height} is ${at}, the chain has ${JSON.stringify(result)}`,
        )
    }
    for (let count = 0; count < TRANSFERS; count++)
      await b.send([
        {
          typeUrl: '/cosmos.bank.v1beta1.MsgSend',
          value: { fromAddress: b.user, toAddress: recipient, amount: [{ denom: b.denom, amount: '1' }] },
        },
      ])
    await until(`${TRANSFERS} transactions`, 120, async () => (await heard('tx_query_result')) === TRANSFERS)
    const before = await heard('kv_query_result')
    await until('more values, period after period', 90, async () => (await heard('kv_query_result')) >= before + 3)
    const unsuccessful = await (await fetch(`${url}/unsuccessful-txs`)).json()
    if (unsuccessful.length > 0) throw new Error(`unsuccessful: ${JSON.stringify(unsuccessful)}`)
    return `a balance and a delegation, equal to what the node says at that height, ${await heard('kv_query_result')} times; ${TRANSFERS} transactions`
  } finally {
    await queryRelayer.stop()
  }
}
