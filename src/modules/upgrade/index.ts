export { setUpgraded, upgradeModule } from './module.js'
export { ChainHalted, NO_TIME, pendingPlan, schedule, type ModuleVersions, type UpgradeHandlers } from './plans.js'
export { UPGRADE_STORE, upgradedKey, type UpgradedPart } from './keys.js'
