export { type AnteOptions, anteSteps } from './order.js'
export type { AnteAccounts, AnteAllowances, AnteBank, AuthParams, AccountView } from './expected.js'
export type { ExtraModes, Signed } from './sign-bytes.js'
export type { AnteStep, PostStep } from './step.js'
export type { UnorderedRule } from './unordered.js'
export { AnteError, chargeTxSize, checkMemo, checkTimeout, setUpMeter, validateBasic } from './basic.js'
export { deductFee, FEE_COLLECTOR, feeAccount, type FeeOf } from './fee.js'
export { goTime } from './go-time.js'
export { checkImpersonated, ofSigned } from './impersonated.js'
export { noteSigners, unlessLight } from './light.js'
export {
  ETH_SECP256K1_KEY,
  EVM_KEY_TYPES,
  EVM_SECP256K1_KEY,
  publicKeyAny,
  SECP256K1_KEY,
  secp256k1PublicKey,
  type KeyTypes,
} from './public-keys.js'
export {
  chargeSignatures,
  checkSignatureCount,
  incrementSequences,
  setPublicKeys,
  verifySignatures,
} from './signature.js'
