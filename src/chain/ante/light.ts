import type { AnteAccounts } from './expected.js'
import type { AnteStep } from './step.js'

/** A step about gas, fees or signatures; light transactions skip it. */
export const unlessLight =
  (step: AnteStep): AnteStep =>
  (ctx, tx, mode) =>
    mode.light ? ctx : step(ctx, tx, mode)

/** What is left in the state of the steps about signatures: the sequences of the signers, and their keys. Light transactions are charged nothing for it. */
export const noteSigners =
  (accounts: AnteAccounts): AnteStep =>
  (ctx, tx, { light }) => {
    if (light)
      for (const [i, signer] of tx.signers.entries()) accounts.noteSigner(ctx, signer, tx.signerInfos[i]?.publicKey)
    return ctx
  }
