import type { Coin } from '../coins.js'
import type { Fee } from '../messages/neutron.feerefunder.js'
import type { TextField } from '../proto-text.js'

/** Fees of packets. */
export {
  Fee,
  FeeInfo,
  FeeInfoRequest,
  FeeInfoResponse,
  MsgUpdateParams as MsgUpdateFeeParams,
  PacketID as PacketId,
  Params as FeeParams,
  QueryParamsRequest as FeeParamsRequest,
  QueryParamsResponse as FeeParamsResponse,
} from '../messages/neutron.feerefunder.js'

export const NO_FEE: Fee = { recvFee: [], ackFee: [], timeoutFee: [] }

/** A fee as Go prints it within its message. */
export const feeText = ({ recvFee, ackFee, timeoutFee }: Fee): readonly TextField[] => [
  ...coinsText('recv_fee', recvFee),
  ...coinsText('ack_fee', ackFee),
  ...coinsText('timeout_fee', timeoutFee),
]
const coinsText = (name: string, coins: readonly Coin[]): readonly TextField[] =>
  coins.map((coin) => [name, coinFields(coin)] as const)
export const coinFields = ({ denom, amount }: Coin): readonly TextField[] => [
  ...(denom === '' ? [] : [['denom', denom] as const]),
  ['amount', String(amount)],
]
