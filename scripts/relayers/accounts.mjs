// An interchain account on the chain of the sandbox, whose owner is a user of the other one: ordered, with results, an error and a timeout.
import { setTimeout as sleep } from 'node:timers/promises'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  MsgRegisterInterchainAccount,
  MsgSendTx,
} from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/tx'
import { CosmosTx, Type } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/packet'
import { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { freshAddress, until } from './network.mjs'

const SECOND = 1_000_000_000n

/** Of the controller's channels, the newest. */
const channelOf = async (chain) =>
  (await chain.channels())
    .filter(({ port_id }) => port_id === `icacontroller-${chain.user}`)
    .toSorted((x, y) => Number(x.channel_id.slice('channel-'.length)) - Number(y.channel_id.slice('channel-'.length)))
    .at(-1)

export async function accountFromThere(ctx) {
  const { a: host, b: owner, connections, relayer } = ctx
  await relayer.start()
  for (const type of [MsgRegisterInterchainAccount, MsgSendTx]) owner.client.registry.register(type.typeUrl, type)
  const connectionId = connections[owner.name]
  const register = () =>
    owner.send([
      {
        typeUrl: MsgRegisterInterchainAccount.typeUrl,
        value: { owner: owner.user, connectionId, version: '', ordering: Order.ORDER_ORDERED },
      },
    ])
  const opened = async () => (await channelOf(owner))?.state === 'STATE_OPEN'
  await register()
  await until('the channel of the account', 90, opened)
  const first = await channelOf(owner)
  if (first.ordering !== 'ORDER_ORDERED') throw new Error(`the channel is ${first.ordering}`)
  const { address } = await owner.rest(
    `/ibc/apps/interchain_accounts/controller/v1/owners/${owner.user}/connections/${connectionId}`,
  )
  const fund = { fromAddress: host.user, toAddress: address, amount: [{ denom: host.denom, amount: '1000' }] }
  await host.send([{ typeUrl: MsgSend.typeUrl, value: fund }])
  const receiver = await freshAddress(host.prefix)
  const pay = (amount, relativeTimeout = 600n * SECOND) => {
    const send = { fromAddress: address, toAddress: receiver, amount: [{ denom: host.denom, amount }] }
    const messages = [{ typeUrl: MsgSend.typeUrl, value: MsgSend.encode(send).finish() }]
    const data = CosmosTx.encode({ messages }).finish()
    const packetData = { type: Type.TYPE_EXECUTE_TX, data, memo: '' }
    return owner.send([
      { typeUrl: MsgSendTx.typeUrl, value: { owner: owner.user, connectionId, packetData, relativeTimeout } },
    ])
  }
  const pending = async () => owner.open(first.port_id, (await channelOf(owner)).channel_id)
  const settled = () => until('acknowledgements', 90, async () => (await pending()) === 0)
  const has = async (amount) => {
    const found = await host.balance(receiver, host.denom)
    if (found !== amount) throw new Error(`the receiver has ${found}, not ${amount}`)
  }
  for (const amount of ['100', '200', '300', '9000']) await pay(amount)
  await settled()
  await has(600n)
  await relayer.stop()
  await pay('1', 5n * SECOND)
  await sleep(8000)
  await relayer.start()
  await until('a closed channel', 90, async () => (await channelOf(owner)).state === 'STATE_CLOSED')
  await register()
  await until('the channel that replaces it', 90, opened)
  await pay('50')
  await settled()
  await has(650n)
  return `owned by a user of ${owner.name}: three payments and an error in order; a timeout closed it; opened again and used`
}
