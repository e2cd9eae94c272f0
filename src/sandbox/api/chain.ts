import { errorsAtCallersLine, inLine, NO_BYTES, strictArguments, toBase64, UsageError } from '../../base/index.js'
import type { JsonItem } from '../../codec/abi/index.js'
import { addressText, parseAccAddress } from '../../chain/index.js'
import { predictableAddress, requireCodeInfo } from '../../modules/wasm/index.js'
import { requiredFee, type EvmdNode, type GenesisDocument } from '../../app/index.js'
import type { EvmNode, EvmProvider } from '../../evm/index.js'
import { Account } from './account.js'
import { ImpersonatedAccount } from './impersonated-account.js'
import { actorOf } from '../host/actor.js'
import type { CallbackMessageInput } from '../tx/callback-message.js'
import { Validators } from './validators.js'
import { ChainState } from './chain-state.js'
import { Contract, contractRef, type ContractRef, type UntypedContractRef } from './contract.js'
import type {
  AnswerOf,
  AnyContract,
  BareQueryOf,
  ContractOf,
  ContractTypes,
  TypedContract,
  WholeQueryOf,
} from './contract-types.js'
import type { ChainHost } from '../host/chain-host.js'
import type { Fault } from '../faults/faults.js'
import type { KeyType } from '../host/keyring.js'
import { coinsText, messageText, type CoinsInput, type FaultOptions, type MessageInput } from './input.js'
import type { Double, DoubleTypes } from '../../vm/doubles/index.js'
import { mock, type MockOf, type MockOptions } from './mock.js'
import { isName, type Json } from '../values/values.js'
import type { FailureRecord } from '../host/failures.js'
import type { Outcomes } from '../actions/outcome.js'
import type { ServedChain } from '../../server/internal.js'
import type { SandboxClient } from './client-type.js'
import { runsIn, type BlockRunResult } from '../tx/block-runs.js'
import { deliveredTx } from '../tx/outcome-of-tx.js'
import { simulateTx } from '../tx/deliver.js'
import { SentResults } from '../tx/sent.js'
import { TxError, type TxResult } from '../tx/result.js'
import type { Coin } from '../../codec/index.js'
import { SHOWN } from '../values/shown.js'
import { evmdOf } from '../tx/ethereum/deliver.js'
import { ChainProvider } from './solidity/provider.js'
import { deploySolidity, solidityContract } from './solidity/deploy.js'
import type { DeployOptions, SolidityArtifact, TypedSolidityContract } from './solidity/contract-types.js'
import type { Sandbox } from './sandbox.js'

/** Options of a callback that a test triggers. */
export interface CallbackOptions {
  /** The relayer's gas limit, which also bounds the sudo limit; 50,000,000 SDK gas when left out. */
  readonly gasLimit?: bigint
}

/** Options of an account. */
export interface AccountOptions {
  /** Coins that are minted for it. */
  readonly funds?: CoinsInput
  /** How it signs; `secp256k1` when left out. */
  readonly key?: KeyType
}

/** What the chain may take as an address: bech32, or 20 bytes in hex. */
const ADDRESS = /^[a-z]+1[0-9a-z]{6,}$|^0x[0-9a-fA-F]{40}$/i

/** One chain of a sandbox. Methods that change it build an action and let the sandbox perform it. */
export class SandboxChain {
  static {
    strictArguments(this, 'SandboxChain')
    errorsAtCallersLine(this)
  }

  /** Its name in the sandbox: `neutron`, `hub`. */
  readonly key: string
  readonly sandbox: Sandbox<string>
  /** What runs the chain; for the sandbox's own use. */
  readonly host: ChainHost
  /** Results of what clients sent; for the sandbox's own use: {@link resultOf} finds them. */
  readonly sent = new SentResults()
  #provider: ChainProvider | undefined

  constructor(sandbox: Sandbox<string>, key: string, host: ChainHost) {
    this.sandbox = sandbox
    this.key = key
    this.host = host
  }

  /** For `console.log`. */
  [SHOWN](): string {
    const { accounts, contracts } = this.host.names()
    return `Chain ${this.key} (${this.chainId}) at height ${this.height}; accounts: ${accounts}; contracts: ${contracts}`
  }

