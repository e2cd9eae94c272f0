import { readFileSync } from 'node:fs'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { State } from 'cosmjs-types/ibc/core/connection/v1/connection'
import type { Json } from '../../../src/base/json-value.js'
import type { ChainOptions } from '../../../src/app/chain-options.js'
import type { HubApp } from '../../../src/app/hub.js'
import type { NeutronApp } from '../../../src/app/neutron/app.js'
import { kvQueryResult, txQueryResult } from '../../../src/app/query-results.js'
import { ChainError } from '../../../src/base/errors.js'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import type { TxResult } from '../../../src/chain/block/block.js'
import type { Context } from '../../../src/chain/context.js'
import { EventManager, type Event } from '../../../src/chain/events.js'
import { FiniteGasMeter, Panic } from '../../../src/chain/gas.js'
import { buildTx } from '../../../src/chain/tx/build.js'
import { parseCoins } from '../../../src/codec/coins.js'
import type { KVKey, QueryResult } from '../../../src/codec/neutron/interchainqueries.js'
import { setConnection } from '../../../src/modules/ibc/index.js'
import { queryRaw } from '../../../src/modules/wasm/index.js'
import { register, remove, submit, update } from '../../../src/modules/interchainqueries/index.js'
import { keyOf } from '../../../src/store/key.js'
import { keyAccount } from '../chain.js'
import { newHub, newNeutron } from '../ibc/linked.js'
import { createClient, Pair } from '../ibc/pair.js'

const probe = new Uint8Array(readFileSync(new URL('../../../fixtures/golden-stories/probe.wasm', import.meta.url)))
const CREATOR = new Uint8Array(20).fill(1)
export const STRANGER = new Uint8Array(20).fill(4)
const wallet = keyAccount(7)

export interface Outcome {
  readonly events: readonly Event[]
  readonly gas: number
}

/** Neutron with a contract, a hub, and Neutron's client of the hub on `connection-0`. */
export class QueryPair {
  readonly #pair: Pair
  readonly neutron: NeutronApp
  readonly hub: HubApp
  readonly contract: string
  readonly stranger: string
  readonly client: string
  /** A wallet on the hub. */
  readonly sender: string

  constructor(icq: NonNullable<ChainOptions['icq']> = {}, client: Parameters<typeof createClient>[2] = {}) {
    const [a, b] = [newNeutron({ chainId: 'neutron-9', icq }), newHub({ chainId: 'hub-3' })]
    this.#pair = new Pair(a, b)
    this.neutron = a.chain as NeutronApp
    this.hub = b.chain as HubApp
    this.stranger = addressText('neutron', STRANGER)
    this.sender = addressText('cosmos', wallet.address)
    this.hub.runInBlock((ctx) => this.hub.mint(ctx, wallet.address, parseCoins('1000000000uatom')))
    this.contract = this.deploy()
    this.client = this.#pair.clientOnA = createClient(a, b, client)
    this.neutron.runInBlock((ctx) => this.connect(ctx, 'connection-0', this.client))
  }

