import { buildProfile, rawProfile, spentBy } from '../../profile/internal.js'
import type { MadeCall } from '../../modules/wasm/index.js'
import { madeCalls, type TxResult } from '../../sandbox/internal.js'
import { BUILT_IN_CAPABILITIES, createVm, type Backend, type Vm } from '../../vm/internal.js'
import { VM_GAS } from '../../vm/tools/index.js'

/** VM gas that functions spent themselves, by name. */
export type GasByFunction = ReadonlyMap<string, number>

/** The gas that no function spent. */
const CHAIN = 'the chain: storage, loading code, the transaction itself'
/** A backend that is never called, because all answers are known. */
const NO_BACKEND = {} as Backend

/**
 * What each function spent in a transaction: its calls are made once more, on a VM that profiles, with the answers that they got. All together is the
 * gas that it used. @returns undefined if it called no contract, or its functions have no names
 */
export function functionsOf({ trace, gasUsed }: TxResult): GasByFunction | undefined {
  const calls = madeCalls(trace)
  if (calls.length === 0) return undefined
  const vms = new Map<string, Vm>()
  for (const call of calls) again(call, vmOf(call, vms))
  const found = new Map<string, number>()
  let [all, named] = [0, 0]
  for (const vm of vms.values()) {
    const profile = buildProfile(rawProfile(vm))
    const { functions, places } = profile
    for (const [index, { self }] of spentBy(profile, ({ place }) => places[place]!.function)) {
      const { name, of } = functions[index]!
      all++
      if (of === 'host' || !name.startsWith('function[')) named++
      found.set(name, (found.get(name) ?? 0) + self)
    }
  }
  if (named * 2 < all) return undefined
  const rest = Number(gasUsed) * VM_GAS - [...found.values()].reduce((sum, gas) => sum + gas, 0)
  return new Map([...found].filter(([, gas]) => gas !== 0)).set(CHAIN, rest)
}

/** A VM that profiles, for calls on this release with these capabilities. */
function vmOf({ version, capabilities }: MadeCall, vms: Map<string, Vm>): Vm {
  const key = [version, ...capabilities].join(' ')
  let vm = vms.get(key)
  if (vm === undefined) {
    const all = [...new Set([...BUILT_IN_CAPABILITIES, ...capabilities])]
    vms.set(key, (vm = createVm({ version, capabilities: all, instrument: { profile: true } })))
  }
  return vm
}

function again(call: MadeCall, vm: Vm): void {
  const { checksum } = vm.store(call.wasm())
  vm.call(checksum, call.entry, call.args, {
    backend: NO_BACKEND,
    gasLimit: call.gasLimit,
    answers: call.answers.again(),
  })
}
