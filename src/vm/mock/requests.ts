import { enumOf, type Fields, type Shape } from './serde-json.js'

/** The queries of contracts, as the native crate declares them: names, order and types decide the texts of refusals. Source: cosmwasm-std 3.0.10 `query/*.rs`. */

const text: Shape<string> = (reader) => reader.string('a string')
/** Standard base64 with complete, partial or no padding. Source: cosmwasm-std `Binary::from_base64`. */
const binary: Shape<string> = (reader) => reader.string('valid base64 encoded string', base64Error)
function base64Error(value: string): string | undefined {
  const canonical = Buffer.from(value, 'base64').toString('base64')
  const bare = canonical.replace(/=+$/, '')
  return value.startsWith(bare) && canonical.startsWith(value) ? undefined : `invalid base64: ${value}`
}
const uint =
  (bits: number): Shape<bigint> =>
  (reader) =>
    reader.integer(bits)
const flag: Shape<boolean> = (reader) => reader.boolean()
const order: Shape<string> = (reader) => reader.unit(['ascending', 'descending'])

const field = <T>(shape: Shape<T>) => ({ shape })
const option = <T>(shape: Shape<T>) => ({ shape, optional: true })
const texts = (...names: readonly string[]): { readonly fields: Fields } => ({
  fields: Object.fromEntries(names.map((name) => [name, field(text)])),
})

const pagination: Shape<unknown> = (reader) =>
  reader.record({ key: option(binary), limit: field(uint(32)), reverse: field(flag) }, 'struct PageRequest')

const bank = enumOf('BankQuery', {
  supply: texts('denom'),
  balance: texts('address', 'denom'),
  denom_metadata: texts('denom'),
  all_denom_metadata: { fields: { pagination: option(pagination) } },
})

const staking = enumOf('StakingQuery', {
  bonded_denom: texts(),
  all_delegations: texts('delegator'),
  delegation: texts('delegator', 'validator'),
  all_validators: texts(),
  validator: texts('address'),
})

const distribution = enumOf('DistributionQuery', {
  delegator_withdraw_address: texts('delegator_address'),
  delegation_rewards: texts('delegator_address', 'validator_address'),
  delegation_total_rewards: texts('delegator_address'),
  delegator_validators: texts('delegator_address'),
})

const ibc = enumOf('IbcQuery', {
  port_id: texts(),
  channel: { fields: { channel_id: field(text), port_id: option(text) } },
})

const wasm = enumOf('WasmQuery', {
  smart: { fields: { contract_addr: field(text), msg: field(binary) } },
  raw: { fields: { contract_addr: field(text), key: field(binary) } },
  contract_info: texts('contract_addr'),
  code_info: { fields: { code_id: field(uint(64)) } },
  raw_range: {
    fields: {
      contract_addr: field(text),
      start: option(binary),
      end: option(binary),
      limit: field(uint(16)),
      order: field(order),
    },
  },
})

const protobuf: Fields = { path: field(text), data: field(binary) }

export const queryRequest = enumOf('QueryRequest', {
  bank: { value: bank },
  custom: { value: (reader) => reader.record({}, 'struct Empty') },
  staking: { value: staking },
  distribution: { value: distribution },
  stargate: { fields: protobuf },
  ibc: { value: ibc },
  wasm: { value: wasm },
  grpc: { value: (reader) => reader.record(protobuf, 'struct GrpcQuery') },
})
