export { setUpgraded, upgradeModule } from './module.js'
export type { ModuleVersions, UpgradeHandlers } from './plans.js'
export { UPGRADE_STORE, upgradedKey, type UpgradedPart } from './keys.js'
