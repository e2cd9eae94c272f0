import { errorsAtCallersLine } from '../../base/callers-line.js'
import { validatorNodes, type ValidatorNode } from '../host/validators.js'
import type { SandboxChain } from './chain.js'

/** The validators of a chain, and their nodes: {@link SandboxChain.validators}. */
export class Validators {
  static {
    errorsAtCallersLine(this)
  }

  readonly #chain: SandboxChain

  constructor(chain: SandboxChain) {
    this.#chain = chain
  }

  /** The nodes of validators: those of the start, then those that were started by a name of their own. */
  list(): readonly ValidatorNode[] {
    return validatorNodes(this.#chain.host)
  }

  /**
   * Starts the node of a validator: it signs from the next block on, if its validator is in the set. For a new name it makes a key, which is
   * the same in every run; `MsgCreateValidator` with it makes the validator.
   */
  async start(name: string): Promise<ValidatorNode> {
    return this.#chain.sandbox.perform({ action: 'startValidator', chain: this.#chain.key, name })
  }

  /**
   * Stops the node of a validator: it signs no more blocks. The chain counts that, and slashes and jails it in time. When validators with a third of
   * the voting power are stopped, no block can be made: {@link ChainHaltedError}.
   * @throws UsageError for a name that no node has
   */
  async stop(name: string): Promise<ValidatorNode> {
    return this.#chain.sandbox.perform({ action: 'stopValidator', chain: this.#chain.key, name })
  }
}