  get chainId(): string {
    return this.host.app.chainId
  }
  /** The bech32 prefix of its addresses. */
  get prefix(): string {
    return this.host.app.prefix
  }
  /** Height of the last block. */
  get height(): bigint {
    return BigInt(this.host.app.height)
  }
  /** Time of the last block, in nanoseconds since 1970. */
  get time(): bigint {
    return this.host.app.time
  }

  /** Its validators: `await hub.validators.stop('validator-1')`. */
  get validators(): Validators {
    return new Validators(this)
  }
  /** Writes records that a test needs straight into the state. */
  get state(): ChainState {
    return new ChainState(this)
  }

  /** The release of its app that runs, such as `0.70`; undefined for kinds with one. */
  get release(): string | undefined {
    return this.host.app.release
  }

  /**
   * Upgrades the chain as a coordinated upgrade does. Contracts, clients, channels, packets under way and heights stay.
   *
   * With `to` it goes on with another release of its app. The plan that governance passed is carried out at its height; without one, a plan is scheduled
   * for the next block but one. Light clients of the chain follow by themselves, since its id stays.
   *
   * With `revision` it goes on under an id with a higher revision: makes the last three blocks under the old id and the first under the new one. Light
   * clients keep the old id until the relayer upgrades them: {@link Relayer.upgradeClient}.
   *
   * @example
   * const { wasmd } = createSandbox({ chains: { wasmd: { kind: 'wasmd', release: '0.61' } } }).chains
   * await wasmd.upgrade({ to: '0.70' })
   * @returns the id and the release that it goes on with, and the last height before
   * @throws UsageError for a revision that is not higher, a release that nothing leads to, or a chain that cannot be upgraded
   */
  async upgrade(
    options: { readonly revision: number | bigint } | { readonly to: string },
  ): Promise<Outcomes['upgrade']> {
    return this.sandbox.perform({ action: 'upgrade', chain: this.key, ...options })
  }

  /**
   * The account of that name: the same key on every chain. Every call mints the coins again: after two calls with
   * `'5untrn'` it has 10. With `key: 'eth'` it signs on the chain and on the EVM alongside it, with one address on both.
   * @example const alice = neutron.account('alice', '1000000untrn')
   * @throws UsageError for a key type other than the account's
   */
  account(name: string, given?: CoinsInput | AccountOptions): Account {
    // Coins have a `denom`, or are a list or a text.
    const isCoins = typeof given !== 'object' || Array.isArray(given) || 'denom' in given
    const { funds, key } = isCoins ? { funds: given as CoinsInput } : (given as AccountOptions)
    if (funds !== undefined || !this.host.accounts.knows(name, key))
      this.sandbox.performNow({
        action: 'account',
        chain: this.key,
        name,
        funds: coinsText(funds),
        ...(key !== undefined && { key }),
      })
    return new Account(this, name, this.host.keyOf(name).address)
  }

  /**
   * Acts as anybody: a contract, an account, a module account by its name (`'gov'`), or any address. Messages of the returned account run as all
   * transactions do, without a signature and without a fee. Only test code, fixtures and the explorer can use it, no port of a chain.
   *
   * @example await neutron.actAs(dao).execute(vault, { pause: {} })
   * @throws UsageError for an address of another chain or with a wrong checksum, and for an unknown name
   */
  actAs(who: string | { readonly address: string }): ImpersonatedAccount {
    const name = this.#ref(who)
    return new ImpersonatedAccount(this, name, actorOf(this.host, name))
  }

  /**
   * Puts a contract that is written in TypeScript on the chain: at the next address, at one of your choice, or in the place of a contract.
   * It is called as a contract is, by messages, submessages, callbacks and packets, and marked as a double wherever it is shown.
   *
   * @example const oracle = neutron.mock({ query: () => ({ price: '1.5' }) }, { label: 'oracle' })
   * @example neutron.mock({ sudo: () => { throw new Error('not now') } }, { address: vault })
   * @typeParam T its messages, as `sudobox types` writes them
   * @throws UsageError for an invalid double, an async entry point, and a label that is already in use; TxError when its `instantiate` fails
   */
  mock<T extends DoubleTypes = DoubleTypes>(double: Double<T>, options: MockOptions = {}): MockOf<T> {
    return mock(this, double, options)
  }

