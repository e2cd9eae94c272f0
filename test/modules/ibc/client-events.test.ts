import * as channel from 'cosmjs-types/ibc/core/channel/v1/tx'
import * as tx from 'cosmjs-types/ibc/core/client/v1/tx'
import { expect, test } from 'vitest'
import { newSide, Pair } from './pair.js'
import { startingStates, updateHeader } from '../../../src/modules/ibc/relay.js'

/** The events and signers of messages about clients. Source: ibc-go v10 02-client/keeper/events.go, types/msgs.go. */

const MODULE = { type: 'message', attributes: [['module', 'ibc_client']] }

test('creating and updating a client emit the events that relayers read', () => {
  const pair = new Pair(newSide('chain-a-1', 'neutron'), newSide('chain-b-7', 'cosmos')).createClients()
  const { a, b } = pair
  const first = a.latest(pair.clientOnA)
  const made = a.run(tx.MsgCreateClient, {
    ...startingStates(b.app, b.app.last.height),
    signer: a.relayer,
  })
  expect(tx.MsgCreateClientResponse.decode(made.data)).toEqual({ clientId: '07-tendermint-1' })
  expect(made.events).toEqual([
    {
      type: 'create_client',
      attributes: [
        ['client_id', '07-tendermint-1'],
        ['client_type', '07-tendermint'],
        ['consensus_height', `7-${b.app.last.height}`],
      ],
    },
    MODULE,
  ])
  pair.tick()
  const at = b.app.last.height
  const clientMessage = updateHeader(b.app, at, first)
  const updated = a.run(tx.MsgUpdateClient, { clientId: pair.clientOnA, clientMessage, signer: a.relayer })
  expect(updated.events).toEqual([
    {
      type: 'update_client',
      attributes: [
        ['client_id', pair.clientOnA],
        ['client_type', '07-tendermint'],
        ['consensus_height', `7-${at}`],
        ['consensus_heights', `7-${at}`],
      ],
    },
    MODULE,
  ])
})

interface Codec {
  readonly typeUrl: string
  fromPartial(fields: never): unknown
  encode(message: never): { finish(): Uint8Array }
}

test('each message about a client or a packet is signed by its signer', () => {
  const { app } = newSide('chain-a-1', 'neutron')
  const codecs: readonly Codec[] = [
    tx.MsgCreateClient,
    tx.MsgUpdateClient,
    tx.MsgUpgradeClient,
    tx.MsgSubmitMisbehaviour,
    tx.MsgRecoverClient,
    tx.MsgIBCSoftwareUpgrade,
    tx.MsgUpdateParams,
    tx.MsgDeleteClientCreator,
    channel.MsgRecvPacket,
    channel.MsgAcknowledgement,
    channel.MsgTimeout,
    channel.MsgTimeoutOnClose,
  ]
  const signers = codecs.map((codec) => {
    const value = codec.encode(codec.fromPartial({ signer: 's' } as never) as never).finish()
    return app.router.signers({ typeUrl: codec.typeUrl, value })
  })
  expect(signers).toEqual(codecs.map(() => ['s']))
})

test('a client cannot be recovered by itself', () => {
  const { app, relayer } = newSide('chain-a-1', 'neutron')
  const value = tx.MsgRecoverClient.encode({
    subjectClientId: '07-tendermint-0',
    substituteClientId: '07-tendermint-0',
    signer: relayer,
  }).finish()
  const any = { typeUrl: tx.MsgRecoverClient.typeUrl, value }
  expect(() => app.runInBlock((ctx) => app.router.handler(any.typeUrl)!(ctx, any))).toThrow(
    'subject and substitute clients must be different',
  )
})

test('an upgrade of the own chain by message is refused; the authority is told to use upgrade()', () => {
  const side = newSide('chain-a-1', 'neutron')
  const plan = (signer: string) => () =>
    side.run(tx.MsgIBCSoftwareUpgrade, tx.MsgIBCSoftwareUpgrade.fromPartial({ signer }))
  expect(plan(side.relayer)).toThrow(`expected ${side.ibc.authority}, got ${side.relayer}: unauthorized`)
  expect(plan(side.ibc.authority)).toThrow(
    'an upgrade of the own chain cannot be planned by a message: upgrade() of the sandbox does it',
  )
})
