import {
  SigningCosmWasmClient,
  type ExecuteInstruction,
  type InstantiateOptions,
  type JsonObject,
} from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1Wallet, type EncodeObject, type OfflineDirectSigner } from '@cosmjs/proto-signing'
import { GasPrice, type Coin, type SignerData, type StdFee } from '@cosmjs/stargate'
import { Comet38Client, type RpcClient } from '@cosmjs/tendermint-rpc'
import type { AccessConfig } from 'cosmjs-types/cosmwasm/wasm/v1/types'
import { errorsAtCallersLine } from '../../base/callers-line.js'
import { UsageError } from '../../base/errors.js'
import { answerJson } from '../../server/comet/rpc.js'
import { ChainNode, type ServedChain } from '../../server/chain-node.js'
import { DEFAULT_CHAIN_LIMITS } from '../../server/limits.js'
import { EthSigner, readAccount } from '../host/eth-signer.js'
import type { AccountKey } from '../host/keyring.js'

type Fee = StdFee | 'auto' | number
type Request = Parameters<RpcClient['execute']>[0]
type Answer = Awaited<ReturnType<RpcClient['execute']>>

/** What a transaction of the client offers when it is told nothing: no coins, and the gas of the sandbox's own transactions. */
const DEFAULT_FEE: StdFee = { amount: [], gas: '50000000' }

/** A chain of this process as cosmjs sees a node: the same RPC as over the port, without one. */
export function inProcess(chain: ServedChain): RpcClient {
  const node = new ChainNode(chain, DEFAULT_CHAIN_LIMITS)
  return {
    execute: (request: Request): Promise<Answer> => {
      const { text = '{}' } = answerJson(node, JSON.stringify(request)) ?? {}
      const answer = JSON.parse(text) as Answer & { readonly error?: object }
      return answer.error === undefined
        ? Promise.resolve(answer)
        : Promise.reject(new Error(JSON.stringify(answer.error)))
    },
    disconnect: () => undefined,
  }
}

/**
 * cosmjs' own `SigningCosmWasmClient` over a chain of the sandbox, in process: transactions are signed, and the fee may be left out.
 * Clients that `@cosmwasm/ts-codegen` generates take it as it is.
 */
export class SandboxClient extends SigningCosmWasmClient {
  static {
    errorsAtCallersLine(this)
  }

  /** The account that signs. */
  readonly address: string

  protected constructor(rpc: RpcClient, signer: OfflineDirectSigner, address: string, denom: string) {
    // Blocks are made at once, so the first look finds the transaction.
    super(Comet38Client.create(rpc), signer, {
      accountParser: readAccount,
      broadcastPollIntervalMs: 1,
      gasPrice: GasPrice.fromString(`0${denom}`),
    })
    this.address = address
  }

  static async over(chain: ServedChain, key: AccountKey, prefix: string, denom: string): Promise<SandboxClient> {
    const signer = key.type === 'eth' ? new EthSigner(key) : await DirectSecp256k1Wallet.fromKey(key.privateKey, prefix)
    const [account] = await signer.getAccounts()
    if (!account) throw new UsageError('the wallet of the account is empty')
    return new SandboxClient(inProcess(chain), signer, account.address, denom)
  }

  override upload(sender: string, wasm: Uint8Array, fee: Fee = DEFAULT_FEE, memo?: string, permission?: AccessConfig) {
    return super.upload(sender, wasm, fee, memo, permission)
  }
  override instantiate(
    sender: string,
    codeId: number,
    msg: JsonObject,
    label: string,
    fee: Fee = DEFAULT_FEE,
    options?: InstantiateOptions,
  ) {
    return super.instantiate(sender, codeId, msg, label, fee, options)
  }
  override instantiate2(
    sender: string,
    codeId: number,
    salt: Uint8Array,
    msg: JsonObject,
    label: string,
    fee: Fee = DEFAULT_FEE,
    options?: InstantiateOptions,
  ) {
    return super.instantiate2(sender, codeId, salt, msg, label, fee, options)
  }
  override updateAdmin(sender: string, contract: string, newAdmin: string, fee: Fee = DEFAULT_FEE, memo?: string) {
    return super.updateAdmin(sender, contract, newAdmin, fee, memo)
  }
  override clearAdmin(sender: string, contract: string, fee: Fee = DEFAULT_FEE, memo?: string) {
    return super.clearAdmin(sender, contract, fee, memo)
  }
  override migrate(
    sender: string,
    contract: string,
    codeId: number,
    msg: JsonObject,
    fee: Fee = DEFAULT_FEE,
    memo?: string,
  ) {
    return super.migrate(sender, contract, codeId, msg, fee, memo)
  }
  override execute(
    sender: string,
    contract: string,
    msg: JsonObject,
    fee: Fee = DEFAULT_FEE,
    memo?: string,
    funds?: readonly Coin[],
  ) {
    return super.execute(sender, contract, msg, fee, memo, funds)
  }
  override executeMultiple(
    sender: string,
    instructions: readonly ExecuteInstruction[],
    fee: Fee = DEFAULT_FEE,
    memo?: string,
  ) {
    return super.executeMultiple(sender, instructions, fee, memo)
  }
  override sendTokens(
    sender: string,
    recipient: string,
    amount: readonly Coin[],
    fee: Fee = DEFAULT_FEE,
    memo?: string,
  ) {
    return super.sendTokens(sender, recipient, amount, fee, memo)
  }
  override delegateTokens(delegator: string, validator: string, amount: Coin, fee: Fee = DEFAULT_FEE, memo?: string) {
    return super.delegateTokens(delegator, validator, amount, fee, memo)
  }
  override undelegateTokens(delegator: string, validator: string, amount: Coin, fee: Fee = DEFAULT_FEE, memo?: string) {
    return super.undelegateTokens(delegator, validator, amount, fee, memo)
  }
  override withdrawRewards(delegator: string, validator: string, fee: Fee = DEFAULT_FEE, memo?: string) {
    return super.withdrawRewards(delegator, validator, fee, memo)
  }
  override signAndBroadcast(
    signer: string,
    messages: readonly EncodeObject[],
    fee: Fee = DEFAULT_FEE,
    memo?: string,
    timeoutHeight?: bigint,
  ) {
    return super.signAndBroadcast(signer, messages, fee, memo, timeoutHeight)
  }
  override signAndBroadcastSync(
    signer: string,
    messages: readonly EncodeObject[],
    fee: Fee = DEFAULT_FEE,
    memo?: string,
    timeoutHeight?: bigint,
  ) {
    return super.signAndBroadcastSync(signer, messages, fee, memo, timeoutHeight)
  }
  override simulate(signer: string, messages: readonly EncodeObject[], memo?: string) {
    return super.simulate(signer, messages, memo)
  }
  override sign(
    signer: string,
    messages: readonly EncodeObject[],
    fee: StdFee = DEFAULT_FEE,
    memo = '',
    explicitSignerData?: SignerData,
    timeoutHeight?: bigint,
  ) {
    return super.sign(signer, messages, fee, memo, explicitSignerData, timeoutHeight)
  }
}
