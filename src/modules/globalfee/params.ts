/** A price per unit of gas; the amount is a whole number of 10^-18. */
export interface GasPrice {
  readonly denom: string
  readonly amount: bigint
}

/** Source: neutron proto gaia.globalfee.v1beta1 `Params`. */
export interface GlobalFeeParams {
  /** Any one of them suffices. */
  readonly minimumGasPrices: readonly GasPrice[]
  /** Messages that need no fee while … */
  readonly bypassMessages: readonly string[]
  /** … the transaction asks for no more gas than this. */
  readonly bypassGas: bigint
}
