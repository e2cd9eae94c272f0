import type { Json } from '../../src/base/json-value.js'
import { fromBase64, fromHex, fromUtf8, toBase64 } from '../../src/base/bytes.js'
import { NEUTRON_QUERIES } from '../../src/app/neutron/allowed-queries.js'
import { HEADER_INFO } from '../../src/chain/block/header-info.js'
import type { Context } from '../../src/chain/context.js'
import { receivedBy } from '../../src/modules/ibc/index.js'
import { grpcQuerier, stargateQuerier } from '../../src/modules/wasm/index.js'
import type { StoryChain } from './chain.js'
import { arrivedPacket } from './ibc.js'
import { putRows } from './rows.js'
import type { StoryRows, StoryStep } from './story.js'

type Action = StoryStep['do']
type Handler = (
  chain: StoryChain,
  ctx: Context,
  action: Action,
) => { readonly data?: Uint8Array; readonly members?: { readonly [name: string]: Json } }

const text = (action: Action, name: string): string => (typeof action[name] === 'string' ? action[name] : '')
const bytes = (action: Action, name: string): Uint8Array => fromBase64(text(action, name))

const NOBODY = new Uint8Array(0)

/** Steps of the layers that a packet, a coin or a block passes. */
export const LAYER_STEPS: Readonly<Record<string, Handler>> = {
  msg: (chain, ctx, action) => {
    const { router } = chain.app.baseApp
    const message = router.decode({ typeUrl: text(action, 'type_url'), value: bytes(action, 'value_base64') })
    message.validateBasic()
    return { members: { response_proto_base64: toBase64(message.run(ctx).value) } }
  },
  ibc_recv: (chain, ctx, action) => {
    const { application, version, packet, relayer } = arrivedPacket(chain, action, 'destination')
    const ack = receivedBy(ctx, application, version, packet, relayer)
    return { members: { ack_utf8: ack === undefined ? null : fromUtf8(ack.bytes) } }
  },
  begin_block: (chain, ctx, action) => {
    const header = {
      appHash: fromHex(text(action, 'app_hash_hex')),
      nextValidatorsHash: fromHex(text(action, 'validators_hash_hex')),
      hash: new Uint8Array(32),
    }
    const module = chain.app.modules.find(({ name }) => name === text(action, 'module'))
    module?.beginBlock?.(ctx.withValue(HEADER_INFO, header))
    return {}
  },
  module_query: (chain, ctx, action) => {
    const answer = chain.app.baseApp.queries.handler(text(action, 'path'))!
    return { members: { response_base64: toBase64(answer(ctx, bytes(action, 'request_base64'))) } }
  },
  grpc_query: (chain, ctx, action) => {
    const answer = grpcQuerier(NEUTRON_QUERIES, () => chain.app.baseApp.queries)
    const response = answer(ctx, NOBODY, { path: text(action, 'path'), data: bytes(action, 'request_base64') })!
    return { members: { response_base64: toBase64(response) } }
  },
  stargate_query: (chain, ctx, action) => {
    const answer = stargateQuerier(NEUTRON_QUERIES, () => chain.app.baseApp.queries)
    return { data: answer(ctx, NOBODY, { path: text(action, 'path'), data: bytes(action, 'request_base64') })! }
  },
  set_time: (chain, _ctx, action) => {
    chain.block = { ...chain.block, time: BigInt(text(action, 'time_ns')) }
    return {}
  },
  put_rows: (chain, ctx, action) => {
    putRows(chain, ctx, action['rows'] as StoryRows)
    return {}
  },
}
