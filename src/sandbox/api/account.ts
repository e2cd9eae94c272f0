import {
  definedMembers,
  errorsAtCallersLine,
  inLine,
  strictArguments,
  toBase64,
  toHex,
  UsageError,
} from '../../base/index.js'
import { checksum, type Hex } from '../../evm/internal.js'
import { plainTx } from '../actions/plain-tx.js'
import type { ActionInput } from '../actions/schema.js'
import {
  coinsText,
  messageInput,
  messageText,
  wasmInput,
  type CoinsInput,
  type MessageInput,
  type WasmInput,
} from './input.js'
import { attributeValues, type TxResult } from '../tx/result.js'
import type { Coin } from '../../codec/index.js'
import { SHOWN } from '../values/shown.js'
import type { SandboxChain } from './chain.js'
import type { ContractRef, TypedContractRef } from './contract.js'
import type { AnyContract, ContractOf, ContractTypes, DeployArguments, MessageOf } from './contract-types.js'

/** Options of every transaction of an account. */
export interface TxOptions {
  /** SDK gas; 50,000,000 when left out. */
  readonly gasLimit?: bigint
  /** Coins for the fee; none when left out. */
  readonly fee?: CoinsInput
  readonly memo?: string
}

/** Options of an instantiation. */
export interface InstantiateOptions extends TxOptions {
  /** The label; also the name under which the sandbox knows the contract. Made from the file's name and a number when left out. */
  readonly label?: string
  readonly funds?: CoinsInput
  /** An address, or the name of an account of the same chain; nobody when left out. */
  readonly admin?: string
  /** With a salt the address is the predictable one (instantiate2). */
  readonly salt?: Uint8Array
}

/** Options of a transfer over IBC. */
export interface IbcTransferOptions extends Omit<TxOptions, 'memo'> {
  /** When left out, that of the first link with the receiver's chain if the receiver is an account or a contract, otherwise `channel-0`. */
  readonly channel?: string
  /** `transfer` when left out. */
  readonly port?: string
  /** Seconds after the time of the last block; 600 when left out, 0 for no such timeout. */
  readonly timeoutSeconds?: number | bigint
  /** A height of the other chain; none when left out. */
  readonly timeoutHeight?: { readonly revisionNumber: bigint; readonly revisionHeight: bigint }
  /** Memo of the packet. */
  readonly memo?: string
  /** The fee that a contract reserves for the relayers of the packet; Neutron only. */
  readonly relayerFee?: { readonly recv?: CoinsInput; readonly ack?: CoinsInput; readonly timeout?: CoinsInput }
}

/** A transaction as an action. */
export type TxInput = Extract<ActionInput, { action: 'tx' }>

/** An account that acts: it signs transactions on its chain. Failing ones throw a `TxError`. */
export class Account {
  static {
    strictArguments(this, 'Account')
    errorsAtCallersLine(this)
  }

  readonly name: string
  readonly chain: SandboxChain
  /** bech32, with the chain's prefix */
  readonly address: string

  constructor(chain: SandboxChain, name: string, address: string) {
    this.chain = chain
    this.name = name
    this.address = address
  }

  /** For `console.log`. */
  [SHOWN](): string {
    return inLine(`Account ${this.name} of ${this.chain.key}: ${this.address}`)
  }

  /** The compressed secp256k1 key that its transactions carry. */
  get publicKey(): Uint8Array {
    return this.chain.host.keyOf(this.name).publicKey
  }

  /** Its secp256k1 secret, 32 bytes, for the wallets of real clients. It is derived from the name alone, so it protects nothing. */
  get privateKey(): Uint8Array {
    return this.chain.host.keyOf(this.name).privateKey
  }

  /** Its 20 bytes as the EVM alongside the chain shows them, with the capitals of EIP-55. */
  get evmAddress(): Hex {
    return checksum(`0x${toHex(this.chain.host.keyOf(this.name).addressBytes)}`)
  }

