import { event, type Context } from '../../chain/index.js'
import {
  DECIMAL_ONE,
  decimalOf,
  decimalText,
  decimalTruncate,
  divideDecimals,
  multiplyDecimals,
} from '../../codec/index.js'
import type { AccountKeeper, BankKeeper, StakingKeeper } from './expected.js'
import { getMinter, getParams, setMinter, type Params } from './records.js'

/** Name of the module and of its account. */
export const MINT = 'mint'
const FEE_COLLECTOR = 'fee_collector'

export interface MintOptions {
  readonly accounts: AccountKeeper
  readonly bank: BankKeeper
  readonly staking: StakingKeeper
  /** Bech32 address that may change the params: the gov module's. */
  readonly authority: string
}

/** Mints new coins in each block, for the fee collector. Source: cosmos-sdk v0.53.6 x/mint. */
export class MintKeeper {
  readonly accounts: AccountKeeper
  readonly authority: string
  readonly #bank: BankKeeper
  readonly #staking: StakingKeeper

  constructor({ accounts, bank, staking, authority }: MintOptions) {
    this.accounts = accounts
    this.authority = authority
    this.#bank = bank
    this.#staking = staking
  }

  /** Source: x/mint/keeper/abci.go `DefaultMintFn`. */
  beginBlock(ctx: Context): void {
    const { inflation: before } = getMinter(ctx)
    const params = getParams(ctx)
    const supply = this.#bank.supply(ctx, this.#staking.bondDenom(ctx)).amount
    const bondedRatio = supply > 0n ? decimalOf(this.#staking.totalBonded(ctx)) / supply : 0n
    const inflation = nextInflation(before, params, bondedRatio)
    const annualProvisions = inflation * supply
    setMinter(ctx, { inflation, annualProvisions })
    const provision = decimalTruncate(annualProvisions / params.blocksPerYear)
    const amount = withinLimit(provision, params.maxSupply, () => this.#bank.supply(ctx, params.mintDenom).amount)
    const minted = amount === 0n ? [] : [{ denom: params.mintDenom, amount }]
    if (minted.length > 0) this.#bank.mint(ctx, MINT, minted)
    this.#bank.sendBetweenModules(ctx, MINT, FEE_COLLECTOR, minted)
    ctx.events.emit(
      event(
        'mint',
        ['bonded_ratio', decimalText(bondedRatio)],
        ['inflation', decimalText(inflation)],
        ['annual_provisions', decimalText(annualProvisions)],
        ['amount', String(amount)],
      ),
    )
  }
}

/** What of the provision of a block is minted. @param limit of the supply; 0 or undefined for none */
function withinLimit(provision: bigint, limit: bigint | undefined, supply: () => bigint): bigint {
  if (limit === undefined || limit === 0n) return provision
  const left = limit - supply()
  return left < 0n ? 0n : left < provision ? left : provision
}

/** Moves inflation towards the share of bonded coins that is aimed at. Source: x/mint/types/minter.go `NextInflationRate`. */
function nextInflation(inflation: bigint, params: Params, bondedRatio: bigint): bigint {
  const changePerYear = multiplyDecimals(
    DECIMAL_ONE - divideDecimals(bondedRatio, params.goalBonded),
    params.inflationRateChange,
  )
  const next = inflation + divideDecimals(changePerYear, decimalOf(params.blocksPerYear))
  const below = next > params.inflationMax ? params.inflationMax : next
  return below < params.inflationMin ? params.inflationMin : below
}
