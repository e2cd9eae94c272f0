import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { ChainError, NotSupportedError } from '../../../base/index.js'
import { addressText, plainError, type Context } from '../../../chain/index.js'
import { coinsProblem } from '../../../codec/index.js'
import { abiEvent } from '../../../codec/abi/index.js'
import { getMetadata, type BankKeeper } from '../../../modules/bank/index.js'
import type { Erc20Keeper, TokenPair } from '../../../modules/erc20/index.js'
import {
  nativeContract,
  question,
  transaction,
  type NativeCall,
  type NativeContract,
  type NativeMethod,
} from './contract.js'
import type { Handlers } from './handlers.js'

export interface TokenParts {
  readonly bank: BankKeeper
  readonly erc20: Erc20Keeper
  readonly handlers: Handlers
}

const TRANSFER = abiEvent('Transfer(address indexed from, address indexed to, uint256 value)')
const APPROVAL = abiEvent('Approval(address indexed owner, address indexed spender, uint256 value)')
const DEPOSIT = abiEvent('Deposit(address indexed dst, uint256 wad)')
const WITHDRAWAL = abiEvent('Withdrawal(address indexed src, uint256 wad)')

/** A coin as an ERC-20 contract. Source: cosmos/evm v0.7.3 precompiles/erc20. */
export function erc20Contract(parts: TokenParts, pair: TokenPair): NativeContract {
  const contract = nativeContract({ chargesRows: false, movesCoins: true, methods: tokenMethods(parts, pair) })
  return {
    ...contract,
    run: (call, input) => {
      if (call.value > 0n) throw plainError(`cannot receive funds, received: ${call.value}`)
      return contract.run(call, input)
    },
  }
}

/** The EVM's coin as an ERC-20 contract, which can be paid, too. Source: precompiles/werc20. */
export function wrappedContract(parts: TokenParts, pair: TokenPair): NativeContract {
  const deposit = (call: NativeCall) => {
    const { ctx, address, caller, value } = call
    parts.bank.send(ctx, address, caller, value === 0n ? [] : [{ denom: pair.denom, amount: value }])
    call.log(DEPOSIT, [caller, value])
    return []
  }
  return nativeContract({
    chargesRows: false,
    movesCoins: true,
    fallback: { gas: 23_878, run: deposit },
    methods: [
      ...tokenMethods(parts, pair),
      transaction('deposit()', deposit, 23_878),
      transaction<readonly [bigint]>(
        'withdraw(uint256 wad)',
        (call, [amount]) => {
          const has = parts.bank.spendableCoin(call.ctx, call.caller, pair.denom).amount
          if (has < amount) throw plainError(`account balance ${has} is lower than withdraw balance ${amount}`)
          call.log(WITHDRAWAL, [call.caller, amount])
          return []
        },
        9207,
      ),
    ],
  })
}

/** @throws ChainError */
type Party = Uint8Array

function tokenMethods(parts: TokenParts, pair: TokenPair): readonly NativeMethod[] {
  const { bank, erc20 } = parts
  const { denom } = pair
  return [
    transaction<readonly [Party, bigint]>(
      'transfer(address to, uint256 amount) returns (bool)',
      (call, [to, amount]) => {
        assertAmount(denom, amount)
        send(parts, call, call.caller, to, { denom, amount })
        return [true]
      },
      9000,
    ),
    transaction<readonly [Party, Party, bigint]>(
      'transferFrom(address from, address to, uint256 amount) returns (bool)',
      (call, [from, to, amount]) => {
        assertAmount(denom, amount)
        const { ctx, address, caller } = call
        const left = erc20.allowance(ctx, address, from, caller) - amount
        if (left < 0n) throw plainError('ERC20: insufficient allowance')
        erc20.approve(ctx, [address, from, caller], left)
        send(parts, call, from, to, { denom, amount })
        call.log(APPROVAL, [from, caller, left])
        return [true]
      },
      30_500,
    ),
    transaction<readonly [Party, bigint]>(
      'approve(address spender, uint256 amount) returns (bool)',
      (call, [spender, amount]) => {
        const { ctx, address, caller } = call
        if (amount > 0n || erc20.allowance(ctx, address, caller, spender) > 0n)
          erc20.approve(ctx, [address, caller, spender], amount)
        call.log(APPROVAL, [caller, spender, amount])
        return [true]
      },
      8100,
    ),
    question('name() returns (string)', ({ ctx }) => [metadataOf(ctx, denom).name], 3421),
    question('symbol() returns (string)', ({ ctx }) => [metadataOf(ctx, denom).symbol], 3464),
    question('decimals() returns (uint8)', ({ ctx }) => [decimalsOf(ctx, denom)], 427),
    question('totalSupply() returns (uint256)', ({ ctx }) => [bank.supply(ctx, denom).amount], 2480),
    question<readonly [Party]>(
      'balanceOf(address account) returns (uint256)',
      ({ ctx }, [account]) => [bank.spendableCoin(ctx, account, denom).amount],
      2870,
    ),
    question<readonly [Party, Party]>(
      'allowance(address owner, address spender) returns (uint256)',
      ({ ctx, address }, [owner, spender]) => [erc20.allowance(ctx, address, owner, spender)],
      3225,
    ),
  ]
}

/** Source: `Coins.Validate`. */
function assertAmount(denom: string, amount: bigint): void {
  const problem = coinsProblem([{ denom, amount }])
  if (problem !== undefined) throw plainError(problem)
}

/** Sends as a message of the bank does. @throws ChainError with an ERC-20 contract's texts. Source: precompiles/erc20/tx.go, errors.go `ConvertErrToERC20Error` */
function send(
  { handlers }: TokenParts,
  call: NativeCall,
  from: Party,
  to: Party,
  { denom, amount }: { readonly denom: string; readonly amount: bigint },
): void {
  const { ctx } = call
  const text = (address: Uint8Array) => addressText(ctx.prefix, address)
  try {
    const value = MsgSend.encode({
      fromAddress: text(from),
      toAddress: text(to),
      amount: [{ denom, amount: String(amount) }],
    }).finish()
    handlers.run(ctx, { typeUrl: MsgSend.typeUrl, value })
  } catch (error) {
    if (error instanceof ChainError && error.log.includes('spendable balance'))
      throw plainError('ERC20: transfer amount exceeds balance')
    throw error
  }
  call.log(TRANSFER, [from, to, amount])
}

/** @throws ChainError for a coin without any. Source: precompiles/erc20/query.go */
function metadataOf(ctx: Context, denom: string) {
  const metadata = getMetadata(ctx, denom)
  if (metadata !== undefined) return metadata
  if (denom.startsWith('ibc/'))
    throw new NotSupportedError(`the names of ${denom} are not supported: the bank has no metadata of it`)
  throw plainError('execution reverted')
}

function decimalsOf(ctx: Context, denom: string): bigint {
  const { base, display, denomUnits } = metadataOf(ctx, denom)
  const shown = base.startsWith('ibc/') ? display.slice(display.lastIndexOf('/') + 1) : display
  const unit = denomUnits.findLast((one) => one.denom === shown)
  if (unit === undefined || unit.exponent > 255) throw plainError('execution reverted')
  return BigInt(unit.exponent)
}
