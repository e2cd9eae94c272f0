// What a relayer has to do between two chains. Each scenario is tried after the ones before it, and returns what it saw.
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { accountFromThere } from './accounts.mjs'
import { freshAddress, until, voucher } from './network.mjs'
import { queries } from './queries.mjs'

const artifact = (name) =>
  readFileSync(fileURLToPath(new URL(`../../contracts/artifacts/${name}.wasm`, import.meta.url)))

function check(holds, text) {
  if (!holds) throw new Error(text)
}

const other = ({ a, b }, chain) => (chain === a ? b : a)

/** Transfers of both users at the same time, to new addresses. */
async function transfers({ a, b, channels }, count, seconds) {
  const sent = []
  for (const [from, to] of [
    [a, b],
    [b, a],
  ]) {
    const receiver = await freshAddress(to.prefix)
    const channel = channels[from.name]
    const message = from.transfer({ channel, to: receiver, amount: 7, ...(seconds && { seconds }) })
    const before = await from.balance(from.user, from.denom)
    const at = await to.balance(receiver, voucher(channels[to.name], from.denom))
    check(at === 0n, `${receiver} is not new`)
    sent.push({ from, to, receiver, channel, before, count })
    await from.sendMany(Array.from({ length: count }, () => [message]))
  }
  return sent
}

async function arrived({ channels }, sent, seconds) {
  for (const { from, to, receiver, channel, count } of sent) {
    const denom = voucher(channels[to.name], from.denom)
    await until(
      `${count} transfers from ${from.name} on ${to.name}`,
      seconds,
      async () => (await to.balance(receiver, denom)) === BigInt(7 * count),
    )
    await until(`acknowledgements on ${from.name}`, seconds, async () => (await from.open('transfer', channel)) === 0)
  }
}

async function createChannel(ctx) {
  const { a, b, relayer } = ctx
  check((await a.channels()).length + (await b.channels()).length === 0, 'the chains have channels already')
  await relayer.link()
  ctx.channels = {}
  ctx.connections = {}
  for (const chain of [a, b]) {
    const [channel] = await chain.channels()
    check(channel?.state === 'STATE_OPEN', `the channel on ${chain.name} is ${channel?.state}`)
    ctx.channels[chain.name] = channel.channel_id
    ctx.connections[chain.name] = channel.connection_hops[0]
  }
  return `two clients, ${ctx.connections[a.name]} and ${ctx.channels[a.name]}`
}

async function live(ctx) {
  await ctx.relayer.start()
  const sent = await transfers(ctx, ctx.count)
  await arrived(ctx, sent, 240)
  return `${2 * ctx.count} received and acknowledged, nothing pending`
}

/** A channel between two contracts. */
async function openContracts(ctx) {
  const { a, b, relayer } = ctx
  const players = {}
  for (const chain of [a, b]) players[chain.name] = await chain.deploy(artifact('ping_pong'), {})
  const port = (chain) => `wasm.${players[chain.name]}`
  await relayer.createChannel(ctx.connections, port(a), port(b), 'ping-pong-1')
  const channel = (await a.channels()).find(({ port_id }) => port_id === port(a))
  check(channel?.state === 'STATE_OPEN', `the channel of the contract is ${channel?.state}`)
  return { players, channel: channel.channel_id }
}

async function contractChannel(ctx) {
  const { channel } = await openContracts(ctx)
  return `${channel}, open; no packets`
}

async function rally(ctx) {
  const { a, b } = ctx
  await ctx.relayer.start()
  const { players, channel } = await openContracts(ctx)
  await a.execute(players[a.name], { send: { channel_id: channel, packet: { ping: { rally: 9 } } } })
  for (const chain of [a, b])
    await until(`five acknowledgements in the contract on ${chain.name}`, 90, async () => {
      const { heard } = await chain.client.queryContractSmart(players[chain.name], { heard: {} })
      return heard.filter(({ entry }) => entry === 'ibc_packet_ack').length === 5
    })
  return 'channel of the two contracts; 10 packets back and forth, each sent by the receipt of the one before'
}

