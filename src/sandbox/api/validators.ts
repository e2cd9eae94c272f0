import { errorsAtCallersLine, strictArguments } from '../../base/index.js'
import type { EvidenceBlock } from '../host/misbehaviour.js'
import { validatorNodes, type ValidatorNode } from '../host/validators.js'
import type { SandboxChain } from './chain.js'

/** The validators of a chain, and their nodes: {@link SandboxChain.validators}. */
export class Validators {
  static {
    strictArguments(this, 'Validators')
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

  /**
   * Validators sign another header in addition to that of the last block: a light client that trusts them could accept its state as the chain's. The next block, which
   * this makes, has the evidence (`LightClientAttackEvidence`): they are slashed, jailed and tombstoned, and a relayer that reads it can freeze the
   * clients that other chains have of this one. {@link Relayer.misbehaviour} freezes a client without evidence on the chain.
   * @param options.by names of validators with more than a third of the voting power together; by default the fewest, strongest first
   * @throws UsageError if they have too little; ChainHaltedError if nobody is left
   */
  async attackLightClients(options: { readonly by?: readonly string[] } = {}): Promise<EvidenceBlock> {
    const by = options.by === undefined ? {} : { by: [...options.by] }
    return this.#chain.sandbox.perform({ action: 'lightClientAttack', chain: this.#chain.key, ...by })
  }

  /**
   * A validator signs two blocks at the height of the last one. The next block, which this makes, has the evidence (`DuplicateVoteEvidence`): it is
   * slashed, jailed and tombstoned.
   * @throws UsageError for a validator that is not in the set or is stopped; ChainHaltedError if nobody is left
   */
  async doubleSign(name: string): Promise<EvidenceBlock> {
    return this.#chain.sandbox.perform({ action: 'doubleSign', chain: this.#chain.key, name })
  }
}
