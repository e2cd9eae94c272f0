import { Client, credentials } from '@grpc/grpc-js'
import { QueryClient, setupIbcExtension } from '@cosmjs/stargate'
import { connectComet } from '@cosmjs/tendermint-rpc'
import { QueryVerifyMembershipRequest, QueryVerifyMembershipResponse } from 'cosmjs-types/ibc/core/client/v1/query'
import { MerkleProof } from 'cosmjs-types/ibc/core/commitment/v1/commitment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase64, toUtf8 } from '../../src/base/bytes.js'
import { channelKey } from '../../src/modules/ibc/keys.js'
import { proofAt } from '../../src/modules/ibc/relay.js'
import { bankDenom, escrowAddress } from '../../src/modules/transfer/index.js'
import { addressText } from '../../src/chain/address.js'
import { createSandbox, type Sandbox, type SandboxServer } from '../../src/sandbox/index.js'
import { keyBytes } from '../../src/store/key.js'

let sandbox: Sandbox
let server: SandboxServer

const get = async (path: string, chain = 'neutron', init: RequestInit = {}) => {
  const response = await fetch(server.urls[chain]!.rest + path, init)
  const body: unknown = await response.json()
  return { status: response.status, body }
}
const body = async (path: string, chain?: string) => (await get(path, chain)).body

const VOUCHER = bankDenom({ base: 'untrn', trace: [{ portId: 'transfer', channelId: 'channel-0' }] })
const ESCROW = escrowAddress('transfer', 'channel-0')
const CHANNEL = {
  state: 'STATE_OPEN',
  ordering: 'ORDER_UNORDERED',
  counterparty: { port_id: 'transfer', channel_id: 'channel-0' },
  connection_hops: ['connection-0'],
  version: 'ics20-1',
}
const ANY_HEIGHT = { revision_number: '1', revision_height: expect.stringMatching(/^\d+$/) as unknown }
const PAGE = { next_key: null, total: '1' }

/** One packet was received and acknowledged, one was received only, one waits. */
beforeAll(async () => {
  sandbox = createSandbox()
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  const bob = hub.account('bob')
  for (const amount of [1, 2, 3]) await alice.ibcTransfer(bob, `${amount}untrn`)
  await sandbox.relayer.relay({ filter: { sequence: 1 } })
  await sandbox.relayer.relay({ filter: { sequence: 2, kind: 'recv' } })
  server = await sandbox.serve()
})
afterAll(() => sandbox.close())

test('clients: their states, heights, status, params', async () => {
  const clients = '/ibc/core/client/v1'
  const state = {
    '@type': '/ibc.lightclients.tendermint.v1.ClientState',
    chain_id: sandbox.chains.hub.host.app.chainId,
    frozen_height: { revision_number: '0', revision_height: '0' },
  }
  expect(await body(`${clients}/client_states/07-tendermint-0`)).toMatchObject({
    client_state: state,
    proof: null,
    proof_height: ANY_HEIGHT,
  })
  expect(await body(`${clients}/client_states`)).toMatchObject({
    client_states: [{ client_id: '07-tendermint-0', client_state: state }],
    pagination: PAGE,
  })
  const { consensus_state_heights: heights } = (await body(`${clients}/consensus_states/07-tendermint-0/heights`)) as {
    consensus_state_heights: readonly { revision_number: string; revision_height: string }[]
  }
  expect(heights.length).toBeGreaterThan(1)
  const states = await body(`${clients}/consensus_states/07-tendermint-0`)
  expect(states).toMatchObject({ consensus_states: heights.map((height) => ({ height })) })
  const { revision_number, revision_height } = heights.at(-1)!
  const at = `revision/${revision_number}/height/${revision_height}`
  const consensus = { '@type': '/ibc.lightclients.tendermint.v1.ConsensusState', root: { hash: expect.any(String) } }
  for (const path of [
    `${clients}/consensus_states/07-tendermint-0/${at}`,
    `/ibc/core/connection/v1/connections/connection-0/consensus_state/${at}`,
    `/ibc/core/channel/v1/channels/channel-0/ports/transfer/consensus_state/${at}`,
  ])
    expect(await body(path)).toMatchObject({ consensus_state: consensus })
  expect(await body(`${clients}/client_status/07-tendermint-0`)).toEqual({ status: 'Active' })
  expect(await body(`${clients}/params`)).toEqual({ params: { allowed_clients: ['*'] } })
  expect(await body(`${clients}/client_creator/07-tendermint-0`)).toEqual({ creator: '' })
  expect(await get(`${clients}/client_states/07-tendermint-9`)).toEqual({
    status: 404,
    body: { code: 5, message: '07-tendermint-9: light client not found', details: [] },
  })
  expect(await get(`${clients}/consensus_states/07-tendermint-0/revision/1/height/999`)).toMatchObject({ status: 404 })
  expect(await get(`${clients}/client_states/x`)).toMatchObject({ status: 400 })
  for (const name of ['client', 'consensus'])
    expect(await get(`${clients}/upgraded_${name}_states`)).toMatchObject({ status: 404 })
})

