export { getGlobalFeeParams, checkGlobalFee, globalfeeModule } from './module.js'
