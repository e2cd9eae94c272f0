import { message, wrapping, type MessageDecoder } from '../../../chain/index.js'
import * as types from 'cosmjs-types/ibc/core/channel/v1/tx'
import type { IbcApplication, PortRouter } from '../application.js'
import {
  ErrInvalidChannelCounterparty,
  ErrInvalidChannelIdentifier,
  ErrInvalidChannelOrdering,
  ErrInvalidChannelState,
  ErrInvalidProof,
  ErrInvalidRoute,
  ErrTooManyConnectionHops,
} from '../errors.js'
import { checkChannelId, checkConnectionId, checkPortId, isChannelId } from '../identifiers.js'
import { checkSigner } from '../signer.js'
import type { ChannelHandshake, ChannelWish } from './handshake.js'
import { channelStateText, Order, orderText, State, type Channel } from './state.js'

const SERVICE = '/ibc.core.channel.v1'

/** Messages that open and close channels; each step calls the application of the port. Source: ibc-go v10 04-channel/types/msgs.go, core/keeper/msg_server.go. */
export function channelMessages(
  handshake: ChannelHandshake,
  router: PortRouter,
): readonly (readonly [typeUrl: string, decoder: MessageDecoder])[] {
  return [
    message<types.MsgChannelOpenInit>({
      typeUrl: `${SERVICE}.MsgChannelOpenInit`,
      decode: (value) => types.MsgChannelOpenInit.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ portId, channel, signer }, prefix) => {
        wrapping('invalid port ID', () => checkPortId(portId))
        assertState(channel, State.STATE_INIT, 'INIT', 'MsgChannelOpenInit')
        if (channel.counterparty.channelId !== '')
          throw ErrInvalidChannelCounterparty.error('counterparty channel identifier must be empty')
        checkSigner(signer, prefix)
        validateChannel(channel)
      },
      handle: (ctx, { portId, channel }) => {
        const application = applicationOf(router, portId)
        const wish = wishOf(portId, channel)
        const channelId = wrapping('channel handshake open init failed', () => handshake.init(ctx, wish))
        const version = callback('open init', portId, channelId, () =>
          application.onOpenInit(ctx, { ...wish, channelId }, channel.version),
        )
        handshake.writeInit(ctx, channelId, wish, version)
        return types.MsgChannelOpenInitResponse.encode({ channelId, version }).finish()
      },
    }),
    message<types.MsgChannelOpenTry>({
      typeUrl: `${SERVICE}.MsgChannelOpenTry`,
      decode: (value) => types.MsgChannelOpenTry.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ portId, previousChannelId, channel, proofInit, signer }, prefix) => {
        wrapping('invalid port ID', () => checkPortId(portId))
        if (previousChannelId !== '')
          throw ErrInvalidChannelIdentifier.error(
            'previous channel identifier must be empty, this field has been deprecated as crossing hellos are no longer supported',
          )
        assertProof(proofInit, 'init proof')
        assertState(channel, State.STATE_TRYOPEN, 'TRYOPEN', 'MsgChannelOpenTry')
        wrapping('invalid counterparty channel ID', () => checkChannelId(channel.counterparty.channelId))
        checkSigner(signer, prefix)
        validateChannel(channel)
      },
      handle: (ctx, { portId, channel, counterpartyVersion, proofInit, proofHeight }) => {
        const application = applicationOf(router, portId)
        const wish = wishOf(portId, channel)
        const channelId = wrapping('channel handshake open try failed', () =>
          handshake.try(ctx, wish, counterpartyVersion, { proof: proofInit, height: proofHeight }),
        )
        const version = callback('open try', portId, channelId, () =>
          application.onOpenTry(ctx, { ...wish, channelId }, counterpartyVersion),
        )
        handshake.writeTry(ctx, channelId, wish, version)
        return types.MsgChannelOpenTryResponse.encode({ channelId, version }).finish()
      },
    }),
    message<types.MsgChannelOpenAck>({
      typeUrl: `${SERVICE}.MsgChannelOpenAck`,
      decode: (value) => types.MsgChannelOpenAck.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ portId, channelId, counterpartyChannelId, proofTry, signer }, prefix) => {
        checkPlace(portId, channelId)
        wrapping('invalid counterparty channel ID', () => checkChannelId(counterpartyChannelId))
        assertProof(proofTry, 'try proof')
        checkSigner(signer, prefix)
      },
      handle: (ctx, { portId, channelId, counterpartyVersion, counterpartyChannelId, proofTry, proofHeight }) => {
        const application = applicationOf(router, portId)
        const proof = { proof: proofTry, height: proofHeight }
        wrapping('channel handshake open ack failed', () =>
          handshake.ack(ctx, portId, channelId, counterpartyVersion, counterpartyChannelId, proof),
        )
        handshake.writeAck(ctx, portId, channelId, counterpartyVersion, counterpartyChannelId)
        callback('open ack', portId, channelId, () =>
          application.onOpenAck(ctx, portId, channelId, counterpartyChannelId, counterpartyVersion),
        )
        return types.MsgChannelOpenAckResponse.encode({}).finish()
      },
    }),
    message<types.MsgChannelOpenConfirm>({
      typeUrl: `${SERVICE}.MsgChannelOpenConfirm`,
      decode: (value) => types.MsgChannelOpenConfirm.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ portId, channelId, proofAck, signer }, prefix) => {
        checkPlace(portId, channelId)
        assertProof(proofAck, 'acknowledgement proof')
        checkSigner(signer, prefix)
      },
      handle: (ctx, { portId, channelId, proofAck, proofHeight }) => {
        const application = applicationOf(router, portId)
        wrapping('channel handshake open confirm failed', () =>
          handshake.confirm(ctx, portId, channelId, { proof: proofAck, height: proofHeight }),
        )
        handshake.writeConfirm(ctx, portId, channelId)
        callback('open confirm', portId, channelId, () => application.onOpenConfirm(ctx, portId, channelId))
        return types.MsgChannelOpenConfirmResponse.encode({}).finish()
      },
    }),
    message<types.MsgChannelCloseInit>({
      typeUrl: `${SERVICE}.MsgChannelCloseInit`,
      decode: (value) => types.MsgChannelCloseInit.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ portId, channelId, signer }, prefix) => {
        checkPlace(portId, channelId)
        checkSigner(signer, prefix)
      },
      handle: (ctx, { portId, channelId }) => {
        const application = applicationOf(router, portId)
        callback('close init', portId, channelId, () => application.onCloseInit(ctx, portId, channelId))
        wrapping('channel handshake close init failed', () => handshake.closeInit(ctx, portId, channelId))
        return types.MsgChannelCloseInitResponse.encode({}).finish()
      },
    }),
    message<types.MsgChannelCloseConfirm>({
      typeUrl: `${SERVICE}.MsgChannelCloseConfirm`,
      decode: (value) => types.MsgChannelCloseConfirm.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ portId, channelId, proofInit, signer }, prefix) => {
        checkPlace(portId, channelId)
        assertProof(proofInit, 'init proof')
        checkSigner(signer, prefix)
      },
      handle: (ctx, { portId, channelId, proofInit, proofHeight }) => {
        const application = applicationOf(router, portId)
        callback('close confirm', portId, channelId, () => application.onCloseConfirm(ctx, portId, channelId))
        wrapping('channel handshake close confirm failed', () =>
          handshake.closeConfirm(ctx, portId, channelId, { proof: proofInit, height: proofHeight }),
        )
        return types.MsgChannelCloseConfirmResponse.encode({}).finish()
      },
    }),
  ]
}

