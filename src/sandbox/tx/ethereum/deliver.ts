import { EvmdApp } from '../../../app/index.js'
import { ChainError, concatBytes, fromHex, NO_BYTES, toHex, UsageError } from '../../../base/index.js'
import { decimalCeil, encodeBech32 } from '../../../codec/index.js'
import { carriedIn, createdAddress, decodeEthereumTx, enveloped, signedTx } from '../../../modules/evm/index.js'
import type { Hex } from '../../../evm/internal.js'
import type { ChainHost } from '../../host/chain-host.js'
import type { WasmFiles } from '../../host/wasm-files.js'
import type { Arguments } from '../../values/abi-values.js'
import { ContractAbi, encodeCallOf, functionOfSignature } from '../../values/contract-abi.js'
import { DEFAULT_GAS_LIMIT, deliverRaw, deliverSigned } from '../deliver.js'
import { shownTx } from '../result-text.js'
import { TxError, type TxResult } from '../result.js'
import type { EthereumCallAction, EthereumTxAction } from './actions.js'
import { readArtifact, type Artifact } from './artifact.js'
import { failureText } from '../../values/failure-text.js'
import { ethereumOutcome, type EthereumOutcome } from './outcome.js'

/** The chain of a host as one with the EVM inside. @throws UsageError for another one */
export function evmdOf({ key, app }: ChainHost): EvmdApp {
  if (app instanceof EvmdApp) return app
  throw new UsageError(`${key} has no EVM inside`, { details: ["right: a chain of kind 'evmd'"] })
}

/** The 20 bytes of an address in hex or bech32, or of an account or contract by its name. @throws UsageError */
export const addressReader =
  (host: ChainHost) =>
  (text: string): Uint8Array => {
    const known = host.addressOf(text) ?? text
    if (/^0x[0-9a-fA-F]{40}$/.test(known)) return fromHex(known.slice(2))
    try {
      return host.app.address(known)
    } catch (error) {
      if (error instanceof ChainError) throw host.unknown('account and no contract', text)
      throw error
    }
  }

/** A result of a transaction of Ethereum. */
export type EthereumTxResult = TxResult & { readonly ethereum: EthereumOutcome }

/**
 * A transaction of Ethereum in a block of its own. With no limit of gas it has what it needs.
 * @throws TxError when the chain refuses it, and when its code fails; UsageError for an unknown account, contract or function, and for wrong arguments
 */
export function deliverEthereum(host: ChainHost, action: EthereumTxAction, files: WasmFiles): EthereumTxResult {
  const app = evmdOf(host)
  const address = addressReader(host)
  const { from: name, value, maxPriorityFeePerGas: tipCap } = action
  const { type, privateKey, addressBytes: from } = host.accounts.known(name)
  if (type !== 'eth')
    throw new UsageError(
      `the account "${name}" of ${host.key} has a key of the type ${type}, which signs no transaction of Ethereum`,
    )
  const artifact = action.deploy && artifactOf(host, action.deploy, files)
  if (action.call !== undefined && action.to === undefined)
    throw new UsageError(`${action.call.function} is called of no contract`, {
      details: ['right: to: its address or its label'],
    })
  const to = action.to === undefined ? undefined : address(action.to)
  const data = dataOf(host, action, to, artifact)
  const { denom, context, evmChainId: chainId } = app
  const nonce = app.account(from)?.sequence ?? 0n
  const price = decimalCeil(app.minimumGasPrices(context)[0]!.amount)
  const gas = action.gasLimit ?? gasFor(app, { from, to, data, value })
  const feeCap = action.maxFeePerGas ?? price + tipCap
  const raw = signedTx({ chainId, nonce, tipCap, feeCap, gas, to, value, data }, privateKey)
  const bytes = enveloped({ from, raw, fee: { denom, amount: feeCap * gas }, gasLimit: gas })
  const result = deliverSigned(host, bytes)
  const created = to === undefined ? createdAddress(from, nonce) : undefined
  const ethereum = ethereumOutcome(host, result, { from, to, created, abi: artifact?.abi })
  const whole = shownTx({ ...result, ethereum }) as EthereumTxResult
  if (ethereum.failure !== undefined) throw new TxError(whole, false, failureText(ethereum))
  if (created !== undefined) learn(host, created, action.deploy?.label, artifact)
  return whole
}

