import { Equivocation } from 'cosmjs-types/cosmos/evidence/v1beta1/evidence'
import { addressText, GoPanic, type Context, type Misbehaviour } from '../../chain/index.js'
import { encodeAny, momentOf } from '../../codec/index.js'
import { sha256 } from '../../crypto/index.js'
import { byteKey, joinKeys, keyOf } from '../../store/index.js'
import type { EvidenceParams, SlashingKeeper, StakingKeeper } from './expected.js'

/** Source: cosmossdk.io/x/evidence v0.2.0 types/keys.go. */
export const EVIDENCE_STORE = 'evidence'
export const EVIDENCE_PREFIX = byteKey(0)
/** @param hash of the evidence */
export const evidenceKey = (hash: Uint8Array) => joinKeys(EVIDENCE_PREFIX, keyOf(hash))

/** The end of the year 9999. Source: types/params.go `DoubleSignJailEndTime`. */
const FOREVER = 253_402_300_799_000_000_000n
const UNBONDED = 1

/** Source: `Equivocation.Hash`. */
export const hashOf = (equivocation: Equivocation): Uint8Array => sha256(Equivocation.encode(equivocation).finish())

export const setEvidence = (ctx: Context, equivocation: Equivocation): void =>
  ctx
    .store(EVIDENCE_STORE)
    .set(
      evidenceKey(hashOf(equivocation)),
      encodeAny({ typeUrl: Equivocation.typeUrl, value: Equivocation.encode(equivocation).finish() }),
    )

/** Punishes validators for the misbehaviour that a block has evidence of. Source: cosmossdk.io/x/evidence v0.2.0 keeper. */
export class EvidenceKeeper {
  readonly #staking: StakingKeeper
  readonly #slashing: SlashingKeeper
  readonly #params: () => EvidenceParams

  constructor(options: {
    readonly staking: StakingKeeper
    readonly slashing: SlashingKeeper
    readonly params: () => EvidenceParams
  }) {
    this.#staking = options.staking
    this.#slashing = options.slashing
    this.#params = options.params
  }

  /** Source: keeper/abci.go. */
  beginBlock(ctx: Context): void {
    for (const misbehaviour of ctx.block.misbehaviour ?? []) this.#punish(ctx, misbehaviour)
  }

  /** Source: keeper/infraction.go `handleEquivocationEvidence`. */
  #punish(ctx: Context, { address, height, time, power }: Misbehaviour): void {
    const slashing = this.#slashing
    if (this.#staking.validatorByConsensus(ctx, address).status === UNBONDED) return
    if (!slashing.hasPublicKey(ctx, address)) return
    const { maxAgeBlocks, maxAgeNanoseconds } = this.#params()
    if (ctx.block.time - time > maxAgeNanoseconds && BigInt(ctx.block.height - height) > maxAgeBlocks) return
    const consensusAddress = addressText(`${ctx.prefix}valcons`, address)
    if (!slashing.hasInfo(ctx, address))
      throw new GoPanic(`expected signing info for validator ${consensusAddress} but not found`)
    if (slashing.isTombstoned(ctx, address)) return
    slashing.punishDoubleSign(ctx, address, { height, power })
    slashing.tombstone(ctx, address, FOREVER)
    setEvidence(ctx, { height: BigInt(height), time: momentOf(time), power, consensusAddress })
  }
}