/** @throws ChainError port/5 */
export function applicationOf(router: PortRouter, portId: string): IbcApplication {
  const application = router.route(portId)
  if (application === undefined) throw ErrInvalidRoute.error(`route not found to portID: ${portId}`)
  return application
}

const callback = <T>(step: string, portId: string, channelId: string, run: () => T): T =>
  wrapping(`channel ${step} callback failed for port ID: ${portId}, channel ID: ${channelId}`, run)

const wishOf = (portId: string, { ordering, connectionHops, counterparty }: Channel): ChannelWish => ({
  portId,
  ordering,
  connectionHops,
  counterparty,
})

function checkPlace(portId: string, channelId: string): void {
  wrapping('invalid port ID', () => checkPortId(portId))
  if (!isChannelId(channelId)) throw ErrInvalidChannelIdentifier.error()
}

function assertProof(proof: Uint8Array, what: string): void {
  if (proof.length === 0) throw ErrInvalidProof.error(`cannot submit an empty ${what}`)
}

function assertState({ state }: Channel, expected: State, name: string, msg: string): void {
  if (state !== expected)
    throw ErrInvalidChannelState.error(
      `channel state must be ${name} in ${msg}. expected: STATE_${name}, got: ${channelStateText(state)}`,
    )
}

/** Source: ibc-go v10 04-channel/types/channel.go `Channel.ValidateBasic`. */
function validateChannel({ state, ordering, connectionHops, counterparty }: Channel): void {
  if (state === State.STATE_UNINITIALIZED_UNSPECIFIED) throw ErrInvalidChannelState.error()
  if (ordering !== Order.ORDER_ORDERED && ordering !== Order.ORDER_UNORDERED)
    throw ErrInvalidChannelOrdering.error(orderText(ordering))
  if (connectionHops.length !== 1)
    throw ErrTooManyConnectionHops.error('current IBC version only supports one connection hop')
  wrapping('invalid connection hop ID', () => checkConnectionId(connectionHops[0]!))
  wrapping('invalid counterparty port ID', () => checkPortId(counterparty.portId))
  if (counterparty.channelId !== '')
    wrapping('invalid counterparty channel ID', () => checkChannelId(counterparty.channelId))
}
