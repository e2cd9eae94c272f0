import type { EvmdApp, EvmdNode } from '../../../app/index.js'
import type { EvmProvider, ProviderEvents, RequestArguments } from '../../../evm/index.js'
import type { Hex } from '../../../evm/internal.js'

interface ProviderParts {
  readonly app: EvmdApp
  readonly deliver: (bytes: Uint8Array) => void
  /** Private keys by address. */
  readonly keys: () => ReadonlyMap<Hex, Uint8Array>
}

const NAMESPACES = ['eth', 'net', 'web3', 'debug', 'txpool', 'personal', 'miner']

/** Makes the node. Loaded late: it loads the library of the EVM, which most sandboxes do without. */
export const ethereumNode = async (parts: ProviderParts): Promise<EvmdNode> => {
  const { createEvmdNode } = await import('../../../app/evmd/rpc/index.js')
  return createEvmdNode({ ...parts, namespaces: NAMESPACES })
}

/** The JSON-RPC of a chain with an EVM inside, as clients in this process use it. */
export class ChainProvider implements EvmProvider {
  readonly #parts: ProviderParts
  #node: Promise<EvmdNode> | undefined

  constructor(parts: ProviderParts) {
    this.#parts = parts
  }

  /** It starts on first use. */
  node(): Promise<EvmdNode> {
    return (this.#node ??= ethereumNode(this.#parts))
  }

  async request(args: RequestArguments): Promise<unknown> {
    return (await this.node()).request(args)
  }

  on<Event extends keyof ProviderEvents>(event: Event, listener: (value: ProviderEvents[Event]) => void): this {
    void this.node().then((node) => node.on(event, listener))
    return this
  }

  removeListener<Event extends keyof ProviderEvents>(
    event: Event,
    listener: (value: ProviderEvents[Event]) => void,
  ): this {
    void this.node().then((node) => node.removeListener(event, listener))
    return this
  }

  async close(): Promise<void> {
    const node = await this.#node
    this.#node = undefined
    await node?.close()
  }
}
