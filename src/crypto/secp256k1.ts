import { fromHex } from '../base/index.js'
import { EcdsaCurve } from './ecdsa.js'
import { MCL_CURVE } from './mcl.js'

/** Recovery parameters 0 and 1 only, as in Ethereum. Source: SEC 2, section 2.4.1; cosmwasm-crypto `secp256k1.rs`. */
export const secp256k1 = new EcdsaCurve(
  {
    mcl: MCL_CURVE.secp256k1,
    field: fromHex('fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f'),
    order: fromHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'),
    a: fromHex('0000000000000000000000000000000000000000000000000000000000000000'),
    b: fromHex('0000000000000000000000000000000000000000000000000000000000000007'),
  },
  2,
)
