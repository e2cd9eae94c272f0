import type { Json } from '../../base/json-value.js'
import { protoString, ProtoWriter, readProto, remember } from '../../codec/index.js'
import { ethAddressText } from '../../crypto/index.js'

/** What an owner lets somebody spend of a coin through its ERC-20 face. Source: cosmos/evm v0.7.3 proto cosmos.evm.erc20.v1 `Allowance`. */
export interface Allowance {
  readonly contract: string
  readonly owner: string
  readonly spender: string
  readonly value: bigint
}

/** @param parties addresses of the contract, the owner and the spender */
export function encodeAllowance(parties: readonly [Uint8Array, Uint8Array, Uint8Array], value: bigint): Uint8Array {
  const [contract, owner, spender] = parties.map(ethAddressText) as [string, string, string]
  return new ProtoWriter().string(1, contract).string(2, owner).string(3, spender).string(4, String(value)).finish()
}

export const decodeAllowance = remember((bytes): Allowance => {
  const fields = readProto(bytes)
  const [contract, owner, spender] = [1, 2, 3].map((field) => protoString(fields, field)) as [string, string, string]
  return { contract, owner, spender, value: BigInt(protoString(fields, 4)) }
})

export const allowanceJson = ({ contract, owner, spender, value }: Allowance): Json => ({
  erc20_address: contract,
  owner,
  spender,
  value: String(value),
})
