import { version } from '../../base/version.js'
import type { Profile } from './options.js'

/** The release of Anvil whose methods for tests the node has. */
const ANVIL = 'anvil/v1.7.1'

/**
 * What `web3_clientVersion` says unless the options do. Tools for tests go by its beginning: Hardhat's helpers want `anvil`, `hardhat` or
 * `zksync`, so the profile that has their methods says first whose they are.
 */
export function defaultClientVersion(profile: Profile): string {
  const own = `Sudobox/v${version()}/ethereumjs`
  return profile === 'functional' ? `${ANVIL}/${own}` : own
}

/** Whether clients take the node for Hardhat's, so that `evm_setIntervalMining` counts milliseconds; elsewhere it counts seconds. */
export const isHardhat = (clientVersion: string): boolean => /^hardhat/i.test(clientVersion)
