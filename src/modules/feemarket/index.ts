export { feemarketModule } from './module.js'
export { escrowFee, settleFee } from './fees.js'
export { FeeMarketKeeper } from './keeper.js'
