import type { Json } from '../../base/json-value.js'
import { NO_BYTES } from '../../base/index.js'
import {
  addressText,
  GenesisReader,
  GoPanic,
  operatorText,
  parseAddress,
  parseOperator,
  type Context,
} from '../../chain/index.js'
import {
  addDecCoins,
  coinsAreEqual,
  coinsText,
  decimalText,
  decodeBech32,
  encodeBech32,
  parseDecimal,
  protoBytes,
  ProtoWriter,
  readProto,
  truncateDecCoins,
  type DecCoins,
} from '../../codec/index.js'
import { keyBytes, prefixEnd, type Key } from '../../store/index.js'
import { MODULE, type DistributionKeeper } from './keeper.js'
import {
  addressInKey,
  COMMISSION_PREFIX,
  CURRENT_PREFIX,
  DISTRIBUTION_STORE,
  HISTORICAL_PREFIX,
  OUTSTANDING_PREFIX,
  PROPOSER_KEY,
  SLASH_PREFIX,
  slashKey,
  STARTING_INFO_PREFIX,
  WITHDRAW_ADDRESS_PREFIX,
  withdrawAddressKey,
} from './keys.js'
import { DEFAULT_PARAMS, paramsJson, readParams } from './params.js'
import {
  decodeCoinSet,
  decodeCurrent,
  decodeHistorical,
  decodeSlash,
  decodeStartingInfo,
  encodeSlash,
  getParams,
  getPool,
  setCommission,
  setCurrent,
  setHistorical,
  setOutstanding,
  setParams,
  setPool,
  setStartingInfo,
} from './records.js'

export const defaultGenesis = (): Json => ({
  params: paramsJson(DEFAULT_PARAMS),
  fee_pool: { community_pool: [] },
  delegator_withdraw_infos: [],
  previous_proposer: '',
  outstanding_rewards: [],
  validator_accumulated_commissions: [],
  validator_historical_rewards: [],
  validator_current_rewards: [],
  delegator_starting_infos: [],
  validator_slash_events: [],
})

export const readCoins = (json: GenesisReader): DecCoins =>
  json.list().map((coin) => ({ denom: coin.at('denom').string(), amount: coin.at('amount').parsed(parseDecimal) }))

/** Source: cosmos-sdk x/distribution/keeper/genesis.go. @throws UsageError that names the place */
export function initGenesis(keeper: DistributionKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, MODULE)
  const store = ctx.store(DISTRIBUTION_STORE)
  const account = (json: GenesisReader) => json.parsed((text) => parseAddress(ctx, text))
  const operator = (json: GenesisReader) => json.at('validator_address').parsed((text) => parseOperator(ctx, text))
  const pool = readCoins(genesis.at('fee_pool').at('community_pool'))
  setPool(ctx, pool)
  setParams(ctx, readParams(genesis.at('params')))
  for (const info of genesis.at('delegator_withdraw_infos').list())
    store.set(withdrawAddressKey(account(info.at('delegator_address'))), account(info.at('withdraw_address')))
  const proposer = genesis.at('previous_proposer')
  const address = proposer.string() === '' ? NO_BYTES : proposer.parsed((text) => decodeBech32(text).bytes)
  store.set(PROPOSER_KEY, new ProtoWriter().bytes(1, address).finish())
  let holdings = pool
  for (const record of genesis.at('outstanding_rewards').list()) {
    const coins = readCoins(record.at('outstanding_rewards'))
    setOutstanding(ctx, operator(record), coins)
    holdings = addDecCoins(holdings, coins)
  }
  for (const record of genesis.at('validator_accumulated_commissions').list())
    setCommission(ctx, operator(record), readCoins(record.at('accumulated').at('commission')))
  for (const record of genesis.at('validator_historical_rewards').list())
    setHistorical(ctx, operator(record), record.at('period').integer(), {
      cumulativeRewardRatio: readCoins(record.at('rewards').at('cumulative_reward_ratio')),
      referenceCount: record.at('rewards').at('reference_count').integer(),
    })
  for (const record of genesis.at('validator_current_rewards').list())
    setCurrent(ctx, operator(record), {
      rewards: readCoins(record.at('rewards').at('rewards')),
      period: record.at('rewards').at('period').integer(),
    })
  for (const record of genesis.at('delegator_starting_infos').list()) {
    const info = record.at('starting_info')
    setStartingInfo(ctx, operator(record), account(record.at('delegator_address')), {
      previousPeriod: info.at('previous_period').integer(),
      stake: info.at('stake').parsed(parseDecimal),
      height: info.at('height').integer(),
    })
  }
  for (const record of genesis.at('validator_slash_events').list()) {
    const slash = record.at('validator_slash_event')
    store.set(
      slashKey(operator(record), record.at('height').integer(), record.at('period').integer()),
      encodeSlash({
        validatorPeriod: slash.at('validator_period').integer(),
        fraction: slash.at('fraction').parsed(parseDecimal),
      }),
    )
  }
  assertHoldings(keeper, ctx, genesis, truncateDecCoins(holdings).whole)
}

