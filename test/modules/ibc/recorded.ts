import { readFileSync } from 'node:fs'
import { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { QueryVerifyMembershipRequest } from 'cosmjs-types/ibc/core/client/v1/query'
import type { Json } from '../../../src/base/json-value.js'
import { fromBase64, fromHex, toUtf8 } from '../../../src/base/bytes.js'
import { addressText } from '../../../src/chain/address.js'
import { App } from '../../../src/chain/app.js'
import type { Context } from '../../../src/chain/context.js'
import type { Module } from '../../../src/chain/module.js'
import { IbcKeeper, ibcModule } from '../../../src/modules/ibc/index.js'
import { tendermintClient } from '../../../src/modules/ibc/tendermint/light-client.js'
import { keyOf } from '../../../src/store/key.js'
import { RecordedSteps, type Acted, type RecordedStep } from '../../recorded-steps.js'
import { echo, echo2 } from './recorded-echo.js'

/** A step of ibc-go v10.5.0; made by reference/ibc. */
export interface IbcStep extends RecordedStep {
  readonly kind:
    | 'block'
    | 'put'
    | 'message'
    | 'query'
    | 'send'
    | 'ack'
    | 'member'
    | 'verify'
    | 'default'
    | 'genesis'
    | 'export'
  /** An acknowledgement in base64. */
  readonly ack?: string
  readonly genesis?: Json
}
export interface IbcStory {
  readonly name: string
  readonly steps: readonly IbcStep[]
}

export const storiesOf = (file: string): readonly IbcStory[] => {
  const text = readFileSync(new URL(`../../../fixtures/ibc/${file}.json`, import.meta.url), 'utf8')
  return (JSON.parse(text) as { readonly stories: readonly IbcStory[] }).stories
}

/** A chain of IBC alone. */
export class RecordedIbc extends RecordedSteps<IbcStep> {
  readonly app: App
  readonly #ibc = new IbcKeeper({ authority: addressText('neutron', new Uint8Array(20).fill(9)) })
  readonly #module: Module

  constructor() {
    const block = { chainId: 'chain-a-1', height: 0, time: 1_700_000_000_000_000_000n }
    super(block, { passing: ['query', 'member', 'verify'], unmetered: ['put', 'genesis'] })
    this.#ibc.router.add('echo', echo)
    this.#ibc.router2.addPrefix('echo', echo2)
    this.#module = ibcModule(this.#ibc)
    this.app = new App({ chainId: block.chainId, prefix: 'neutron', modules: [this.#module], ante: [] })
    this.app.initChain({}, { time: block.time })
  }

  defaultGenesis(): Json {
    return this.#module.defaultGenesis!()
  }
  exportedGenesis(): Json {
    return this.#module.exportGenesis!(this.context())
  }

  protected override act(ctx: Context, step: IbcStep): Acted {
    const value = fromBase64(step.value ?? '')
    switch (step.kind) {
      case 'message':
        return this.message(ctx, step)
      case 'query':
        return this.query(ctx, step)
      case 'put':
        for (const [key, bytes] of Object.entries(step.state!['ibc']!))
          if (bytes === null) ctx.rawStore('ibc').delete(keyOf(fromHex(key)))
          else ctx.rawStore('ibc').set(keyOf(fromHex(key)), fromHex(bytes))
        return {}
      case 'genesis':
        this.#module.initGenesis!(ctx, step.genesis!)
        return {}
      case 'send': {
        const { sourcePort, sourceChannel, timeoutHeight, timeoutTimestamp, data } = Packet.decode(value)
        const sent = this.#ibc.packets.send(ctx, sourcePort, sourceChannel, timeoutHeight, timeoutTimestamp, data)
        return { bytes: toUtf8(String(sent)) }
      }
      case 'ack':
        this.#ibc.packets.writeAcknowledgement(ctx, Packet.decode(value), {
          success: true,
          bytes: fromBase64(step.ack!),
        })
        return {}
      case 'member':
        this.#prove(ctx, QueryVerifyMembershipRequest.decode(value))
        return {}
      case 'verify':
        tendermintClient.verifyMessage(ctx, step.path!, { typeUrl: step.type!, value })
        return {}
      default:
        return {}
    }
  }

  /** An empty value stands for nothing. */
  #prove(ctx: Context, asked: QueryVerifyMembershipRequest): void {
    const { clientId, proof, value } = asked
    const request = {
      height: asked.proofHeight,
      delayTime: asked.timeDelay,
      delayBlocks: asked.blockDelay,
      proof,
      path: asked.merklePath.keyPath,
    }
    if (value.length === 0) this.#ibc.clients.verifyNonMembership(ctx, clientId, request)
    else this.#ibc.clients.verifyMembership(ctx, clientId, request, value)
  }
}
