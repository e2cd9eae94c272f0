import { ChainError, NO_BYTES, toHex } from '../../base/index.js'
import {
  addressText,
  decoding,
  ErrInvalidAddress,
  GrpcError,
  parseAccAddress,
  query,
  rethrowing,
  UncodedError,
  writtenQuery,
  type Context,
  type Module,
} from '../../chain/index.js'
import { decimalTruncate, ProtoWriter } from '../../codec/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import {
  EstimateGasResponse,
  EthCallRequest,
  QueryAccountRequest,
  QueryAccountResponse,
  QueryBalanceRequest,
  QueryBalanceResponse,
  QueryBaseFeeRequest,
  QueryBaseFeeResponse,
  QueryCodeRequest,
  QueryCodeResponse,
  QueryConfigRequest,
  QueryConfigResponse,
  QueryCosmosAccountRequest,
  QueryCosmosAccountResponse,
  QueryGlobalMinGasPriceRequest,
  QueryGlobalMinGasPriceResponse,
  QueryParamsRequest,
  QueryStorageRequest,
  QueryStorageResponse,
  QueryTraceBlockRequest,
  QueryTraceBlockResponse,
  QueryTraceCallRequest,
  QueryTraceCallResponse,
  QueryTraceTxRequest,
  QueryTraceTxResponse,
  QueryValidatorAccountRequest,
  QueryValidatorAccountResponse,
} from '../../codec/messages/cosmos.evm.vm.v1.js'
import { isEthAddress, parseEthAddress } from '../../crypto/index.js'
import { chainConfig } from './chain-config.js'
import type { CallRequest } from './ethereum/call-args.js'
import { readCallArgs, readOverrides } from './ethereum/call-json.js'
import type { EthereumCalls } from './ethereum/calls.js'
import type { EthereumKeeper } from './ethereum/keeper.js'
import { lenientFixed } from './lenient-hex.js'
import { encodeParams } from './params.js'
import { encodeResponse, NO_HASH } from './response.js'

const SERVICE = '/cosmos.evm.vm.v1.Query'

/** Runs what a request names again while a tracer watches, and returns the trace as JSON. @throws GrpcError, GoPanic, NotSupportedError */
export interface EvmTraces {
  tx(ctx: Context, request: QueryTraceTxRequest): Uint8Array
  block(ctx: Context, request: QueryTraceBlockRequest): Uint8Array
  call(ctx: Context, request: QueryTraceCallRequest): Uint8Array
}

export interface EvmQueryParts {
  readonly ethereum: EthereumKeeper
  readonly calls: EthereumCalls
  readonly traces: EvmTraces
  /** Address of the operator of a validator. @throws ChainError staking/3 */
  readonly operatorOf: (ctx: Context, consensus: Uint8Array) => Uint8Array
}

