import * as types from 'cosmjs-types/ibc/core/client/v1/tx'
import type { Any as WireAny } from 'cosmjs-types/google/protobuf/any'
import { equalBytes, NotSupportedError } from '../../../base/index.js'
import {
  addressText,
  message,
  nilPointer,
  parseAccAddress,
  plainError,
  wrapping,
  type ClientLimits,
  type Context,
  type MessageDecoder,
} from '../../../chain/index.js'
import { protoStrings, readProto } from '../../../codec/index.js'
import {
  ErrInvalidSubstitute,
  ErrInvalidUpgradeClient,
  ErrNotFound,
  ErrTooLarge,
  ErrUnauthorized,
  ErrUnpackAny,
} from '../errors.js'
import { ErrInvalidId } from '../errors.js'
import { checkClientId, isClientId, TENDERMINT } from '../identifiers.js'
import { clientConfigKey, STORE } from '../keys.js'
import { checkAuthority, checkSigner, ownName } from '../signer.js'
import { readHeader, readMisbehaviour } from '../tendermint/light-client.js'
import { validateHeader } from '../tendermint/header.js'
import { validateMisbehaviour } from '../tendermint/misbehaviour.js'
import {
  CLIENT_STATE,
  ClientState,
  CONSENSUS_STATE,
  ConsensusState,
  HEADER,
  Header,
  MISBEHAVIOUR,
  Misbehaviour,
  validateClientState,
  validateConsensusState,
} from '../tendermint/types.js'
import type { Clients } from './clients.js'
import { setClientParams, validateClientParams } from './params.js'

const SERVICE = '/ibc.core.client.v1'

/** Messages about clients. Source: ibc-go v10 02-client/types/msgs.go, core/keeper/msg_server.go. */
export function clientMessages(
  clients: Clients,
  authority: string,
): readonly (readonly [typeUrl: string, decoder: MessageDecoder])[] {
  return [
    message<types.MsgCreateClient>({
      typeUrl: `${SERVICE}.MsgCreateClient`,
      decode: (value) => {
        const msg = types.MsgCreateClient.decode(value)
        assertType(msg.clientState, [CLIENT_STATE])
        assertType(msg.consensusState, [CONSENSUS_STATE])
        return msg
      },
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, clientState, consensusState }, prefix, { clientLimits }) => {
        checkSigner(signer, prefix)
        assertSize('client', clientState, clientLimits)
        validateClientState(ClientState.decode(unpack(clientState, 'ClientState')))
        assertSize('consensus', consensusState, clientLimits)
        const consensus = ConsensusState.decode(unpack(consensusState, 'ConsensusState'))
        validateConsensusState(consensus, clientLimits !== undefined)
      },
      handle: (ctx, { signer, clientState, consensusState }) => {
        const id = clients.create(ctx, TENDERMINT, clientState!.value, consensusState!.value)
        clients.setCreator(ctx, id, parseAccAddress(ctx.prefix, signer))
        return types.MsgCreateClientResponse.encode({ clientId: id }).finish()
      },
    }),
    message<types.MsgUpdateClient>({
      typeUrl: `${SERVICE}.MsgUpdateClient`,
      decode: (value) => {
        const msg = types.MsgUpdateClient.decode(value)
        assertType(msg.clientMessage, [HEADER, MISBEHAVIOUR])
        return msg
      },
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, clientMessage, clientId }, prefix) => {
        checkSigner(signer, prefix)
        if (!clients.trusts) validateClientMessage(clientMessage)
        checkClientId(clientId)
      },
      handle: (ctx, { signer, clientId, clientMessage }) => {
        assertRelayer(ctx, clientId, signer)
        clients.update(ctx, clientId, clientMessage!)
        return types.MsgUpdateClientResponse.encode({}).finish()
      },
    }),
    message<types.MsgUpgradeClient>({
      typeUrl: `${SERVICE}.MsgUpgradeClient`,
      decode: (value) => {
        const msg = types.MsgUpgradeClient.decode(value)
        assertType(msg.clientState, [CLIENT_STATE])
        assertType(msg.consensusState, [CONSENSUS_STATE])
        return msg
      },
      signers: ({ signer }) => [signer],
      validateBasic: (msg, prefix) => {
        unpack(msg.clientState, 'ClientState')
        unpack(msg.consensusState, 'ConsensusState')
        if (msg.proofUpgradeClient.length === 0)
          throw ErrInvalidUpgradeClient.error('proof of upgrade client cannot be empty')
        if (msg.proofUpgradeConsensusState.length === 0)
          throw ErrInvalidUpgradeClient.error('proof of upgrade consensus state cannot be empty')
        checkSigner(msg.signer, prefix)
        checkClientId(msg.clientId)
      },
      handle: (ctx, msg) => {
        clients.upgrade(ctx, msg.clientId, {
          clientState: msg.clientState!.value,
          consensusState: msg.consensusState!.value,
          clientProof: msg.proofUpgradeClient,
          consensusProof: msg.proofUpgradeConsensusState,
        })
        return types.MsgUpgradeClientResponse.encode({}).finish()
      },
    }),
    message<types.MsgSubmitMisbehaviour>({
      typeUrl: `${SERVICE}.MsgSubmitMisbehaviour`,
      decode: (value) => {
        const msg = types.MsgSubmitMisbehaviour.decode(value)
        assertType(msg.misbehaviour, [HEADER, MISBEHAVIOUR])
        return msg
      },
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, misbehaviour, clientId }, prefix) => {
        checkSigner(signer, prefix)
        validateClientMessage(misbehaviour)
        checkClientId(clientId)
      },
      handle: (ctx, { clientId, misbehaviour }) => {
        clients.update(ctx, clientId, misbehaviour!)
        return types.MsgSubmitMisbehaviourResponse.encode({}).finish()
      },
    }),
    message<types.MsgRecoverClient>({
      typeUrl: `${SERVICE}.MsgRecoverClient`,
      decode: (value) => types.MsgRecoverClient.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, subjectClientId, substituteClientId }, prefix) => {
        checkSigner(signer, prefix)
        checkClientId(subjectClientId)
        checkClientId(substituteClientId)
        if (subjectClientId === substituteClientId)
          throw ErrInvalidSubstitute.error('subject and substitute clients must be different')
      },
      handle: (ctx, { signer, subjectClientId, substituteClientId }) => {
        checkAuthority(ctx, authority, signer)
        wrapping('client recovery failed', () => clients.recover(ctx, subjectClientId, substituteClientId))
        return types.MsgRecoverClientResponse.encode({}).finish()
      },
    }),
    message<types.MsgIBCSoftwareUpgrade>({
      typeUrl: `${SERVICE}.MsgIBCSoftwareUpgrade`,
      decode: (value) => types.MsgIBCSoftwareUpgrade.decode(value),
      signers: ({ signer }) => [signer],
      handle: (ctx, { signer }) => {
        checkAuthority(ctx, authority, signer)
        throw new NotSupportedError(
          'an upgrade of the own chain cannot be planned by a message: upgrade() of the sandbox does it',
        )
      },
    }),
    message<types.MsgUpdateParams>({
      typeUrl: `${SERVICE}.MsgUpdateParams`,
      decode: (value) => types.MsgUpdateParams.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ signer, params }, prefix) => {
        checkSigner(signer, prefix)
        validateClientParams(params)
      },
      handle: (ctx, { signer, params }) => {
        checkAuthority(ctx, authority, signer)
        setClientParams(ctx, params)
        return types.MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
    message<types.MsgDeleteClientCreator>({
      typeUrl: `${SERVICE}.MsgDeleteClientCreator`,
      decode: (value) => types.MsgDeleteClientCreator.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ clientId, signer }, prefix) => {
        checkSigner(signer, prefix)
        checkClientId(clientId)
        if (!isClientId(clientId))
          throw ErrInvalidId.error(`client ID ${clientId} must be in valid format: {string}-{number}`)
      },
      handle: (ctx, { clientId, signer }) => {
        const creator = clients.creator(ctx, clientId)
        if (creator === undefined) throw ErrNotFound.error(`creator for client ${clientId} not found`)
        if (authority !== signer && !equalBytes(creator, parseAccAddress(ctx.prefix, signer)))
          throw ErrUnauthorized.error(
            `authority${ownName(ctx, authority)} or client creator ${addressText(ctx.prefix, creator)} is authorized to delete creator for ${clientId}, got ${signer}`,
          )
        clients.deleteCreator(ctx, clientId)
        return types.MsgDeleteClientCreatorResponse.encode({}).finish()
      },
    }),
  ]
}

