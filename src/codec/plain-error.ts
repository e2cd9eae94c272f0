import { ChainError } from '../base/index.js'

/** An error of plain Go code: it has no code of its own, so ABCI reports `undefined`/1. Source: cosmossdk.io/errors `ABCIInfo`. */
export const plainError = (text: string, cause?: unknown): ChainError =>
  new ChainError({ codespace: 'undefined', code: 1, log: text, ...(cause === undefined ? {} : { cause }) })
