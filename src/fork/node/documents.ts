import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import type { Commit, Header } from 'cosmjs-types/tendermint/types/types'
import { z } from 'zod'
import { fromBase64, fromHex, NO_BYTES } from '../../base/index.js'
import { momentOf, parseRfc3339 } from '../../codec/index.js'

/**
 * Responses of CometBFT's RPC, as far as a fork reads them; members that it does not read may be anything.
 * Source: cometbft v0.38 rpc/core/types, types, libs/json.
 */

const INT64 = 1n << 63n

/** A 64-bit number, which JSON has as text. */
const int64 = z
  .string()
  .regex(/^-?\d{1,19}$/, 'expected a whole number as a string')
  .transform(BigInt)
  .refine((value) => value >= -INT64 && value < INT64, 'expected a 64-bit number')
const natural = int64.refine((value) => value >= 0n, 'expected no negative number')
const count = natural
  .refine((value) => value <= BigInt(Number.MAX_SAFE_INTEGER), 'expected a smaller number')
  .transform(Number)
const int32 = z
  .int()
  .min(0)
  .max(2 ** 31 - 1)

const hexText = z.string().regex(/^(?:[0-9a-fA-F]{2})*$/, 'expected hex')
const hex = hexText.max(128).transform(fromHex)
const base64 = z.base64().transform(fromBase64)

/** A transform that throws on invalid text must not abort the parsing. */
const time = z.string().transform((text, problems) => {
  try {
    return parseRfc3339(text)
  } catch {
    problems.addIssue('expected a time in UTC')
    return z.NEVER
  }
})
const moment = time.transform(momentOf)
const chainId = z.string().min(1).max(50)

export const status = z.object({
  node_info: z.object({ network: chainId }),
  sync_info: z.object({ latest_block_height: count }),
})

const blockId = z
  .object({ hash: hex, parts: z.object({ total: int32, hash: hex }) })
  .transform(({ hash, parts }) => ({ hash, partSetHeader: parts }))

const header = z
  .object({
    version: z.object({ block: natural, app: natural.default(0n) }),
    chain_id: chainId,
    height: count,
    time: moment,
    last_block_id: blockId,
    last_commit_hash: hex,
    data_hash: hex,
    validators_hash: hex,
    next_validators_hash: hex,
    consensus_hash: hex,
    app_hash: hex,
    last_results_hash: hex,
    evidence_hash: hex,
    proposer_address: hex,
  })
  .transform((json): Header => ({
    version: json.version,
    chainId: json.chain_id,
    height: BigInt(json.height),
    time: json.time,
    lastBlockId: json.last_block_id,
    lastCommitHash: json.last_commit_hash,
    dataHash: json.data_hash,
    validatorsHash: json.validators_hash,
    nextValidatorsHash: json.next_validators_hash,
    consensusHash: json.consensus_hash,
    appHash: json.app_hash,
    lastResultsHash: json.last_results_hash,
    evidenceHash: json.evidence_hash,
    proposerAddress: json.proposer_address,
  }))

/** Most validators of a chain. Source: cometbft v0.38 types/vote_set.go `MaxVotesCount`. */
const MAX_VALIDATORS = 10_000

const signature = z
  .object({
    block_id_flag: z.enum(BlockIDFlag),
    validator_address: hex,
    timestamp: moment,
    signature: base64.nullable(),
  })
  .transform(({ block_id_flag, validator_address, timestamp, signature: bytes }) => ({
    blockIdFlag: block_id_flag,
    validatorAddress: validator_address,
    timestamp,
    signature: bytes ?? NO_BYTES,
  }))

/** `commit`: a header and the signatures over it. */
export const commit = z.object({
  signed_header: z.object({
    header,
    commit: z
      .object({
        height: natural,
        round: int32,
        block_id: blockId,
        signatures: z.array(signature).max(MAX_VALIDATORS),
      })
      .transform(({ height, round, block_id, signatures }): Commit => ({
        height,
        round,
        blockId: block_id,
        signatures,
      })),
  }),
})

/** Validators in one response. Source: cometbft v0.38 rpc/core/pipe.go `maxPerPage`. */
export const PER_PAGE = 100

/** One page of `validators`. */
export const validators = z.object({
  validators: z
    .array(
      z.object({
        address: hex,
        pub_key: z.object({ type: z.string().max(100), value: base64 }),
        voting_power: int64,
        proposer_priority: int64,
      }),
    )
    .min(1)
    .max(PER_PAGE),
  total: count.refine((total) => total >= 1 && total <= MAX_VALIDATORS, 'expected fewer validators'),
})
