import { EvmHost, type HostSnapshot, type IbcApp } from '../../../app/index.js'
import { createEvmNode, type EvmNode, type EvmNodeOptions, type EvmSnapshot, type Hex } from '../../../evm/index.js'
import type { EvmJournal } from './journal.js'
import { EvmPorts } from './ports.js'

const DENOM = 'aevm'

const NOT_STARTED: EvmSnapshot = { running: undefined, state: undefined }

export interface EvmLinkSnapshot {
  readonly node: EvmSnapshot
  readonly host: HostSnapshot
}

export interface EvmLinkParts {
  /** Key of the chain in the sandbox. */
  readonly chain: string
  readonly app: IbcApp
  readonly options: EvmNodeOptions
  /** Secrets of the chain's accounts with an EVM key, by address. */
  readonly accounts: () => ReadonlyMap<Hex, Uint8Array>
  /** The queue in which its requests wait, and the log that they are written to. */
  readonly journal: EvmJournal
}

/** The EVM alongside one chain of a sandbox. Made on first use. */
export class EvmLink {
  readonly ports = new EvmPorts()
  readonly #parts: EvmLinkParts
  #evm: { readonly node: EvmNode; readonly host: EvmHost } | undefined

  constructor(parts: EvmLinkParts) {
    this.#parts = parts
  }

  get node(): EvmNode {
    return (this.#evm ??= this.#open()).node
  }

  /** The node after its first use; undefined before that. */
  get started(): EvmNode | undefined {
    return this.#evm?.node
  }

  #open(): { node: EvmNode; host: EvmHost } {
    const { chain, app, options, accounts, journal } = this.#parts
    const denom = options.denom ?? DENOM
    const host = new EvmHost(app, denom, accounts)
    const joined = { turns: journal.turns, journal: journal.of(chain) }
    return { host, node: createEvmNode({ serve: this.ports.open, ...options, ...joined, denom, host }) }
  }

  /** See {@link EvmNode.settled}. */
  settled(): Promise<void> | undefined {
    return this.#evm?.node.settled()
  }

  /** Undefined when the EVM has not started. */
  snapshot(): EvmLinkSnapshot | undefined {
    return this.#evm && { node: this.#evm.node.snapshot(), host: this.#evm.host.snapshot() }
  }

  /** @param restoreChain restores the chain. It runs after the EVM is restored, which needs the chain's balances from before */
  restore(snapshot: EvmLinkSnapshot | undefined, restoreChain: () => void): void {
    this.#evm?.node.restore(snapshot?.node ?? NOT_STARTED)
    restoreChain()
    this.#evm?.host.restored(snapshot?.host)
  }

  async close(): Promise<void> {
    await this.ports.close()
    await this.#evm?.node.close()
    this.#evm = undefined
  }
}
