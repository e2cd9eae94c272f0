import { readFileSync } from 'node:fs'
import type { Profile } from './options.js'

/** The version of this package, whose description lies as far up in the sources as in what is published. */
function packageVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

/** The release of Anvil whose methods for tests the node has. */
const ANVIL = 'anvil/v1.7.1'

/**
 * What `web3_clientVersion` says unless the options do. Tools for tests go by its beginning: Hardhat's helpers want `anvil`, `hardhat` or
 * `zksync`, so the profile that has their methods says first whose they are.
 */
export function defaultClientVersion(profile: Profile): string {
  const own = `Sudobox/v${packageVersion()}/ethereumjs`
  return profile === 'functional' ? `${ANVIL}/${own}` : own
}

/** Whether clients take the node for Hardhat's, so that `evm_setIntervalMining` counts milliseconds; elsewhere it counts seconds. */
export const isHardhat = (clientVersion: string): boolean => /^hardhat/i.test(clientVersion)
