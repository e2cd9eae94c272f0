import { State as ChannelState, stateToJSON as channelStateText } from 'cosmjs-types/ibc/core/channel/v1/channel'
import {
  State as ConnectionState,
  stateToJSON as connectionStateText,
} from 'cosmjs-types/ibc/core/connection/v1/connection'
import * as types from 'cosmjs-types/ibc/applications/transfer/v1/query'
import type { Denom } from 'cosmjs-types/ibc/applications/transfer/v1/token'
import { MsgTransfer, MsgTransferResponse } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { ChainError, NO_BYTES } from '../../../base/index.js'
import { addressText, registerError, type Context } from '../../../chain/index.js'
import { clientIdProblem, isChannelId } from '../../../codec/ibc/index.js'
import { abiEvent, type AbiValue } from '../../../codec/abi/index.js'
import { isEthAddress, parseEthAddress } from '../../../crypto/index.js'
import type { BankKeeper } from '../../../modules/bank/index.js'
import type { Erc20Keeper } from '../../../modules/erc20/index.js'
import { getChannel, getConnection } from '../../../modules/ibc/index.js'
import { assertCaller, nativeContract, question, transaction, type NativeContract } from './contract.js'
import type { Handlers } from './handlers.js'
import { ErrNestedTransfer, refusesTransfers } from '../source-callback.js'
import { NEXT_PAGE, PAGE, pageRequest, type PageValue } from './values.js'

/** Source: ibc-go v11.0.0 modules/core/03-connection/types/errors.go, 04-channel/types/errors.go. */
const ErrConnectionNotFound = registerError('connection', 3, 'connection not found')
const ErrInvalidConnectionState = registerError('connection', 6, 'invalid connection state')
const ErrChannelNotFound = registerError('channel', 3, 'channel not found')
const ErrInvalidChannel = registerError('channel', 4, 'invalid channel')
const ErrInvalidChannelState = registerError('channel', 5, 'invalid channel state')

const SERVICE = '/ibc.applications.transfer.v1.Query'
const DENOM = '(string base, (string portId, string channelId)[] trace)'
const TRANSFER = abiEvent(
  'IBCTransfer(address indexed sender, string indexed receiver, string sourcePort, string sourceChannel, string denom, uint256 amount, string memo)',
)

export interface Ics20Parts {
  readonly handlers: Handlers
  readonly bank: BankKeeper
  readonly erc20: Erc20Keeper
  /** Turns tokens of an account into coins, within the call. @throws ChainError */
  readonly toCoins: (ctx: Context, contract: Uint8Array, amount: bigint, owner: Uint8Array) => void
}

type Transfer = readonly [
  sourcePort: string,
  sourceChannel: string,
  denom: string,
  amount: bigint,
  sender: Uint8Array,
  receiver: string,
  timeoutHeight: readonly [revisionNumber: bigint, revisionHeight: bigint],
  timeoutTimestamp: bigint,
  memo: string,
]

