import * as types from 'cosmjs-types/ibc/core/client/v2/tx'
import { equalBytes } from '../../../base/index.js'
import {
  addressText,
  message,
  parseAccAddress,
  plainError,
  rethrowing,
  type ClientLimits,
  type MessageDecoder,
} from '../../../chain/index.js'
import type { Clients } from '../clients/clients.js'
import { ErrInvalidId, ErrInvalidRequest, ErrTooLarge, ErrUnauthorized } from '../errors.js'
import { checkClientId, isClientId } from '../identifiers.js'
import { checkSigner, ownName } from '../signer.js'
import { ErrInvalidCounterparty } from './errors.js'
import { getCounterparty, setConfig, setCounterparty, setNextSend } from './state.js'

const SERVICE = '/ibc.core.client.v2'
const MAX_RELAYERS = 20

/** Messages that pair clients for packets without channels. Source: ibc-go v10.5.0 02-client/v2/types/msgs.go, core/keeper/msg_server.go. */
export function counterpartyMessages(
  clients: Clients,
  authority: string,
): readonly (readonly [typeUrl: string, decoder: MessageDecoder])[] {
  return [
    message<types.MsgRegisterCounterparty>({
      typeUrl: `${SERVICE}.MsgRegisterCounterparty`,
      decode: (value) => types.MsgRegisterCounterparty.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: (
        { clientId, counterpartyClientId, counterpartyMerklePrefix, signer },
        prefix,
        { clientLimits },
      ) => {
        checkSigner(signer, prefix)
        if (counterpartyMerklePrefix.length === 0)
          throw ErrInvalidCounterparty.error('counterparty messaging key cannot be empty')
        if (clientLimits !== undefined) assertShort(counterpartyMerklePrefix, clientLimits)
        checkClientId(clientId)
        checkClientId(counterpartyClientId)
        if (!isClientId(clientId) || !isClientId(counterpartyClientId))
          throw ErrInvalidId.error(`${clientId} and ${counterpartyClientId} must be in valid format: {string}-{number}`)
      },
      handle: (ctx, { clientId, counterpartyClientId, counterpartyMerklePrefix: merklePrefix, signer }) => {
        const creator = clients.creator(ctx, clientId)
        if (creator === undefined || !equalBytes(creator, parseAccAddress(ctx.prefix, signer)))
          throw ErrUnauthorized.error(
            `expected same signer as createClient submittor ${textOf(ctx.prefix, creator)}, got ${signer}`,
          )
        if (getCounterparty(ctx, clientId) !== undefined)
          throw ErrInvalidRequest.error('cannot register counterparty once it is already set')
        setCounterparty(ctx, clientId, { merklePrefix, clientId: counterpartyClientId })
        setNextSend(ctx, clientId, 1n)
        return types.MsgRegisterCounterpartyResponse.encode({}).finish()
      },
    }),
    message<types.MsgUpdateClientConfig>({
      typeUrl: `${SERVICE}.MsgUpdateClientConfig`,
      decode: (value) => types.MsgUpdateClientConfig.decode(value),
      signers: ({ signer }) => [signer],
      validateBasic: ({ clientId, config, signer }, prefix) => {
        checkSigner(signer, prefix)
        checkClientId(clientId)
        if (!isClientId(clientId))
          throw ErrInvalidId.error(`client ID ${clientId} must be in valid format: {string}-{number}`)
        validateRelayers(config.allowedRelayers, prefix)
      },
      handle: (ctx, { clientId, config, signer }) => {
        const creator = clients.creator(ctx, clientId)
        const isCreator = creator !== undefined && equalBytes(creator, parseAccAddress(ctx.prefix, signer))
        if (authority !== signer && !isCreator)
          throw ErrUnauthorized.error(
            `authority${ownName(ctx, authority)} or client creator ${textOf(ctx.prefix, creator)} is authorized to update params for ${clientId}, got ${signer}`,
          )
        setConfig(ctx, clientId, config)
        return types.MsgUpdateClientConfigResponse.encode({}).finish()
      },
    }),
  ]
}

/** @throws ChainError ibc/17 */
function assertShort(merklePrefix: readonly Uint8Array[], { prefixKeys, prefixKeyBytes }: ClientLimits): void {
  if (merklePrefix.length > prefixKeys)
    throw ErrTooLarge.error(`counterparty merkle prefix length cannot exceed ${prefixKeys} elements`)
  const long = merklePrefix.findIndex(({ length }) => length > prefixKeyBytes)
  if (long >= 0)
    throw ErrTooLarge.error(
      `counterparty merkle prefix key at index ${long} exceeds max length of ${prefixKeyBytes} bytes`,
    )
}

const textOf = (prefix: string, creator: Uint8Array | undefined): string =>
  creator === undefined ? '' : addressText(prefix, creator)

function validateRelayers(relayers: readonly string[], prefix: string): void {
  if (relayers.length > MAX_RELAYERS) throw plainError(`allowed relayers length must not exceed ${MAX_RELAYERS} items`)
  for (const relayer of relayers)
    rethrowing(
      () => plainError(`invalid relayer address: ${relayer}`),
      () => parseAccAddress(prefix, relayer),
    )
}