  /**
   * Deploys a contract in Solidity, on a chain of kind `evmd`. With an ABI that the type checker knows (`as const`), its functions have types;
   * of a file's, each function is possibly undefined under `noUncheckedIndexedAccess`.
   *
   * @param artifact an artifact of Hardhat or Foundry, or a contract of solc's standard output, or the path of such a file: `out/Vault.json`, or `out.json#Vault` for a
   * file with several
   * @example
   * const token = await evm.deploy({ abi: erc20Abi, bytecode }, { args: ['Token', 'TOK', 18n], from: alice })
   * await token.write.transfer([bob, 5n])
   * expect(token.read.balanceOf([bob])).toBe(5n)
   * @throws TxError with the decoded reason when the constructor fails; UsageError for a file that is no artifact, wrong arguments, a label in use, and on a chain of another kind
   */
  async deploy<const A extends readonly unknown[] = readonly unknown[]>(
    artifact: string | SolidityArtifact<A>,
    options: DeployOptions = {},
  ): Promise<TypedSolidityContract<A>> {
    return (await deploySolidity(this, artifact, options)) as unknown as TypedSolidityContract<A>
  }

  /**
   * A contract in Solidity by its address or its label.
   * @param abi of a contract that was not deployed here, such as a precompiled one
   * @example const staking = evm.solidity('0x0000000000000000000000000000000000000800', stakingAbi)
   * @throws UsageError if its ABI is not known, and on a chain of another kind
   */
  solidity<const A extends readonly unknown[] = readonly unknown[]>(
    addressOrLabel: string,
    abi?: A,
  ): TypedSolidityContract<A> {
    return solidityContract(
      this,
      addressOrLabel,
      abi as readonly JsonItem[] | undefined,
    ) as unknown as TypedSolidityContract<A>
  }

  /** A contract by its address or its label. @throws UsageError when there is none. */
  contract<T extends ContractTypes = AnyContract>(addressOrLabel: string): ContractOf<T> {
    const address = this.host.contractAddress(addressOrLabel)
    return new Contract(this, address, this.host.labelOf(address) ?? address)
  }

  /**
   * Names an address, in traces, in errors and wherever a name is accepted: a contract or an account that the sandbox did not make, such as one of a forked chain.
   * @returns the address @throws UsageError for an address of another chain, and for a name that is already in use
   */
  label(of: string | { readonly address: string }, label: string): string {
    const action = { action: 'label', chain: this.key, address: this.#ref(of), label } as const
    return this.sandbox.performNow(action).address
  }

  /** The address behind a name: of an account that was used, or of a contract's label; undefined when there is none. */
  addressOf(name: string): string | undefined {
    return this.host.addressOf(name)
  }

  /** The name or address of an account or contract on this chain. @throws UsageError that lists the names, for a text that is neither */
  known(of: string | { readonly address: string }): string {
    const text = this.#ref(of)
    if (ADDRESS.test(text) || this.host.addressOf(text) !== undefined) return text
    throw this.host.unknown('account and no contract', text, `${this.key}.account('${text}') makes an account`)
  }

  /** @throws UsageError for an account or a contract of another chain */
  #ref(of: ContractRef): string {
    const text = contractRef(of)
    if (typeof of !== 'object' || !('chain' in of) || !(of.chain instanceof SandboxChain)) return text
    const { key } = of.chain
    if (key === this.key || of.chain.sandbox !== this.sandbox) return text
    const name = 'name' in of ? String(of.name) : 'label' in of ? String(of.label) : text
    throw new UsageError(`${name} lives on ${key}, not on ${this.key}`, {
      details:
        'name' in of
          ? [`right: ${this.key}.account('${name}') here, or ibcTransfer() for coins to ${key}`]
          : [`right: a contract of ${this.key}, or sandbox.chains.${key} to call this one`],
    })
  }