async function interchainAccount(ctx) {
  const { a, b } = ctx
  await ctx.relayer.start()
  const lab = await a.deploy(artifact('callback_lab'), {})
  const connection_id = ctx.connections[a.name]
  const account = { connection_id, interchain_account_id: 'staker' }
  const heard = async () => {
    const { received } = await a.client.queryContractSmart(lab, { received: {} })
    return received.map(({ callback }) => callback)
  }
  const hears = (...callbacks) =>
    until(`the callbacks ${callbacks.join(', ')}`, 90, async () => (await heard()).join() === callbacks.join())
  const coin = (amount) => ({ denom: a.denom, amount })
  const register = () =>
    a.execute(lab, { register_account: { ...account, register_fee: [coin('1000000')] } }, [coin('2000000')])
  await register()
  await hears('open_ack')
  const channel = (await a.channels()).find(({ port_id }) => port_id.startsWith('icacontroller-'))
  check(channel.ordering === 'ORDER_ORDERED', `the channel is ${channel.ordering}`)
  const { interchain_account_address: address } = await a.client.queryContractSmart(lab, { account_address: account })
  const message = { fromAddress: b.user, toAddress: address, amount: [{ denom: b.denom, amount: '1000' }] }
  await b.send([{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value: message }])
  const { validators } = await b.rest('/cosmos/staking/v1beta1/validators')
  const delegate = (amount, timeout) => {
    const value = MsgDelegate.encode({
      delegatorAddress: address,
      validatorAddress: validators[0].operator_address,
      amount: { denom: b.denom, amount },
    }).finish()
    const msgs = [{ type_url: MsgDelegate.typeUrl, value: Buffer.from(value).toString('base64') }]
    return a.execute(lab, { submit_tx: { ...account, msgs, ...(timeout !== undefined && { timeout }) } })
  }
  for (const amount of ['100', '200', '300']) await delegate(amount)
  await hears('open_ack', 'response', 'response', 'response')
  await delegate('9000')
  await hears('open_ack', 'response', 'response', 'response', 'error')
  check((await b.balance(address, b.denom)) === 400n, 'the delegations are wrong')
  await ctx.relayer.stop()
  await delegate('1', 5)
  await sleep(8000)
  await ctx.relayer.start()
  await hears('open_ack', 'response', 'response', 'response', 'error', 'timeout')
  const closed = (await a.channels()).find(({ channel_id }) => channel_id === channel.channel_id)
  check(closed.state === 'STATE_CLOSED', `the channel is ${closed.state}`)
  await register()
  await hears('open_ack', 'response', 'response', 'response', 'error', 'timeout', 'open_ack')
  await delegate('400')
  await hears('open_ack', 'response', 'response', 'response', 'error', 'timeout', 'open_ack', 'response')
  return 'opened by the contract; three results and an error in order; a timeout closed it; opened again and used'
}

async function cleared(ctx) {
  await ctx.relayer.stop()
  const sent = await transfers(ctx, 10)
  for (const { from, channel } of sent) {
    const open = await from.open('transfer', channel)
    check(open === 10, `${open} packets are open on ${from.name}, not 10`)
  }
  await ctx.relayer.clear(ctx.channels)
  await arrived(ctx, sent, 60)
  const more = await transfers(ctx, 10)
  await ctx.relayer.start()
  await arrived(ctx, more, 120)
  return '20 by its command, 20 by its next start'
}

async function timeouts(ctx) {
  await ctx.relayer.stop()
  const sent = await transfers(ctx, 5, 8)
  await sleep(12_000)
  const escrowed = await Promise.all(sent.map(({ from }) => from.balance(from.user, from.denom)))
  await ctx.relayer.start()
  for (const [index, { from, to, channel, receiver }] of sent.entries()) {
    await until(`timeouts on ${from.name}`, 120, async () => (await from.open('transfer', channel)) === 0)
    const refunded = (await from.balance(from.user, from.denom)) - escrowed[index]
    check(refunded === 35n, `${refunded} of 35 came back on ${from.name}`)
    check((await to.balance(receiver, voucher(ctx.channels[to.name], from.denom))) === 0n, `${receiver} has coins`)
  }
  return '10 packets, all coins back'
}

async function quietBlocks(ctx) {
  const { a, b, relayer } = ctx
  await relayer.stop()
  const from = await a.height()
  await until('100 blocks without transactions', 600, async () => (await a.height()) >= from + 100)
  for (const host of [a, b]) {
    const { client_states: states } = await host.rest('/ibc/core/client/v1/client_states')
    const { client_id: id } = states.find(({ client_state: state }) => state.chain_id === other(ctx, host).chainId)
    await relayer.updateClient(host, id)
  }
  await relayer.start()
  await arrived(ctx, await transfers(ctx, 1), 60)
  return 'both clients updated over 100 blocks without transactions; a transfer each way'
}

const FIRST = ['clients, connection and channel created', createChannel]

/** In order; those after the first need its channel. */
export const SCENARIOS = {
  // It relays no packets of ibc-go 10: it reads the attribute `packet_data`, which is gone there.
  tsRelayer: [FIRST, ['a channel of two contracts created', contractChannel]],
  hermes: [
    FIRST,
    ['transfers both ways, relayed live', live],
    ["a contract's own channel", rally],
    ['packets cleared after a stop', cleared],
    ['packets timed out', timeouts],
    ['an ordered channel of an interchain account', interchainAccount],
    ['an ordered interchain account the other way', accountFromThere],
    ['clients updated after 100 quiet blocks', quietBlocks],
  ],
  queries: [['interchain queries', queries]],
}
