import {
  chargeTxSize,
  checkMemo,
  checkTimeout,
  limitSimulation,
  rejectExtensionOptions,
  setUpMeter,
  validateBasic,
} from './basic.js'
import type { AnteAccounts, AnteAllowances, AnteBank } from './expected.js'
import { deductFee } from './fee.js'
import { checkImpersonated, ofSigned } from './impersonated.js'
import {
  chargeSignatures,
  checkSignatureCount,
  incrementSequences,
  setPublicKeys,
  verifySignatures,
} from './signature.js'
import { noteSigners, unlessLight } from './light.js'
import type { ExtraModes } from './sign-bytes.js'
import type { AnteStep } from './step.js'
import type { UnorderedRule } from './unordered.js'

/** What a chain adds to the common steps. */
export interface AnteOptions {
  readonly accounts: AnteAccounts
  readonly bank: AnteBank
  /** Left out on a chain without fee grants. */
  readonly allowances?: AnteAllowances | undefined
  /** Right after the meter is set: the transaction counter of the wasm module. */
  readonly afterSetUp?: readonly AnteStep[]
  /** Wraps or replaces the SDK's fee step, which it receives: fee market and global fee. */
  readonly fee?: ((deduct: AnteStep) => AnteStep) | undefined
  /** After the size of the transaction is charged: votes of accounts without a stake, on the Cosmos Hub. */
  readonly afterSize?: readonly AnteStep[] | undefined
  /** Whether the fee is taken after the sequences are incremented, rather than before keys are noted. */
  readonly feeLast?: boolean | undefined
  /** Sign modes besides those of the SDK. */
  readonly signModes?: ExtraModes | undefined
  /** What becomes of unordered transactions; by default the step for signatures refuses them. */
  readonly unordered?: UnorderedRule | undefined
}

/** The steps of a transaction in the chain's order. Source: neutron app/ante_handler.go (06e81b9f). */
export const anteSteps = ({
  accounts,
  bank,
  allowances,
  afterSetUp = [],
  fee = (deduct) => deduct,
  afterSize = [],
  feeLast = false,
  signModes = new Set(),
  unordered = 'refused',
}: AnteOptions): readonly AnteStep[] => [
  setUpMeter,
  limitSimulation,
  ...afterSetUp,
  rejectExtensionOptions,
  checkImpersonated,
  validateBasic,
  checkTimeout,
  checkMemo(accounts),
  unlessLight(chargeTxSize(accounts)),
  ...afterSize,
  ...[
    ...(feeLast ? [] : [fee(deductFee(accounts, bank, allowances))]),
    setPublicKeys(accounts),
    checkSignatureCount(accounts),
    chargeSignatures(accounts),
    verifySignatures(accounts, signModes, unordered),
    incrementSequences(accounts, unordered),
    ...(feeLast ? [fee(deductFee(accounts, bank, allowances))] : []),
  ].map((step) => ofSigned(unlessLight(step))),
  ofSigned(noteSigners(accounts)),
]