/** The module account must hold what it owes. */
function assertHoldings(
  keeper: DistributionKeeper,
  ctx: Context,
  genesis: GenesisReader,
  holdings: ReturnType<typeof truncateDecCoins>['whole'],
): void {
  const account = keeper.accounts.moduleAccount(ctx, MODULE)
  if (account === undefined) throw new GoPanic(`${MODULE} module account has not been set`)
  const balances = keeper.bank.balances(ctx, account.address)
  if (coinsAreEqual(balances, holdings)) return
  throw genesis.error(
    `distribution module balance does not match the module holdings: ${coinsText(balances)} <-> ${coinsText(holdings)}`,
  )
}

const coinsJson = (coins: DecCoins): Json => coins.map(({ denom, amount }) => ({ denom, amount: decimalText(amount) }))

/** Source: `ExportGenesis`. */
export function exportGenesis(ctx: Context): Json {
  const proposer = protoBytes(readProto(ctx.store(DISTRIBUTION_STORE).get(PROPOSER_KEY) ?? NO_BYTES), 1)
  const records = (prefix: Key, record: (key: ReturnType<typeof addressInKey>, value: Uint8Array) => Json): Json => {
    const rows = ctx.store(DISTRIBUTION_STORE).iterator(prefix, prefixEnd(prefix))
    const list: Json[] = []
    for (; rows.valid; rows.next()) list.push(record(addressInKey(rows.key), rows.value))
    rows.close()
    return list
  }
  const operator = (bytes: Uint8Array) => operatorText(ctx.prefix, bytes)
  return {
    params: paramsJson(getParams(ctx)),
    fee_pool: { community_pool: coinsJson(getPool(ctx)) },
    delegator_withdraw_infos: records(WITHDRAW_ADDRESS_PREFIX, ({ address }, value) => ({
      delegator_address: addressText(ctx.prefix, address),
      withdraw_address: addressText(ctx.prefix, value),
    })),
    previous_proposer: proposer.length === 0 ? '' : encodeBech32(`${ctx.prefix}valcons`, proposer),
    outstanding_rewards: records(OUTSTANDING_PREFIX, ({ address }, value) => ({
      validator_address: operator(address),
      outstanding_rewards: coinsJson(decodeCoinSet(value)),
    })),
    validator_accumulated_commissions: records(COMMISSION_PREFIX, ({ address }, value) => ({
      validator_address: operator(address),
      accumulated: { commission: coinsJson(decodeCoinSet(value)) },
    })),
    validator_historical_rewards: records(HISTORICAL_PREFIX, ({ address, rest }, value) => {
      const { cumulativeRewardRatio, referenceCount } = decodeHistorical(value)
      return {
        validator_address: operator(address),
        period: String(number(keyBytes(rest).reverse())),
        rewards: {
          cumulative_reward_ratio: coinsJson(cumulativeRewardRatio),
          reference_count: Number(referenceCount),
        },
      }
    }),
    validator_current_rewards: records(CURRENT_PREFIX, ({ address }, value) => {
      const { rewards, period } = decodeCurrent(value)
      return { validator_address: operator(address), rewards: { rewards: coinsJson(rewards), period: String(period) } }
    }),
    delegator_starting_infos: records(STARTING_INFO_PREFIX, ({ address, rest }, value) => {
      const { previousPeriod, stake, height } = decodeStartingInfo(value)
      return {
        delegator_address: addressText(ctx.prefix, keyBytes(rest.slice(1) as Key)),
        validator_address: operator(address),
        starting_info: { previous_period: String(previousPeriod), stake: decimalText(stake), height: String(height) },
      }
    }),
    validator_slash_events: records(SLASH_PREFIX, ({ address, rest }, value) => {
      const { validatorPeriod, fraction } = decodeSlash(value)
      return {
        validator_address: operator(address),
        height: String(number(keyBytes(rest.slice(0, 8) as Key))),
        period: String(validatorPeriod),
        validator_slash_event: { validator_period: String(validatorPeriod), fraction: decimalText(fraction) },
      }
    }),
  }
}

/** Eight bytes in big endian. */
const number = (bytes: Uint8Array): bigint => new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
