import { paramsBlock } from '@ethereumjs/block'
import { Common, type ParamsDict } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'

/** The parts of the library each know the parameters of their own; asked here, all must be known. */
const PARAMETERS: readonly ParamsDict[] = [paramsTx, paramsBlock, paramsEVM, paramsVM]

/**
 * The library's `Common` with the same answers and less searching: it is asked for every opcode which rules hold, and it is
 * told the parameters again, which it copies, by every transaction and every header.
 */
export class Rules extends Common {
  // Not initialized: the library's constructor calls what is overridden here. Replaced, never changed, where rules change, so copies may share them.
  declare private active: ReadonlySet<number>
  declare private values: Map<string, bigint>
  declare private reached: Map<string, boolean>
  declare private primed: boolean

  /** Makes them of a `Common` that nobody else uses. */
  static of(common: Common): Rules {
    const rules = Object.setPrototypeOf(common, Rules.prototype) as Rules
    for (const parameters of PARAMETERS) rules.updateParams(parameters)
    rules._buildActivatedEIPsCache()
    rules.primed = true
    return rules
  }

  override updateParams(parameters: ParamsDict): void {
    if (this.primed && PARAMETERS.includes(parameters)) return
    super.updateParams(parameters)
  }

  override isActivatedEIP(eip: number): boolean {
    return this.active.has(eip)
  }

  override param(name: string): bigint {
    let value = this.values.get(name)
    if (value === undefined) this.values.set(name, (value = super.param(name)))
    return value
  }

  override gteHardfork(hardfork: string): boolean {
    let reached = this.reached.get(hardfork)
    if (reached === undefined) this.reached.set(hardfork, (reached = super.gteHardfork(hardfork)))
    return reached
  }

  protected override _buildParamsCache(): void {
    this.values = new Map()
    this.reached = new Map()
    super._buildParamsCache()
  }

  protected override _buildActivatedEIPsCache(): void {
    super._buildActivatedEIPsCache()
    this.active = new Set(this._activatedEIPsCache)
  }
}
