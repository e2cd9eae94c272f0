import { ChainError, UsageError } from '../../base/errors.js'
import { fromHex, toHex, toUtf8 } from '../../base/bytes.js'
import type { Account } from '../../modules/auth/index.js'
import type { AppSnapshot } from '../../chain/app.js'
import { buildTx } from '../../chain/tx/build.js'
import { ethSecp256k1PublicKey, secp256k1PublicKey } from '../../chain/ante/index.js'
import { parseCoins } from '../../codec/coins.js'
import type { DeliverOptions } from '../../app/chain-app.js'
import type { IbcApp } from '../../app/ibc.js'
import { requiredFee } from '../../app/fees.js'
import type { Any } from '../../codec/any.js'
import { encodeBech32 } from '../../codec/bech32.js'
import type { EvmNode, EvmNodeOptions, Hex } from '../../evm/index.js'
import { EvmLink, type EvmLinkSnapshot } from './evm-link/evm-link.js'
import type { ActionOf } from '../actions/schema.js'
import { deliverBlocks, type BlockTx, type BlockTxEnd } from '../actions/block-tx.js'
import { deliverCallback } from '../actions/callback.js'
import type { CallbackMessage } from '../actions/callback-message.js'
import { readFailures } from '../actions/failures.js'
import { ArmedFaults, type Fault } from '../faults/faults.js'
import { accountKey, type AccountKey, type KeyType } from './keyring.js'
import { encodeMessage } from '../actions/messages.js'
import type { FailureRecord } from '../actions/outcome.js'
import { txResult } from '../actions/outcome-of-tx.js'
import { TxError, type Coin, type TxResult } from '../api/result.js'
import { TraceRecorder } from '../trace/recorder.js'
import type { Json } from '../actions/values.js'
import type { WasmFiles } from './wasm-files.js'

/** SDK gas of a transaction or callback that names no limit: enough for storing 3 MB of code, little enough for an endless loop to end in seconds. */
export const DEFAULT_GAS_LIMIT = 50_000_000n

const NANOSECONDS = 1_000_000_000n

const EVM_ADDRESS = /^0x[0-9a-fA-F]{40}$/

/** Public keys as transactions carry them. */
const PUBLIC_KEYS: Readonly<Record<KeyType, (key: Uint8Array) => Any>> = {
  secp256k1: secp256k1PublicKey,
  eth: ethSecp256k1PublicKey,
}

export interface ChainHostSnapshot {
  readonly app: AppSnapshot
  readonly labels: ReadonlyMap<string, string>
  readonly accounts: ReadonlyMap<string, KeyType>
  /** Undefined where there was none yet. */
  readonly evm: EvmLinkSnapshot | undefined
  readonly faults: readonly Fault[]
}

export interface ChainHostParts {
  readonly key: string
  readonly app: IbcApp
  readonly queryCallbacks: 'wrapped' | 'direct'
  /** Undefined: the chain has no EVM. */
  readonly evm: EvmNodeOptions | undefined
}

/** What runs one chain of a sandbox: the app, the names that a test uses, and the EVM beside it. */
export class ChainHost {
  readonly key: string
  readonly app: IbcApp
  /** What a test wants to fail. */
  readonly faults = new ArmedFaults()
  readonly #queryCallbacks: 'wrapped' | 'direct'
  /** Labels and the addresses of their contracts. Maps are replaced, never changed, so that snapshots can hold them. */
  #labels: ReadonlyMap<string, string> = new Map()
  #accounts: ReadonlyMap<string, KeyType> = new Map()
  readonly #keys: Readonly<Record<KeyType, Map<string, AccountKey>>> = { secp256k1: new Map(), eth: new Map() }
  /** Undefined: the chain has no EVM. */
  readonly evmLink: EvmLink | undefined

