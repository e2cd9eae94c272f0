import { createBlock, type Block, type HeaderData } from '@ethereumjs/block'
import { NO_BYTES } from '../../../base/index.js'
import { forksFrom, type Forks } from '../../rules/forks.js'
import type { GenesisAlloc } from '../../options/genesis-alloc.js'
import { PREDEPLOYED } from './predeployed.js'
import { unhex, type Hex } from '../../hex.js'
import type { ResolvedOptions } from '../../options/options.js'
import type { State } from '../../state/state.js'

/** How a chain begins: its rules, its accounts, and the header of its first block. */
export interface Origin {
  readonly forks: Forks
  readonly alloc: GenesisAlloc
  readonly header: HeaderData & { readonly timestamp: bigint }
}

/**
 * Contracts that the rules of a fork write to, at fixed addresses since that fork. Those of EIP-7002 and
 * EIP-7251 serve the validators of a beacon chain, which a Cosmos chain does not have, and are left out.
 * Source of the codes: the texts of EIP-4788 and EIP-2935.
 */
const SYSTEM_CONTRACTS: readonly { readonly eip: number; readonly address: Hex; readonly code: Hex }[] = [
  {
    eip: 4788,
    address: '0x000f3df6d732807ef1319fb7b8bb8522d0beac02',
    code: '0x3373fffffffffffffffffffffffffffffffffffffffe14604d57602036146024575f5ffd5b5f35801560495762001fff810690815414603c575f5ffd5b62001fff01545f5260205ff35b5f5ffd5b62001fff42064281555f359062001fff015500',
  },
  {
    eip: 2935,
    address: '0x0000f90827f1c53a10cb7a02335b175320002935',
    code: '0x3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff9006545f5260205ff35b5f5ffd5b5f35611fff60014303065500',
  },
]

/** Writes the accounts of a genesis, and nothing else, to a state. */
function putAlloc(state: State, alloc: GenesisAlloc): void {
  for (const [name, account] of Object.entries(alloc)) {
    const address = name.toLowerCase() as Hex
    state.setCode(address, account.code === undefined ? NO_BYTES : unhex(account.code))
    state.setAccount(address, { nonce: account.nonce ?? 0n, codeHash: state.account(address)!.codeHash })
    if (account.balance !== undefined) state.setBalance(address, account.balance)
    for (const [slot, value] of Object.entries(account.storage ?? {}))
      state.setStorage(address, BigInt(slot), BigInt(value))
  }
}

/** The system contracts that the genesis block's fork demands. */
function systemContracts(forks: Forks, timestamp: bigint): GenesisAlloc {
  const common = forks.at(0n, timestamp)
  return Object.fromEntries(
    SYSTEM_CONTRACTS.filter(({ eip }) => common.isActivatedEIP(eip)).map(({ address, code }) => [
      address,
      { code, nonce: 1n },
    ]),
  )
}

/** Writes the accounts of the genesis to an empty state. Returns the block at height 0. */
export function begin(state: State, { forks, alloc, header }: Origin): Block {
  putAlloc(state, alloc)
  const common = forks.at(0n, header.timestamp)
  return createBlock({ header: { ...header, number: 0n, stateRoot: state.roots.root() } }, { common })
}

/** The beginning of a chain for development: all forks up to the chosen one, and accounts with funds. */
export function developmentOrigin(options: ResolvedOptions, funded: readonly Hex[]): Origin {
  const forks = forksFrom(options.chainId, options.hardfork)
  const timestamp = options.genesisTime
  const london = forks.at(0n, timestamp).isActivatedEIP(1559)
  return {
    forks,
    alloc: {
      ...systemContracts(forks, timestamp),
      ...PREDEPLOYED[options.profile],
      ...Object.fromEntries(funded.map((address) => [address, { balance: options.accounts.balance }])),
      ...options.alloc,
    },
    header: {
      timestamp,
      gasLimit: options.blockGasLimit,
      coinbase: options.coinbase,
      ...(london ? { baseFeePerGas: options.baseFee } : {}),
    },
  }
}
