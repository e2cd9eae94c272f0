import { NO_BYTES } from '../../../base/index.js'
import { message, wrapping, type MessageDecoder, type Release } from '../../../chain/index.js'
import { Params, type Counterparty } from 'cosmjs-types/ibc/core/connection/v1/connection'
import * as types from 'cosmjs-types/ibc/core/connection/v1/tx'
import { protoMessage, protoString, readProto } from '../../../codec/index.js'
import {
  ErrInvalidClientType,
  ErrInvalidConnectionCounterparty,
  ErrInvalidConnectionIdentifier,
  ErrInvalidProof,
  ErrInvalidVersion,
} from '../errors.js'
import { checkClientId, checkConnectionId, isConnectionId, LOCALHOST_CLIENT } from '../identifiers.js'
import { checkAuthority, checkSigner } from '../signer.js'
import type { ConnectionHandshake } from './handshake.js'
import { setConnectionParams, validateConnectionParams } from './state.js'
import { validateVersion } from './version.js'

const SERVICE = '/ibc.core.connection.v1'

/** Messages that open connections. Source: ibc-go v10 03-connection/types/msgs.go, core/keeper/msg_server.go. */
export function connectionMessages(
  handshake: ConnectionHandshake,
  authority: string,
): readonly (readonly [typeUrl: string, decoder: MessageDecoder])[] {
  return [
    message<types.MsgConnectionOpenInit>({
      typeUrl: `${SERVICE}.MsgConnectionOpenInit`,
      decode: (value) => types.MsgConnectionOpenInit.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ clientId, counterparty, version, signer }, prefix, release) => {
        checkClient(clientId)
        if (counterparty.connectionId !== '')
          throw ErrInvalidConnectionCounterparty.error('counterparty connection identifier must be empty')
        if (version !== undefined)
          wrapping('basic validation of the provided version failed', () => validateVersion(version))
        checkSigner(signer, prefix)
        validateCounterparty(counterparty, release)
      },
      handle: (ctx, { clientId, counterparty, version, delayPeriod }) => {
        wrapping('connection handshake open init failed', () =>
          handshake.init(ctx, clientId, counterparty, version, delayPeriod),
        )
        return types.MsgConnectionOpenInitResponse.encode({}).finish()
      },
    }),
    message<types.MsgConnectionOpenTry>({
      typeUrl: `${SERVICE}.MsgConnectionOpenTry`,
      decode: (value) => types.MsgConnectionOpenTry.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ clientId, counterparty, counterpartyVersions, proofInit, signer }, prefix, release) => {
        checkClient(clientId)
        wrapping('invalid counterparty connection ID', () => checkConnectionId(counterparty.connectionId))
        if (counterpartyVersions.length === 0) throw ErrInvalidVersion.error('empty counterparty versions')
        if (counterpartyVersions.length > 100)
          throw ErrInvalidVersion.error('counterparty versions must not exceed 100 items')
        for (const [i, version] of counterpartyVersions.entries())
          wrapping(`basic validation failed on version with index ${i}`, () => validateVersion(version))
        assertProof(proofInit, 'init')
        checkSigner(signer, prefix)
        validateCounterparty(counterparty, release)
      },
      handle: (ctx, msg) => {
        const proof = { proof: msg.proofInit, height: msg.proofHeight }
        wrapping('connection handshake open try failed', () =>
          handshake.try(ctx, msg.clientId, msg.counterparty, msg.counterpartyVersions, msg.delayPeriod, proof),
        )
        return types.MsgConnectionOpenTryResponse.encode({}).finish()
      },
    }),
    message<types.MsgConnectionOpenAck>({
      typeUrl: `${SERVICE}.MsgConnectionOpenAck`,
      decode: (value) => types.MsgConnectionOpenAck.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ connectionId, counterpartyConnectionId, version, proofTry, signer }, prefix) => {
        if (!isConnectionId(connectionId)) throw ErrInvalidConnectionIdentifier.error()
        wrapping('invalid counterparty connection ID', () => checkConnectionId(counterpartyConnectionId))
        validateVersion(version)
        assertProof(proofTry, 'try')
        checkSigner(signer, prefix)
      },
      handle: (ctx, msg) => {
        const proof = { proof: msg.proofTry, height: msg.proofHeight }
        wrapping('connection handshake open ack failed', () =>
          handshake.ack(ctx, msg.connectionId, msg.version!, msg.counterpartyConnectionId, proof),
        )
        return types.MsgConnectionOpenAckResponse.encode({}).finish()
      },
    }),
    message<types.MsgConnectionOpenConfirm>({
      typeUrl: `${SERVICE}.MsgConnectionOpenConfirm`,
      decode: (value) => types.MsgConnectionOpenConfirm.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ connectionId, proofAck, signer }, prefix) => {
        if (!isConnectionId(connectionId)) throw ErrInvalidConnectionIdentifier.error()
        assertProof(proofAck, 'ack')
        checkSigner(signer, prefix)
      },
      handle: (ctx, { connectionId, proofAck, proofHeight }) => {
        wrapping('connection handshake open confirm failed', () =>
          handshake.confirm(ctx, connectionId, { proof: proofAck, height: proofHeight }),
        )
        return types.MsgConnectionOpenConfirmResponse.encode({}).finish()
      },
    }),
    message<{ readonly signer: string; readonly params: Params }>({
      typeUrl: `${SERVICE}.MsgUpdateParams`,
      // The generated code uses the type of the client params here.
      decode: (value) => {
        const fields = readProto(value)
        const params = Params.decode(protoMessage(fields, 2) ?? NO_BYTES)
        return { signer: protoString(fields, 1), params }
      },
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, params }, prefix) => {
        checkSigner(signer, prefix)
        validateConnectionParams(params)
      },
      handle: (ctx, { signer, params }) => {
        checkAuthority(ctx, authority, signer)
        setConnectionParams(ctx, params)
        return types.MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
  ]
}

function checkClient(clientId: string): void {
  if (clientId === LOCALHOST_CLIENT) throw ErrInvalidClientType.error('localhost connection handshakes are disallowed')
  wrapping('invalid client ID', () => checkClientId(clientId))
}

function assertProof(proof: Uint8Array, step: string): void {
  if (proof.length === 0) throw ErrInvalidProof.error(`cannot submit an empty proof ${step}`)
}

/** Source: ibc-go v10 03-connection/types/connection.go `Counterparty.ValidateBasic`. */
function validateCounterparty(
  { clientId, connectionId, prefix }: Counterparty,
  { clientLimits }: Pick<Release, 'clientLimits'>,
): void {
  if (connectionId !== '') wrapping('invalid counterparty connection ID', () => checkConnectionId(connectionId))
  wrapping('invalid counterparty client ID', () => checkClientId(clientId))
  if (prefix.keyPrefix.length === 0) throw ErrInvalidConnectionCounterparty.error('counterparty prefix cannot be empty')
  if (clientLimits !== undefined && prefix.keyPrefix.length > clientLimits.prefixKeyBytes)
    throw ErrInvalidConnectionCounterparty.error(
      `counterparty prefix length exceeds maximum length of ${clientLimits.prefixKeyBytes} bytes`,
    )
}
