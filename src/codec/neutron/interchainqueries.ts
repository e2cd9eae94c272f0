import type { Codec } from '../message.js'
import * as generated from '../messages/neutron.interchainqueries.js'

export type { ExecTxResult } from 'cosmjs-types/tendermint/abci/types'
export type { Height } from 'cosmjs-types/ibc/core/client/v1/client'
export type { Proof } from 'cosmjs-types/tendermint/crypto/proof'
export type { ProofOp } from '../message.js'
export * from '../messages/neutron.interchainqueries.js'
export { MsgRemoveInterchainQueryRequest as MsgRemoveInterchainQuery } from '../messages/neutron.interchainqueries.js'

export const SERVICE = 'neutron.interchainqueries'

/** JSON, unlike protobuf, can hold a key that is `null`. */
type Keys = readonly (generated.KVKey | undefined)[]
const present = (keys: Keys): readonly generated.KVKey[] => keys.filter((key) => key !== undefined)

export interface MsgRegisterInterchainQuery extends Omit<generated.MsgRegisterInterchainQuery, 'keys'> {
  readonly keys: Keys
}
export const MsgRegisterInterchainQuery: Codec<MsgRegisterInterchainQuery> = {
  ...generated.MsgRegisterInterchainQuery,
  encode: (message) => generated.MsgRegisterInterchainQuery.encode({ ...message, keys: present(message.keys) }),
}

export interface MsgUpdateInterchainQuery extends Omit<generated.MsgUpdateInterchainQueryRequest, 'newKeys'> {
  readonly newKeys: Keys
}
export const MsgUpdateInterchainQuery: Codec<MsgUpdateInterchainQuery> = {
  ...generated.MsgUpdateInterchainQueryRequest,
  encode: (message) =>
    generated.MsgUpdateInterchainQueryRequest.encode({ ...message, newKeys: present(message.newKeys) }),
}