/** @throws ChainError ibc/17 */
function assertSize(what: string, packed: WireAny | undefined, limits: ClientLimits | undefined): void {
  if (limits === undefined) return
  if (packed === undefined) throw nilPointer()
  const { length } = packed.value
  if (length > limits.state) throw ErrTooLarge.error(`${what} state size ${length} exceeds max size ${limits.state}`)
}

/** Types that may be packed in client messages. */
const PACKED = {
  [CLIENT_STATE]: ClientState,
  [CONSENSUS_STATE]: ConsensusState,
  [HEADER]: Header,
  [MISBEHAVIOUR]: Misbehaviour,
} as const

/** Decoding a transaction also decodes the `Any` values in it. @throws ChainError undefined/1, or what the codec throws */
function assertType(any: WireAny | undefined, known: readonly (keyof typeof PACKED)[]): void {
  if (any === undefined || any.typeUrl === '') return
  const type = known.find((candidate) => candidate === any.typeUrl)
  if (type === undefined) throw plainError(`unable to resolve type URL ${any.typeUrl}`)
  PACKED[type].decode(any.value)
}

/** @param what as Go names the interface that is asked for */
function unpack(any: WireAny | undefined, what: 'ClientState' | 'ConsensusState'): Uint8Array {
  if (any === undefined) throw ErrUnpackAny.error('protobuf Any message cannot be nil')
  if (any.typeUrl === '') throw ErrUnpackAny.error(`cannot unpack Any into ${what} *types.Any`)
  return any.value
}

export function validateClientMessage(any: WireAny | undefined): void {
  if (any === undefined) throw ErrUnpackAny.error('protobuf Any message cannot be nil')
  if (any.typeUrl === HEADER) validateHeader(readHeader(any))
  else if (any.typeUrl === MISBEHAVIOUR) validateMisbehaviour(readMisbehaviour(any))
  else throw ErrUnpackAny.error('cannot unpack Any into Header *types.Any')
}

/** A client may restrict who updates it. Source: ibc-go v10 02-client/v2 `Config.IsAllowedRelayer` */
function assertRelayer(ctx: Context, clientId: string, signer: string): void {
  const config = ctx.store(STORE).get(clientConfigKey(clientId))
  const allowed = config === undefined ? [] : protoStrings(readProto(config), 1)
  if (allowed.length > 0 && !allowed.includes(signer))
    throw ErrUnauthorized.error(`relayer ${signer} is not authorized to update client ${clientId}`)
}
