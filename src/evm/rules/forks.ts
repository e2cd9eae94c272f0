import { Common, Hardfork, type ChainConfig } from '@ethereumjs/common'
import { UsageError } from '../../base/index.js'
import { FORKS } from '../options/fork-names.js'
import { CRYPTOGRAPHY } from '../crypto/cryptography.js'
import { FixedRules, Rules } from './rules.js'

/** The rules in force at each block. */
export interface Forks {
  readonly chainId: bigint
  /** The rules of the fork that is active at the block, shared by all callers. */
  at(number: bigint, timestamp: bigint): FixedRules
  /** A `Common` of the chain whose fork its holder may set. */
  copy(): Common
}

/** A chain on which the named fork and all before it are active from the genesis on. */
export function forksFrom(chainId: bigint, fork: string): Forks {
  const last = FORKS.indexOf(fork)
  if (last < 0)
    throw new UsageError(`there is no fork ${JSON.stringify(fork)}`, { details: [`known: ${FORKS.join(', ')}`] })
  const timed = FORKS.indexOf(Hardfork.Shanghai)
  const chain: ChainConfig = {
    name: 'sudobox',
    chainId: chainId.toString(),
    defaultHardfork: fork,
    genesis: { gasLimit: 0, difficulty: 0, nonce: '0x0000000000000000', extraData: '0x' },
    hardforks: FORKS.slice(0, last + 1)
      // The DAO fork moved balances of mainnet's accounts.
      .filter((name) => name !== Hardfork.Dao)
      .map((name) => (FORKS.indexOf(name) >= timed ? { name, block: null, timestamp: 0 } : { name, block: 0 })),
    bootstrapNodes: [],
    // Blocks are made, not mined: no difficulty and no reward, whatever the fork.
    consensus: { type: 'pos', algorithm: 'casper', casper: {} },
  }
  return forksOf(new Common({ chain, hardfork: fork, customCrypto: CRYPTOGRAPHY }))
}

/** The forks of a configured chain. @param configured not shared with anyone else */
export function forksOf(configured: Common): Forks {
  const common = Rules.of(configured)
  const byName = new Map<string, FixedRules>()
  return {
    chainId: common.chainId(),
    at(number, timestamp) {
      const name = common.getHardforkBy({ blockNumber: number, timestamp })
      let found = byName.get(name)
      if (found === undefined) {
        const rules = common.copy()
        rules.setHardfork(name)
        byName.set(name, (found = FixedRules.of(rules)))
      }
      return found
    },
    copy: () => common.copy(),
  }
}
