import { ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing'
import {
  ErrInvalidAddress,
  event,
  parseOperator,
  rethrowing,
  wrapError,
  type Attribute,
  type Context,
  type Vote,
} from '../../chain/index.js'
import { decimalRound, decimalTruncate, encodeAny, momentOf, nanosOf } from '../../codec/index.js'
import {
  ErrNoSigningInfo,
  ErrSelfDelegationTooLow,
  ErrTombstoned,
  ErrValidatorJailed,
  ErrValidatorNotJailed,
} from './errors.js'
import type { StakingKeeper, Validator } from './expected.js'
import { publicKeyKey, SLASHING_STORE } from './keys.js'
import { getParams, type Params } from './params.js'
import { consensusText, findInfo, forgetMissed, hasMissed, setInfo, setMissed } from './records.js'

/** Blocks until a change of validators takes effect, beyond the next one. Source: cosmos-sdk types `ValidatorUpdateDelay`. */
const UPDATE_DELAY = 1

/** Counts the blocks that validators miss, and punishes. Validators are named by their consensus addresses. Source: cosmos-sdk v0.53.6 x/slashing/keeper. */
export class SlashingKeeper {
  readonly staking: StakingKeeper
  /** Bech32 address that may change the params: the gov module's. */
  readonly authority: string

  constructor(options: { readonly staking: StakingKeeper; readonly authority: string }) {
    this.staking = options.staking
    this.authority = options.authority
  }

  /** Staking hooks. Source: x/slashing/keeper/hooks.go. */
  readonly hooks = {
    afterValidatorCreated: (ctx: Context, operator: Uint8Array): void =>
      this.addPublicKey(ctx, this.staking.validator(ctx, operator)),
    afterValidatorRemoved: (ctx: Context, consensus: Uint8Array): void =>
      ctx.store(SLASHING_STORE).delete(publicKeyKey(consensus)),
    afterValidatorBonded: (ctx: Context, consensus: Uint8Array): void => {
      const startHeight = BigInt(ctx.block.height)
      const known = findInfo(ctx, consensus)
      const info =
        known ?? ValidatorSigningInfo.fromPartial({ address: consensusText(ctx, consensus), jailedUntil: momentOf(0n) })
      setInfo(ctx, consensus, { ...info, startHeight })
    },
  }

  addPublicKey(ctx: Context, validator: Validator): void {
    const key = publicKeyKey(this.staking.consensusAddress(validator))
    ctx.store(SLASHING_STORE).set(key, encodeAny(validator.consensusPubkey))
  }
  hasPublicKey(ctx: Context, validator: Uint8Array): boolean {
    return ctx.store(SLASHING_STORE).get(publicKeyKey(validator)) !== undefined
  }

  /** Source: x/slashing/abci.go. */
  beginBlock(ctx: Context): void {
    const params = getParams(ctx)
    for (const vote of ctx.block.votes ?? []) this.#count(ctx, params, vote)
  }

  /** Source: x/slashing/keeper/infractions.go `HandleValidatorSignatureWithParams`. */
  #count(ctx: Context, params: Params, { address, power, signed }: Vote): void {
    if (this.staking.validatorByConsensus(ctx, address).jailed) return
    const known = findInfo(ctx, address)
    // A real chain stops here; a test may have put the validator into the state without its signing info.
    if (known === undefined) return
    const window = params.signedBlocksWindow
    const index = Number(known.indexOffset % window)
    let info = { ...known, indexOffset: known.indexOffset + 1n }
    const before = hasMissed(ctx, address, index)
    if (before === signed) {
      setMissed(ctx, address, index, !signed)
      info = { ...info, missedBlocksCounter: info.missedBlocksCounter + (signed ? -1n : 1n) }
    }
    if (!signed)
      ctx.events.emit(
        event(
          'liveness',
          ['address', consensusText(ctx, address)],
          ['missed_blocks', String(info.missedBlocksCounter)],
          ['height', String(ctx.block.height)],
        ),
      )
    const mostMissed = window - decimalRound(params.minSignedPerWindow * window)
    const isPast = BigInt(ctx.block.height) > info.startHeight + window
    if (isPast && info.missedBlocksCounter > mostMissed) {
      this.#punishDowntime(ctx, address, power, params.slashFractionDowntime)
      info = {
        ...info,
        jailedUntil: momentOf(ctx.block.time + params.downtimeJailDuration),
        missedBlocksCounter: 0n,
        indexOffset: 0n,
      }
      forgetMissed(ctx, address)
    }
    setInfo(ctx, address, info)
  }

  #punishDowntime(ctx: Context, address: Uint8Array, power: bigint, fraction: bigint): void {
    const height = ctx.block.height - UPDATE_DELAY - 1
    this.#slash(ctx, address, { height, power, fraction }, 'missing_signature', ['jailed', consensusText(ctx, address)])
    this.staking.jail(ctx, address)
  }

  /** Punishes a validator that signed two blocks of one height. @param height of the infraction. Source: `SlashWithInfractionReason`, `Jail` */
  punishDoubleSign(
    ctx: Context,
    address: Uint8Array,
    { height, power }: { readonly height: number; readonly power: bigint },
  ): void {
    const fraction = getParams(ctx).slashFractionDoubleSign
    this.#slash(ctx, address, { height: height - UPDATE_DELAY, power, fraction }, 'double_sign')
    if (this.staking.validatorByConsensus(ctx, address).jailed) return
    this.staking.jail(ctx, address)
    ctx.events.emit(event('slash', ['jailed', consensusText(ctx, address)]))
  }

  /** @param more attributes of the event, after the reason */
  #slash(
    ctx: Context,
    address: Uint8Array,
    infraction: Parameters<StakingKeeper['slash']>[2],
    reason: string,
    ...more: readonly Attribute[]
  ): void {
    const burned = this.staking.slash(ctx, address, infraction)
    ctx.events.emit(
      event(
        'slash',
        ['address', consensusText(ctx, address)],
        ['power', String(infraction.power)],
        ['reason', reason],
        ...more,
        ['burned_coins', String(burned)],
      ),
    )
  }

  hasInfo(ctx: Context, validator: Uint8Array): boolean {
    return findInfo(ctx, validator) !== undefined
  }
  isTombstoned(ctx: Context, validator: Uint8Array): boolean {
    return findInfo(ctx, validator)?.tombstoned === true
  }
  /** Never unjails it again. @param until nanoseconds since 1970 @throws ChainError slashing/8, slashing/9 */
  tombstone(ctx: Context, validator: Uint8Array, until: bigint): void {
    const info = findInfo(ctx, validator)
    if (info === undefined)
      throw wrapError(ErrNoSigningInfo.error(), 'cannot tombstone validator that does not have any signing information')
    if (info.tombstoned) throw wrapError(ErrTombstoned.error(), 'cannot tombstone validator that is already tombstoned')
    setInfo(ctx, validator, { ...info, jailedUntil: momentOf(until), tombstoned: true })
  }

  /** @param text the operator, bech32 @throws ChainError sdk/7, staking/3, staking/19, slashing/7, 5, 4. Source: x/slashing/keeper/unjail.go */
  unjail(ctx: Context, text: string): void {
    const operator = rethrowing(
      (error) => ErrInvalidAddress.error(`validator input address: ${error.log}`),
      () => parseOperator(ctx, text),
    )
    const validator = this.staking.validator(ctx, operator)
    const { shares } = this.staking.delegation(ctx, operator, operator)
    const tokens = decimalTruncate(this.staking.tokensOfShares(validator, shares))
    if (tokens < validator.minSelfDelegation)
      throw ErrSelfDelegationTooLow.error(`${tokens} less than ${validator.minSelfDelegation}`)
    if (!validator.jailed) throw ErrValidatorNotJailed.error()
    const consensus = this.staking.consensusAddress(validator)
    const info = findInfo(ctx, consensus)
    if (info !== undefined) {
      if (info.tombstoned || ctx.block.time < nanosOf(info.jailedUntil)) throw ErrValidatorJailed.error()
    }
    this.staking.unjail(ctx, consensus)
  }
}
