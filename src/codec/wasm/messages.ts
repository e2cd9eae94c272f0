import {
  array,
  bytes,
  GoJsonError,
  pointer,
  rawMessage,
  slice,
  string,
  struct,
  uint64,
  uint64InString,
  unmarshalValid,
  unmarshaler,
  type GoType,
  type ValueOf,
} from '../go-json/index.js'

/**
 * The messages that a contract returns, read as wasmvm reads them: members have their JSON names, numbers are bigints, `undefined` is Go's nil.
 * Source: wasmvm v3 types/msg.go, types/submessages.go, types/ibc.go.
 */

export const Coin = struct('Coin', { denom: string, amount: string })
const Coins = array(Coin)

export const EventAttribute = struct('EventAttribute', { key: string, value: string })
export const Event = struct('Event', { type: string, attributes: array(EventAttribute) })

/** A nil struct field that the reference dereferences unchecked: a Go panic. */
export class NilDereference extends Error {}

const BankMsg = struct('BankMsg', {
  send: pointer(struct('SendMsg', { to_address: string, amount: Coins })),
  burn: pointer(struct('BurnMsg', { amount: Coins })),
})

const IbcTimeout = struct('IBCTimeout', {
  block: pointer(struct('IBCTimeoutBlock', { revision: uint64, height: uint64 })),
  timestamp: uint64InString,
})
const IbcAcknowledgement = struct('IBCAcknowledgement', { data: bytes })

const IbcFee = struct('IBCFee', { ack_fee: Coins, receive_fee: Coins, timeout_fee: Coins })
const packetFee = { channel_id: string, fee: IbcFee, port_id: string, relayers: array(string) }

const IbcMsg = struct('IBCMsg', {
  transfer: pointer(
    struct('TransferMsg', { channel_id: string, to_address: string, amount: Coin, timeout: IbcTimeout, memo: string }),
  ),
  send_packet: pointer(struct('SendPacketMsg', { channel_id: string, data: bytes, timeout: IbcTimeout })),
  write_acknowledgement: pointer(
    struct('WriteAcknowledgementMsg', { ack: IbcAcknowledgement, channel_id: string, packet_sequence: uint64 }),
  ),
  close_channel: pointer(struct('CloseChannelMsg', { channel_id: string })),
  pay_packet_fee: pointer(struct('PayPacketFeeMsg', packetFee)),
  pay_packet_fee_async: pointer(struct('PayPacketFeeAsyncMsg', { ...packetFee, sequence: uint64 })),
})

const Ibc2Msg = struct('IBC2Msg', {
  send_packet: pointer(
    struct('IBC2SendPacketMsg', {
      source_client: string,
      payloads: slice(
        struct('IBC2Payload', {
          source_port: string,
          destination_port: string,
          version: string,
          encoding: string,
          value: bytes,
        }),
      ),
      timeout: uint64InString,
    }),
  ),
  write_acknowledgement: pointer(
    struct('IBC2WriteAcknowledgementMsg', {
      ack: IbcAcknowledgement,
      source_client: string,
      destination_client: string,
      packet_sequence: uint64,
    }),
  ),
})

export type VoteOption = 'yes' | 'no' | 'abstain' | 'no_with_veto'
const VOTE_OPTIONS: readonly string[] = ['yes', 'no', 'abstain', 'no_with_veto']

const VoteOption: GoType<VoteOption | undefined> = unmarshaler(
  'types.voteOption',
  () => undefined,
  (raw) => {
    const option = unmarshalValid(string, raw)
    if (!VOTE_OPTIONS.includes(option)) throw new GoJsonError(`invalid vote option '${option}'`)
    return option as VoteOption
  },
)

const InternalVoteMsg = struct('InternalVoteMsg', {
  proposal_id: uint64,
  option: pointer(VoteOption),
  vote: pointer(VoteOption),
})

const VoteMsg = unmarshaler(
  'types.VoteMsg',
  () => ({ proposal_id: 0n, option: undefined as VoteOption | undefined }),
  (raw) => {
    const read = unmarshalValid(InternalVoteMsg, raw)
    if (read.option !== undefined && read.vote !== undefined)
      throw new GoJsonError("invalid VoteMsg: both 'option' and 'vote' fields are set")
    const option = read.option ?? read.vote
    if (option === undefined) throw new NilDereference()
    return { proposal_id: read.proposal_id, option }
  },
)

const GovMsg = struct('GovMsg', {
  vote: pointer(VoteMsg),
  vote_weighted: pointer(
    struct('VoteWeightedMsg', {
      proposal_id: uint64,
      options: slice(struct('WeightedVoteOption', { option: VoteOption, weight: string })),
    }),
  ),
})

