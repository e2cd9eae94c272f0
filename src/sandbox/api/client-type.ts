import type { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'

/** Methods of the client with optional arguments from the fee on (or from another optional one), with the number of required arguments before it. */
export const BEFORE_FEE = {
  simulate: 2,
  upload: 2,
  instantiate: 4,
  instantiate2: 5,
  updateAdmin: 3,
  clearAdmin: 2,
  migrate: 4,
  execute: 3,
  executeMultiple: 2,
  sendTokens: 3,
  delegateTokens: 3,
  undelegateTokens: 3,
  withdrawRewards: 2,
  sign: 2,
  signAndBroadcast: 2,
  signAndBroadcastSync: 2,
} as const

type Methods = typeof BEFORE_FEE

/** The parameters, with all after the first `Needed` optional. */
type Optional<
  All extends readonly unknown[],
  Needed extends number,
  Head extends readonly unknown[] = [],
> = Head['length'] extends Needed
  ? [...Head, ...Partial<All>]
  : All extends readonly [infer First, ...infer Rest]
    ? Optional<Rest, Needed, [...Head, First]>
    : [...Head, ...All]

type WithoutFee = {
  [Name in keyof Methods]: SigningCosmWasmClient[Name] extends (...args: infer All) => infer Result
    ? (...args: Optional<All, Methods[Name]>) => Result
    : never
}

/**
 * cosmjs' own `SigningCosmWasmClient` over a chain of the sandbox, in process: transactions are signed, and the fee may be left out.
 * Clients that `@cosmwasm/ts-codegen` generates take it as it is.
 */
export type SandboxClient = SigningCosmWasmClient &
  WithoutFee & {
    /** The account that signs. */
    readonly address: string
  }