test('verification of a proof, over REST and gRPC', async () => {
  const { neutron, hub } = sandbox.chains
  const { baseApp: app } = hub.host.app
  const { context, ibc } = neutron.host.app
  const { revisionHeight } = ibc.core.clients.latestHeight(context, '07-tendermint-0')
  const key = channelKey('transfer', 'channel-0')
  const value = hub.host.app.context.rawStore('ibc').get(key)!
  const proof = proofAt(app, key, Number(revisionHeight))
  expect(MerkleProof.decode(proof).proofs).toHaveLength(2)
  const ask = (given: Uint8Array, proven = value, more: object = {}) =>
    get('/ibc/core/client/v1/verify_membership', 'neutron', {
      method: 'POST',
      body: JSON.stringify({
        client_id: '07-tendermint-0',
        proof: toBase64(given),
        proof_height: { revision_number: '1', revision_height: String(revisionHeight) },
        value: toBase64(proven),
        merkle_path: { key_path: [toBase64(toUtf8('ibc')), toBase64(keyBytes(key))] },
        ...more,
      }),
    })
  expect(await ask(proof)).toEqual({ status: 200, body: { success: true } })
  expect(await ask(proof, toUtf8('other'))).toEqual({ status: 200, body: { success: false } })
  expect(await ask(new Uint8Array(0))).toMatchObject({ status: 400, body: { message: 'empty proof' } })
  expect(await ask(proof, new Uint8Array(0))).toMatchObject({ status: 400, body: { message: 'empty value' } })
  expect(await ask(proof, value, { merkle_path: {} })).toMatchObject({ body: { message: 'empty merkle path' } })
  expect(await ask(proof, value, { proof_height: {} })).toMatchObject({
    body: { message: 'proof height must be non-zero' },
  })
  expect(await ask(proof, value, { client_id: '09-localhost' })).toMatchObject({
    status: 400,
    body: {
      message: 'verify membership is disabled for client types [09-localhost 06-solomachine]: invalid client type',
    },
  })

  const client = new Client(server.urls['neutron']!.grpc, credentials.createInsecure())
  const request = QueryVerifyMembershipRequest.encode({
    clientId: '07-tendermint-0',
    proof,
    proofHeight: { revisionNumber: 1n, revisionHeight },
    value,
    timeDelay: 0n,
    blockDelay: 0n,
    merklePath: { keyPath: [toUtf8('ibc'), keyBytes(key)] },
  }).finish()
  const answer = await new Promise<Uint8Array>((resolve, reject) => {
    client.makeUnaryRequest(
      '/ibc.core.client.v1.Query/VerifyMembership',
      (bytes: Uint8Array) => Buffer.from(bytes),
      (bytes) => new Uint8Array(bytes),
      request,
      (error, response) => (error ? reject(error) : resolve(response!)),
    )
  })
  expect(QueryVerifyMembershipResponse.decode(answer)).toEqual({ success: true })
  client.close()
})