  /** The address of a receiver on the chain at the other end of a channel; a text that is not a name there stays as it is. */
  beyond(to: string | { readonly address: string }, port = 'transfer', channel = 'channel-0'): string {
    if (typeof to !== 'string') return to.address
    const other = this.sandbox.relayer.chainBehind(this.key, port, channel)
    return (other === undefined ? undefined : this.sandbox.chain(other)?.addressOf(to)) ?? to
  }

  /** @throws UsageError for the label of another contract: names would be ambiguous */
  refuseTaken(label: string): void {
    const address = this.host.labels.addresses.get(label)
    if (address !== undefined)
      throw new UsageError(`${this.key} already has a contract "${label}": ${address}`, {
        details: [`right: use another label, such as "${this.freeLabel(label)}", or none`],
      })
  }

  /** The name, with the first free number appended if it is taken. */
  freeLabel(name: string): string {
    for (let number = 1; ; number++) {
      const label = number === 1 ? name : `${name}-${number}`
      if (this.host.addressOf(label) === undefined) return label
    }
  }

  /**
   * The answer of a contract's query entry point.
   * @example const { count } = neutron.query<{ count: number }>(counter, { get_count: {} })
   * @throws ChainError when the contract or the chain refuses
   */
  query<Answer = Json>(contract: UntypedContractRef, msg: MessageInput): Answer
  /** Queries a contract with known types: a wrong query is an error of the type checker, and the answer has the type of its name. */
  query<T extends ContractTypes, const Name extends string>(
    contract: TypedContract<T>,
    msg: BareQueryOf<T, Name>,
  ): AnswerOf<T, Name>
  query<T extends ContractTypes, const Name extends string>(
    contract: TypedContract<T>,
    msg: WholeQueryOf<T, Name>,
  ): AnswerOf<T, Name>
  query(contract: ContractRef, msg: MessageInput): Json {
    const of = this.#ref(contract)
    const action = { action: 'query', chain: this.key, contract: of, msgText: messageText(msg) } as const
    const { data } = isName(of) ? this.sandbox.performKnown(action) : this.sandbox.performNow(action)
    return data
  }

  /**
   * The chain calls the contract's `sudo` with the message, in a block of its own, as its IBC and query modules do: under the sudo
   * limit, with the failure recorded when it fails. With `icq.callbacks: 'direct'` a failing query callback fails as a whole instead.
   * @example await neutron.callback(vault, { timeout: { request } })
   * @throws TxError then, and when the relayer's gas runs out.
   */
  async callback(
    contract: ContractRef,
    message: CallbackMessageInput,
    options: CallbackOptions = {},
  ): Promise<TxResult> {
    return this.sandbox.perform({
      action: 'callback',
      chain: this.key,
      contract: this.#ref(contract),
      message,
      gasLimit: options.gasLimit,
    })
  }

