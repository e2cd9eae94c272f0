import { toBase64 } from '../../src/base/bytes.js'
import { parseProtoJson } from '../../src/codec/proto-json/index.js'
import { createSandbox, type ChainKind } from '../../src/sandbox/index.js'
import type { Parties } from './message-examples.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const READER = 'contracts/artifacts/remote_reader.wasm'
const CONTROLLER = 'ibc.applications.interchain_accounts.controller.v1'

/** Two chains, and what relayers carry between them: each kind of message with the proofs of a real one. */
export async function relayed(kind: ChainKind): Promise<Parties> {
  const sandbox = createSandbox({
    chains: { neutron: { kind, validators: [40, 30, 20, 10] }, hub: { kind: 'hub' } },
    links: [['neutron', 'hub']],
  })
  const { neutron: chain, hub } = sandbox.chains
  const { relayer, queryRelayer } = sandbox
  const { app } = chain.host
  const funds = `10000000000${app.denom}`
  const [alice, bob, far] = [
    chain.account('alice', funds),
    chain.account('bob', funds),
    hub.account('far', '9000uatom'),
  ]
  const carry = (by: { send: typeof alice.send }, type: string, message: object) =>
    by.send([{ any: { typeUrl: `/${type}`, value: toBase64(parseProtoJson(type, JSON.stringify(message))) } }])

  await alice.ibcTransfer(far, `5${app.denom}`)
  await far.ibcTransfer(alice, '5uatom')
  await relayer.relay()
  await alice.ibcTransfer(far, `5${app.denom}`)
  await hub.skipPastTimeout()
  await relayer.relay()

  await relayer.openConnection({ chain: 'neutron' })
  await relayer.openConnection({ chain: 'hub' })
  await relayer.openChannel({ chain: 'neutron' })
  const [one, other] = [await relayer.openChannel({ chain: 'hub' }), await relayer.openChannel({ chain: 'neutron' })]
  // One end is told of the other's end, and one learns it when a packet is on its way.
  await relayer.closeChannel({ chain: 'hub', channel: one.channels['hub']!, force: true })
  await alice.ibcTransfer(far, `5${app.denom}`, { channel: other.channels['neutron']! })
  await relayer.closeChannel({ chain: 'hub', channel: other.channels['hub']!, force: true, confirm: false })
  await relayer.relay()
  const spare = await relayer.createClient('neutron')
  await relayer.misbehaviour('neutron', { client: spare.clientId })

  // Packets between clients, of which the second times out. Neutron and Nolus have no application for them.
  const takesThem = kind === 'hub' || kind === 'wasmd'
  const { clients } = await relayer.pairClients()
  const between = (seconds: number) => ({
    source_port: 'transfer',
    source_channel: clients['hub'],
    token: { denom: 'uatom', amount: '5' },
    sender: far.address,
    receiver: alice.address,
    timeout_timestamp: String(app.context.block.time / 1_000_000_000n + BigInt(seconds)),
    encoding: 'application/json',
  })
  for (const seconds of takesThem ? [600, 60] : []) {
    await carry(far, 'ibc.applications.transfer.v1.MsgTransfer', between(seconds))
    if (seconds === 60) await chain.skipPastTimeout()
    await relayer.relay()
  }

  const account = { owner: alice.address, connection_id: 'connection-0' }
  await carry(alice, `${CONTROLLER}.MsgRegisterInterchainAccount`, { ...account, ordering: 'ORDER_ORDERED' })
  await relayer.relay()
  await carry(alice, `${CONTROLLER}.MsgSendTx`, {
    ...account,
    packet_data: { type: 'TYPE_EXECUTE_TX', data: 'CgA=', memo: 'm' },
    relative_timeout: '60000000000',
  })
  await relayer.relay()

  const parties: Parties = {
    app,
    alice: alice.address,
    bob: bob.address,
    far: far.address,
    contract: alice.address,
    reader: alice.address,
  }
  if (kind !== 'neutron' && kind !== 'nolus') return parties

  const lab = await alice.deploy(LAB, { on_timeout: 'error' }, { funds: `5000000${app.denom}` })
  await chain.actAs(lab).send([{ any: registration(kind, lab.address, app.denom) }])
  await relayer.relay()
  if (kind === 'nolus') return { ...parties, contract: lab.address }

  await lab.callback({ timeout: {} })
  const reader = await alice.deploy(READER, {}, { funds: '9000000untrn' })
  const balances = { balances: { addr: far.address, denoms: ['uatom'] } }
  const transfers = { transfers: { recipient: far.address, min_height: null } }
  for (const what of [balances, transfers])
    await alice.execute(reader, { register: { connection_id: 'connection-0', update_period: 2, what } })
  await hub.account('payer', '1000uatom').transfer(far, '250uatom')
  await queryRelayer.deliver(1)
  await queryRelayer.deliver(2)
  return { ...parties, contract: lab.address, reader: reader.address }
}

function registration(kind: 'neutron' | 'nolus', from: string, denom: string) {
  const type = `${kind}.interchaintxs.v1.MsgRegisterInterchainAccount`
  const message = {
    from_address: from,
    connection_id: 'connection-0',
    interchain_account_id: 'staker',
    register_fee: [{ denom, amount: '1000000' }],
  }
  return { typeUrl: `/${type}`, value: toBase64(parseProtoJson(type, JSON.stringify(message))) }
}
