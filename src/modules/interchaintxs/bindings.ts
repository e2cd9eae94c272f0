import { ChainError, NO_BYTES, toUtf8 } from '../../base/index.js'
import { addressText, plainError, wrapError, wrapping, type Context } from '../../chain/index.js'
import {
  bytes,
  coinOf,
  goObject,
  goString,
  sdkCoins,
  slice,
  string,
  struct,
  uint64,
  type ValueOf,
} from '../../codec/go-json/index.js'
import {
  RegisterAccountResponse,
  SubmitTxResponse,
  msgRegisterAccount,
  msgSubmitTx,
} from '../../codec/neutron/interchaintxs.js'
import { Order } from './expected.js'
import type { InterchainTxsKeeper } from './keeper.js'
import { queryAccountAddress } from './queries.js'

/** The module's custom JSON for contracts. Source: neutron wasmbinding/message_plugin.go, queries.go. */

const ACCOUNT = { connection_id: string, interchain_account_id: string, register_fee: sdkCoins }
const registerAccount = <Members extends typeof ACCOUNT>(members: Members) =>
  struct('RegisterInterchainAccount', members, 'bindings.RegisterInterchainAccount')
const RegisterAccount = registerAccount({ ...ACCOUNT, ordering: string })
const NolusRegisterAccount = registerAccount(ACCOUNT)
const SubmitTx = struct(
  'SubmitTx',
  {
    connection_id: string,
    interchain_account_id: string,
    msgs: slice(struct('ProtobufAny', { type_url: string, value: bytes }, 'bindings.ProtobufAny')),
    memo: string,
    timeout: uint64,
    fee: struct('Fee', { recv_fee: sdkCoins, ack_fee: sdkCoins, timeout_fee: sdkCoins }),
  },
  'bindings.SubmitTx',
)
const AccountAddress = struct(
  'QueryInterchainAccountAddressRequest',
  { owner_address: string, interchain_account_id: string, connection_id: string },
  'bindings.QueryInterchainAccountAddressRequest',
)

const ORDERS: Readonly<Record<string, Order>> = {
  '': Order.ORDER_ORDERED,
  ORDER_NONE_UNSPECIFIED: Order.ORDER_NONE_UNSPECIFIED,
  ORDER_UNORDERED: Order.ORDER_UNORDERED,
  ORDER_ORDERED: Order.ORDER_ORDERED,
}

/** `{"register_interchain_account":{…}}`; ordered by default. */
export const registerAccountBinding = (keeper: InterchainTxsKeeper) => ({
  name: 'register_interchain_account',
  type: RegisterAccount,
  send: (ctx: Context, contract: Uint8Array, msg: ValueOf<typeof RegisterAccount>) => {
    const failed = 'failed to register interchain account'
    const { channelId, portId } = wrapping(failed, () => {
      const ordering = Object.hasOwn(ORDERS, msg.ordering) ? ORDERS[msg.ordering] : undefined
      if (ordering === undefined) throw plainError(`${failed}: incorrect order value passed: ${msg.ordering}`)
      return wrapping(failed, () =>
        keeper.register(ctx, {
          fromAddress: addressText(ctx.prefix, contract),
          connectionId: msg.connection_id,
          interchainAccountId: msg.interchain_account_id,
          registerFee: msg.register_fee.map(coinOf),
          ordering,
        }),
      )
    })
    const text = (value: string) => (value === '' ? undefined : goString(value))
    return {
      events: [],
      data: [toUtf8(goObject({ channel_id: text(channelId), port_id: text(portId) }))],
      msgResponses: [
        {
          typeUrl: `${msgRegisterAccount(keeper.release)}Response`,
          value: RegisterAccountResponse.encode({ channelId, portId }).finish(),
        },
      ],
    }
  },
})

/** Registers an interchain account on Nolus, whose channels are all unordered. Source: nolus-core wasmbinding/bindings/msg.go. */
export const nolusRegisterAccountBinding = (keeper: InterchainTxsKeeper) => {
  const { name, send } = registerAccountBinding(keeper)
  return {
    name,
    type: NolusRegisterAccount,
    send: (ctx: Context, contract: Uint8Array, msg: ValueOf<typeof NolusRegisterAccount>) =>
      send(ctx, contract, { ...msg, ordering: '' }),
  }
}

/** `{"submit_tx":{…}}`. */
export const submitTxBinding = (keeper: InterchainTxsKeeper) => ({
  name: 'submit_tx',
  type: SubmitTx,
  send: (ctx: Context, contract: Uint8Array, msg: ValueOf<typeof SubmitTx>) => {
    const failed = 'failed to submit interchain transaction'
    const { sequence, channelId } = wrapping(failed, () =>
      wrapping(failed, () =>
        keeper.submit(ctx, {
          fromAddress: addressText(ctx.prefix, contract),
          connectionId: msg.connection_id,
          interchainAccountId: msg.interchain_account_id,
          msgs: msg.msgs.map(({ type_url: typeUrl, value = NO_BYTES }) => ({ typeUrl, value })),
          memo: msg.memo,
          timeout: msg.timeout,
          fee: {
            recvFee: msg.fee.recv_fee.map(coinOf),
            ackFee: msg.fee.ack_fee.map(coinOf),
            timeoutFee: msg.fee.timeout_fee.map(coinOf),
          },
        }),
      ),
    )
    const json = goObject({
      sequence_id: sequence === 0n ? undefined : String(sequence),
      channel: channelId === '' ? undefined : goString(channelId),
    })
    return {
      events: [],
      data: [toUtf8(json)],
      msgResponses: [
        {
          typeUrl: `${msgSubmitTx(keeper.release)}Response`,
          value: SubmitTxResponse.encode({ sequenceId: sequence, channel: channelId }).finish(),
        },
      ],
    }
  },
})

/** The custom query `{"interchain_account_address":{…}}`. The reference prints the text of an error twice. */
export const accountAddressBinding = (keeper: InterchainTxsKeeper) => ({
  name: 'interchain_account_address',
  type: AccountAddress,
  answer: (ctx: Context, _contract: Uint8Array, request: ValueOf<typeof AccountAddress>): Uint8Array => {
    try {
      const address = queryAccountAddress(keeper, ctx, {
        ownerAddress: request.owner_address,
        interchainAccountId: request.interchain_account_id,
        connectionId: request.connection_id,
      })
      return toUtf8(goObject({ interchain_account_address: goString(address) }))
    } catch (error) {
      if (!(error instanceof ChainError)) throw error
      throw wrapError(error, `failed to get interchain account address: ${error.log}`)
    }
  },
})
