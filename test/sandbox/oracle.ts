import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary'
import {
  ChainError,
  customMessage,
  customQuery,
  definePlugin,
  grpcQuery,
  pluginParams,
  protoMessage,
  storeMap,
  type PluginContext,
} from 'sudobox'
import { z } from 'zod'

/** Usually a file: `readFileSync(new URL('./prices.proto', import.meta.url), 'utf8')`. */
const proto = `
  syntax = "proto3";
  package prices.v1;

  service Msg { rpc SetPrice(MsgSetPrice) returns (MsgSetPriceResponse); }
  service Query {
    rpc Price(QueryPriceRequest) returns (QueryPriceResponse) {
      option (google.api.http).get = "/prices/v1/price/{denom}";
    }
  }

  message MsgSetPrice {
    option (amino.name) = "prices/MsgSetPrice";
    string authority = 1;
    string denom = 2;
    string amount = 3;
  }
  message MsgSetPriceResponse {}
  message QueryPriceRequest { string denom = 1; }
  message QueryPriceResponse { string amount = 1; string height = 2; }
`

/** What the store keeps under `price/<denom>`, as JSON. */
interface Price {
  readonly amount: string
  readonly height: string
}
const prices = storeMap<Price>('price/')

const params = pluginParams({
  check: z.object({ gas_per_price: z.number().int().nonnegative(), keep_blocks: z.number().int().positive() }),
  default: { gas_per_price: 5_000, keep_blocks: 100 },
})

function setPrice(ctx: PluginContext, denom: string, amount: string, by: string): void {
  ctx.gas.consume(params.get(ctx).gas_per_price, 'oracle price')
  if (!/^[0-9]+$/.test(amount)) throw new Error(`${amount} is not a price`)
  prices.set(ctx, denom, { amount, height: String(ctx.block.height) })
  ctx.emit('oracle_price', { denom, amount, by })
}

function priceOf(ctx: PluginContext, denom: string): Price {
  const price = prices.get(ctx, denom)
  if (price === undefined) throw new ChainError({ codespace: 'oracle', code: 2, log: `no price of ${denom}` })
  return price
}

/** A protobuf message of texts, as generated code would have it; `MsgSetPrice` of cosmjs-types or ts-proto fits as it is. */
const texts = <Name extends string>(...names: readonly Name[]) => ({
  encode: (message: Record<Name, string>): Uint8Array => {
    const writer = new BinaryWriter()
    names.forEach((name, i) => writer.uint32(((i + 1) << 3) | 2).string(message[name]))
    return writer.finish()
  },
  decode: (bytes: Uint8Array): Record<Name, string> => {
    const reader = new BinaryReader(bytes)
    const message = Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>
    while (reader.pos < reader.len) {
      const name = names[(reader.uint32() >>> 3) - 1]
      if (name === undefined) throw new Error('unknown field')
      message[name] = reader.string()
    }
    return message
  },
})
export const MsgSetPrice = texts('authority', 'denom', 'amount')
export const QueryPriceRequest = texts('denom')
export const QueryPriceResponse = texts('amount', 'height')

export const oracle = definePlugin({
  name: 'prices',
  proto,
  params,

  // CosmosMsg::Custom({ "set_price": { … } }), from any contract.
  messages: {
    set_price: customMessage({
      check: z.object({ denom: z.string().min(1), amount: z.string() }),
      handle: (ctx, { denom, amount }) => {
        setPrice(ctx, denom, amount, ctx.contract)
        return { stored: denom }
      },
    }),
  },

  // QueryRequest::Custom({ "price": { … } })
  queries: {
    price: customQuery({
      check: z.object({ denom: z.string() }),
      answer: (ctx, { denom }) => priceOf(ctx, denom),
    }),
  },

  // A message of transactions, of CosmosMsg::Any and of proposals.
  protobuf: [
    protoMessage({
      typeUrl: '/prices.v1.MsgSetPrice',
      request: MsgSetPrice,
      signers: (msg) => [msg.authority],
      validate: (msg) => {
        if (msg.denom === '') throw new Error('no denom')
      },
      handle: (ctx, msg) => setPrice(ctx, msg.denom, msg.amount, msg.authority),
    }),
  ],

  // A query of clients, and of contracts by QueryRequest::Grpc and Stargate.
  grpc: [
    grpcQuery({
      path: '/prices.v1.Query/Price',
      request: QueryPriceRequest,
      response: QueryPriceResponse,
      answer: (ctx, { denom }) => priceOf(ctx, denom),
    }),
  ],

  // Each block forgets what is too old.
  endBlock: (ctx) => {
    const oldest = ctx.block.height - BigInt(params.get(ctx).keep_blocks)
    for (const [denom, { height }] of prices.entries(ctx))
      if (BigInt(height) <= oldest) {
        prices.remove(ctx, denom)
        ctx.emit('oracle_forgets', { denom })
      }
  },
})
