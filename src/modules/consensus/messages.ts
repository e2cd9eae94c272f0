import { MsgUpdateParams } from 'cosmjs-types/cosmos/consensus/v1/tx'
import { ConsensusParams as Wire } from 'cosmjs-types/tendermint/types/params'
import { concatBytes, NO_BYTES } from '../../base/index.js'
import {
  assertAuthority,
  message,
  parseAccAddress,
  plainError,
  type ConsensusParams,
  type Context,
  type Messages,
  wrapping,
} from '../../chain/index.js'
import { goDurationText, nanosOf, protoMessage, protoString, ProtoWriter, readProto } from '../../codec/index.js'
import { messageText, TYPES_0_54 } from '../../codec/proto-json/index.js'
import { getParams, setParams } from './params.js'

/** The message with what releases before cosmos-sdk v0.54 do not have. */
interface UpdateParams extends MsgUpdateParams {
  /** The new authority; undefined to keep the one before. */
  readonly newAuthority: string | undefined
}

function decode(value: Uint8Array): UpdateParams {
  const auth = protoMessage(readProto(value), 6)
  return {
    ...MsgUpdateParams.decode(value),
    newAuthority: auth === undefined ? undefined : protoString(readProto(auth), 1),
  }
}

const MAX_BLOCK_BYTES = 104_857_600n
/** Source: cometbft v0.39.0 types/params.go `ABCIPubKeyTypesToNames`. */
const KEY_TYPES: readonly string[] = ['ed25519', 'secp256k1']
const MAX_AUTHORITY = 256

/** Source: cometbft v0.39.0 types/params.go `ConsensusParams.ValidateBasic`, each with its text. */
function faultOf({ block, evidence, keyTypes, extensionsHeight, authority }: ConsensusParams): string | undefined {
  const most = block.maxBytes === -1n ? MAX_BLOCK_BYTES : block.maxBytes
  const unknownKey = keyTypes.findIndex((type) => !KEY_TYPES.includes(type))
  const faults: readonly (readonly [boolean, string])[] = [
    [block.maxBytes === 0n, 'block.MaxBytes cannot be 0'],
    [block.maxBytes < -1n, `block.MaxBytes must be -1 or greater than 0. Got ${block.maxBytes}`],
    [block.maxBytes > MAX_BLOCK_BYTES, `block.MaxBytes is too big. ${block.maxBytes} > ${MAX_BLOCK_BYTES}`],
    [block.maxGas < -1n, `block.MaxGas must be greater or equal to -1. Got ${block.maxGas}`],
    [evidence.maxAgeBlocks <= 0n, `evidence.MaxAgeNumBlocks must be greater than 0. Got ${evidence.maxAgeBlocks}`],
    [
      evidence.maxAgeNanoseconds <= 0n,
      `evidence.MaxAgeDuration must be greater than 0 if provided, Got ${goDurationText(evidence.maxAgeNanoseconds)}`,
    ],
    [evidence.maxBytes > most, `evidence.MaxBytesEvidence is greater than upper bound, ${evidence.maxBytes} > ${most}`],
    [evidence.maxBytes < 0n, `evidence.MaxBytes must be non negative. Got: ${evidence.maxBytes}`],
    [extensionsHeight < 0n, `ABCI.VoteExtensionsEnableHeight cannot be negative. Got: ${extensionsHeight}`],
    [keyTypes.length === 0, 'len(Validator.PubKeyTypes) must be greater than 0'],
    [
      unknownKey >= 0,
      `params.Validator.PubKeyTypes[${unknownKey}], ${keyTypes[unknownKey]}, is an unknown pubkey type`,
    ],
    [
      Buffer.byteLength(authority) > MAX_AUTHORITY,
      `authority exceeds maximum length of ${MAX_AUTHORITY} characters (got ${Buffer.byteLength(authority)})`,
    ],
  ]
  return faults.find(([isFault]) => isFault)?.[1]
}

/** Source: cometbft v0.39.0 types/params.go `ValidateUpdate`. @param given undefined when the message has none */
function faultOfExtensions(before: bigint, given: bigint | undefined, height: bigint): string | undefined {
  if (given === undefined || given === before || (before <= 0n && given === 0n)) return undefined
  const heights = `old enable height: ${before}, current height ${height}`
  if (given === 0n) return before <= height ? `vote extensions cannot be disabled once enabled${heights}` : undefined
  if (given <= height)
    return `vote extensions cannot be updated to a past or current height, enable height: ${given}, current height ${height}`
  return before > 0n && before <= height
    ? `vote extensions cannot be modified once enabledenable height: ${before}, current height ${height}`
    : undefined
}

/** @throws ChainError undefined/1 */
function refuse(fault: string | undefined): void {
  if (fault !== undefined) throw plainError(fault)
}

/** What the message changes, given what was before. @throws ChainError undefined/1 for one that lacks params */
function changesOf(ctx: Context, msg: UpdateParams): (before: ConsensusParams) => ConsensusParams {
  const { block, evidence, validator, abci, newAuthority } = msg
  if (block === undefined || evidence === undefined || validator === undefined)
    throw plainError('all parameters must be present')
  if (newAuthority !== undefined && newAuthority !== '')
    wrapping('invalid authority address in auth params', () => parseAccAddress(ctx.prefix, newAuthority))
  return (before) => ({
    block: { maxBytes: block.maxBytes, maxGas: block.maxGas },
    evidence: {
      maxAgeBlocks: evidence.maxAgeNumBlocks,
      maxAgeNanoseconds: nanosOf(evidence.maxAgeDuration),
      maxBytes: evidence.maxBytes,
    },
    keyTypes: validator.pubKeyTypes,
    extensionsHeight: abci?.voteExtensionsEnableHeight ?? before.extensionsHeight,
    authority: newAuthority ?? before.authority,
    namesVersions: true,
  })
}

/** What the message says, as Go prints it. Source: cosmos-sdk v0.54.0 x/consensus/types/msgs.go `ToProtoConsensusParams` */
function textOf({ newAuthority, ...params }: UpdateParams): string {
  // The authority of the message is not one of the params: their own member of that name is an object.
  const known = Wire.encode({ ...params, version: { app: 0n } }).finish()
  const authority =
    newAuthority === undefined
      ? NO_BYTES
      : new ProtoWriter().message(6, new ProtoWriter().string(1, newAuthority)).finish()
  return messageText({ typeUrl: '/tendermint.types.ConsensusParams', value: concatBytes(known, authority) }, TYPES_0_54)
}

/**
 * Source: cosmos-sdk v0.53.6 and v0.54.0 x/consensus/keeper/keeper.go.
 * @param authority bech32 @param start the params of a chain whose store has none
 */
export function consensusMessages(authority: string, start: () => ConsensusParams): Messages {
  return Object.fromEntries([
    message<UpdateParams>({
      typeUrl: MsgUpdateParams.typeUrl,
      decode,
      signers: (msg) => [msg.authority],
      handle: (ctx, msg) => {
        assertAuthority(ctx, authority, msg.authority)
        const changed = changesOf(ctx, msg)
        const before = getParams(ctx, start())
        const after = changed(before)
        refuse(faultOf(after))
        refuse(
          faultOfExtensions(before.extensionsHeight, msg.abci?.voteExtensionsEnableHeight, BigInt(ctx.block.height)),
        )
        setParams(ctx, after)
        ctx.events.emit({
          type: 'update_consensus_params',
          attributes: [
            ['authority', msg.authority],
            ['parameters', textOf(msg)],
          ],
        })
        return NO_BYTES
      },
    }),
  ])
}
