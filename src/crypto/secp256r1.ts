import { fromHex } from '../base/index.js'
import { EcdsaCurve } from './ecdsa.js'
import { MCL_CURVE } from './mcl.js'

/** Recovery parameters 0 to 3. Source: SEC 2, section 2.4.2; cosmwasm-crypto `secp256r1.rs`. */
export const secp256r1 = new EcdsaCurve(
  {
    mcl: MCL_CURVE.nistP256,
    field: fromHex('ffffffff00000001000000000000000000000000ffffffffffffffffffffffff'),
    order: fromHex('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'),
    a: fromHex('ffffffff00000001000000000000000000000000fffffffffffffffffffffffc'),
    b: fromHex('5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b'),
  },
  4,
)
