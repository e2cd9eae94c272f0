import { atCallersLine, errorsAtCallersLine, inLine, toHex, UsageError } from '../../../base/index.js'
import { signatureOfJson, type JsonItem } from '../../../codec/abi/index.js'
import { checksum, type Hex } from '../../../evm/internal.js'
import { resultOf } from '../../values/contract-abi.js'
import { SHOWN } from '../../values/shown.js'
import type { EthereumTxResult } from '../../tx/ethereum/deliver.js'
import type { Coin } from '../../../codec/index.js'
import type { FailureRecord } from '../../host/failures.js'
import type { SandboxChain } from '../chain.js'
import type { Account } from '../account.js'
import { plainArguments } from './arguments.js'
import { signerName } from './signer.js'
import type { EthereumCallOptions, EthereumTxOptions, ReadFunctions, WriteFunctions } from './contract-types.js'

/** A function of the contract as a test calls it. */
type Call<Options, Result> = (args?: readonly unknown[], options?: Options) => Result

/** A contract in Solidity on a chain of the sandbox. */
export class SolidityContract {
  static {
    errorsAtCallersLine(this)
  }

  readonly chain: SandboxChain
  /** With the capitals of EIP-55. */
  readonly evmAddress: Hex
  /** Bech32: the same 20 bytes. */
  readonly address: string
  readonly label: string
  readonly abi: readonly JsonItem[]
  /**
   * Functions that change nothing, by name, or by signature where several have the name. They return what viem returns.
   * @example token.read.balanceOf([alice])
   * @throws ChainError (evm/10) with the decoded reason when the call fails; UsageError for wrong arguments
   */
  readonly read: ReadFunctions<readonly unknown[]>
  /**
   * Functions in a transaction, by name, or by signature where several have the name.
   * @example await token.write.transfer([bob, 5n], { from: alice })
   * @throws TxError with the decoded reason when the call fails; UsageError for wrong arguments
   */
  readonly write: WriteFunctions<readonly unknown[]>
  readonly #deployer: Account | undefined

  constructor(
    chain: SandboxChain,
    about: {
      readonly bytes: Uint8Array
      readonly address: string
      readonly label: string
      readonly abi: readonly JsonItem[]
      readonly deployer: Account | undefined
    },
  ) {
    this.chain = chain
    this.address = about.address
    this.evmAddress = checksum(`0x${toHex(about.bytes)}`)
    this.label = about.label
    this.abi = about.abi
    this.#deployer = about.deployer
    const functions = about.abi.filter(({ type }) => type === 'function')
    this.read = byName(functions, (item) => (args, options) => this.#read(item, args, options))
    this.write = byName(functions, (item) => (args, options) => this.#write(item, args, options))
  }

  /** For `console.log`. */
  [SHOWN](): string {
    return inLine(`Contract ${this.label} of ${this.chain.key}: ${this.evmAddress}, ${this.address}`)
  }

  /** Its callbacks that failed, as the chain reports them. */
  failures(): readonly FailureRecord[] {
    return this.chain.failures(this)
  }

  balances(): readonly Coin[] {
    return this.chain.balances(this.address)
  }

  #read(item: JsonItem, args: readonly unknown[] = [], { from, ...options }: EthereumCallOptions = {}): unknown {
    const { returned } = this.chain.sandbox.performNow({
      action: 'ethereumCall',
      chain: this.chain.key,
      ...(from !== undefined && { from: typeof from === 'string' ? from : from.address }),
      to: this.address,
      call: { function: signatureOfJson(item), args: plainArguments(args) },
      ...options,
    })
    return resultOf(item, returned)
  }

  async #write(
    item: JsonItem,
    args: readonly unknown[] = [],
    options: EthereumTxOptions = {},
  ): Promise<EthereumTxResult> {
    const { from = this.#deployer, ...rest } = options
    if (from === undefined)
      throw new UsageError(`nobody is named who signs ${item.name}()`, {
        details: [`right: await contract.write.${item.name}([…], { from: alice })`],
      })
    return this.chain.sandbox.perform({
      action: 'ethereumTx',
      chain: this.chain.key,
      from: signerName(from),
      to: this.address,
      call: { function: signatureOfJson(item), args: plainArguments(args) },
      ...rest,
    })
  }
}

/** Each function by its signature, and by its name: of several with one name the first, unless the arguments of a call fit another one alone. */
function byName<Options, Result>(
  functions: readonly JsonItem[],
  make: (item: JsonItem) => Call<Options, Result>,
): Readonly<Record<string, Call<Options, Result>>> {
  const calls: Record<string, Call<Options, Result>> = {}
  for (const item of functions) {
    calls[signatureOfJson(item)] = atCallersLine(make(item))
    const named = functions.filter(({ name }) => name === item.name)
    calls[item.name!] = atCallersLine((args = [], options) => make(fitting(named, args))(args, options))
  }
  return calls
}

/** @throws UsageError if several have that many parameters */
function fitting(named: readonly JsonItem[], args: readonly unknown[]): JsonItem {
  const found = named.length > 1 ? named.filter(({ inputs = [] }) => inputs.length === args.length) : named
  if (found.length === 1) return found[0]!
  const signatures = named.map(signatureOfJson)
  throw new UsageError(`the contract has several functions ${named[0]!.name}`, {
    details: [`right: one of ${signatures.map((one) => `['${one}']`).join(', ')}`],
  })
}
