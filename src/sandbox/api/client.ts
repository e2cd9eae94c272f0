import type { EncodeObject } from '@cosmjs/proto-signing'
import type { Account as ChainAccount, StdFee } from '@cosmjs/stargate'
import type { Comet38Client, RpcClient } from '@cosmjs/tendermint-rpc'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { ETH_SECP256K1_KEY, EVM_SECP256K1_KEY } from '../../chain/ante/index.js'
import { errorsAtCallersLine, own, refuseNotJson } from '../../base/index.js'
import type { Coin } from '../../codec/index.js'
import type { ServedChain } from '../../server/internal.js'
import type { AccountKey } from '../host/keyring.js'
import { KeySigner } from '../host/key-signer.js'
import { BEFORE_FEE, type SandboxClient } from './client-type.js'
import { loadCosmjs, type Cosmjs } from './cosmjs.js'
import { inProcess } from './in-process.js'
import { DEFAULT_GAS_LIMIT } from '../tx/deliver.js'
import { sending } from '../tx/sent.js'

type Fee = StdFee | 'auto' | number

/** The coins that the chain demands for an amount of gas. */
export type FeeFor = (gas: bigint) => readonly Coin[]

/** The client's fee when none is given: what the chain demands, with the gas limit of the sandbox's own transactions. */
const feeOf = (demanded: FeeFor, gas = DEFAULT_GAS_LIMIT): StdFee => ({
  amount: demanded(gas).map(({ denom, amount }) => ({ denom, amount: String(amount) })),
  gas: String(gas),
})

/** Blocks are made at once, so the first poll finds the transaction. */
const POLL_INTERVAL_MS = 1

/** The factor on simulated gas for the fee `auto`. That of cosmjs, 1.4, is too little for small messages on Neutron. */
const GAS_MULTIPLIER = 1.6

/** Methods that send, with the number of arguments before the optional ones. */
const SENDING = { ...BEFORE_FEE, broadcastTx: 1, broadcastTxSync: 1 }

/** Where the methods have messages of contracts, which cosmjs writes as `JSON.stringify` does. */
const MESSAGES: Readonly<Record<string, (args: readonly unknown[]) => unknown>> = {
  instantiate: (args) => args[2],
  instantiate2: (args) => args[3],
  migrate: (args) => args[3],
  execute: (args) => args[2],
  executeMultiple: ([, instructions]) => (instructions as readonly { readonly msg: unknown }[]).map(({ msg }) => msg),
}

/** Defaults for arguments that are left out, from the fee on. */
const defaultsOf = (method: string, fee: () => StdFee): readonly unknown[] =>
  method === 'sign' ? [fee(), ''] : method === 'simulate' || !(method in BEFORE_FEE) ? [] : [fee()]

const UNKNOWN_KEYS: ReadonlySet<string> = new Set([ETH_SECP256K1_KEY, EVM_SECP256K1_KEY])
const BASE_ACCOUNT = '/cosmos.auth.v1beta1.BaseAccount'

/**
 * Reads an account as cosmjs does, but also accepts what it does not know. A key of another type is left out. A number that a `number` cannot hold, which
 * accounts have from cosmos-sdk v0.54 on, is a `bigint`: cosmjs signs with one, whatever its type says.
 */
const accountReader =
  ({ accountFromAny }: Cosmjs) =>
  (any: Parameters<Cosmjs['accountFromAny']>[0]): ChainAccount => {
    if (any.typeUrl !== BASE_ACCOUNT) return accountFromAny(any)
    const account = BaseAccount.decode(any.value)
    const { accountNumber } = account
    const isLarge = accountNumber > BigInt(Number.MAX_SAFE_INTEGER)
    if (isLarge) account.accountNumber = 0n
    if (UNKNOWN_KEYS.has(account.pubKey?.typeUrl ?? '')) delete account.pubKey
    const read = accountFromAny({ ...any, value: BaseAccount.encode(account).finish() })
    return isLarge ? { ...read, accountNumber: accountNumber as unknown as number } : read
  }

