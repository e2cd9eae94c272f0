import type { Json } from '../../src/base/json-value.js'
import { fromBase64, fromHex, fromUtf8, toBase64, toHex, toUtf8 } from '../../src/base/bytes.js'
import { ChainError } from '../../src/base/errors.js'
import { addressText } from '../../src/chain/address.js'
import type { Context } from '../../src/chain/context.js'
import { MsgResubmitFailure, MsgUpdateParams } from '../../src/codec/neutron/contractmanager.js'
import {
  packetCallback,
  sudoPayload,
  validateGenesis,
  type Acknowledgement,
  type Packet,
} from '../../src/modules/contractmanager/index.js'
import { classicAddress, predictableAddress } from '../../src/modules/wasm/index.js'
import { storyCoins, type StoryChain } from './chain.js'
import { packetCallbackStep, sentPacket } from './ibc.js'
import { QUERY_STEPS } from './interchain-queries.js'
import { LAYER_STEPS } from './layers.js'
import type { StoryCoins, StoryStep } from './story.js'

/** What a step gave, under the names of a story's expectation. */
interface StepResult {
  readonly data?: Uint8Array | undefined
  readonly members?: { readonly [name: string]: Json }
  /** An error that the step reports although its writes stay. */
  readonly error?: ChainError
}

type Action = StoryStep['do']
type Handler = (chain: StoryChain, ctx: Context, action: Action) => StepResult

const text = (action: Action, name: string): string => {
  const value = action[name]
  return typeof value === 'string' ? value : ''
}
const integer = (action: Action, name: string): bigint => BigInt((action[name] ?? 0) as string | number)
const coins = (action: Action, name: string) => storyCoins((action[name] ?? []) as StoryCoins)
const bytes = (action: Action, name: string): Uint8Array => toUtf8(text(action, name))

const optionalAddress = (chain: StoryChain, action: Action, name: string): Uint8Array | undefined =>
  typeof action[name] === 'string' ? chain.address(action[name]) : undefined

const instantiation = (chain: StoryChain, action: Action) => ({
  codeId: integer(action, 'code_id'),
  creator: chain.address(text(action, 'sender')),
  admin: optionalAddress(chain, action, 'admin'),
  msg: bytes(action, 'msg_utf8'),
  label: text(action, 'label'),
  funds: coins(action, 'funds'),
})

const contractOf = (chain: StoryChain, action: Action): Uint8Array => chain.address(text(action, 'contract'))

interface StoryPacket {
  readonly sequence: string
  readonly source_port: string
  readonly source_channel: string
  readonly destination_port: string
  readonly destination_channel: string
  readonly data_utf8: string
  readonly timeout_height: StoryHeight
  readonly timeout_timestamp: string
}

interface StoryHeight {
  readonly revision_number: string | number
  readonly revision_height: string | number
}

const height = (from: StoryHeight) => ({
  revision_number: BigInt(from.revision_number),
  revision_height: BigInt(from.revision_height),
})

const packet = ({ data_utf8: data, ...from }: StoryPacket): Packet => ({
  ...from,
  sequence: BigInt(from.sequence),
  data: toUtf8(data),
  timeout_height: height(from.timeout_height),
  timeout_timestamp: BigInt(from.timeout_timestamp),
})

function acknowledgement(action: Action): Acknowledgement | undefined {
  if (action['outcome'] === 'timeout') return undefined
  if (typeof action['ack_error'] === 'string') return { error: action['ack_error'] }
  const result = action['ack_result_base64']
  return { result: typeof result === 'string' ? fromBase64(result) : undefined }
}

/** Runs a message server's handler, its events on the context. */
function message(chain: StoryChain, ctx: Context, typeUrl: string, value: Uint8Array): StepResult {
  const response = chain.app.baseApp.router.decode({ typeUrl, value }).run(ctx)
  return { members: { response: {}, response_proto_base64: toBase64(response.value) } }
}

const storyModule = (chain: StoryChain, action: Action) =>
  chain.app.modules.find(({ name }) => name === text(action, 'module'))

function importGenesis(chain: StoryChain, ctx: Context, action: Action): StepResult {
  const module = storyModule(chain, action)!
  for (const name of module.stores ?? []) {
    const rows = ctx.rawStore(name).iterator()
    const keys = []
    for (; rows.valid; rows.next()) keys.push(rows.key)
    for (const key of keys) ctx.rawStore(name).delete(key)
  }
  module.initGenesis?.(ctx, action['genesis'] as Json)
  return {
    members: {
      genesis_exported_after: module.exportGenesis?.(ctx) ?? null,
      ...(module.name === 'interchainqueries' && { last_query_id: Number(chain.app.interchainQueries.lastId(ctx)) }),
    },
  }
}