  /**
   * Arms a fault. It applies once, to the next matching call, whoever makes it, and the result reports it (`faults`, `trace`). A call uses up the oldest
   * fault of each kind, even one with a number that the call does not reach. Everything else is the chain's own behaviour:
   * replies, rollbacks, failures and charges.
   * @example neutron.fault({ contract: vault, entryPoint: 'sudo', fail: { child: 1 } })
   * @returns all armed faults @throws UsageError for an unknown contract
   */
  fault(options: FaultOptions): readonly Fault[] {
    const { contract, ...rest } = options
    return this.sandbox.performNow({
      action: 'fault',
      chain: this.key,
      ...(contract !== undefined && { contract: this.#ref(contract) }),
      ...rest,
    }).waiting
  }
  /** @returns all armed faults, which are disarmed */
  clearFaults(): readonly Fault[] {
    return this.sandbox.performNow({ action: 'clearFaults', chain: this.key }).cleared
  }
  /** Faults that have not applied yet, in the order in which they were armed. */
  get faults(): readonly Fault[] {
    return this.sandbox.performNow({ action: 'faults', chain: this.key }).waiting
  }

  /**
   * Failed callbacks of a contract, or of all, in the order of the store.
   * @example
   * const [failure] = neutron.failures(vault)
   * await alice.execute(vault, { resubmit: { failure_id: Number(failure!.id) } })
   */
  failures(contract?: ContractRef): readonly FailureRecord[] {
    return this.sandbox.performNow({
      action: 'failures',
      chain: this.key,
      contract: contract === undefined ? undefined : this.#ref(contract),
    }).failures
  }

  /** The coins of an address, an account or a contract, sorted by denomination. */
  balances(of: string | { readonly address: string }): readonly Coin[] {
    return this.sandbox.performNow({ action: 'balances', chain: this.key, address: this.known(of) }).coins
  }

  /** The amount of one denomination. */
  balance(of: string | { readonly address: string }, denom: string): bigint {
    return this.balances(of).find((coin) => coin.denom === denom)?.amount ?? 0n
  }

  /** The supply of a denomination on the chain: 0 when nobody holds any. */
  supply(denom: string): bigint {
    const { context, keepers } = this.host.app
    return keepers.bank.supply(context, denom).amount
  }

  /**
   * The address of a contract that is instantiated with a salt: `alice.instantiate(codeId, msg, { salt })`.
   *
   * @param creator who instantiates it: an address, an account or its name, a contract or its label
   * @throws ChainError (wasm/28) for a code that is not stored; UsageError for an unknown creator, and for an empty salt or one of more than 64 bytes
   * Source: wasmd `BuildContractAddressPredictable`, without the message in the address.
   */
  predictAddress(codeId: bigint, creator: string | { readonly address: string }, salt: Uint8Array): string {
    if (salt.length === 0 || salt.length > 64)
      throw new UsageError(`a salt has 1 to 64 bytes, not ${salt.length}`, {
        details: ["right: chain.predictAddress(codeId, alice, new TextEncoder().encode('my salt'))"],
      })
    this.host.app.requireContracts()
    const { context, prefix } = this.host.app
    const known = this.known(creator)
    const address = parseAccAddress(prefix, this.addressOf(known) ?? known)
    const { codeHash } = requireCodeInfo(context, codeId)
    return addressText(prefix, predictableAddress(codeHash, address, salt, NO_BYTES))
  }

  /** Makes empty blocks. @returns the last one, and what modules did in them by themselves: `runs` */
  nextBlock(count = 1): Outcomes['block'] {
    return this.sandbox.performNow({ action: 'block', chain: this.key, count })
  }

  /** What modules did by themselves in all blocks, oldest first: runs of schedules and proposals, also those that failed, and other calls of contracts. */
  get runs(): readonly BlockRunResult[] {
    return [...this.host.app.baseApp.blocks()].flatMap(runsIn)
  }

  /** Makes blocks until every packet in flight to this chain has timed out here. @throws UsageError when none is in flight */
  async skipPastTimeout(): Promise<{ readonly height: bigint; readonly time: bigint }> {
    return this.sandbox.perform({ action: 'skipPastTimeout', chain: this.key })
  }

  /** Sets parameters of a module, as a governance proposal would; those left out stay. */
  setParams(module: string, params: Readonly<Record<string, Json>>): void {
    this.sandbox.performNow({ action: 'params', chain: this.key, module, params })
  }

  /** Sets a price in the oracle, in units of 10^-8 (of 10^-18 in ETHEREUM, of its decimals for a pair with a market). @throws UsageError without an oracle */
  setPrice(pair: string, price: bigint | number | string): Outcomes['price'] {
    return this.sandbox.performNow({ action: 'price', chain: this.key, pair, price })
  }

  /**
   * The whole state after the last block, in the form that the chain's `export` command writes: give it to another sandbox as
   * `createSandbox({ chains: { neutron: { genesis } } })`, and the chain continues there. It does not hold names of accounts, labels, or the EVM.
   * @throws NotSupportedError for a proposal with a message whose JSON form is unknown
   */
  exportGenesis(): GenesisDocument {
    return this.host.app.exportGenesis()
  }

  /** A transaction of a client, failed or not. */
  #delivered(bytes: Uint8Array): TxResult {
    try {
      return this.sandbox.performKnown({ action: 'rawTx', chain: this.key, bytes: toBase64(bytes) })
    } catch (error) {
      if (error instanceof TxError) return error.result
      throw error
    }
  }

  /** The chain in the form that servers and clients use: an incoming transaction is an action of the sandbox. */
  get served(): ServedChain {
    const { app } = this.host
    return {
      baseApp: app.baseApp,
      name: app.name,
      denom: app.denom,
      routes: app.routes,
      nodeServices: app.nodeServices,
      deliverTx: (bytes) => {
        const result = this.#delivered(bytes)
        this.sent.keep(result)
        return deliveredTx(result)
      },
      simulateTx: (bytes, mempool) => simulateTx(this.host, bytes, this.sent, mempool?.checkState),
    }
  }

  /**
   * cosmjs' own `SigningCosmWasmClient` for an account, over this chain in process; the fee may be left out. Clients that
   * `@cosmwasm/ts-codegen` generates run on it unchanged. Its transactions are in the sandbox's log. It is the project's copy of
   * cosmjs, from 0.32 on, or if the project has none, the copy that comes with this package (its types are `any` then). An `accountNumber` that a
   * `number` cannot hold is a `bigint`.
   * @throws UsageError for an older release of cosmjs, and for an impersonated account, since a client has to sign
   */
  async client(account: Account): Promise<SandboxClient> {
    if (account instanceof ImpersonatedAccount)
      throw new UsageError(`a client signs its transactions, but there is no key of ${account.name}`, {
        details: [
          `right: await ${this.key}.actAs(…).execute(contract, msg), or another method of the account that actAs() returns`,
        ],
      })
    const { sandboxClient } = await import('./client.js')
    const { app } = this.host
    return sandboxClient(this.served, this.host.keyOf(account.name), (gas) =>
      app.demandsFees ? requiredFee(app, gas) : [],
    )
  }

  /**
   * The result of a transaction that a client sent to this chain, with its tree of calls. Matchers find it themselves behind what {@link client}
   * returns or throws; a client over a port ({@link Sandbox.serve}) learns only the hash, or a text when its simulation fails.
   * @example
   * // With a client of cosmjs: const sent = await client.execute(sender, vault, message, 'auto')
   * const { trace } = neutron.resultOf('5B0AF4…')
   * @param sent what the client returned or threw, or the hash of the transaction
   * @throws UsageError for anything else, and for a transaction that is not among the newest 256 of clients of this chain
   */
  resultOf(sent: unknown): TxResult {
    const result = this.sent.find(sent)
    if (result !== undefined) return result
    const given = sent instanceof Error ? sent.message : typeof sent === 'string' ? sent : typeof sent
    throw new UsageError(`${this.key} knows no transaction of a client for this value`, {
      details: [
        `given: ${inLine(given)}`,
        'right: a value that a client of this chain returned or threw, or the hash of its transaction',
      ],
    })
  }

  /**
   * The Ethereum JSON-RPC of a chain of kind `evmd` as an EIP-1193 provider, for viem, ethers and Hardhat. It answers from the chain's own blocks, and starts on first use; a transaction that
   * it is sent is in a block of its own, and in the log. It signs for the accounts of the chain.
   * @example const client = createPublicClient({ transport: custom(evm.provider) })
   * @throws UsageError on a chain of another kind; `evm` of a chain of kind `neutron` is such a provider
   */
  get provider(): EvmProvider {
    return this.#ethereum()
  }
  /** See {@link provider}. @internal */
  #ethereum(): ChainProvider {
    const { served } = this
    return (this.#provider ??= new ChainProvider({
      app: evmdOf(this.host),
      deliver: (bytes) => void served.deliverTx!(bytes),
      keys: () => this.host.accounts.evmSecrets(),
    }))
  }
  /** The node behind {@link provider}, for ports; undefined on a chain without an EVM inside. @internal */
  ethereumNode(): Promise<EvmdNode> | undefined {
    return this.host.app.ethereum === undefined ? undefined : this.#ethereum().node()
  }
  /** Closes what it has opened. @internal */
  async close(): Promise<void> {
    await this.#provider?.close()
    await this.host.close()
  }

  /** The EVM alongside the chain. It starts on first use. @throws UsageError on a chain without an EVM. */
  get evm(): EvmNode {
    return this.host.evm()
  }
}
