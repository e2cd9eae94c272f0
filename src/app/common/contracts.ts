import { assertSendEnabled, getMetadata } from '../../modules/bank/index.js'
import { grantedCode, WasmKeeper, wasmModule } from '../../modules/wasm/index.js'
import { VmWithDoubles } from '../../vm/doubles/index.js'
import type { ChainOptions } from '../chain-options.js'
import type { ChainKind, Keepers } from '../chain-parts.js'
import { ForkedVm } from '../forked-vm.js'
import { AttachedPlugin, ownBindings } from '../plugin/index.js'
import { PLAIN_VMS } from '../vms.js'
import { baseParts, type SharedParts } from './base.js'

/** The wired parts that all chains with contracts share. */
export interface CommonParts extends SharedParts {
  readonly keepers: Keepers
}

/** The keepers of accounts, coins, staking, votes and contracts. Source: wasmd app/app.go. */
export function commonParts(options: ChainOptions, kind: ChainKind): CommonParts {
  const moduleAccounts = { wasm: ['burner'], ...kind.moduleAccounts } as const
  const { keepers, modules, ...base } = baseParts(options, { ...kind, moduleAccounts }, grantedCode(kind.maxWasmSize))
  const { accounts, bank, chain } = keepers
  const { router, queries } = chain
  const plugins = (options.plugins ?? []).map(
    (plugin) => new AttachedPlugin(plugin, { bank, wasm: () => wasm, router, queries }),
  )
  const bindings = kind.bindings ?? (plugins.some((one) => one.hasCustomJson) ? ownBindings(options.name) : undefined)
  const vm = (options.vms ?? PLAIN_VMS).of(options.vm, { further: kind.capabilities, without: kind.lacks })
  const { fork } = options
  const doubles = new VmWithDoubles(fork === undefined ? vm : new ForkedVm(vm, fork))
  const wasm: WasmKeeper = new WasmKeeper({
    vm: doubles,
    accounts,
    bank,
    settings: { assertSendEnabled, getMetadata },
    authority: base.authority,
    router,
    queries,
    ibc: kind.contractIbc,
    wasmd: options.wasmd,
    maxWasmSize: kind.maxWasmSize,
    maxCallDepth: kind.maxCallDepth,
    queriers: base.queriers,
    ...(bindings && { bindings }),
    allowedGrpc: kind.allowedGrpc,
    beforeMessage: kind.beforeMessage,
    allowedQueries: new Map(
      [kind.allowedQueries ?? [], ...plugins.map((one) => one.allowedQueries)].flatMap((all) => [...all]),
    ),
  })
  return {
    ...base,
    keepers: { ...keepers, wasm },
    modules: [...modules.before, wasmModule(wasm), ...modules.after],
    contracts: { wasm, vm, doubles },
    plugins,
    bindings,
  }
}