/** The kinds of steps. */
export const STEP_KINDS: Readonly<Record<string, Handler>> = {
  store: (chain, ctx, action) => {
    const wasm =
      typeof action['file'] === 'string'
        ? chain.find(action['file'], text(action, 'sha256'))
        : bytes(action, 'code_utf8')
    const { codeId, checksum } = chain.app.keepers.wasm.create(ctx, chain.address(text(action, 'creator')), wasm)
    return { members: { code_id: Number(codeId), checksum_hex: toHex(checksum) } }
  },
  instantiate: (chain, ctx, action) => {
    const { address, data } = chain.app.keepers.wasm.instantiate(ctx, instantiation(chain, action))
    return { data, members: { address: addressText(ctx.prefix, address) } }
  },
  instantiate2: (chain, ctx, action) => {
    const { address, data } = chain.app.keepers.wasm.instantiate2(ctx, {
      ...instantiation(chain, action),
      salt: fromHex(text(action, 'salt_hex')),
      fixMsg: action['fix_msg'] === true,
    })
    return { data, members: { address: addressText(ctx.prefix, address) } }
  },
  execute: (chain, ctx, action) => {
    const data = chain.app.keepers.wasm.contracts.execute(
      ctx,
      contractOf(chain, action),
      chain.address(text(action, 'sender')),
      bytes(action, 'msg_utf8'),
      coins(action, 'funds'),
    )
    return { data, members: sentPacket(ctx.events.events) }
  },
  migrate: (chain, ctx, action) => ({
    data: chain.app.keepers.wasm.migrate(
      ctx,
      contractOf(chain, action),
      chain.address(text(action, 'sender')),
      integer(action, 'code_id'),
      bytes(action, 'msg_utf8'),
    ),
  }),
  update_admin: (chain, ctx, action) => {
    const newAdmin = chain.address(text(action, 'new_admin'))
    chain.app.keepers.wasm.setAdmin(ctx, contractOf(chain, action), chain.address(text(action, 'sender')), newAdmin)
    return {}
  },
  clear_admin: (chain, ctx, action) => {
    chain.app.keepers.wasm.setAdmin(ctx, contractOf(chain, action), chain.address(text(action, 'sender')), undefined)
    return {}
  },
  query: (chain, ctx, action) => ({
    data: chain.app.keepers.wasm.contracts.querySmart(ctx, contractOf(chain, action), bytes(action, 'msg_utf8')),
  }),
  sudo: (chain, ctx, action) => ({
    data: chain.app.keepers.wasm.contracts.sudo(ctx, contractOf(chain, action), bytes(action, 'msg_utf8')),
  }),
  sudo_wrapped: (chain, ctx, action) => {
    const { data, error } = chain.app.contractManager.sudo(ctx, contractOf(chain, action), bytes(action, 'msg_utf8'))
    return { data, ...(error && { error }) }
  },
  sudo_tx_query_result: (chain, ctx, action) => ({
    data: chain.app.contractManager.directCallback(ctx, contractOf(chain, action), {
      tx_query_result: {
        query_id: integer(action, 'query_id'),
        height: height(action['height'] as StoryHeight),
        data: fromBase64(text(action, 'data_base64')),
      },
    }),
  }),
  sudo_kv_query_result: (chain, ctx, action) => ({
    data: chain.app.contractManager.directCallback(ctx, contractOf(chain, action), {
      kv_query_result: { query_id: integer(action, 'query_id') },
    }),
  }),
  encode_sudo: (_chain, _ctx, action) => {
    const payload = sudoPayload(packetCallback(packet(action['packet'] as StoryPacket), acknowledgement(action)))
    return { members: { data_utf8: fromUtf8(payload) } }
  },
  resubmit: (chain, ctx, action) => {
    const failure = { sender: text(action, 'sender'), failureId: integer(action, 'failure_id') }
    return message(chain, ctx, MsgResubmitFailure.typeUrl, MsgResubmitFailure.encode(failure).finish())
  },
  update_params: (chain, ctx, action) => {
    const params = action['params'] as { readonly sudo_call_gas_limit?: string }
    const msg = {
      authority: text(action, 'authority'),
      params: { sudoCallGasLimit: BigInt(params.sudo_call_gas_limit ?? 0) },
    }
    return message(chain, ctx, MsgUpdateParams.typeUrl, MsgUpdateParams.encode(msg).finish())
  },
  custom_query: (chain, ctx, action) => ({
    data: chain.app.bindings.querier(ctx, new Uint8Array(0), bytes(action, 'query_utf8')),
  }),
  ibc_ack: (chain, ctx, action) => {
    packetCallbackStep(chain, ctx, action)
    return {}
  },
  ibc_timeout: (chain, ctx, action) => {
    packetCallbackStep(chain, ctx, action)
    return {}
  },
  bank_send: (chain, ctx, action) => {
    const from = chain.address(text(action, 'from'))
    chain.app.keepers.bank.send(ctx, from, chain.address(text(action, 'to')), coins(action, 'amount'))
    return {}
  },
  derive_address: (_chain, ctx, action) => ({
    members: {
      address: addressText(ctx.prefix, classicAddress(integer(action, 'code_id'), integer(action, 'instance_id'))),
    },
  }),
  derive_address2: (chain, ctx, action) => {
    const fixed = action['fix_msg'] === true ? bytes(action, 'msg_utf8') : new Uint8Array(0)
    const checksum = fromHex(text(action, 'checksum_hex'))
    const creator = chain.address(text(action, 'creator'))
    const address = predictableAddress(checksum, creator, fromHex(text(action, 'salt_hex')), fixed)
    return { members: { address: addressText(ctx.prefix, address) } }
  },
  rest_get: (chain, _ctx, action) => {
    const { status, body } = chain.rest.answer({ verb: 'GET', url: text(action, 'path'), body: '', height: 0 })
    return { members: { status, body } }
  },
  genesis_export: (chain, ctx, action) => ({
    members: { genesis: storyModule(chain, action)?.exportGenesis?.(ctx) ?? null },
  }),
  genesis_import: importGenesis,
  genesis_validate: (_chain, _ctx, action) => {
    validateGenesis(action['genesis'] as Json)
    return {}
  },
  set_height: (chain, _ctx, action) => {
    chain.block = { ...chain.block, height: Number(integer(action, 'height')) }
    return {}
  },
  set_params: (chain, ctx, action) => {
    chain.setParams(ctx, text(action, 'module'), action['params'] as { readonly [member: string]: Json })
    return {}
  },
  ...QUERY_STEPS,
  ...LAYER_STEPS,
}
