import type { Json } from '../../base/json-value.js'
import { toUtf8 } from '../../base/index.js'
import type { GenesisReader } from '../../chain/index.js'
import {
  denomProblem,
  protoBool,
  protoString,
  protoUint64,
  ProtoWriter,
  readProto,
  remember,
} from '../../codec/index.js'
import { parseEthAddress, sha256 } from '../../crypto/index.js'

/** Who made the pair: the module for a coin, somebody else for a contract. By number. */
const OWNERS = ['OWNER_UNSPECIFIED', 'OWNER_MODULE', 'OWNER_EXTERNAL'] as const

/** A coin and a contract that are the same token. Source: cosmos/evm v0.7.3 proto cosmos.evm.erc20.v1 `TokenPair`. */
export interface TokenPair {
  /** The text that was given: the id of the pair depends on its letter case. */
  readonly contract: string
  readonly denom: string
  readonly enabled: boolean
  readonly owner: (typeof OWNERS)[number]
}

/** Source: x/erc20/types/token_pair.go `GetID`. */
export const pairId = ({ contract, denom }: TokenPair): Uint8Array => sha256(toUtf8(`${contract}|${denom}`))

export const encodePair = ({ contract, denom, enabled, owner }: TokenPair): Uint8Array =>
  new ProtoWriter()
    .string(1, contract)
    .string(2, denom)
    .bool(3, enabled)
    .uint64(4, BigInt(OWNERS.indexOf(owner)))
    .finish()

export const decodePair = remember((bytes): TokenPair => {
  const fields = readProto(bytes)
  return {
    contract: protoString(fields, 1),
    denom: protoString(fields, 2),
    enabled: protoBool(fields, 3),
    owner: OWNERS[Number(protoUint64(fields, 4))]!,
  }
})

export const pairJson = ({ contract, denom, enabled, owner }: TokenPair): Json => ({
  erc20_address: contract,
  denom,
  enabled,
  contract_owner: owner,
})

/** @throws UsageError that names the place */
export function readPair(json: GenesisReader): TokenPair {
  json.at('erc20_address').parsed(parseEthAddress)
  const denom = json.at('denom').string()
  const problem = denomProblem(denom)
  if (problem !== undefined) throw json.at('denom').error(problem)
  // Also by number, as protobuf JSON may have it.
  const given = json.at('contract_owner').raw ?? 0
  const owner = typeof given === 'number' ? OWNERS[given] : OWNERS.find((name) => name === given)
  if (owner === undefined)
    throw json.at('contract_owner').error(`expected one of ${OWNERS.join(', ')}, got ${JSON.stringify(given)}`)
  return { contract: json.at('erc20_address').string(), denom, enabled: json.at('enabled').boolean(), owner }
}