test('connections', async () => {
  const connection = {
    client_id: '07-tendermint-0',
    versions: [{ identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] }],
    state: 'STATE_OPEN',
    counterparty: { client_id: '07-tendermint-0', connection_id: 'connection-0', prefix: { key_prefix: 'aWJj' } },
    delay_period: '0',
  }
  const connections = '/ibc/core/connection/v1'
  expect(await body(`${connections}/connections/connection-0`)).toEqual({
    connection,
    proof: null,
    proof_height: ANY_HEIGHT,
  })
  expect(await body(`${connections}/connections`)).toEqual({
    connections: [
      { id: 'connection-0', ...connection },
      expect.objectContaining({ id: 'connection-localhost', client_id: '09-localhost' }),
    ],
    pagination: { next_key: null, total: '2' },
    height: ANY_HEIGHT,
  })
  expect(await body(`${connections}/client_connections/07-tendermint-0`)).toMatchObject({
    connection_paths: ['connection-0'],
  })
  expect(await body(`${connections}/connections/connection-0/client_state`)).toMatchObject({
    identified_client_state: { client_id: '07-tendermint-0' },
  })
  expect(await body(`${connections}/params`)).toEqual({ params: { max_expected_time_per_block: '30000000000' } })
  expect(await get(`${connections}/connections/connection-9`)).toMatchObject({
    status: 404,
    body: { message: 'connection-9: connection not found' },
  })
})

test('channels and their packets', async () => {
  const channels = '/ibc/core/channel/v1'
  const end = `${channels}/channels/channel-0/ports/transfer`
  expect(await body(end)).toMatchObject({ channel: CHANNEL, proof: null, proof_height: ANY_HEIGHT })
  const identified = { ...CHANNEL, port_id: 'transfer', channel_id: 'channel-0' }
  for (const path of [`${channels}/channels`, `${channels}/connections/connection-0/channels`])
    expect(await body(path)).toMatchObject({ channels: [identified], pagination: PAGE, height: ANY_HEIGHT })
  expect(await body(`${end}/client_state`)).toMatchObject({ identified_client_state: { client_id: '07-tendermint-0' } })
  expect(await body(`${end}/next_sequence`, 'hub')).toMatchObject({ next_sequence_receive: '0' })
  expect(await body(`${end}/next_sequence_send`)).toMatchObject({ next_sequence_send: '4' })
  expect(await body(`${end}/packet_commitments`)).toMatchObject({
    commitments: [
      { port_id: 'transfer', channel_id: 'channel-0', sequence: '2', data: expect.any(String) },
      { sequence: '3' },
    ],
    pagination: { next_key: null, total: '2' },
  })
  expect(await body(`${end}/packet_commitments?pagination.limit=1`)).toMatchObject({
    commitments: [{ sequence: '2' }],
    pagination: { next_key: expect.any(String) },
  })
  expect(await body(`${end}/packet_commitments/2`)).toMatchObject({ commitment: expect.any(String), proof: null })
  expect(await get(`${end}/packet_commitments/1`)).toMatchObject({
    status: 404,
    body: { message: 'packet commitment hash not found' },
  })
  expect(await body(`${end}/packet_receipts/2`, 'hub')).toMatchObject({ received: true })
  expect(await body(`${end}/packet_receipts/3`, 'hub')).toMatchObject({ received: false })
  expect(await body(`${end}/packet_acks/1`, 'hub')).toMatchObject({ acknowledgement: expect.any(String) })
  expect(await get(`${end}/packet_acks/3`, 'hub')).toMatchObject({ status: 404 })
  expect(await body(`${end}/packet_acknowledgements`, 'hub')).toMatchObject({
    acknowledgements: [{ sequence: '1' }, { sequence: '2' }],
  })
  expect(await body(`${end}/packet_acknowledgements?packet_commitment_sequences=2`, 'hub')).toMatchObject({
    acknowledgements: [{ sequence: '2' }],
  })
  expect(await body(`${end}/packet_commitments/1,2,3/unreceived_packets`, 'hub')).toMatchObject({ sequences: ['3'] })
  expect(await body(`${end}/packet_commitments/1,2/unreceived_acks`)).toMatchObject({ sequences: ['2'] })
  // The number in the text is the place in the list.
  for (const [list, place] of [
    ['0', 0],
    ['5,0', 1],
  ])
    for (const what of ['unreceived_packets', 'unreceived_acks'])
      expect(await get(`${end}/packet_commitments/${list}/${what}`, 'hub')).toEqual({
        status: 400,
        body: { code: 3, message: `packet sequence ${place} cannot be 0`, details: [] },
      })
  expect(await get(`${channels}/channels/channel-9/ports/transfer`)).toMatchObject({
    status: 404,
    body: { message: 'port-id: transfer, channel-id channel-9: channel not found' },
  })
  expect(await get(`${end}/packet_commitments/x`)).toMatchObject({ status: 400 })
})

