import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  MsgFundCommunityPool,
  MsgSetWithdrawAddress,
  MsgWithdrawDelegatorReward,
} from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { VoteOption } from 'cosmjs-types/cosmos/gov/v1/gov'
import { MsgVote, MsgVoteWeighted } from 'cosmjs-types/cosmos/gov/v1/tx'
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import {
  MsgClearAdmin,
  MsgExecuteContract,
  MsgInstantiateContract,
  MsgInstantiateContract2,
  MsgMigrateContract,
  MsgUpdateAdmin,
} from 'cosmjs-types/cosmwasm/wasm/v1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { MsgChannelCloseInit } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { MsgSendPacket } from 'cosmjs-types/ibc/core/channel/v2/tx'
import { NO_BYTES } from '../../../base/index.js'
import { ErrInvalidCoins, GoPanic, plainError, wrapping } from '../../../chain/index.js'
import {
  addCoins,
  decimalFromString,
  decimalText,
  denomProblem,
  fitsInt,
  intFromString,
  type Any,
  type Coin,
} from '../../../codec/index.js'
import type {
  BankMsg,
  Coin as WasmCoin,
  DistributionMsg,
  GovMsg,
  Ibc2Msg,
  IbcMsg,
  StakingMsg,
  WasmMsg,
  VoteOption as WasmVoteOption,
} from '../../../codec/wasm/index.js'
import { ErrInvalid, ErrUnknownMsg } from '../errors.js'
import { ibcPort } from '../ibc/ports.js'

/** Encodes a contract's messages as chain messages. Source: wasmd x/wasm/keeper/handler_plugin_encoders.go. */

interface Codec<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
}

const any = <T>(codec: Codec<T>, message: T): readonly Any[] => [
  { typeUrl: codec.typeUrl, value: codec.encode(message).finish() },
]

/** @throws ChainError sdk/10 for an amount that is not an integer, undefined/1 for a bad denom or a negative amount */
function chainCoin(coin: WasmCoin): Coin {
  const amount = intFromString(coin.amount)
  if (amount === undefined) throw ErrInvalidCoins.error(coin.amount + coin.denom)
  const problem = denomProblem(coin.denom)
  if (problem !== undefined) throw plainError(problem)
  if (amount < 0n) throw plainError(`negative coin amount: ${amount}`)
  return { denom: coin.denom, amount }
}

/** Sorted, with duplicates merged and zeros dropped. @throws GoPanic when a sum has more than 256 bits */
export function chainCoins(coins: readonly WasmCoin[]): readonly Coin[] {
  const sums = new Map<string, bigint>()
  for (const coin of coins) {
    const { denom, amount } = chainCoin(coin)
    const sum = (sums.get(denom) ?? 0n) + amount
    if (!fitsInt(sum)) throw new GoPanic('integer overflow')
    sums.set(denom, sum)
  }
  return addCoins([...sums].map(([denom, amount]) => ({ denom, amount })))
}

const protoCoin = ({ denom, amount }: Coin) => ({ denom, amount: String(amount) })
const protoCoins = (coins: readonly WasmCoin[]) => chainCoins(coins).map(protoCoin)
const amountIn = (coin: WasmCoin) => protoCoin(chainCoin(coin))

/** A send without coins produces no message. */
export function encodeBank(sender: string, { send }: BankMsg): readonly Any[] {
  if (send === undefined) throw ErrUnknownMsg.error('unknown variant of Bank')
  if (send.amount.length === 0) return []
  return any(MsgSend, { fromAddress: sender, toAddress: send.to_address, amount: protoCoins(send.amount) })
}

export function encodeWasm(sender: string, message: WasmMsg): readonly Any[] {
  const { execute, instantiate, instantiate2, migrate, update_admin: updateAdmin, clear_admin: clearAdmin } = message
  if (execute !== undefined) {
    const funds = protoCoins(execute.funds)
    return any(MsgExecuteContract, { sender, contract: execute.contract_addr, msg: execute.msg ?? NO_BYTES, funds })
  }
  if (instantiate !== undefined) {
    const { code_id: codeId, label, msg = NO_BYTES, admin } = instantiate
    return any(MsgInstantiateContract, { sender, codeId, label, msg, admin, funds: protoCoins(instantiate.funds) })
  }
  if (instantiate2 !== undefined) {
    const { code_id: codeId, label, msg = NO_BYTES, admin, salt = NO_BYTES } = instantiate2
    const funds = protoCoins(instantiate2.funds)
    return any(MsgInstantiateContract2, { sender, codeId, label, msg, admin, salt, funds, fixMsg: false })
  }
  if (migrate !== undefined)
    return any(MsgMigrateContract, {
      sender,
      contract: migrate.contract_addr,
      codeId: migrate.new_code_id,
      msg: migrate.msg ?? NO_BYTES,
    })
  if (clearAdmin !== undefined) return any(MsgClearAdmin, { sender, contract: clearAdmin.contract_addr })
  if (updateAdmin !== undefined)
    return any(MsgUpdateAdmin, { sender, contract: updateAdmin.contract_addr, newAdmin: updateAdmin.admin })
  throw ErrUnknownMsg.error('unknown variant of Wasm')
}

