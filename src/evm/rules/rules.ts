import { paramsBlock } from '@ethereumjs/block'
import { Common, type ParamsDict } from '@ethereumjs/common'
import { paramsEVM } from '@ethereumjs/evm'
import { paramsTx } from '@ethereumjs/tx'
import { paramsVM } from '@ethereumjs/vm'
import { UsageError } from '../../base/index.js'

/** Each part of the library knows only its own parameters; here all of them must be known. */
const PARAMETERS: readonly ParamsDict[] = [paramsTx, paramsBlock, paramsEVM, paramsVM]

/**
 * The library's `Common` with the same answers but cached look-ups: the EVM reads the active rules at every opcode, and
 * every transaction and every header gives it the parameters again, which it copies.
 */
export class Rules extends Common {
  // Replaced, never mutated, when rules change, so copies may share them. Not `#` fields: the object is one that the library made.
  declare private active: Map<number, boolean>
  declare private values: Map<string, bigint>
  declare private reached: Map<string, boolean>

  /** Converts a `Common` that nobody else uses. */
  static of(common: Common): Rules {
    const rules = Object.setPrototypeOf(common, Rules.prototype) as Rules
    rules.forget()
    for (const parameters of PARAMETERS) Common.prototype.updateParams.call(rules, parameters)
    return rules
  }

  private forget(): void {
    this.active = new Map()
    this.values = new Map()
    this.reached = new Map()
  }

  override setHardfork(hardfork: string): void {
    if (hardfork !== this.hardfork()) this.forget()
    super.setHardfork(hardfork)
  }

  override setEIPs(eips: number[] = []): void {
    this.forget()
    super.setEIPs(eips)
  }

  override updateParams(parameters: ParamsDict): void {
    if (PARAMETERS.includes(parameters)) return
    this.forget()
    super.updateParams(parameters)
  }

  override resetParams(parameters: ParamsDict): void {
    this.forget()
    super.resetParams(parameters)
  }

  override isActivatedEIP(eip: number): boolean {
    let active = this.active.get(eip)
    if (active === undefined) this.active.set(eip, (active = super.isActivatedEIP(eip)))
    return active
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
}

/** Rules of one fork, which are their own copy: the library takes one for each header and each transaction, 500 bytes in each block. */
export class FixedRules extends Rules {
  /** @param rules not changed any more */
  static override of(rules: Common): FixedRules {
    return Object.setPrototypeOf(rules, FixedRules.prototype) as FixedRules
  }

  override copy(): this {
    return this
  }

  override setHardfork(hardfork: string): void {
    if (hardfork !== this.hardfork()) throw new UsageError(`these rules are of ${this.hardfork()}, not of ${hardfork}`)
  }

  /** Rules of another fork. */
  under(hardfork: string): Common {
    const rules = Object.setPrototypeOf(super.copy(), Rules.prototype) as Rules
    rules.setHardfork(hardfork)
    return rules
  }
}
