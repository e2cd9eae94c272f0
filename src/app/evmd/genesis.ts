import type { Json } from '../../base/json-value.js'
import { ethAddressText } from '../../crypto/index.js'
import { CREATE2_DEPLOYER_CODE, MULTICALL3_CODE, PERMIT2_CODE } from '../../evm/internal.js'
import type { ChainOptions, GenesisMembers } from '../chain-options.js'
import { SWITCHED_ADDRESSES } from './precompiles/index.js'

/** The coin as a token. Source: cosmos/evm v0.7.3 x/erc20/types/constants.go. */
const COIN_TOKEN = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'

/** The contracts that every chain of the example program has. Source: x/vm/types/preinstall.go. */
const PREINSTALLS: readonly Json[] = [
  { name: 'Create2', address: '0x4e59b44847b379578588920ca78fbf26c0b4956c', code: CREATE2_DEPLOYER_CODE },
  { name: 'Multicall3', address: '0xcA11bde05977b3631167028862bE2a173976CA11', code: MULTICALL3_CODE },
  { name: 'Permit2', address: '0x000000000022D473030F116dDEE9F6B43aC78BA3', code: PERMIT2_CODE },
  {
    name: 'Safe singleton factory',
    address: '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7',
    code: CREATE2_DEPLOYER_CODE,
  },
  {
    name: 'EIP-2935 - Serve historical block hashes from state',
    address: '0x0000F90827F1C53a10cb7A02335B175320002935',
    code: '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
  },
]

/** What the coin is called, of which it has 18 decimal places. */
const metadata = (denom: string): Json => {
  const display = /^a[a-z]{2,}/.test(denom) ? denom.slice(1) : `${denom}-18`
  return {
    description: 'The coin of the chain',
    denom_units: [
      { denom, exponent: 0, aliases: [] },
      { denom: display, exponent: 18, aliases: [] },
    ],
    base: denom,
    display,
    name: display,
    symbol: display.toUpperCase(),
    uri: '',
    uri_hash: '',
  }
}

/** Members of the genesis of a new chain, in which given ones replace these. Source: evmd/genesis.go, local_node.sh. */
export function evmdGenesis({ denom, genesis = {} }: Pick<ChainOptions, 'denom' | 'genesis'>): GenesisMembers {
  const own: GenesisMembers = {
    bank: { denom_metadata: [metadata(denom)] },
    evm: { preinstalls: PREINSTALLS },
    erc20: {
      native_precompiles: [COIN_TOKEN],
      token_pairs: [{ erc20_address: COIN_TOKEN, denom, enabled: true, contract_owner: 'OWNER_MODULE' }],
    },
  }
  const names = new Set([...Object.keys(own), ...Object.keys(genesis)])
  return Object.fromEntries([...names].map((name) => [name, { ...own[name], ...genesis[name] }]))
}

/** Params in which the contracts of modules are switched on. */
export function evmdParams({ params }: Pick<ChainOptions, 'params'>): ChainOptions['params'] {
  return { ...params, evm: { active_static_precompiles: SWITCHED_ADDRESSES.map(ethAddressText), ...params['evm'] } }
}
