import { protoString, protoUint64, readProto } from '../../codec/index.js'

/** Requests that cosmos-sdk v0.54 added, and cosmjs-types does not have. */

export const HistoricalRewardsRequest = {
  decode: (bytes: Uint8Array) => {
    const fields = readProto(bytes)
    return { validatorAddress: protoString(fields, 1), period: protoUint64(fields, 2) }
  },
}

export const CurrentRewardsRequest = {
  decode: (bytes: Uint8Array) => ({ validatorAddress: protoString(readProto(bytes), 1) }),
}

export const StartingInfoRequest = {
  decode: (bytes: Uint8Array) => {
    const fields = readProto(bytes)
    return { delegatorAddress: protoString(fields, 1), validatorAddress: protoString(fields, 2) }
  },
}
