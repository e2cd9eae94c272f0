import { fromHex, inLine, toHex, toUtf8, UsageError } from '../../base/index.js'
import type { IbcApp } from '../../app/index.js'
import { encodeBech32, type Coin } from '../../codec/index.js'
import { parsePair } from '../../codec/neutron/currency-pair.js'
import type { EvmNode, EvmNodeOptions } from '../../evm/index.js'
import { requireCodeInfo } from '../../modules/wasm/index.js'
import { ArmedFaults } from '../faults/faults.js'
import type { DebugLine } from '../trace/debug.js'
import { TraceRecorder } from '../trace/recorder.js'
import type { Json } from '../values/values.js'
import { Accounts, type GivenKeys } from './accounts.js'
import { actorOf, type Actor } from './actor.js'
import { EvmLink } from './evm-link/evm-link.js'
import type { EvmJournal } from './evm-link/journal.js'
import { evmFailures } from './evm-failures.js'
import { readFailures, type FailureRecord } from './failures.js'
import type { AccountKey, KeyType } from './keyring.js'
import { Labels } from './labels.js'
import { EvmCallTexts } from './evm-calls.js'
import { SolidityContracts } from './solidity.js'

const NANOSECONDS = 1_000_000_000n

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

export interface ChainHostParts {
  readonly key: string
  readonly app: IbcApp
  readonly keys?: GivenKeys | undefined
  /** Undefined: the chain has no EVM. */
  readonly evm: EvmNodeOptions | undefined
  /** The order of the requests to the EVMs of the sandbox. */
  readonly evmJournal: EvmJournal
  /** Receives the debug output of contracts. */
  readonly onDebug?: ((line: DebugLine) => void) | undefined
  /** Whether traces keep what contracts ask the chain. */
  readonly hostCalls?: boolean | undefined
  /** Called with the result of each transaction and callback. */
  readonly onTx?: ((result: unknown) => void) | undefined
}

/** Runs one chain of a sandbox: has the app, the names that a test uses, and the EVM alongside it. */
export class ChainHost {
  readonly key: string
  readonly app: IbcApp
  readonly accounts: Accounts
  readonly labels: Labels
  /** Contracts in Solidity, on a chain with an EVM inside. */
  readonly solidity = new SolidityContracts()
  /** Faults that a test has armed. */
  readonly faults = new ArmedFaults()
  /** Undefined: the chain has no EVM. */
  readonly evmLink: EvmLink | undefined
  readonly #onDebug: ChainHostParts['onDebug']
  readonly #hostCalls: boolean
  readonly #listeners = new Set<(result: unknown) => void>()
  readonly #hintListeners = new Set<(hints: readonly string[]) => void>()

  constructor({ key, app, keys, evm, evmJournal, onDebug, hostCalls = false, onTx }: ChainHostParts) {
    this.#onDebug = onDebug
    this.#hostCalls = hostCalls
    if (onTx) this.#listeners.add(onTx)
    this.key = key
    this.app = app
    this.accounts = new Accounts(key, app, keys)
    this.labels = new Labels(app)
    const accounts = () => this.accounts.evmSecrets()
    this.evmLink = evm && new EvmLink({ chain: key, app, options: evm, accounts, journal: evmJournal })
  }

  keyOf(name: string): AccountKey {
    return this.accounts.keyOf(name)
  }

  /** Creates the account if it is new, and mints coins for it. @returns its address */
  fund(name: string, funds: string, key?: KeyType): string {
    return this.accounts.fund(name, funds, key)
  }

  /** The address behind the name of an account or contract, or behind 20 bytes in hex as the EVM shows them. */
  addressOf(name: string): string | undefined {
    const known =
      this.labels.addresses.get(name) ?? (this.accounts.has(name) ? this.accounts.keyOf(name).address : undefined)
    if (known !== undefined || !EVM_ADDRESS.test(name)) return known
    return encodeBech32(this.app.prefix, fromHex(name.slice(2)))
  }

  labelOf(address: string): string | undefined {
    return this.labels.labelOf(address)
  }

  /** Gives an address a label. @returns the address, in bech32 @throws UsageError for an address of another chain, and for a name that is already in use */
  nameAddress(given: string, label: string): string {
    const { address } = actorOf(this, given)
    const taken = this.addressOf(label)
    if (taken !== undefined && taken !== address)
      throw new UsageError(`${this.key} knows another address by the name "${label}": ${taken}`, {
        details: ['right: another label'],
      })
    this.labels.set(label, address)
    return address
  }

  /** @throws UsageError when no contract has that label or address */
  contractAddress(labelOrAddress: string): string {
    const address = this.labels.contractAddress(labelOrAddress)
    if (address !== undefined) return address
    this.app.requireContracts()
    throw this.unknown('contract', labelOrAddress)
  }

  /** The accounts and contracts of the chain by their names, a line each. */
  names(): { readonly accounts: string; readonly contracts: string } {
    const { accounts, labels } = this
    return {
      accounts: inLine([...accounts.keyTypes.keys()].join(', ')) || 'none',
      contracts:
        inLine(
          [...labels.addresses]
            .map(([label, address]) => (this.isDouble(address) ? `${label} (double)` : label))
            .join(', '),
        ) || 'none',
    }
  }

