import type { Json } from '../../../base/json-value.js'
import type { GenesisReader } from '../../../chain/index.js'
import type { Coin } from '../../../codec/index.js'
import { vestingProblem, type Schedule, type Vesting } from './schedule.js'

/** @param json the account @param inner the `BaseVestingAccount` in it @throws UsageError that names the place */
export function readVesting(kind: Schedule['kind'], json: GenesisReader, inner: GenesisReader): Vesting {
  const vesting = {
    schedule: readSchedule(kind, json),
    original: inner.at('original_vesting').coins(),
    delegatedFree: inner.at('delegated_free').coins(),
    delegatedVesting: inner.at('delegated_vesting').coins(),
    endTime: inner.at('end_time').integer(),
  }
  const problem = vestingProblem(vesting)
  if (problem !== undefined) throw json.error(problem)
  return vesting
}

function readSchedule(kind: Schedule['kind'], json: GenesisReader): Schedule {
  if (kind === 'continuous') return { kind, startTime: json.at('start_time').integer() }
  if (kind !== 'periodic') return { kind }
  const periods = json
    .at('vesting_periods')
    .list()
    .map((period) => ({ length: period.at('length').integer(), amount: period.at('amount').coins() }))
  return { kind, startTime: json.at('start_time').integer(), periods }
}

/** The members of the account other than `@type`. @param base the `BaseAccount` */
export function vestingJson(base: Json, vesting: Vesting): Readonly<Record<string, Json>> {
  const { schedule } = vesting
  const inner = {
    base_account: base,
    original_vesting: coinsJson(vesting.original),
    delegated_free: coinsJson(vesting.delegatedFree),
    delegated_vesting: coinsJson(vesting.delegatedVesting),
    end_time: String(vesting.endTime),
  }
  if (schedule.kind === 'base') return inner
  return {
    base_vesting_account: inner,
    ...('startTime' in schedule && { start_time: String(schedule.startTime) }),
    ...(schedule.kind === 'periodic' && {
      vesting_periods: schedule.periods.map(({ length, amount }) => ({
        length: String(length),
        amount: coinsJson(amount),
      })),
    }),
  }
}

const coinsJson = (coins: readonly Coin[]): Json =>
  coins.map(({ denom, amount }) => ({ denom, amount: String(amount) }))
