import type { Profile } from '../../options/options.js'
import type { GenesisAlloc } from '../../options/genesis-alloc.js'
import { CREATE2_DEPLOYER_CODE, MULTICALL3_CODE, PERMIT2_CODE } from './public-codes.js'

/** The deployer has the nonce of a contract, 1 since EIP-161. */
const CREATE2_DEPLOYER: GenesisAlloc = {
  '0x4e59b44847b379578588920ca78fbf26c0b4956c': { code: CREATE2_DEPLOYER_CODE, nonce: 1n },
}

/** On a chain of cosmos/evm they have no nonce of their own. Source: x/vm/types/preinstall.go and `AddPreinstalls`. */
const PREINSTALLS: GenesisAlloc = {
  '0x4e59b44847b379578588920ca78fbf26c0b4956c': { code: CREATE2_DEPLOYER_CODE },
  '0xca11bde05977b3631167028862be2a173976ca11': { code: MULTICALL3_CODE },
  '0x000000000022d473030f116ddee9f6b43ac78ba3': { code: PERMIT2_CODE },
  '0x914d7fec6aac8cd542e72bca78b30650d45643d7': { code: CREATE2_DEPLOYER_CODE },
}

/** Contracts that the development genesis of each profile has in addition to those of the rules. */
export const PREDEPLOYED: Readonly<Record<Profile, GenesisAlloc>> = {
  functional: CREATE2_DEPLOYER,
  documented: CREATE2_DEPLOYER,
  'cosmos-evm': PREINSTALLS,
}
