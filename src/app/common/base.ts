import { NotSupportedError } from '../../base/index.js'
import { addressText, SDK_0_53, type App, type Module, type Release } from '../../chain/index.js'
import { FEE_COLLECTOR, type UnorderedRule } from '../../chain/ante/index.js'
import { authzModule, type GrantedCode } from '../../modules/authz/index.js'
import { consensusModule } from '../../modules/consensus/index.js'
import { FeegrantKeeper, feegrantModule } from '../../modules/feegrant/index.js'
import { AccountKeeper, authModule, moduleAddress, vestingModule } from '../../modules/auth/index.js'
import { assertSendEnabled, BankKeeper, bankModule } from '../../modules/bank/index.js'
import type { Bindings, Queriers, WasmKeeper } from '../../modules/wasm/index.js'
import type { VmWithDoubles } from '../../vm/doubles/index.js'
import type { Vm } from '../../vm/internal.js'
import type { Types } from '../../codec/proto-json/index.js'
import type { ChainOptions } from '../chain-options.js'
import type { BaseKeepers, BaseKind } from '../chain-parts.js'
import { AttachedPlugin, pluginAccounts } from '../plugin/index.js'
import { STAKING_ACCOUNTS, stakingParts } from '../staking.js'
import { LateChain } from './chain-access.js'

/** Mints and burns for the EVM of the chain. Source: cosmos/evm x/vm/types/key.go `ModuleName`. */
export const EVM_MODULE = 'evm'

/** Mints the coins that a test gives to its accounts; no real chain has it. */
export const FAUCET = 'sudoboxfaucet'

/** The wired parts of every chain, with contracts or without. */
export interface BaseParts {
  readonly options: ChainOptions
  readonly keepers: BaseKeepers
  /** In the order in which they are registered: modules of contracts come between them. */
  readonly modules: { readonly before: readonly Module[]; readonly after: readonly Module[] }
  /** Bech32 address of the gov module. */
  readonly authority: string
  readonly queriers: Queriers
  readonly unordered: UnorderedRule | undefined
  readonly release: Release
  readonly types: Types | undefined
  /** Connects the keepers to their chain. */
  readonly connect: (app: App) => void
}

/** The parts that an app is made of. */
export interface SharedParts extends Omit<BaseParts, 'modules'> {
  readonly modules: readonly Module[]
  /** Undefined on a chain without contracts. */
  readonly contracts: ContractParts | undefined
  readonly plugins: readonly AttachedPlugin[]
  /** The custom messages and queries of contracts; undefined if there are none. */
  readonly bindings: Bindings | undefined
}

/** What runs contracts on a chain. */
export interface ContractParts {
  readonly wasm: WasmKeeper
  /** The VM that runs them. */
  readonly vm: Vm
  /** The VM with doubles. */
  readonly doubles: VmWithDoubles
}

/** The parts of a chain without contracts. */
export function partsWithoutContracts(options: ChainOptions, kind: BaseKind): SharedParts {
  const { modules, ...base } = baseParts(options, kind, undefined)
  const { bank, chain } = base.keepers
  const around = { bank, wasm: () => noContracts(options.name), router: chain.router, queries: chain.queries }
  return {
    ...base,
    modules: [...modules.before, ...modules.after],
    contracts: undefined,
    plugins: (options.plugins ?? []).map((plugin) => new AttachedPlugin(plugin, around)),
    bindings: undefined,
  }
}

/** @throws NotSupportedError */
export function noContracts(chain: string): never {
  throw new NotSupportedError(`${chain} runs no CosmWasm contracts`, {
    details: [
      'right: a chain of another kind, such as wasmd',
      'contracts in Solidity: their functions are in contract.read and contract.write, and packets call them back',
    ],
  })
}

/** The keepers of accounts, coins, staking and votes. Source: wasmd app/app.go. @param code what grants of contracts' code need; undefined on a chain without contracts */
export function baseParts(options: ChainOptions, kind: BaseKind, code: GrantedCode | undefined): BaseParts {
  const chain = new LateChain()
  const accounts = new AccountKeeper({
    prefix: options.prefix,
    appHash: chain.headerHash,
    modules: {
      [FEE_COLLECTOR]: [],
      ...STAKING_ACCOUNTS,
      ...kind.moduleAccounts,
      [FAUCET]: ['minter'],
      [EVM_MODULE]: ['minter', 'burner'],
      ...pluginAccounts(options.plugins ?? []),
    },
  })
  const authority = addressText(options.prefix, moduleAddress('gov'))
  const ofModules = [...accounts.modules.keys()].filter((name) => !kind.unblocked?.includes(name)).map(moduleAddress)
  const blocked = [...ofModules, ...(kind.blocked ?? [])]
  const bank = new BankKeeper({ accounts, blocked, hooks: kind.sendHooks })
  const plainBank = new BankKeeper({ accounts, blocked })
  const feegrant = new FeegrantKeeper({ accounts, bank })
  const { router } = chain
  const { modules, queriers, ...staking } = stakingParts({
    accounts,
    bank: plainBank,
    authority,
    denom: options.denom,
    router,
    evidenceParams: () => chain.consensus().evidence,
    externalPool: kind.communityPool,
    ...(kind.baseDenom !== undefined && { baseDenom: kind.baseDenom }),
    furtherHooks: kind.stakingHooks,
    maxMetadata: kind.maxMetadata,
    routesTexts: kind.routesTexts,
  })
  return {
    options,
    authority,
    queriers,
    unordered: kind.unordered,
    release: { ...(kind.release ?? SDK_0_53), unpatched: new Set(options.unpatched) },
    types: kind.types,
    keepers: { accounts, bank, plainBank, feegrant, ...staking, chain },
    modules: {
      before: [
        authModule(accounts, { acceptsUnordered: kind.unordered === 'accepted' }),
        vestingModule(accounts, {
          assertSendEnabled,
          isBlocked: (to) => bank.isBlocked(to),
          send: (...coins) => bank.send(...coins),
        }),
        bankModule(bank, moduleAddress('gov'), kind),
        ...modules,
      ],
      after: [
        authzModule({ accounts, bank, code, router }, options.prefix),
        feegrantModule(feegrant),
        consensusModule(authority, chain.consensus),
      ],
    },
    connect: (app) => chain.connect(app),
  }
}
