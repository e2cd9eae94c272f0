import { readFileSync } from 'node:fs'
import { Order, State } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { MsgChannelCloseConfirm, MsgTimeout } from 'cosmjs-types/ibc/core/channel/v1/tx'
import type { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import type { ChainApp } from '../../../src/app/chain-app.js'
import type { ChainOptions } from '../../../src/app/chain-options.js'
import type { HubApp } from '../../../src/app/hub.js'
import type { NeutronApp } from '../../../src/app/neutron/app.js'
import { fromUtf8, toUtf8 } from '../../../src/base/bytes.js'
import { addressText, parseAccAddress } from '../../../src/chain/address.js'
import type { Event } from '../../../src/chain/events.js'
import { parseCoins } from '../../../src/codec/coins.js'
import { getChannel } from '../../../src/modules/ibc/index.js'
import { channelKey } from '../../../src/modules/ibc/keys.js'
import { newHubApp, newNeutronApp } from '../../app/chains.js'
import { Pair, Side } from './pair.js'

export const ALICE = new Uint8Array(20).fill(1)
export interface Ran {
  readonly data: Uint8Array | undefined
  readonly events: readonly Event[]
  readonly gas: number
}

/** A real chain with what a relayer and a user of contracts do on it. */
export class LinkedSide extends Side {
  readonly chain: ChainApp
  readonly alice: string

  constructor(chain: NeutronApp | HubApp) {
    super(chain.baseApp, chain.ibc.core)
    this.chain = chain
    this.alice = addressText(chain.prefix, ALICE)
    chain.runInBlock((ctx) => chain.mint(ctx, ALICE, parseCoins(`1000000000${chain.denom}`)))
  }

  deploy(artifact: string, msg: object, funds = ''): string {
    const code = new Uint8Array(readFileSync(new URL(`../../../contracts/artifacts/${artifact}.wasm`, import.meta.url)))
    const { wasm } = this.chain
    return this.chain.runInBlock((ctx) => {
      const { codeId } = wasm.create(ctx, ALICE, code)
      const { address } = wasm.instantiate(ctx, {
        codeId,
        creator: ALICE,
        admin: ALICE,
        msg: toUtf8(JSON.stringify(msg)),
        label: artifact,
        funds: funds === '' ? [] : parseCoins(funds),
      })
      return addressText(this.prefix, address)
    })
  }

  execute(contract: string, msg: object, funds = ''): Ran {
    return this.chain.runInBlock((ctx) => {
      const data = this.chain.wasm.contracts.execute(
        ctx,
        parseAccAddress(this.prefix, contract),
        ALICE,
        toUtf8(JSON.stringify(msg)),
        funds === '' ? [] : parseCoins(funds),
      )
      return { data, events: ctx.events.events, gas: ctx.gasMeter.consumed }
    })
  }

  query<T>(contract: string, msg: object): T {
    return JSON.parse(fromUtf8(this.chain.querySmart(contract, toUtf8(JSON.stringify(msg))))) as T
  }

  state(portId: string, channelId: string): State | undefined {
    return getChannel(this.app.queryContext(), portId, channelId)?.state
  }
}

/** Two real chains with a connection between them. */
export class Linked extends Pair {
  declare readonly a: LinkedSide
  declare readonly b: LinkedSide
  readonly connections: { readonly a: string; readonly b: string }

  constructor(a: LinkedSide, b: LinkedSide) {
    super(a, b)
    this.createClients()
    this.connections = this.connect()
  }

  /** Tells a side that the other end of a channel of its is closed. */
  confirmClosed(to: LinkedSide, portId: string, channelId: string): void {
    const { counterparty } = getChannel(to.app.queryContext(), portId, channelId)!
    const { proof, proofHeight } = this.prove(to, channelKey(counterparty.portId, counterparty.channelId))
    to.run(MsgChannelCloseConfirm, { portId, channelId, proofInit: proof, proofHeight, signer: to.relayer })
  }

  timeOut(to: LinkedSide, packet: Packet, ordering: Order, next?: bigint): ReturnType<Side['run']> {
    return to.run(MsgTimeout, this.timeoutMessage(to, packet, ordering, next))
  }
}

export const newNeutron = (options: Partial<ChainOptions> = {}): LinkedSide => new LinkedSide(newNeutronApp(options))
export const newHub = (options: Partial<ChainOptions> = {}): LinkedSide => new LinkedSide(newHubApp(options))