  /** Its secret for the wallets of the EVM's clients. @throws UsageError for an account that cannot sign there */
  get evmPrivateKey(): Hex {
    const { type, privateKey } = this.chain.host.keyOf(this.name)
    if (type === 'eth') return `0x${toHex(privateKey)}`
    throw new UsageError(`${this.name} cannot sign on the EVM: its key is of the type ${type}`, {
      details: [
        'the same secret has another address on the EVM',
        `right: sandbox.chains.${this.chain.key}.account('another name', { key: 'eth' })`,
      ],
    })
  }

  /**
   * Stores a contract's code.
   * @example const codeId = await alice.store('artifacts/vault.wasm')
   * @returns its code id
   */
  async store(wasm: WasmInput, options: TxOptions = {}): Promise<bigint> {
    const result = await this.#run(this.#tx([{ store: { wasm: wasmInput(wasm) } }], options))
    return BigInt(attributeValues(result, 'store_code', 'code_id')[0]!)
  }

  /**
   * Instantiates a stored code.
   * @example const vault = await alice.instantiate(codeId, { owner: alice.address }, { label: 'vault', admin: alice.address })
   * @typeParam T the contract's messages and answers, as `sudobox types` writes them
   * @throws TxError when the contract or the chain refuses; UsageError for a label that is already in use
   */
  async instantiate<T extends ContractTypes = AnyContract>(
    codeId: bigint,
    msg: MessageOf<T, 'instantiate'>,
    options: InstantiateOptions = {},
  ): Promise<ContractOf<T>> {
    const label = options.label ?? this.chain.freeLabel(`code-${codeId}`)
    this.chain.refuseTaken(label)
    const result = await this.#send(
      [
        {
          instantiate: {
            codeId,
            label,
            ...messageInput(msg as MessageInput),
            funds: coinsText(options.funds),
            admin: options.admin === undefined ? undefined : this.chain.known(options.admin),
            salt: options.salt && toBase64(options.salt),
          },
        },
      ],
      options,
    )
    return this.chain.contract<T>(attributeValues(result, 'instantiate', '_contract_address')[0]!)
  }

  /**
   * Stores the code and instantiates it: two transactions.
   *
   * @typeParam T the contract's messages and answers, as `sudobox types` writes them
   * @example const vault = await alice.deploy('artifacts/vault.wasm', { owner: alice.address }, { funds: '5untrn' })
   */
  async deploy<T extends ContractTypes = AnyContract>(
    wasm: WasmInput,
    ...[msg = {}, options = {}]: DeployArguments<T, InstantiateOptions>
  ): Promise<ContractOf<T>> {
    messageText(msg as MessageInput)
    const { gasLimit, fee, memo } = options
    const codeId = await this.store(wasm, definedMembers({ gasLimit, fee, memo }))
    const name =
      typeof wasm === 'string' ? wasm.replace(/^.*[\\/]/, '').replace(/\.wasm(\.gz)?$/, '') : `code-${codeId}`
    return this.instantiate<T>(codeId, msg, { ...options, label: options.label ?? this.chain.freeLabel(name) })
  }

  /**
   * Executes a contract.
   * @example const { gasUsed } = await alice.execute(vault, { deposit: {} }, { funds: '5untrn' })
   * @throws TxError when the contract or the chain refuses
   */
  async execute<T extends ContractTypes = AnyContract>(
    contract: TypedContractRef<T>,
    msg: MessageOf<T, 'execute'>,
    options: TxOptions & { readonly funds?: CoinsInput } = {},
  ): Promise<TxResult> {
    const execute = {
      contract: this.chain.known(contract),
      ...messageInput(msg as MessageInput),
      funds: coinsText(options.funds),
    }
    return this.#run(this.#tx([{ execute }], options))
  }

  /**
   * Migrates a contract to another code, as its admin.
   * @example await alice.migrate(vault, await alice.store('artifacts/vault_v2.wasm'), {})
   * @throws TxError when the contract or the chain refuses
   */
  async migrate<T extends ContractTypes = AnyContract>(
    contract: TypedContractRef<T>,
    codeId: bigint,
    msg: MessageOf<T, 'migrate'>,
    options: TxOptions = {},
  ): Promise<TxResult> {
    const migrate = { contract: this.chain.known(contract), codeId, ...messageInput(msg as MessageInput) }
    return this.#send([{ migrate }], options)
  }

  /** Makes another address, account or contract the admin, who may migrate the contract. */
  async updateAdmin(
    contract: ContractRef,
    admin: string | { readonly address: string },
    options: TxOptions = {},
  ): Promise<TxResult> {
    return this.#send(
      [{ updateAdmin: { contract: this.chain.known(contract), admin: this.chain.known(admin) } }],
      options,
    )
  }

  /** Removes the admin of a contract for good: nobody can migrate it any more. */
  async clearAdmin(contract: ContractRef, options: TxOptions = {}): Promise<TxResult> {
    return this.#send([{ clearAdmin: { contract: this.chain.known(contract) } }], options)
  }

  /** Sends coins to an address, an account or a contract, or to the account or contract of that name. @throws UsageError for an unknown name */
  async transfer(
    to: string | { readonly address: string },
    amount: CoinsInput,
    options: TxOptions = {},
  ): Promise<TxResult> {
    return this.#send([{ send: { to: this.chain.known(to), amount: coinsText(amount) } }], options)
  }

  /** Sends a coin to an address, an account or a contract of another chain, over IBC. */
  async ibcTransfer(
    to: string | { readonly address: string },
    amount: CoinsInput,
    { fee, ...options }: IbcTransferOptions = {},
  ): Promise<TxResult> {
    const {
      channel = linkedChannel(this.chain, to),
      port,
      timeoutSeconds,
      timeoutHeight,
      memo,
      relayerFee,
      ...rest
    } = options
    const relayers = relayerFee && {
      recv: coinsText(relayerFee.recv),
      ack: coinsText(relayerFee.ack),
      timeout: coinsText(relayerFee.timeout),
    }
    const transfer = { channel, port, timeoutSeconds, timeoutHeight, memo, fee: relayers }
    return this.#send(
      [{ ibcTransfer: { to: this.chain.beyond(to, port, channel), amount: coinsText(amount), ...transfer } }],
      fee === undefined ? rest : { ...rest, fee },
    )
  }

  /**
   * A transaction of several messages, which succeed or fail together.
   * @example await alice.send([{ send: { to: bob.address, amount: '5untrn' } }, { execute: { contract: vault.address, msg: { deposit: {} } } }])
   * @throws TxError when one of them fails
   */
  async send(messages: TxInput['messages'], options: TxOptions = {}): Promise<TxResult> {
    return this.#send(messages, options)
  }

  async #send(messages: TxInput['messages'], options: TxOptions): Promise<TxResult> {
    return this.chain.sandbox.perform(this.#tx(messages, options))
  }

  /** A transaction of this account. */
  protected asIts(tx: TxInput): TxInput {
    return tx
  }

  #tx(messages: TxInput['messages'], { gasLimit, fee, memo = '' }: TxOptions) {
    return this.asIts({
      action: 'tx',
      chain: this.chain.key,
      from: this.name,
      messages,
      gasLimit,
      fee: coinsText(fee),
      memo,
    })
  }

  async #run(tx: TxInput): Promise<TxResult> {
    const plain = plainTx(tx)
    return plain === undefined ? this.chain.sandbox.perform(tx) : this.chain.sandbox.performPlain(plain)
  }

  balances(): readonly Coin[] {
    return this.chain.balances(this.address)
  }
}

/** The channel to the chain of an account or a contract; undefined for the first one. */
function linkedChannel(from: SandboxChain, to: string | { readonly address: string }): string | undefined {
  const there = typeof to === 'object' && 'chain' in to ? (to.chain as Partial<SandboxChain>).key : undefined
  const link = from.sandbox.links.find(
    ({ channels }) => there !== undefined && Object.hasOwn(channels, there) && Object.hasOwn(channels, from.key),
  )
  const channel = link?.channels[from.key]
  return channel === 'channel-0' || there === from.key ? undefined : channel
}
