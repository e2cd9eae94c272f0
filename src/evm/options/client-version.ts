import { version } from '../../base/index.js'
import type { Profile } from './options.js'

/** The release of Anvil whose test methods the node implements. */
const ANVIL = 'anvil/v1.7.1'

/**
 * The default of `web3_clientVersion`. Test tools check its beginning: Hardhat's helpers require `anvil`, `hardhat` or
 * `zksync`, so in the profile with Anvil's methods it begins with `anvil`.
 */
export function defaultClientVersion(profile: Profile): string {
  const own = `Sudobox/v${version()}/ethereumjs`
  return profile === 'functional' ? `${ANVIL}/${own}` : own
}

/** Whether clients take the node for Hardhat's, so that `evm_setIntervalMining` counts milliseconds; elsewhere it counts seconds. */
export const isHardhat = (clientVersion: string): boolean => /^hardhat/i.test(clientVersion)