type Make = (rpc: RpcClient, key: AccountKey, demanded: FeeFor) => Promise<SandboxClient>

/** The client over one copy of cosmjs. It accepts no objects made by another copy: the gas price is not an instance of a cosmjs class. */
function clientOf(cosmjs: Cosmjs): Make {
  class Client extends cosmjs.SigningCosmWasmClient {
    readonly address: string
    readonly demanded: FeeFor

    constructor(node: Comet38Client, key: AccountKey, demanded: FeeFor) {
      super(node, new KeySigner(key), {
        accountParser: accountReader(cosmjs),
        broadcastPollIntervalMs: POLL_INTERVAL_MS,
      })
      this.address = key.address
      this.demanded = demanded
    }

    override async queryContractSmart(address: string, query: Parameters<SandboxClient['queryContractSmart']>[1]) {
      refuseNotJson(query, 'a message')
      return super.queryContractSmart(address, query) as Promise<unknown>
    }

    /** cosmjs uses its interval only where it signs, too. */
    override async broadcastTx(tx: Uint8Array, timeoutMs?: number, pollIntervalMs = POLL_INTERVAL_MS) {
      return super.broadcastTx(tx, timeoutMs, pollIntervalMs)
    }

    override async signAndBroadcast(
      signer: string,
      messages: readonly EncodeObject[],
      fee: Fee,
      memo?: string,
      timeoutHeight?: bigint,
    ) {
      return super.signAndBroadcast(
        signer,
        messages,
        await this.#priced(signer, messages, fee, memo),
        memo,
        timeoutHeight,
      )
    }

    override async signAndBroadcastSync(
      signer: string,
      messages: readonly EncodeObject[],
      fee: Fee,
      memo?: string,
      timeoutHeight?: bigint,
    ) {
      return super.signAndBroadcastSync(
        signer,
        messages,
        await this.#priced(signer, messages, fee, memo),
        memo,
        timeoutHeight,
      )
    }

    async #priced(signer: string, messages: readonly EncodeObject[], fee: Fee, memo?: string): Promise<StdFee> {
      if (typeof fee === 'object') return fee
      const gas = await this.simulate(signer, messages, memo)
      return feeOf(this.demanded, BigInt(Math.ceil(gas * (fee === 'auto' ? GAS_MULTIPLIER : fee))))
    }
  }
  const inherited = Client.prototype as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>
  for (const [name, needed] of Object.entries(SENDING)) {
    const method = inherited[name]!
    Object.defineProperty(Client.prototype, name, {
      configurable: true,
      writable: true,
      value(this: Client, ...args: unknown[]) {
        const defaults = defaultsOf(name, () => feeOf(this.demanded))
        for (const [index, value] of defaults.entries()) args[needed + index] ??= value
        return sending(async () => {
          refuseNotJson(own(MESSAGES, name)?.(args) ?? null, 'a message')
          return method.apply(this, args)
        })
      },
    })
  }
  errorsAtCallersLine(Client)
  return async (rpc, key, demanded) => {
    // Up to 0.35 it is asynchronous.
    // oxlint-disable-next-line typescript/await-thenable
    const node = await cosmjs.Comet38Client.create(rpc)
    return new Client(node, key, demanded) as unknown as SandboxClient
  }
}

let made: { readonly cosmjs: Cosmjs; readonly make: Make } | undefined

/** A client of an account of a chain. @throws UsageError for a release of cosmjs before 0.32 */
export async function sandboxClient(chain: ServedChain, key: AccountKey, demanded: FeeFor): Promise<SandboxClient> {
  const cosmjs = await loadCosmjs()
  if (made?.cosmjs !== cosmjs) made = { cosmjs, make: clientOf(cosmjs) }
  return made.make(inProcess(chain), key, demanded)
}