  constructor(parts: ChainHostParts) {
    this.key = parts.key
    this.app = parts.app
    this.#queryCallbacks = parts.queryCallbacks
    this.evmLink =
      parts.evm &&
      new EvmLink({ chain: parts.key, app: parts.app, options: parts.evm, accounts: () => this.#evmAccounts() })
  }

  keyOf(name: string): AccountKey {
    return this.#keyOf(name, this.#accounts.get(name) ?? 'secp256k1')
  }

  #keyOf(name: string, type: KeyType): AccountKey {
    const keys = this.#keys[type]
    let key = keys.get(name)
    if (!key) keys.set(name, (key = accountKey(name, type, this.app.prefix)))
    return key
  }

  /** @param type of its key, when somebody wants a certain one @throws UsageError when it has another */
  knowsAccount(name: string, type?: KeyType): boolean {
    const known = this.#accounts.get(name)
    if (known !== undefined && type !== undefined && known !== type)
      throw new UsageError(`the account "${name}" of ${this.key} has a key of the type ${known}, not ${type}`, {
        details: ['an account keeps its key; give the other one another name'],
      })
    return known !== undefined
  }

  /** The address behind the name of an account or contract, or behind 20 bytes in hex as the EVM shows them. */
  addressOf(name: string): string | undefined {
    const known = this.#labels.get(name) ?? (this.#accounts.has(name) ? this.keyOf(name).address : undefined)
    if (known !== undefined || !EVM_ADDRESS.test(name)) return known
    return encodeBech32(this.app.prefix, fromHex(name.slice(2)))
  }

  labelOf(address: string): string | undefined {
    for (const [label, contract] of this.#labels) if (contract === address) return label
    return undefined
  }

  /** @throws UsageError when no contract has that label or address */
  contractAddress(labelOrAddress: string): string {
    const address = this.#labels.get(labelOrAddress) ?? labelOrAddress
    if (this.#isContract(address)) return address
    throw new UsageError(`${this.key} has no contract "${labelOrAddress}"`, {
      details: [
        `labels: ${[...this.#labels.keys()].join(', ') || 'none'}`,
        `an address here begins with ${this.app.prefix}1`,
      ],
    })
  }

  #isContract(text: string): boolean {
    try {
      return this.app.labelOf(text) !== undefined
    } catch (error) {
      if (error instanceof ChainError) return false
      throw error
    }
  }

  /** Makes the account known, with a place in the chain's state, and mints coins for it. */
  fund(name: string, funds: string, key?: KeyType): string {
    const type = this.knowsAccount(name, key) ? this.#accounts.get(name)! : (key ?? 'secp256k1')
    const { address, addressBytes } = this.#keyOf(name, type)
    const coins = parseCoins(funds)
    this.app.runInBlock((ctx) => {
      this.app.openAccount(ctx, addressBytes)
      if (coins.length > 0) this.app.mint(ctx, addressBytes, coins)
    })
    if (!this.#accounts.has(name)) this.#accounts = new Map([...this.#accounts, [name, type]])
    return address
  }

  /** @throws TxError when the transaction fails; UsageError for an unknown account or an unreadable file */
  deliver(action: ActionOf<'tx'>, files: WasmFiles): TxResult {
    const signer = this.#signer(action.from)
    const bytes = buildTx({
      chainId: this.app.chainId,
      messages: action.messages.map((message, index) =>
        encodeMessage(message, {
          sender: this.keyOf(action.from).address,
          address: (name) => this.addressOf(name) ?? name,
          time: this.app.time,
          hasRelayerFees: this.app.relayerFees !== undefined,
          wasm: (file) => files.read(file, `/messages/${index}/store/wasm`),
        }),
      ),
      fee: parseCoins(action.fee),
      gasLimit: action.gasLimit ?? DEFAULT_GAS_LIMIT,
      memo: action.memo,
      signers: [signer],
    })
    return this.#delivered(bytes, false)
  }

  /**
   * Transactions of one account in one block, or in more when their gas asks for it; the fee is what the chain demands. The account is made
   * with the coins when the chain does not know it. A block into which none of them comes is not made.
   * @param time of the block, in nanoseconds @returns an end for each
   */
  deliverBlock(from: string, funds: string, txs: readonly BlockTx[], time: bigint): BlockTxEnd[] {
    const open = (): ((tx: BlockTx, before: bigint) => TxResult) => {
      if (this.app.account(this.keyOf(from).addressBytes) === undefined) this.fund(from, funds)
      const signer = this.#signer(from)
      return ({ messages, gasLimit, receiver }, before) => {
        const bytes = buildTx({
          chainId: this.app.chainId,
          messages,
          fee: requiredFee(this.app, gasLimit),
          gasLimit,
          signers: [{ ...signer, sequence: signer.sequence + before }],
        })
        const result = this.#run(bytes, { verifySignatures: false, receiver })
        this.#learnLabels(result)
        return result
      }
    }
    return deliverBlocks(this, open, txs, time)
  }

  /** A transaction that is signed already. @throws TxError when it is refused or fails */
  deliverRaw(bytes: Uint8Array): TxResult {
    return this.#delivered(bytes, true)
  }

  /** @throws TxError when the callback is refused as a whole */
  callback(contract: string, message: CallbackMessage, gasLimit: bigint = DEFAULT_GAS_LIMIT): TxResult {
    const result = deliverCallback(this.app, {
      chain: this.key,
      contract: this.contractAddress(contract),
      message,
      gasLimit,
      queries: this.#queryCallbacks,
      trace: this.recorder(),
      faults: this.faults,
    })
    if (result.code !== 0) throw new TxError(result)
    return result
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

  /** @throws ChainError as the chain reports it */
  query(contract: string, message: string): Uint8Array {
    return this.app.querySmart(this.contractAddress(contract), toUtf8(message))
  }

  failures(contract: string | undefined): readonly FailureRecord[] {
    return readFailures(this.app, contract === undefined ? undefined : this.contractAddress(contract))
  }

  balances(nameOrAddress: string): readonly Coin[] {
    return this.app.balances(this.addressOf(nameOrAddress) ?? nameOrAddress)
  }

  /** @throws UsageError on a chain without an EVM */
  evm(): EvmNode {
    if (this.evmLink === undefined)
      throw new UsageError(`${this.key} has no EVM`, { details: ['right: sandbox.chains.neutron.evm, or sandbox.evm'] })
    return this.evmLink.node
  }

  /** Secrets of the accounts that sign as the EVM's do, by address. */
  #evmAccounts(): ReadonlyMap<Hex, Uint8Array> {
    const keys = new Map<Hex, Uint8Array>()
    for (const [name, type] of this.#accounts) {
      const { addressBytes, privateKey } = this.#keyOf(name, type)
      if (type === 'eth') keys.set(`0x${toHex(addressBytes)}`, privateKey)
    }
    return keys
  }

  /** Undefined when its EVM is at rest; see {@link EvmNode.settled}. */
  settled(): Promise<void> | undefined {
    return this.evmLink?.settled()
  }

  snapshot(): ChainHostSnapshot {
    return {
      app: this.app.snapshot(),
      labels: this.#labels,
      accounts: this.#accounts,
      evm: this.evmLink?.snapshot(),
      faults: this.faults.waiting,
    }
  }

  restore(snapshot: ChainHostSnapshot): void {
    const restoreChain = (): void => this.app.restore(snapshot.app)
    if (this.evmLink === undefined) restoreChain()
    else this.evmLink.restore(snapshot.evm, restoreChain)
    this.#labels = snapshot.labels
    this.#accounts = snapshot.accounts
    this.faults.waiting = snapshot.faults
  }

  async close(): Promise<void> {
    await this.evmLink?.close()
  }

  #delivered(bytes: Uint8Array, verifySignatures: boolean): TxResult {
    const result = this.#run(bytes, { verifySignatures })
    if (result.code !== 0) throw new TxError(result)
    this.#learnLabels(result)
    return result
  }

  #run(bytes: Uint8Array, options: Omit<DeliverOptions, 'observer'>): TxResult {
    const trace = this.recorder()
    const tx = this.faults.during(trace, (watch) => this.app.deliver(bytes, { ...options, ...watch }))
    return txResult(this.key, tx, trace)
  }

  /** Follows the calls of one transaction. */
  recorder(): TraceRecorder {
    return new TraceRecorder((address) => this.labelOf(address))
  }

  #signer(name: string) {
    if (!this.#accounts.has(name))
      throw new UsageError(`${this.key} has no account "${name}"`, {
        details: [
          `accounts: ${[...this.#accounts].join(', ') || 'none'}`,
          `right: sandbox.chains.${this.key}.account('${name}', '1000000${this.app.denom}')`,
        ],
      })
    const { type, addressBytes, publicKey } = this.keyOf(name)
    const account: Account | undefined = this.app.account(addressBytes)
    return {
      publicKey: PUBLIC_KEYS[type](publicKey),
      accountNumber: account?.accountNumber ?? 0n,
      sequence: account?.sequence ?? 0n,
      // In process nobody checks it; its 64 bytes are there, since the size of the transaction costs gas.
      sign: new Uint8Array(64),
    }
  }

  #learnLabels(result: TxResult): void {
    if (!result.events.some((event) => event.type === 'instantiate')) return
    const labels = new Map(this.#labels)
    for (const address of result.events
      .filter((event) => event.type === 'instantiate')
      .flatMap((event) => event.attributes.filter(([key]) => key === '_contract_address').map(([, value]) => value))) {
      const label = this.app.labelOf(address)
      if (label !== undefined && !labels.has(label)) labels.set(label, address)
    }
    this.#labels = labels
  }
}
