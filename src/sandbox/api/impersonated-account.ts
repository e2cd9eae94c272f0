import { errorsAtCallersLine, inLine, toHex, UsageError } from '../../base/index.js'
import { checksum, type Hex } from '../../evm/internal.js'
import type { Actor } from '../host/actor.js'
import { SHOWN } from '../values/shown.js'
import { Account, type TxInput } from './account.js'
import type { SandboxChain } from './chain.js'

/**
 * An account, contract or module whose transactions run without a signature: made by `actAs()` of the chain. It has the methods of an {@link Account}, and no key.
 * Its transactions cost gas as others do, without what signatures cost; they pay no fee and leave its sequence as it is.
 */
export class ImpersonatedAccount extends Account {
  static {
    errorsAtCallersLine(this)
  }

  /** The name that the test gave; actions use it. */
  readonly #from: string
  readonly #bytes: Uint8Array

  /** For the chain's own use: {@link SandboxChain.actAs} makes one. */
  constructor(chain: SandboxChain, from: string, { name, address, bytes }: Actor) {
    super(chain, name, address)
    this.#from = from
    this.#bytes = bytes
  }

  /** For `console.log`. */
  override [SHOWN](): string {
    return inLine(`Impersonated ${this.name} of ${this.chain.key}: ${this.address}`)
  }

  override get publicKey(): Uint8Array {
    return this.#keyless()
  }
  override get privateKey(): Uint8Array {
    return this.#keyless()
  }
  /** Where the EVM is inside the chain, an address is the same 20 bytes on both sides. @throws UsageError on a chain with the EVM alongside it, where it follows from a key */
  override get evmAddress(): Hex {
    return this.chain.host.app.ethereum === undefined ? this.#keyless() : checksum(`0x${toHex(this.#bytes)}`)
  }
  override get evmPrivateKey(): Hex {
    return this.#keyless()
  }

  protected override asIts(tx: TxInput): TxInput {
    return { ...tx, from: this.#from, impersonate: true }
  }

  #keyless(): never {
    throw new UsageError(`${this.name} of ${this.chain.key} is impersonated, so there is no key of it`, {
      details: [`right: ${this.chain.key}.account('alice') is an account with a key`],
    })
  }
}
