export { minIbcFeeBinding, feeRefunderModule } from './module.js'
export { validateFee } from './fee.js'
export { FeeRefunderKeeper } from './keeper.js'
