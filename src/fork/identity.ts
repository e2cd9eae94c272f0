import { Bech32PrefixResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { GetNodeInfoResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query'
import { QueryParamsResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { NO_BYTES } from '../base/index.js'
import type { Fork } from './fork.js'
import { decoded, unreadable } from './node/abci.js'

/** The software of a live chain, as far as its node says. */
export interface ChainIdentity {
  /** Name of the chain's binary, such as `neutrond`. */
  readonly appName: string
  /** The bech32 prefix of accounts. */
  readonly prefix: string
  /** The coin that validators bond; undefined for a chain without staking. */
  readonly bondDenom: string | undefined
  /** Releases by module path, without `v`. */
  readonly modules: ReadonlyMap<string, string>
}

/** @throws ForkError `refused` for a node that does not say */
export function readIdentity(fork: Fork): ChainIdentity {
  const { applicationVersion } = answerOf(
    fork,
    GetNodeInfoResponse,
    '/cosmos.base.tendermint.v1beta1.Service/GetNodeInfo',
  )
  const { bech32Prefix } = answerOf(fork, Bech32PrefixResponse, '/cosmos.auth.v1beta1.Query/Bech32Prefix')
  if (!/^[a-z][a-z0-9]{0,30}$/.test(bech32Prefix)) throw unreadable('the query of the prefix of addresses')
  return {
    appName: applicationVersion?.appName ?? '',
    prefix: bech32Prefix,
    bondDenom: bondDenomOf(fork),
    modules: new Map(
      (applicationVersion?.buildDeps ?? []).map(({ path, version }) => [path, version.replace(/^v/, '')]),
    ),
  }
}

const STAKING_PARAMS = '/cosmos.staking.v1beta1.Query/Params'

function bondDenomOf(fork: Fork): string | undefined {
  const answer = fork.tryQuery(STAKING_PARAMS, NO_BYTES)
  return 'codespace' in answer ? undefined : decoded(QueryParamsResponse, answer, STAKING_PARAMS).params?.bondDenom
}

const answerOf = <T>(fork: Fork, type: { decode(bytes: Uint8Array): T }, path: string): T =>
  decoded(type, fork.query(path, NO_BYTES), path)