  /** Whether a contract is written in TypeScript, by a test. */
  isDouble(address: string): boolean {
    const { app } = this
    if (!app.runsWasm) return false
    const info = app.wasm.contractInfo(app.context, app.address(address))
    if (info === undefined) return false
    return app.doubles.doubleOf(toHex(requireCodeInfo(app.context, info.codeId).codeHash)) !== undefined
  }

  /** The error for an unknown name: lists the names that the chain has. @param what was looked for */
  unknown(what: string, name: string, right?: string): UsageError {
    const { accounts, contracts } = this.names()
    const address = `an address here begins with ${this.app.prefix}1`
    return new UsageError(`${this.key} has no ${what} "${name}"`, {
      details: [
        `accounts: ${accounts}`,
        `contracts: ${contracts}`,
        right === undefined ? address : `right: ${right}; ${address}`,
      ],
    })
  }

  nextBlocks(count: number): { height: bigint; time: bigint } {
    for (let made = 0; made < count; made++) this.app.nextBlock()
    return { height: BigInt(this.app.height), time: this.app.time }
  }

  advance(seconds: bigint): { height: bigint; time: bigint } {
    if (seconds === 0n) throw new UsageError('advance() moves the clocks by at least one second')
    this.app.nextBlock(this.app.time + seconds * NANOSECONDS)
    return { height: BigInt(this.app.height), time: this.app.time }
  }

  setParams(module: string, params: Readonly<Record<string, Json>>): Json {
    return this.app.setParams(module, params)
  }

  /** @throws UsageError on a chain without an oracle, ChainError for a text that is not a pair */
  setPrice(text: string, price: bigint): { height: bigint; nonce: bigint; decimals: bigint } {
    const { oracle } = this.app
    if (oracle === undefined)
      throw new UsageError(`${this.key} has no oracle`, { details: ["right: a chain of kind 'neutron'"] })
    const pair = parsePair(text)
    return this.app.runInBlock((ctx) => {
      if (oracle.state(ctx, pair) === undefined) oracle.create(ctx, pair)
      oracle.setPrice(ctx, pair, price)
      const { nonce } = oracle.state(ctx, pair)!
      return { height: BigInt(ctx.block.height), nonce, decimals: oracle.decimals(ctx, pair) }
    })
  }

  /** @throws ChainError as the chain reports it */
  query(contract: string, message: string): Uint8Array {
    // A query has no trace; the debug output of contracts still goes to a listener, if there is one.
    const trace = this.#onDebug && this.recorder()
    return this.app.querySmart(this.contractAddress(contract), toUtf8(message), trace)
  }

  /** Whether failed callbacks of the chain are known. */
  get hasFailures(): boolean {
    return this.app.contractManager !== undefined || this.app.ethereum !== undefined
  }

  failures(contract: string | undefined): readonly FailureRecord[] {
    if (this.app.ethereum !== undefined)
      return evmFailures(this.app, contract === undefined ? undefined : (this.addressOf(contract) ?? contract))
    return readFailures(this.app, contract === undefined ? undefined : this.contractAddress(contract))
  }

  balances(nameOrAddress: string): readonly Coin[] {
    return this.app.balances(this.addressOf(nameOrAddress) ?? nameOrAddress)
  }

  /** @throws UsageError on a chain without an EVM */
  evm(): EvmNode {
    if (this.evmLink === undefined)
      throw new UsageError(`${this.key} has no EVM alongside it`, {
        details: [
          this.app.ethereum === undefined
            ? "right: that of a chain of kind 'neutron': sandbox.evm"
            : `right: its EVM is inside: sandbox.chains.${this.key}.provider`,
        ],
      })
    return this.evmLink.node
  }

  /** Records the calls of one transaction. @param actor that sends it without a signature */
  recorder(actor?: Actor): TraceRecorder {
    return new TraceRecorder((address) => this.labels.labelOf(address), {
      onDebug: this.#onDebug,
      hostCalls: this.#hostCalls,
      onHints: (hints) => {
        for (const listener of this.#hintListeners) listener(hints)
      },
      evm: this.app.ethereum && new EvmCallTexts(this),
      actor,
    })
  }

  /** Passes the result of a transaction or callback to the listeners. @returns it */
  notified<T>(result: T): T {
    for (const listener of this.#listeners) listener(result)
    return result
  }

  /** Calls the listener with the hints about each transaction, also one that is only simulated: `hints` of its result. */
  onHints(listener: (hints: readonly string[]) => void): void {
    this.#hintListeners.add(listener)
  }

  /** Calls the listener with the result of each transaction and callback. */
  onTx(listener: (result: unknown) => void): void {
    this.#listeners.add(listener)
  }

  /** Undefined when its EVM is idle; see {@link EvmNode.settled}. */
  settled(): Promise<void> | undefined {
    return this.evmLink?.settled()
  }

  async close(): Promise<void> {
    await this.evmLink?.close()
  }
}
