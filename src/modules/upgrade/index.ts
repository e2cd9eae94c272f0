export { setUpgraded, upgradeModule, type ModuleVersions } from './module.js'
export { UPGRADE_STORE, upgradedKey, type UpgradedPart } from './keys.js'