const StakingMsg = struct('StakingMsg', {
  delegate: pointer(struct('DelegateMsg', { validator: string, amount: Coin })),
  undelegate: pointer(struct('UndelegateMsg', { validator: string, amount: Coin })),
  redelegate: pointer(struct('RedelegateMsg', { src_validator: string, dst_validator: string, amount: Coin })),
})

const DistributionMsg = struct('DistributionMsg', {
  set_withdraw_address: pointer(struct('SetWithdrawAddressMsg', { address: string })),
  withdraw_delegator_reward: pointer(struct('WithdrawDelegatorRewardMsg', { validator: string })),
  fund_community_pool: pointer(struct('FundCommunityPoolMsg', { amount: Coins })),
})

const AnyMsg = struct('AnyMsg', { type_url: string, value: bytes })

const WasmMsg = struct('WasmMsg', {
  execute: pointer(struct('ExecuteMsg', { contract_addr: string, msg: bytes, funds: Coins })),
  instantiate: pointer(
    struct('InstantiateMsg', { code_id: uint64, msg: bytes, funds: Coins, label: string, admin: string }),
  ),
  instantiate2: pointer(
    struct('Instantiate2Msg', {
      code_id: uint64,
      msg: bytes,
      funds: Coins,
      label: string,
      admin: string,
      salt: bytes,
    }),
  ),
  migrate: pointer(struct('MigrateMsg', { contract_addr: string, new_code_id: uint64, msg: bytes })),
  update_admin: pointer(struct('UpdateAdminMsg', { contract_addr: string, admin: string })),
  clear_admin: pointer(struct('ClearAdminMsg', { contract_addr: string })),
})

const InternalCosmosMsg = struct('InternalCosmosMsg', {
  bank: pointer(BankMsg),
  custom: rawMessage,
  distribution: pointer(DistributionMsg),
  gov: pointer(GovMsg),
  ibc: pointer(IbcMsg),
  staking: pointer(StakingMsg),
  any: pointer(AnyMsg),
  wasm: pointer(WasmMsg),
  stargate: pointer(AnyMsg),
  ibc2: pointer(Ibc2Msg),
})

const readCosmosMsg = (raw: Uint8Array) => {
  const { stargate, ...msg } = unmarshalValid(InternalCosmosMsg, raw)
  if (msg.any !== undefined && stargate !== undefined)
    throw new GoJsonError("invalid CosmosMsg: both 'any' and 'stargate' fields are set")
  return { ...msg, any: msg.any ?? stargate }
}

/** One message; `any` also contains what came as `stargate`. */
export const CosmosMsg = unmarshaler(
  'types.CosmosMsg',
  () => {
    const { stargate: _, ...msg } = InternalCosmosMsg.zero()
    return msg
  },
  readCosmosMsg,
)

/** When a contract wants a reply to a submessage; wasmd rejects `unset`. */
type ReplyOn = 'unset' | 'always' | 'success' | 'error' | 'never'
const REPLY_ON: readonly string[] = ['always', 'success', 'error', 'never']

const ReplyOn: GoType<ReplyOn> = unmarshaler(
  'types.replyOn',
  () => 'unset',
  (raw) => {
    const value = unmarshalValid(string, raw)
    if (!REPLY_ON.includes(value)) throw new GoJsonError(`invalid reply_on value '${value}'`)
    return value as ReplyOn
  },
)

export const SubMsg = struct('SubMsg', {
  id: uint64,
  msg: CosmosMsg,
  payload: bytes,
  gas_limit: pointer(uint64),
  reply_on: ReplyOn,
})

export type Coin = ValueOf<typeof Coin>
export type EventAttribute = ValueOf<typeof EventAttribute>
export type Event = ValueOf<typeof Event>
export type CosmosMsg = ValueOf<typeof CosmosMsg>
export type BankMsg = ValueOf<typeof BankMsg>
export type WasmMsg = ValueOf<typeof WasmMsg>
export type StakingMsg = ValueOf<typeof StakingMsg>
export type DistributionMsg = ValueOf<typeof DistributionMsg>
export type GovMsg = ValueOf<typeof GovMsg>
export type IbcMsg = ValueOf<typeof IbcMsg>
export type Ibc2Msg = ValueOf<typeof Ibc2Msg>
export type AnyMsg = ValueOf<typeof AnyMsg>
export type SubMsg = ValueOf<typeof SubMsg>
