import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { NeutronApp } from '../../../src/app/neutron/app.js'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { ChainError } from '../../../src/base/errors.js'
import { addressText } from '../../../src/chain/address.js'
import type { Context } from '../../../src/chain/context.js'
import { EventManager, type Event } from '../../../src/chain/events.js'
import { FiniteGasMeter, Panic, type GasMeter } from '../../../src/chain/gas.js'
import { queryRaw } from '../../../src/modules/wasm/index.js'
import { asciiKey } from '../../../src/store/key.js'

/** The probe contract: `execute` answers with its own message, `{"P":…}` stores what `reply` answers, `{"m":"x"}` sets the mode of `sudo`. */
export const PROBE = new Uint8Array(
  readFileSync(fileURLToPath(new URL('../../../fixtures/golden-stories/probe.wasm', import.meta.url))),
)

export const CREATOR = new Uint8Array(20).fill(1)
export const FRED = new Uint8Array(20).fill(2)

/** What a call gave. */
export interface Called {
  readonly data: Uint8Array | undefined
  readonly error: ChainError | undefined
  readonly panic: Panic | undefined
  readonly events: readonly Event[]
  readonly gas: number
}

export interface ProbeOptions {
  readonly wasmd?: 'stock' | 'neutron'
  readonly bank?: 'stock' | 'neutron'
}

/** A chain with two probe contracts, each with 1000untrn, and a creator with coins. */
export class ProbeChain {
  readonly app: NeutronApp
  readonly first: Uint8Array
  readonly second: Uint8Array

  constructor({ wasmd = 'stock', bank }: ProbeOptions = {}) {
    this.app = new NeutronApp({
      chainId: 'probe-1',
      name: 'neutron',
      prefix: 'neutron',
      denom: 'untrn',
      vm: '3.0.9',
      wasmd,
      bank,
      txContracts: false,
      txIndex: true,
      genesisTime: 1_600_000_000_000_000_000n,
      params: {},
    })
    const ctx = this.context()
    this.app.mint(ctx, CREATOR, [{ denom: 'untrn', amount: 1_000_000n }])
    this.app.keepers.wasm.create(ctx, CREATOR, PROBE)
    this.first = this.instantiate(ctx)
    this.second = this.instantiate(ctx)
  }

  context(): Context {
    return this.app.baseApp.stateContext()
  }

  text(address: Uint8Array): string {
    return addressText('neutron', address)
  }

  instantiate(ctx: Context, msg = '{"m":"o"}', codeId = 1n): Uint8Array {
    const funds = [{ denom: 'untrn', amount: 1000n }]
    return this.app.keepers.wasm.instantiate(ctx, {
      codeId,
      creator: CREATOR,
      admin: CREATOR,
      msg: toUtf8(msg),
      label: 'probe',
      funds,
    }).address
  }

  /** Runs a call as a transaction would: what fails leaves nothing. */
  call(run: (ctx: Context) => Uint8Array | undefined, meter: GasMeter = new FiniteGasMeter(50_000_000)): Called {
    const branch = this.context().branch()
    const events = new EventManager()
    const ended = (result: Partial<Called>): Called => ({
      data: undefined,
      error: undefined,
      panic: undefined,
      ...result,
      events: events.events,
      gas: meter.consumed,
    })
    try {
      const data = run(branch.ctx.withGasMeter(meter).withEvents(events))
      branch.write()
      return ended({ data })
    } catch (error) {
      branch.discard()
      if (error instanceof ChainError) return ended({ error })
      if (error instanceof Panic) return ended({ panic: error })
      throw error
    }
  }

  execute(message: unknown, contract = this.first, meter?: GasMeter): Called {
    const msg = toUtf8(typeof message === 'string' ? message : JSON.stringify(message))
    return this.call((ctx) => this.app.keepers.wasm.contracts.execute(ctx, contract, CREATOR, msg, []), meter)
  }

  /** The probe answers with submessages and nothing else. */
  send(...messages: readonly unknown[]): Called {
    return this.execute(response({ messages }))
  }

  /** What the probe keeps under a key, as text. */
  stored(key: string, contract = this.first): string | undefined {
    const value = queryRaw(this.context(), contract, asciiKey(key))
    return value && fromUtf8(value)
  }

  balance(address: Uint8Array): bigint {
    return this.app.keepers.bank.balance(this.context(), address, 'untrn').amount
  }
}

export const response = (parts: object): unknown => ({
  ok: { messages: [], attributes: [], events: [], data: null, ...parts },
})

export const submessage = (id: number, replyOn: string, msg: unknown, parts: object = {}): unknown => ({
  id,
  msg,
  gas_limit: null,
  reply_on: replyOn,
  ...parts,
})

export const base64 = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64')

export const coins = (amount: string) => [{ denom: 'untrn', amount }]