export function encodeStaking(delegatorAddress: string, message: StakingMsg): readonly Any[] {
  const { delegate, redelegate, undelegate } = message
  if (delegate !== undefined)
    return any(MsgDelegate, {
      delegatorAddress,
      validatorAddress: delegate.validator,
      amount: amountIn(delegate.amount),
    })
  if (redelegate !== undefined)
    return any(MsgBeginRedelegate, {
      delegatorAddress,
      validatorSrcAddress: redelegate.src_validator,
      validatorDstAddress: redelegate.dst_validator,
      amount: amountIn(redelegate.amount),
    })
  if (undelegate !== undefined)
    return any(MsgUndelegate, {
      delegatorAddress,
      validatorAddress: undelegate.validator,
      amount: amountIn(undelegate.amount),
    })
  throw ErrUnknownMsg.error('unknown variant of Staking')
}

export function encodeDistribution(sender: string, message: DistributionMsg): readonly Any[] {
  const { set_withdraw_address: set, withdraw_delegator_reward: withdraw, fund_community_pool: fund } = message
  if (set !== undefined) return any(MsgSetWithdrawAddress, { delegatorAddress: sender, withdrawAddress: set.address })
  if (withdraw !== undefined)
    return any(MsgWithdrawDelegatorReward, { delegatorAddress: sender, validatorAddress: withdraw.validator })
  if (fund !== undefined) return any(MsgFundCommunityPool, { depositor: sender, amount: protoCoins(fund.amount) })
  throw ErrUnknownMsg.error('unknown variant of Distribution')
}

const VOTES: Readonly<Record<WasmVoteOption, VoteOption>> = {
  yes: VoteOption.VOTE_OPTION_YES,
  no: VoteOption.VOTE_OPTION_NO,
  abstain: VoteOption.VOTE_OPTION_ABSTAIN,
  no_with_veto: VoteOption.VOTE_OPTION_NO_WITH_VETO,
}

const voteOption = (option: WasmVoteOption | undefined): VoteOption => {
  if (option === undefined) throw ErrInvalid.error('vote option')
  return VOTES[option]
}

/** A weight as `LegacyDec` prints it: 18 decimals. @throws ChainError undefined/1 */
const weight = (text: string, position: number): string =>
  wrapping(`weight for vote ${position}`, () => decimalText(decimalFromString(text)))

export function encodeGov(voter: string, { vote, vote_weighted: weighted }: GovMsg): readonly Any[] {
  if (vote !== undefined)
    return any(MsgVote, { proposalId: vote.proposal_id, voter, option: voteOption(vote.option), metadata: '' })
  if (weighted !== undefined) {
    const options = weighted.options.map((item, i) => ({
      weight: weight(item.weight, i + 1),
      option: voteOption(item.option),
    }))
    return any(MsgVoteWeighted, { proposalId: weighted.proposal_id, voter, options, metadata: '' })
  }
  throw ErrUnknownMsg.error('unknown variant of gov')
}

/** IBC messages that are chain messages; packets from the contract's own port are handled elsewhere. */
export function encodeIbc(
  sender: string,
  { close_channel: close, transfer }: IbcMsg,
  transferPort: () => string,
): readonly Any[] {
  if (close !== undefined)
    return any(MsgChannelCloseInit, { portId: ibcPort(sender), channelId: close.channel_id, signer: sender })
  if (transfer !== undefined) {
    const { block, timestamp } = transfer.timeout
    const token = wrapping('amount', () => amountIn(transfer.amount))
    return any(MsgTransfer, {
      sourcePort: transferPort(),
      sourceChannel: transfer.channel_id,
      token,
      sender,
      receiver: transfer.to_address,
      timeoutHeight: { revisionNumber: block?.revision ?? 0n, revisionHeight: block?.height ?? 0n },
      timeoutTimestamp: timestamp,
      memo: transfer.memo,
      encoding: '',
    })
  }
  throw ErrUnknownMsg.error('unknown variant of IBC')
}

/** Packets between clients; their acknowledgements are handled elsewhere. */
export function encodeIbc2(signer: string, { send_packet: send }: Ibc2Msg): readonly Any[] {
  if (send === undefined) throw ErrUnknownMsg.error('unknown variant of IBCv2')
  return any(MsgSendPacket, {
    sourceClient: send.source_client,
    // Whole seconds.
    timeoutTimestamp: send.timeout / 1_000_000_000n,
    payloads: send.payloads.map((payload) => ({
      sourcePort: payload.source_port,
      destinationPort: payload.destination_port,
      version: payload.version,
      encoding: payload.encoding,
      value: payload.value ?? NO_BYTES,
    })),
    signer,
  })
}