/** A transaction that a client signed, with what it did in the EVM if it is one of Ethereum. @throws TxError when it is refused or fails */
export function deliverClientTx(host: ChainHost, bytes: Uint8Array): TxResult {
  const result = deliverRaw(host, bytes)
  const [carried] = host.app.ethereum === undefined ? [] : carriedIn(bytes)
  if (carried === undefined) return result
  // The chain has compared it with the signature.
  const { from } = carried
  const tx = decodeEthereumTx(carried.raw)
  const created = tx.to === undefined ? createdAddress(from, tx.nonce) : undefined
  return shownTx({ ...result, ethereum: ethereumOutcome(host, result, { from, to: tx.to, created, abi: undefined }) })
}

function artifactOf(host: ChainHost, deploy: NonNullable<EthereumTxAction['deploy']>, files: WasmFiles): Artifact {
  const { label, libraries = {} } = deploy
  if (label !== undefined && host.addressOf(label) !== undefined)
    throw new UsageError(`${host.key} knows another address by the name "${label}"`, {
      details: ['right: another label'],
    })
  const addresses = new Map(Object.entries(libraries).map(([name, at]) => [name, addressReader(host)(at)]))
  return readArtifact(deploy.artifact, addresses, files, '/deploy/artifact')
}

function dataOf(
  host: ChainHost,
  { deploy, call, data }: EthereumTxAction,
  to: Uint8Array | undefined,
  artifact: Artifact | undefined,
): Uint8Array {
  if (deploy !== undefined && artifact !== undefined) {
    const { abi, bytecode } = artifact
    return concatBytes(bytecode, constructorArguments(host, abi, deploy.args))
  }
  return call === undefined || to === undefined ? bytesOf(data) : callData(host, to, call)
}

const constructorArguments = (host: ChainHost, abi: Artifact['abi'], args: Arguments): Uint8Array =>
  new ContractAbi(abi).encodeConstructor(args, addressReader(host))

const bytesOf = (data: string | undefined): Uint8Array => (data === undefined ? NO_BYTES : fromHex(data.slice(2)))

/** @throws UsageError for a name that the contract's ABI does not have, and without an ABI for a text that is no signature */
function callData(
  host: ChainHost,
  to: Uint8Array,
  { function: name, args }: NonNullable<EthereumCallAction['call']>,
): Uint8Array {
  const abi = host.solidity.of(to)
  // A signature counts also where the ABI lacks it: the contract may pass on what it does not know.
  const isForeign = abi === undefined || (name.includes('(') && !abi.has(name))
  const item = isForeign ? functionOfSignature(name) : abi.function(name, args)
  return encodeCallOf(item, args, addressReader(host))
}

/** What it needs; the usual limit if it is going to fail anyway. */
function gasFor(
  app: EvmdApp,
  args: {
    readonly from: Uint8Array
    readonly to: Uint8Array | undefined
    readonly data: Uint8Array
    readonly value: bigint
  },
): bigint {
  try {
    const { vmError, gas } = app.calls.estimate(app.context, { args, gasCap: DEFAULT_GAS_LIMIT })
    return vmError === '' ? gas : DEFAULT_GAS_LIMIT
  } catch (error) {
    if (error instanceof ChainError) return DEFAULT_GAS_LIMIT
    throw error
  }
}

function learn(host: ChainHost, at: Uint8Array, label: string | undefined, artifact: Artifact | undefined): void {
  if (label !== undefined) host.labels.set(label, encodeBech32(host.app.prefix, at))
  if (artifact !== undefined) host.solidity.learn(at, artifact.abi)
}

/** A call of a contract that failed. */
export class EthereumCallError extends ChainError {
  /** What it reverted with. */
  readonly data: Hex

  constructor(log: string, data: Hex) {
    super({ codespace: 'evm', code: 10, log })
    this.data = data
  }
}

/** What a call of a contract answers. */
export interface EthereumAnswer {
  readonly returned: Uint8Array
  readonly gasUsed: bigint
}

/** Calls a contract on the last state. @throws EthereumCallError when it fails */
export function callEthereum(host: ChainHost, action: EthereumCallAction): EthereumAnswer {
  const app = evmdOf(host)
  const address = addressReader(host)
  const to = address(action.to)
  const data = action.call === undefined ? bytesOf(action.data) : callData(host, to, action.call)
  const { gasLimit = DEFAULT_GAS_LIMIT, value } = action
  const from = action.from === undefined ? undefined : address(action.from)
  const answer = app.calls.call(app.context, { args: { from, to, data, value, gas: gasLimit }, gasCap: 0n })
  const { vmError, returned, gasUsed } = answer
  if (vmError !== '') {
    const error = host.solidity.error(host.solidity.of(to), returned)
    const log = failureText({ failure: vmError, error, returned: `0x${toHex(returned)}` })
    throw new EthereumCallError(log, `0x${toHex(returned)}`)
  }
  return { returned, gasUsed }
}
