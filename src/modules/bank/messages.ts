import {
  addCoins,
  coinsAreEqual,
  coinsAreValid,
  coinsText,
  decodeCoin,
  denomProblem,
  goQuote,
  type Coin,
} from '../../codec/index.js'
import {
  MsgMultiSend,
  MsgMultiSendResponse,
  MsgSend,
  MsgSendResponse,
  MsgSetSendEnabled,
  MsgSetSendEnabledResponse,
  MsgUpdateParams,
  MsgUpdateParamsResponse,
} from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import {
  assertAuthority,
  ErrInvalidAddress,
  ErrInvalidCoins,
  ErrInvalidRequest,
  ErrUnauthorized,
  message,
  parseAccAddress,
  parseAddress,
  plainError,
  rethrowing,
  type Context,
  type Messages,
} from '../../chain/index.js'
import { ErrInputOutputMismatch, ErrMultipleSenders, ErrNoInputs, ErrNoOutputs } from './errors.js'
import type { BankKeeper, Side } from './keeper.js'
import { assertSendEnabled, deleteSendEnabled, setParams, setSendEnabled } from './settings.js'

interface GivenSide {
  readonly address: string
  readonly coins: readonly Coin[]
}

/** Source: cosmos-sdk x/bank/keeper/msg_server.go. */
export const bankMessages = (keeper: BankKeeper, authority: string): Messages =>
  Object.fromEntries([
    message({
      typeUrl: '/cosmos.bank.v1beta1.MsgSend',
      decode: (value) => {
        const { fromAddress, toAddress, amount } = MsgSend.decode(value)
        return { fromAddress, toAddress, amount: amount.map(decodeCoin) }
      },
      signers: ({ fromAddress }) => [fromAddress],
      handle: (ctx, { fromAddress, toAddress, amount }) => {
        const from = address(ctx, fromAddress, parseAddress, 'invalid from address')
        const to = address(ctx, toAddress, parseAddress, 'invalid to address')
        assertCoins(amount)
        assertSendEnabled(ctx, amount)
        assertNotBlocked(keeper, to, toAddress)
        keeper.send(ctx, from, to, amount)
        return MsgSendResponse.encode({}).finish()
      },
    }),
    message({
      typeUrl: '/cosmos.bank.v1beta1.MsgMultiSend',
      decode: (value) => {
        const { inputs, outputs } = MsgMultiSend.decode(value)
        const side = ({ address, coins }: (typeof inputs)[number]): GivenSide => ({
          address,
          coins: coins.map(decodeCoin),
        })
        return { inputs: inputs.map(side), outputs: outputs.map(side) }
      },
      signers: ({ inputs }) => inputs.map(({ address }) => address),
      handle: (ctx, { inputs, outputs }) => {
        const [input] = inputs
        if (input === undefined) throw ErrNoInputs.error()
        if (inputs.length !== 1) throw ErrMultipleSenders.error()
        if (outputs.length === 0) throw ErrNoOutputs.error()
        assertBalanced(ctx, input, outputs)
        assertSendEnabled(ctx, input.coins)
        const parsed = ({ address: given, coins }: GivenSide): Side => ({
          address: parseAddress(ctx, given),
          given,
          coins,
        })
        const receivers = outputs.map(parsed)
        for (const { address, given } of receivers) assertNotBlocked(keeper, address, given)
        keeper.multiSend(ctx, parsed(input), receivers)
        return MsgMultiSendResponse.encode({}).finish()
      },
    }),
    message<MsgUpdateParams>({
      typeUrl: '/cosmos.bank.v1beta1.MsgUpdateParams',
      decode: (value) => MsgUpdateParams.decode(value),
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertAuthority(ctx, authority, msg.authority)
        if (msg.params.sendEnabled.length > 0) throw plainError('use of send_enabled in params is no longer supported')
        setParams(ctx, msg.params)
        return MsgUpdateParamsResponse.encode({}).finish()
      },
    }),
    message<MsgSetSendEnabled>({
      typeUrl: '/cosmos.bank.v1beta1.MsgSetSendEnabled',
      decode: (value) => MsgSetSendEnabled.decode(value),
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertAuthority(ctx, authority, msg.authority)
        assertEntries(msg)
        for (const { denom, enabled } of msg.sendEnabled) setSendEnabled(ctx, denom, enabled)
        for (const denom of msg.useDefaultFor) deleteSendEnabled(ctx, denom)
        return MsgSetSendEnabledResponse.encode({}).finish()
      },
    }),
  ])

const parseBech32 = (ctx: Context, text: string): Uint8Array => parseAccAddress(ctx.prefix, text)

/** @throws ChainError sdk/7 that includes the parser's text */
function address(
  ctx: Context,
  text: string,
  parse: (ctx: Context, text: string) => Uint8Array,
  what: string,
): Uint8Array {
  return rethrowing(
    (error) => ErrInvalidAddress.error(`${what}: ${error.log}`),
    () => parse(ctx, text),
  )
}

function assertCoins(coins: readonly Coin[]): void {
  if (coins.length === 0 || !coinsAreValid(coins)) throw ErrInvalidCoins.error(coinsText(coins))
}

function assertNotBlocked(keeper: BankKeeper, address: Uint8Array, text: string): void {
  if (keeper.isBlocked(address)) throw ErrUnauthorized.error(`${text} is not allowed to receive funds`)
}

/** Source: x/bank/types/inputs_outputs.go `ValidateInputOutputs`. */
function assertBalanced(ctx: Context, input: GivenSide, outputs: readonly GivenSide[]): void {
  address(ctx, input.address, parseBech32, 'invalid input address')
  assertCoins(input.coins)
  for (const output of outputs) {
    address(ctx, output.address, parseBech32, 'invalid output address')
    assertCoins(output.coins)
  }
  if (!coinsAreEqual(input.coins, addCoins(...outputs.map(({ coins }) => coins)))) throw ErrInputOutputMismatch.error()
}

function assertEntries({ sendEnabled, useDefaultFor }: MsgSetSendEnabled): void {
  const seen = new Set<string>()
  for (const { denom } of sendEnabled) {
    const quoted = goQuote(denom)
    if (seen.has(denom)) throw ErrInvalidRequest.error(`duplicate denom entries found for ${quoted}`)
    seen.add(denom)
    const problem = denomProblem(denom)
    if (problem !== undefined) throw ErrInvalidRequest.error(`invalid SendEnabled denom ${quoted}: ${problem}`)
  }
  for (const denom of useDefaultFor) {
    const problem = denomProblem(denom)
    if (problem !== undefined)
      throw ErrInvalidRequest.error(`invalid UseDefaultFor denom ${goQuote(denom)}: ${problem}`)
  }
}
