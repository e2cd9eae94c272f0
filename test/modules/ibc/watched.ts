import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import type { Validator } from '../../../src/chain/block/validators.js'
import type { Any } from '../../../src/codec/any.js'
import { updateHeader } from '../../../src/modules/ibc/relay.js'
import { createClient, newSide, type Side } from './pair.js'

export const SECOND = 1_000_000_000n
export const PERIOD = 60n * SECOND
export const CLIENT = '07-tendermint-0'

/** Chain a with a client of chain b that trusts a minute; both are at the same time. */
export function watched(options: Parameters<typeof createClient>[2] = {}) {
  const a = newSide('chain-a-1', 'neutron')
  const b = newSide('chain-b-7', 'cosmos')
  b.nextBlock()
  createClient(a, b, { trustingPeriod: PERIOD, unbondingPeriod: 2n * PERIOD, ...options })
  const update = (clientMessage: Any, time?: bigint) =>
    a.run(MsgUpdateClient, { clientId: CLIENT, clientMessage, signer: a.relayer }, time)
  const status = () => a.ibc.clients.status(a.app.queryContext(), CLIENT)
  return { a, b, update, status, trusted: a.latest(CLIENT), from: timeOf(b) }
}
export const timeOf = (side: Side): bigint => side.app.last.time
export const lastHeader = (of: Side, trusted: Parameters<typeof updateHeader>[2]): Any =>
  updateHeader(of.app, of.app.last.height, trusted)

/** Another chain b, as validators of their own would tell it: a nanosecond a block, and the last one at a time. */
export function fork(validators: readonly Validator[], height: number, time: bigint): Side {
  const side = newSide('chain-b-7', 'cosmos', { validators })
  while (side.app.last.height < height - 1) side.nextBlock(timeOf(side) + 1n)
  side.nextBlock(time)
  return side
}

/** A time as Go prints it, without its zone. */
export function clock(time: bigint): string {
  const [date, seconds] = new Date(Number(time / 1_000_000n)).toISOString().slice(0, 19).split('T')
  const rest = String(time % SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return `${date} ${seconds}${rest === '' ? '' : `.${rest}`}`
}

/** The place of a validator who did not sign. */
export const ABSENT = {
  blockIdFlag: 1,
  validatorAddress: new Uint8Array(0),
  timestamp: { seconds: -62_135_596_800n, nanos: 0 },
  signature: new Uint8Array(0),
}
