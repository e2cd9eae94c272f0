// Codecs of the messages of the Cosmos Hub's own modules, as tables of their fields.
import { BinaryWriter } from 'cosmjs-types/binary'
import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import {
  MsgRegisterInterchainAccount,
  MsgSendTx,
} from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/tx'
import { registry } from '../wasmd/client.mjs'

/** A message of fields, in the order of their numbers from 1: [name, kind], where the kind is a scalar or the codec of a message, in a list if it repeats. */
function messageOf(fields) {
  const encode = (value, writer = BinaryWriter.create()) => {
    fields.forEach(([name, kind], index) => {
      for (const one of [value[name]].flat()) write(writer, index + 1, kind, one)
    })
    return writer
  }
  return { encode, fromPartial: (value) => value, decode: () => undefined }
}

function write(writer, number, kind, value) {
  if (value === undefined || value === '' || value === 0n || value === false) return
  if (kind === 'string') writer.uint32((number << 3) | 2).string(value)
  else if (kind === 'bytes') writer.uint32((number << 3) | 2).bytes(value)
  else if (kind === 'uint64') writer.uint32(number << 3).uint64(value)
  else if (kind === 'bool') writer.uint32(number << 3).bool(value)
  else writer.uint32((number << 3) | 2).bytes(kind.encode(kind.fromPartial(value)).finish())
}

const strings = (...names) => names.map((name) => [name, 'string'])

const FACTORY = '/osmosis.tokenfactory.v1beta1.'
const LIQUID = '/gaia.liquid.v1beta1.'
const LIMITS = '/ratelimit.v1.'
const CONTROLLER = '/ibc.applications.interchain_accounts.controller.v1.'

const quota = [...strings('authority', 'denom', 'channel', 'maxSend', 'maxReceive'), ['hours', 'uint64']]
const FACTORY_PARAMS = messageOf([
  ['fee', Coin],
  ['gas', 'uint64'],
])
/** Decimals are integers with 18 places there. */
const FEEMARKET_PARAMS = messageOf([
  ...strings('alpha', 'beta', 'gamma', 'delta', 'minBaseGasPrice', 'minLearningRate', 'maxLearningRate'),
  ['maxBlockUtilization', 'uint64'],
  ['window', 'uint64'],
  ['feeDenom', 'string'],
  ['enabled', 'bool'],
  ['distributeFees', 'bool'],
  ['sendTipToProposer', 'bool'],
])

const MESSAGES = {
  [`${FACTORY}MsgCreateDenom`]: messageOf(strings('sender', 'subdenom')),
  [`${FACTORY}MsgMint`]: messageOf([
    ['sender', 'string'],
    ['amount', Coin],
    ['to', 'string'],
  ]),
  [`${FACTORY}MsgBurn`]: messageOf([
    ['sender', 'string'],
    ['amount', Coin],
    ['from', 'string'],
  ]),
  [`${FACTORY}MsgChangeAdmin`]: messageOf(strings('sender', 'denom', 'admin')),
  [`${FACTORY}MsgSetDenomMetadata`]: messageOf([
    ['sender', 'string'],
    ['metadata', Metadata],
  ]),
  [`${FACTORY}MsgForceTransfer`]: messageOf([['sender', 'string'], ['amount', Coin], ...strings('from', 'to')]),
  [`${FACTORY}MsgUpdateParams`]: messageOf([
    ['authority', 'string'],
    ['params', FACTORY_PARAMS],
  ]),
  [`${LIQUID}MsgTokenizeShares`]: messageOf([
    ...strings('delegator', 'validator'),
    ['amount', Coin],
    ['owner', 'string'],
  ]),
  [`${LIQUID}MsgRedeemTokensForShares`]: messageOf([
    ['delegator', 'string'],
    ['amount', Coin],
  ]),
  [`${LIQUID}MsgTransferTokenizeShareRecord`]: messageOf([['record', 'uint64'], ...strings('sender', 'owner')]),
  [`${LIQUID}MsgDisableTokenizeShares`]: messageOf(strings('delegator')),
  [`${LIQUID}MsgEnableTokenizeShares`]: messageOf(strings('delegator')),
  [`${LIQUID}MsgWithdrawTokenizeShareRecordReward`]: messageOf([
    ['owner', 'string'],
    ['record', 'uint64'],
  ]),
  [`${LIQUID}MsgWithdrawAllTokenizeShareRecordReward`]: messageOf(strings('owner')),
  [`${LIMITS}MsgAddRateLimit`]: messageOf(quota),
  [`${LIMITS}MsgUpdateRateLimit`]: messageOf(quota),
  [`${LIMITS}MsgRemoveRateLimit`]: messageOf(strings('authority', 'denom', 'channel')),
  [`${LIMITS}MsgResetRateLimit`]: messageOf(strings('authority', 'denom', 'channel')),
  '/feemarket.feemarket.v1.MsgParams': messageOf([
    ['params', FEEMARKET_PARAMS],
    ['authority', 'string'],
  ]),
  [`${CONTROLLER}MsgRegisterInterchainAccount`]: MsgRegisterInterchainAccount,
  [`${CONTROLLER}MsgSendTx`]: MsgSendTx,
}

for (const [typeUrl, codec] of Object.entries(MESSAGES)) registry.register(typeUrl, codec)

/** A message in bytes, for proposals. */
export const packed = (typeUrl, value) => ({ typeUrl, value: registry.encode({ typeUrl, value }) })
