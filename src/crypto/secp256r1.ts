import { p256 } from '@noble/curves/nist.js'
import { EcdsaCurve } from './ecdsa.js'

/** Recovery parameters 0 to 3. Source: cosmwasm-crypto `secp256r1.rs`. */
export const secp256r1 = new EcdsaCurve(p256, 4)