test('transfers, their fees, and accounts of interchain transactions', async () => {
  const transfers = '/ibc/apps/transfer/v1'
  const hash = VOUCHER.slice('ibc/'.length)
  const denom = { base: 'untrn', trace: [{ port_id: 'transfer', channel_id: 'channel-0' }] }
  expect(await body(`${transfers}/params`)).toEqual({ params: { send_enabled: true, receive_enabled: true } })
  expect(await body(`${transfers}/denoms`, 'hub')).toEqual({ denoms: [denom], pagination: PAGE })
  for (const text of [hash, VOUCHER]) expect(await body(`${transfers}/denoms/${text}`, 'hub')).toEqual({ denom })
  expect(await body(`${transfers}/denom_hashes/transfer/channel-0/untrn`, 'hub')).toEqual({ hash })
  expect(await get(`${transfers}/denom_hashes/transfer/channel-0/other`, 'hub')).toMatchObject({ status: 404 })
  expect(await body(`${transfers}/channels/channel-0/ports/transfer/escrow_address`)).toEqual({
    escrow_address: addressText('neutron', ESCROW),
  })
  expect(await body(`${transfers}/total_escrow/untrn`)).toEqual({ amount: { denom: 'untrn', amount: '6' } })
  expect(await body(`${transfers}/total_escrow/${VOUCHER}`)).toEqual({ amount: { denom: VOUCHER, amount: '0' } })
  expect(await body('/neutron-org/neutron/feerefunder/params')).toMatchObject({
    params: { min_fee: { recv_fee: [], ack_fee: [{ denom: 'untrn' }], timeout_fee: [{ denom: 'untrn' }] } },
  })
  const info = '/neutron-org/neutron/feerefunder/info?channel_id=channel-0&port_id=transfer'
  expect(await get(`${info}&sequence=1`)).toMatchObject({ status: 500, body: { code: 2 } })
  // A chain serves its own modules only.
  expect(await get('/neutron-org/neutron/feerefunder/params', 'hub')).toMatchObject({ status: 501 })
})

test('a published client library reads the same', async () => {
  const { ibc } = QueryClient.withExtensions(await connectComet(server.urls['neutron']!.rpc), setupIbcExtension)
  expect((await ibc.channel.allChannels()).channels).toMatchObject([{ channelId: 'channel-0', version: 'ics20-1' }])
  expect((await ibc.client.stateTm('07-tendermint-0')).chainId).toBe(sandbox.chains.hub.host.app.chainId)
  expect((await ibc.channel.unreceivedAcks('transfer', 'channel-0', [1, 2])).sequences).toEqual([2n])
  expect((await ibc.connection.allConnections()).connections).toHaveLength(2)
})