/** Transfers over channels. Source: cosmos/evm v0.7.3 precompiles/ics20. */
export const ics20Contract = (parts: Ics20Parts): NativeContract =>
  nativeContract({
    chargesRows: true,
    movesCoins: true,
    methods: [
      transaction<Transfer>(
        'transfer(string sourcePort, string sourceChannel, string denom, uint256 amount, address sender, string receiver, (uint64 revisionNumber, uint64 revisionHeight) timeoutHeight, uint64 timeoutTimestamp, string memo) returns (uint64)',
        (call, [sourcePort, sourceChannel, given, amount, sender, receiver, height, timeoutTimestamp, memo]) => {
          if (refusesTransfers(call.ctx)) throw ErrNestedTransfer.error()
          const [revisionNumber, revisionHeight] = height
          const message = (denom: string) => ({
            typeUrl: MsgTransfer.typeUrl,
            value: MsgTransfer.encode({
              sourcePort,
              sourceChannel,
              token: { denom, amount: String(amount) },
              sender: addressText(call.ctx.prefix, sender),
              receiver,
              timeoutHeight: { revisionNumber, revisionHeight },
              timeoutTimestamp,
              memo,
              encoding: '',
            }).finish(),
          })
          parts.handlers.validate(message(given))
          assertWay(call.ctx, sourcePort, sourceChannel)
          assertCaller(call, sender)
          const denom = coinOf(parts, call.ctx, sender, given, amount)
          const response = parts.handlers.run(call.ctx, message(denom))
          call.log(TRANSFER, [sender, receiver, sourcePort, sourceChannel, denom, amount, memo])
          return [MsgTransferResponse.decode(response).sequence]
        },
      ),
      question<readonly [string]>(`denom(string hash) returns (${DENOM})`, ({ ctx }, [hash]) => {
        const request = types.QueryDenomRequest.encode({ hash }).finish()
        const answer = unlessMissing(() => parts.handlers.ask(ctx, `${SERVICE}/Denom`, request))
        return [answer === undefined ? ['', []] : denomValue(types.QueryDenomResponse.decode(answer).denom!)]
      }),
      question<readonly [PageValue]>(
        `denoms(${PAGE} pageRequest) returns (${DENOM}[], ${NEXT_PAGE})`,
        ({ ctx }, [page]) => {
          const request = types.QueryDenomsRequest.encode({ pagination: pageRequest(page) }).finish()
          const answer = types.QueryDenomsResponse.decode(parts.handlers.ask(ctx, `${SERVICE}/Denoms`, request))
          const { denoms, pagination } = answer
          return [denoms.map(denomValue), [pagination?.nextKey ?? NO_BYTES, pagination?.total ?? 0n]]
        },
      ),
      question<readonly [string]>('denomHash(string trace) returns (string)', ({ ctx }, [trace]) => {
        const request = types.QueryDenomHashRequest.encode({ trace }).finish()
        const answer = unlessMissing(() => parts.handlers.ask(ctx, `${SERVICE}/DenomHash`, request))
        return [answer === undefined ? '' : types.QueryDenomHashResponse.decode(answer).hash]
      }),
    ],
  })

/** @throws ChainError of channels and connections for a channel that is not open. Source: precompiles/ics20/tx.go `validateV1TransferChannel` */
function assertWay(ctx: Context, port: string, id: string): void {
  if (!isChannelId(id)) {
    if (clientIdProblem(id) !== undefined) throw ErrInvalidChannel.error(`invalid channel ID (${id}) on v2 packet`)
    return
  }
  const channel = getChannel(ctx, port, id)
  if (channel === undefined) throw ErrChannelNotFound.error(`port ID (${port}) channel ID (${id})`)
  if (channel.state !== ChannelState.STATE_OPEN)
    throw ErrInvalidChannelState.error(`channel (${id}) is not open, current state: ${channelStateText(channel.state)}`)
  const [hop = ''] = channel.connectionHops
  const connection = getConnection(ctx, hop)
  if (connection === undefined)
    throw ErrConnectionNotFound.error(`connection (${hop}) not found for channel (${id}): ${hop}`)
  if (connection.state !== ConnectionState.STATE_OPEN)
    throw ErrInvalidConnectionState.error(
      `connection (${hop}) is not open, current state: ${connectionStateText(connection.state)}`,
    )
}

/** The coin of a token, of which the sender has enough then if its tokens suffice. @throws ChainError. Source: precompiles/ics20/tx.go `transferWithStateDB` */
function coinOf(parts: Ics20Parts, ctx: Context, sender: Uint8Array, given: string, amount: bigint): string {
  const { bank, erc20, toCoins } = parts
  const text = given.startsWith('erc20:') ? given.slice('erc20:'.length) : given
  const pair = erc20.pair(ctx, isEthAddress(text) ? parseEthAddress(text) : text)
  if (pair === undefined || !pair.enabled || !erc20.isEnabled(ctx)) return given
  if (pair.owner === 'OWNER_EXTERNAL') {
    const has = bank.spendableCoin(ctx, sender, pair.denom).amount
    if (has < amount) toCoins(ctx, parseEthAddress(pair.contract), amount - has, sender)
  }
  return pair.denom
}

function unlessMissing(ask: () => Uint8Array): Uint8Array | undefined {
  try {
    return ask()
  } catch (error) {
    if (error instanceof ChainError && error.log.includes('denomination not found')) return undefined
    throw error
  }
}

const denomValue = ({ base, trace }: Denom): AbiValue => [
  base,
  trace.map(({ portId, channelId }) => [portId, channelId]),
]
