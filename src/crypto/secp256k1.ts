import { secp256k1 as curve } from '@noble/curves/secp256k1.js'
import { EcdsaCurve } from './ecdsa.js'

/** Recovery parameters 0 and 1 only, as in Ethereum. Source: cosmwasm-crypto `secp256k1.rs`. */
export const secp256k1 = new EcdsaCurve(curve, 2)