/** Source: cosmos/evm v0.7.3 x/vm/keeper/grpc_query.go. */
export function evmQueries({ ethereum, calls, traces, operatorOf }: EvmQueryParts): NonNullable<Module['queries']> {
  const { evm, accounts, bank, chainId, feemarket } = ethereum.options
  const balance = (ctx: Context, address: Uint8Array) => bank.spendableCoin(ctx, address, ethereum.denom(ctx)).amount
  const numbersOf = (ctx: Context, address: Uint8Array) => {
    const { sequence = 0n, accountNumber = 0n } = accounts.get(ctx, address) ?? {}
    return { sequence, accountNumber }
  }
  return {
    [`${SERVICE}/Account`]: query(QueryAccountRequest, QueryAccountResponse, (ctx, { address: text }) => {
      const address = addressOf(text)
      const account = accounts.get(ctx, address)
      return {
        balance: String(account === undefined ? 0n : balance(ctx, address)),
        codeHash: `0x${toHex(evm.codeHash(ctx, address))}`,
        nonce: account?.sequence ?? 0n,
      }
    }),
    [`${SERVICE}/CosmosAccount`]: query(QueryCosmosAccountRequest, QueryCosmosAccountResponse, (ctx, request) => {
      const address = addressOf(request.address)
      return { cosmosAddress: addressText(ctx.prefix, address), ...numbersOf(ctx, address) }
    }),
    [`${SERVICE}/ValidatorAccount`]: query(
      QueryValidatorAccountRequest,
      QueryValidatorAccountResponse,
      (ctx, { consAddress }) => {
        const prefix = `${ctx.prefix}valcons`
        const consensus = rethrowing(
          ({ log }) => new GrpcError('InvalidArgument', log),
          () => parseAccAddress(prefix, consAddress),
        )
        const text = addressText(prefix, consensus)
        const operator = rethrowing(
          ({ codespace, code, log }) =>
            new UncodedError(new ChainError({ codespace, code, log: `error while getting validator ${text}. ${log}` })),
          () => operatorOf(ctx, consensus),
        )
        return { accountAddress: addressText(ctx.prefix, operator), ...numbersOf(ctx, operator) }
      },
    ),
    [`${SERVICE}/Balance`]: query(QueryBalanceRequest, QueryBalanceResponse, (ctx, { address }) => ({
      balance: String(balance(ctx, addressOrZero(address))),
    })),
    [`${SERVICE}/Storage`]: query(QueryStorageRequest, QueryStorageResponse, (ctx, { address, key }) => ({
      value: `0x${toHex(evm.slot(ctx, addressOrZero(address), lenientFixed(key, 32)) ?? new Uint8Array(32))}`,
    })),
    [`${SERVICE}/Code`]: query(QueryCodeRequest, QueryCodeResponse, (ctx, request) => {
      const address = addressOrZero(request.address)
      const hash = accounts.get(ctx, address) && evm.codeHashOf(ctx, address)
      return { code: hash === undefined ? NO_BYTES : evm.code(ctx, hash) }
    }),
    [`${SERVICE}/Params`]: writtenQuery(QueryParamsRequest, (ctx) =>
      new ProtoWriter().message(1, encodeParams(evm.params(ctx))),
    ),
    [`${SERVICE}/EthCall`]: (ctx, bytes) => {
      const request = decoding(() => EthCallRequest.decode(bytes))
      const answer = calls.call(ctx, callOf(request))
      return encodeResponse({
        ...answer,
        hash: NO_HASH,
        place: { txIndex: 0n, index: 0n },
        blockHash: NO_BYTES,
        time: ctx.block.time / 1_000_000_000n,
      })
    },
    [`${SERVICE}/EstimateGas`]: query(EthCallRequest, EstimateGasResponse, (ctx, request) => {
      const { gas, returned, vmError } = calls.estimate(ctx, callOf(request))
      return { gas, ret: returned, vmError }
    }),
    [`${SERVICE}/TraceTx`]: query(QueryTraceTxRequest, QueryTraceTxResponse, (ctx, request) => ({
      data: traces.tx(ctx, request),
    })),
    [`${SERVICE}/TraceBlock`]: query(QueryTraceBlockRequest, QueryTraceBlockResponse, (ctx, request) => ({
      data: traces.block(ctx, request),
    })),
    [`${SERVICE}/TraceCall`]: query(QueryTraceCallRequest, QueryTraceCallResponse, (ctx, request) => ({
      data: traces.call(ctx, request),
    })),
    [`${SERVICE}/BaseFee`]: query(QueryBaseFeeRequest, QueryBaseFeeResponse, (ctx) => ({
      baseFee: ethereum.baseFee(ctx),
    })),
    [`${SERVICE}/GlobalMinGasPrice`]: query(QueryGlobalMinGasPriceRequest, QueryGlobalMinGasPriceResponse, (ctx) => ({
      minGasPrice: decimalTruncate(feemarket.params(ctx).minGasPrice),
    })),
    [`${SERVICE}/Config`]: query(QueryConfigRequest, QueryConfigResponse, (ctx) => ({
      config: chainConfig(chainId, evm.coin(ctx)),
    })),
  }
}

/** @throws GrpcError. Source: utils/validation.go `ValidateAddress` */
function addressOf(text: string): Uint8Array {
  if (isEthAddress(text)) return parseEthAddress(text)
  const { log } = ErrInvalidAddress.error(`address '${text}' is not a valid ethereum hex address`)
  throw new GrpcError('InvalidArgument', log)
}

/** The error of some queries is the same for all texts. @throws GrpcError */
function addressOrZero(text: string): Uint8Array {
  if (!isEthAddress(text)) throw new GrpcError('InvalidArgument', 'invalid zero address')
  return parseEthAddress(text)
}

function callOf({ args, gasCap, proposerAddress, overrides }: EthCallRequest): CallRequest {
  return {
    overrides:
      overrides.length === 0 ? undefined : reading(() => readOverrides(overrides), 'invalid state overrides format: '),
    args: reading(() => readCallArgs(args)),
    gasCap,
    proposer: proposerAddress,
  }
}

/** @throws GrpcError */
function reading<T>(read: () => T, before = ''): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof GoJsonError ? new GrpcError('InvalidArgument', `${before}${error.shortMessage}`) : error
  }
}
