import { Order, orderToJSON } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { MsgRegisterInterchainAccount, MsgSubmitTx } from '../messages/neutron.interchaintxs.v1.js'
import { protoText, type TextField } from '../proto-text.js'
import { coinFields, feeText } from './feerefunder.js'
import type { NeutronRelease } from './release.js'

/** Interchain transactions. */
export {
  MsgRegisterInterchainAccount as MsgRegisterAccount,
  MsgRegisterInterchainAccountResponse as RegisterAccountResponse,
  MsgSubmitTx,
  MsgSubmitTxResponse as SubmitTxResponse,
  MsgUpdateParams as MsgUpdateIctxParams,
  Params as IctxParams,
  QueryInterchainAccountAddressRequest as AccountAddressRequest,
  QueryInterchainAccountAddressResponse as AccountAddressResponse,
  QueryParamsRequest as IctxParamsRequest,
  QueryParamsResponse as IctxParamsResponse,
} from '../messages/neutron.interchaintxs.v1.js'

export const msgRegisterAccount = (release: NeutronRelease): string =>
  `/${release}.interchaintxs.v1.MsgRegisterInterchainAccount`
export const msgSubmitTx = (release: NeutronRelease): string => `/${release}.interchaintxs.v1.MsgSubmitTx`

const text = (name: string, value: string): readonly TextField[] => (value === '' ? [] : [[name, value]])

/** A `MsgRegisterInterchainAccount` as Go prints it. */
export const registerAccountText = (msg: MsgRegisterInterchainAccount): string =>
  protoText([
    ...text('from_address', msg.fromAddress),
    ...text('connection_id', msg.connectionId),
    ...text('interchain_account_id', msg.interchainAccountId),
    ...msg.registerFee.map((coin): TextField => ['register_fee', coinFields(coin)]),
    ...orderText(msg.ordering),
  ])

const orderText = (order: Order): readonly TextField[] =>
  order === Order.ORDER_NONE_UNSPECIFIED ? [] : [['ordering', { enum: orderName(order) }]]

/** gogoproto prints an unknown enum value as a number. */
const orderName = (order: Order): string =>
  order === Order.ORDER_UNORDERED || order === Order.ORDER_ORDERED ? orderToJSON(order) : String(order)

/** A `MsgSubmitTx` as Go prints it. */
export const submitTxText = (msg: MsgSubmitTx): string =>
  protoText([
    ...text('from_address', msg.fromAddress),
    ...text('interchain_account_id', msg.interchainAccountId),
    ...text('connection_id', msg.connectionId),
    ...msg.msgs.map(({ typeUrl, value }): TextField => [
      'msgs',
      [...text('type_url', typeUrl), ...(value.length === 0 ? [] : [['value', value] as const])],
    ]),
    ...text('memo', msg.memo),
    ...(msg.timeout === 0n ? [] : [['timeout', msg.timeout] as const]),
    ['fee', feeText(msg.fee)],
  ])