  connect(ctx: Context, id: string, clientId: string): void {
    setConnection(ctx, id, {
      clientId,
      versions: [{ identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] }],
      state: State.STATE_OPEN,
      counterparty: { clientId: '07-tendermint-0', connectionId: id, prefix: { keyPrefix: toUtf8('ibc') } },
      delayPeriod: 0n,
    })
  }

  /** Another contract, with coins for deposits. */
  deploy(): string {
    const { wasm } = this.neutron.keepers
    return this.neutron.runInBlock((ctx) => {
      const { codeId } = wasm.create(ctx, CREATOR, probe)
      const { address } = wasm.instantiate(ctx, {
        codeId,
        creator: CREATOR,
        admin: undefined,
        msg: toUtf8('{}'),
        label: 'probe',
        funds: [],
      })
      this.neutron.mint(ctx, address, parseCoins('100000000000untrn'))
      return addressText('neutron', address)
    })
  }

  /** Sets what the contract does when it is called back: `o` ok, `e` error, `p` trap, `l` loop. */
  mode(mode: 'o' | 'e' | 'p' | 'l', contract = this.contract): void {
    this.neutron.runInBlock((ctx) =>
      this.neutron.keepers.wasm.contracts.execute(
        ctx,
        this.neutron.address(contract),
        CREATOR,
        toUtf8(JSON.stringify({ m: mode })),
        [],
      ),
    )
  }
  /** The last message with which the contract was called back. */
  heard(contract = this.contract): Json {
    const message = queryRaw(this.neutron.context, this.neutron.address(contract), keyOf(toUtf8('w')))
    return message === undefined ? null : (JSON.parse(fromUtf8(message)) as Json)
  }

  registerKv(keys: readonly KVKey[], owner = this.contract): bigint {
    return this.run((ctx) =>
      register(this.queries, ctx, {
        queryType: 'kv',
        keys,
        transactionsFilter: '',
        connectionId: 'connection-0',
        updatePeriod: 1n,
        sender: owner,
      }),
    ).value
  }
  registerTx(owner = this.contract): bigint {
    return this.run((ctx) =>
      register(this.queries, ctx, {
        queryType: 'tx',
        keys: [],
        transactionsFilter: '[]',
        connectionId: 'connection-0',
        updatePeriod: 1n,
        sender: owner,
      }),
    ).value
  }

  get queries() {
    return this.neutron.interchainQueries
  }
  update(message: Parameters<typeof update>[2]): Outcome {
    return this.run((ctx) => update(this.queries, ctx, message))
  }
  remove(id: bigint, sender = this.contract): Outcome {
    return this.run((ctx) => remove(this.queries, ctx, { queryId: id, sender }))
  }
  submit(id: bigint, result: QueryResult, gasLimit?: number): Outcome {
    const message = { queryId: id, sender: this.stranger, clientId: 'nobody looks at it', result }
    return this.run((ctx) => submit(this.queries, ctx, message), gasLimit)
  }

  /** A message in a block of its own; an error leaves no trace of it. */
  run<T>(work: (ctx: Context) => T, gasLimit = 100_000_000): Outcome & { readonly value: T } {
    return this.neutron.runInBlock((ctx) => {
      const meter = new FiniteGasMeter(gasLimit)
      const events = new EventManager()
      const value = work(ctx.withGasMeter(meter).withEvents(events))
      return { value, events: events.events, gas: meter.consumed }
    })
  }

  /** Makes a block on the hub and brings its header to the client, so that the state of the block before is proven. @returns that height */
  provable(): number {
    return this.#pair.update(this.#pair.a) - 1
  }
  bring(height: number): void {
    this.neutron.nextBlock(this.later())
    this.#pair.bring(this.#pair.a, height)
  }
  later(): bigint {
    const [a, b] = [this.neutron.time, this.hub.time]
    return (a > b ? a : b) + 1_000_000_000n
  }

  kv(keys: readonly KVKey[], height: number, options: { readonly allowKvCallbacks?: boolean } = {}): QueryResult {
    return kvQueryResult(this.hub.baseApp, keys, height, options)
  }
  tx(place: { readonly height: number; readonly index: number }): QueryResult {
    return txQueryResult(this.neutron, this.client, this.hub.baseApp, place)
  }

  /** Transactions in one block of the hub, each sending to an address; `null` fails. */
  send(amounts: readonly (string | null)[]): TxResult[] {
    const { baseApp: app } = this.hub
    app.beginBlock({ time: this.later() })
    const results = amounts.map((amount) => {
      const account = this.hub.keepers.accounts.get(app.stateContext(), wallet.address)!
      const value = MsgSend.encode({
        fromAddress: this.sender,
        toAddress: addressText('cosmos', new Uint8Array(20).fill(8)),
        amount: [{ denom: 'uatom', amount: amount ?? '999999999999999' }],
      }).finish()
      const { accountNumber, sequence } = account
      const bytes = buildTx({
        chainId: 'hub-3',
        messages: [{ typeUrl: '/cosmos.bank.v1beta1.MsgSend', value }],
        fee: [],
        gasLimit: 1_000_000n,
        signers: [{ publicKey: wallet.publicKey, accountNumber, sequence, sign: wallet.sign }],
      })
      return app.deliver(bytes)
    })
    app.endBlock()
    this.hub.nextBlock(this.later())
    this.neutron.nextBlock(this.later())
    return results
  }

  /** Everything that a refused submission could have touched. */
  state(): string {
    const ctx = this.neutron.context
    return ['interchainqueries', 'ibc', 'wasm', 'bank', 'contractmanager']
      .map((name) => {
        const rows = ctx.rawStore(name).iterator()
        let text = name
        for (; rows.valid; rows.next())
          text += `\n${Buffer.from(rows.key, 'latin1').toString('hex')}=${Buffer.from(rows.value).toString('hex')}`
        return text
      })
      .join('\n')
  }
}

/** How a step ends that must not succeed, and that it changed nothing. */
export function refusal(pair: QueryPair, step: () => unknown): { codespace: string; code: number; log: string } {
  const before = pair.state()
  try {
    step()
  } catch (error) {
    if (pair.state() !== before) throw new Error('the refused step left traces in the state', { cause: error })
    if (error instanceof ChainError) return { codespace: error.codespace, code: error.code, log: error.log }
    if (error instanceof Panic) return { codespace: 'panic', code: 0, log: error.message }
    throw error
  }
  throw new Error('the step was not refused')
}
