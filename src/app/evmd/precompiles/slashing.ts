import * as types from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import type { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import { textOf as textOfBytes, NO_BYTES } from '../../../base/index.js'
import { addressText, operatorText, parseAccAddress, plainError } from '../../../chain/index.js'
import { decodeDecimal } from '../../../codec/index.js'
import { abiEvent, type AbiValue } from '../../../codec/abi/index.js'
import {
  assertCaller,
  nativeContract,
  question,
  transaction,
  type NativeCall,
  type NativeContract,
} from './contract.js'
import type { Handlers } from './handlers.js'
import { decimalValue, isNobody, NEXT_PAGE, PAGE, pageRequest, type PageValue } from './values.js'

const SERVICE = '/cosmos.slashing.v1beta1.Query'
const UNJAILED = abiEvent('ValidatorUnjailed(address indexed validator)')
const INFO =
  '(address validatorAddress, int64 startHeight, int64 indexOffset, int64 jailedUntil, bool tombstoned, int64 missedBlocksCounter)'
const DEC = '(uint256 value, uint8 precision)'
const PARAMS = `(int64 signedBlocksWindow, ${DEC} minSignedPerWindow, int64 downtimeJailDuration, ${DEC} slashFractionDoubleSign, ${DEC} slashFractionDowntime)`

/** Validators that missed blocks. Source: cosmos/evm v0.7.3 precompiles/slashing. */
export const slashingContract = (handlers: Handlers): NativeContract =>
  nativeContract({
    chargesRows: true,
    movesCoins: true,
    methods: [
      transaction<readonly [Uint8Array]>('unjail(address validatorAddress) returns (bool)', (call, [validator]) => {
        assertCaller(call, validator)
        const validatorAddr = operatorText(call.ctx.prefix, validator)
        handlers.run(call.ctx, { typeUrl: MsgUnjail.typeUrl, value: MsgUnjail.encode({ validatorAddr }).finish() })
        call.log(UNJAILED, [validator])
        return [true]
      }),
      question<readonly [Uint8Array]>(`getSigningInfo(address consAddress) returns (${INFO})`, (call, [address]) => {
        if (isNobody(address)) throw plainError('invalid consensus address')
        const consAddress = addressText(`${call.ctx.prefix}valcons`, address)
        const request = types.QuerySigningInfoRequest.encode({ consAddress }).finish()
        const answer = handlers.ask(call.ctx, `${SERVICE}/SigningInfo`, request)
        return [infoValue(call, types.QuerySigningInfoResponse.decode(answer).valSigningInfo)]
      }),
      question<readonly [PageValue]>(
        `getSigningInfos(${PAGE} pagination) returns (${INFO}[], ${NEXT_PAGE})`,
        (call, [page]) => {
          const request = types.QuerySigningInfosRequest.encode({ pagination: pageRequest(page) }).finish()
          const answer = handlers.ask(call.ctx, `${SERVICE}/SigningInfos`, request)
          const { info, pagination } = types.QuerySigningInfosResponse.decode(answer)
          return [info.map((one) => infoValue(call, one)), [pagination?.nextKey ?? NO_BYTES, pagination?.total ?? 0n]]
        },
      ),
      question(`getParams() returns (${PARAMS})`, ({ ctx }) => {
        const answer = handlers.ask(ctx, `${SERVICE}/Params`, types.QueryParamsRequest.encode({}).finish())
        const { params } = types.QueryParamsResponse.decode(answer)
        const decimal = (bytes: Uint8Array) => decimalValue(decodeDecimal(textOfBytes(bytes)))
        return [
          [
            params.signedBlocksWindow,
            decimal(params.minSignedPerWindow),
            params.downtimeJailDuration?.seconds ?? 0n,
            decimal(params.slashFractionDoubleSign),
            decimal(params.slashFractionDowntime),
          ],
        ]
      }),
    ],
  })

const infoValue = ({ ctx }: NativeCall, info: ValidatorSigningInfo): AbiValue => [
  parseAccAddress(`${ctx.prefix}valcons`, info.address),
  info.startHeight,
  info.indexOffset,
  info.jailedUntil.seconds,
  info.tombstoned,
  info.missedBlocksCounter,
]
