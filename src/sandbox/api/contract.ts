import { SHOWN } from '../values/shown.js'
import { errorsAtCallersLine, inLine, strictArguments, UsageError } from '../../base/index.js'
import type { CallbackMessageInput } from '../tx/callback-message.js'
import type { ContractTypes, TypedContract } from './contract-types.js'
import type { MessageInput } from './input.js'
import type { FailureRecord } from '../host/failures.js'
import type { TxResult } from '../tx/result.js'
import type { Coin } from '../../codec/index.js'
import type { CallbackOptions, SandboxChain } from './chain.js'
import type { Json } from '../values/values.js'

/** A contract: itself, its address, or the label under which it was instantiated. */
export type ContractRef = string | { readonly address: string }

/** A reference to a contract without known types. */
export type UntypedContractRef = string | { readonly address: string; readonly types?: never }

/** A reference to a contract with known types, which are inferred. */
export type TypedContractRef<T extends ContractTypes> = ContractRef | TypedContract<T>

/** @throws UsageError for a promise, which a forgotten `await` leaves */
export function contractRef(contract: ContractRef): string {
  if ((contract as object) instanceof Promise)
    throw new UsageError('an await is missing: the contract is a promise, which has no address', {
      details: ['right: const contract = await account.deploy(…)'],
    })
  return typeof contract === 'string' ? contract : contract.address
}

/** A contract on a chain of the sandbox. */
export class Contract {
  static {
    strictArguments(this, 'Contract')
    errorsAtCallersLine(this)
  }

  readonly chain: SandboxChain
  readonly address: string
  readonly label: string

  constructor(chain: SandboxChain, address: string, label: string) {
    this.chain = chain
    this.address = address
    this.label = label
  }

  /** For `console.log`. */
  [SHOWN](): string {
    const kind = this.chain.host.isDouble(this.address) ? 'Double' : 'Contract'
    return inLine(`${kind} ${this.label} of ${this.chain.key}: ${this.address}`)
  }

  /** The answer of its query entry point. */
  query<Answer = Json>(msg: MessageInput): Answer {
    return this.chain.query<Answer>(this, msg)
  }

  /** Calls it back as the chain does. See {@link SandboxChain.callback}. */
  async callback(message: CallbackMessageInput, options: CallbackOptions = {}): Promise<TxResult> {
    return this.chain.callback(this, message, options)
  }

  /** Its failed callbacks that the contract manager recorded, by ascending id. */
  failures(): readonly FailureRecord[] {
    return this.chain.failures(this)
  }

  balances(): readonly Coin[] {
    return this.chain.balances(this.address)
  }
}
