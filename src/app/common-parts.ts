import type { Types } from '../codec/proto-json/index.js'
import { NO_BYTES } from '../base/index.js'
import { addressText, SDK_0_53, type App, type Module, type Release } from '../chain/index.js'
import { FEE_COLLECTOR, type UnorderedRule } from '../chain/ante/index.js'
import { sha256 } from '../crypto/index.js'
import { authzModule } from '../modules/authz/index.js'
import { consensusModule } from '../modules/consensus/index.js'
import { FeegrantKeeper, feegrantModule } from '../modules/feegrant/index.js'
import { AccountKeeper, authModule, moduleAddress, vestingModule } from '../modules/auth/index.js'
import { assertSendEnabled, BankKeeper, bankModule, getMetadata } from '../modules/bank/index.js'
import { grantedCode, WasmKeeper, wasmModule, type Bindings } from '../modules/wasm/index.js'
import { VmWithDoubles } from '../vm/doubles/index.js'
import type { Vm } from '../vm/internal.js'
import type { ChainOptions } from './chain-options.js'
import type { ChainAccess, ChainKind, Keepers } from './chain-parts.js'
import { AttachedPlugin, ownBindings, pluginAccounts } from './plugin/index.js'
import { ForkedVm } from './forked-vm.js'
import { STAKING_ACCOUNTS, stakingParts } from './staking.js'
import { PLAIN_VMS } from './vms.js'

/** Mints and burns for the EVM of the chain. Source: cosmos/evm x/vm/types/key.go `ModuleName`. */
export const EVM_MODULE = 'evm'

/** Mints the coins that a test gives to its accounts; no real chain has it. */
export const FAUCET = 'sudoboxfaucet'

/** The wired parts that all kinds of chains share. */
export interface CommonParts {
  readonly options: ChainOptions
  readonly keepers: Keepers
  readonly modules: readonly Module[]
  /** The VM that runs its contracts. */
  readonly vm: Vm
  /** The VM with doubles. */
  readonly doubles: VmWithDoubles
  readonly plugins: readonly AttachedPlugin[]
  /** The custom messages and queries of contracts; undefined if there are none. */
  readonly bindings: Bindings | undefined
  readonly unordered: UnorderedRule | undefined
  readonly release: Release
  readonly types: Types | undefined
  /** Connects the keepers to their chain. */
  readonly connect: (app: App) => void
}

/** The keepers of accounts, coins, staking, votes and contracts. Source: wasmd app/app.go. */
export function commonParts(options: ChainOptions, kind: ChainKind): CommonParts {
  const given = options.plugins ?? []
  const chain = new LateChain()
  const { router, queries } = chain
  const accounts = new AccountKeeper({
    prefix: options.prefix,
    appHash: chain.headerHash,
    modules: {
      [FEE_COLLECTOR]: [],
      ...STAKING_ACCOUNTS,
      wasm: ['burner'],
      ...kind.moduleAccounts,
      [FAUCET]: ['minter'],
      [EVM_MODULE]: ['minter', 'burner'],
      ...pluginAccounts(given),
    },
  })
  const authority = addressText(options.prefix, moduleAddress('gov'))
  const blocked = [...accounts.modules.keys()].filter((name) => !kind.unblocked?.includes(name)).map(moduleAddress)
  const bank = new BankKeeper({ accounts, blocked, hooks: kind.sendHooks })
  const plainBank = new BankKeeper({ accounts, blocked })
  const feegrant = new FeegrantKeeper({ accounts, bank })
  const { denom } = options
  const { modules, queriers, ...staking } = stakingParts({
    accounts,
    bank: plainBank,
    authority,
    denom,
    router,
    evidenceParams: () => chain.consensus().evidence,
    externalPool: kind.communityPool,
  })
  const plugins = given.map((plugin) => new AttachedPlugin(plugin, { bank, wasm: () => wasm, router, queries }))
  const bindings = kind.bindings ?? (plugins.some((one) => one.hasCustomJson) ? ownBindings(options.name) : undefined)
  const vm = (options.vms ?? PLAIN_VMS).of(options.vm, { further: kind.capabilities, without: kind.lacks })
  const { fork } = options
  const doubles = new VmWithDoubles(fork === undefined ? vm : new ForkedVm(vm, fork))
  const wasm: WasmKeeper = new WasmKeeper({
    vm: doubles,
    accounts,
    bank,
    settings: { assertSendEnabled, getMetadata },
    authority,
    router,
    queries,
    ibc: kind.contractIbc,
    wasmd: options.wasmd,
    maxWasmSize: kind.maxWasmSize,
    maxCallDepth: kind.maxCallDepth,
    queriers,
    ...(bindings && { bindings }),
    allowedQueries: new Map(
      [kind.allowedQueries ?? [], ...plugins.map((one) => one.allowedQueries)].flatMap((all) => [...all]),
    ),
  })
  return {
    options,
    unordered: kind.unordered,
    release: { ...(kind.release ?? SDK_0_53), unpatched: new Set(options.unpatched) },
    types: kind.types,
    keepers: { accounts, bank, plainBank, feegrant, wasm, ...staking, chain },
    modules: [
      authModule(accounts, { acceptsUnordered: kind.unordered === 'accepted' }),
      vestingModule(accounts, {
        assertSendEnabled,
        isBlocked: (to) => bank.isBlocked(to),
        send: (...coins) => bank.send(...coins),
      }),
      bankModule(bank, moduleAddress('gov')),
      ...modules,
      wasmModule(wasm),
      authzModule({ accounts, bank, code: grantedCode(kind.maxWasmSize), router }, options.prefix),
      feegrantModule(feegrant),
      consensusModule(authority, chain.consensus),
    ],
    vm,
    doubles,
    plugins,
    bindings,
    connect: (app) => chain.connect(app),
  }
}

/** The chain as its keepers use it. Keepers are built before the chain, and use it only once it runs. */
class LateChain implements ChainAccess {
  #app: App | undefined

  connect(app: App): void {
    this.#app = app
  }
  readonly router = () => this.#app!.router
  readonly queries = () => this.#app!.queries
  readonly consensus = () => this.#app!.seals.consensus
  readonly appHash = () => this.#app!.stores.latest!.commitment.hash
  /** Source: cosmos-sdk store/rootmulti `LastCommitID`, baseapp `InitChain`. */
  readonly headerHash = () =>
    this.#app!.stores.latest?.commitment.hash ?? (this.#app!.genesis === undefined ? NO_BYTES : sha256(NO_BYTES))
}
