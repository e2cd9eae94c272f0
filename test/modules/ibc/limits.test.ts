import type { Packet } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { MsgRecvPacket } from 'cosmjs-types/ibc/core/channel/v1/tx'
import { expect, test } from 'vitest'
import { setConnection } from '../../../src/modules/ibc/index.js'
import { connectionOf } from '../../../src/modules/ibc/connections/state.js'
import { height, ZERO_HEIGHT } from '../../../src/modules/ibc/height.js'
import { validatePacket } from '../../../src/modules/ibc/packets/packet.js'
import { newClientState, validateClientState } from '../../../src/modules/ibc/tendermint/types.js'
import { echoPair, refusal } from './echo-pair.js'

const SECOND = 1_000_000_000n
const span = (seconds: bigint) => ({ seconds, nanos: 0 })

test('a connection with a delay accepts a proof when time and blocks have passed, and not before', () => {
  const { pair, b, send } = echoPair()
  const delayPeriod = 60n * SECOND
  b.app.runInBlock((ctx) => {
    const connection = connectionOf(ctx, 'connection-0')
    setConnection(ctx, 'connection-0', { ...connection, delayPeriod })
  })
  const message = pair.receiveMessage(b, send())
  // The header came in the last block. Blocks are expected every 30 s, so that two must pass.
  const [processed, at] = [b.app.last.time, b.app.last.height]
  const before = b.app.snapshot()
  const refused =
    "receive packet verification failed: couldn't verify counterparty packet commitment: failed packet commitment verification for client (07-tendermint-0): "
  b.nextBlock(processed + 1n)
  expect(refusal(() => b.run(MsgRecvPacket, message, processed + delayPeriod - 1n))).toBe(
    `07-tendermint/10 ${refused}cannot verify packet until time: ${processed + delayPeriod}, current time: ${processed + delayPeriod - 1n}: packet-specified delay period has not been reached`,
  )
  b.app.restore(before)
  expect(refusal(() => b.run(MsgRecvPacket, message, processed + delayPeriod))).toBe(
    `07-tendermint/10 ${refused}cannot verify packet until height: 7-${at + 2}, current height: 7-${at + 1}: packet-specified delay period has not been reached`,
  )
  b.app.restore(before)
  b.nextBlock(processed + 1n)
  b.run(MsgRecvPacket, message, processed + delayPeriod)
})

test('the settings of a client have bounds', () => {
  const good = newClientState('chain-b-7', height(7n, 5n))
  const refused = (change: Partial<typeof good>) => refusal(() => validateClientState({ ...good, ...change }))
  const level = (numerator: bigint, denominator: bigint) => ({ trustLevel: { numerator, denominator } })
  const NONE = 'nothing was refused'
  expect(
    ['1/3', '2/3', '1/1'].map((text) => refused(level(...(text.split('/').map(BigInt) as [bigint, bigint])))),
  ).toEqual([NONE, NONE, NONE])
  for (const [numerator, denominator] of [
    [33n, 100n],
    [4n, 3n],
    [0n, 0n],
    [0n, 1n],
  ] as const)
    expect(refused(level(numerator, denominator))).toBe(
      `07-tendermint/15 trustLevel must be within [1/3, 1], given ${numerator}/${denominator}: invalid trust level`,
    )
  expect(refused({ trustingPeriod: span(9n), unbondingPeriod: span(10n) })).toBe(NONE)
  expect(refused({ trustingPeriod: span(10n), unbondingPeriod: span(10n) })).toBe(
    '07-tendermint/3 trusting period (10s) should be < unbonding period (10s): invalid trusting period',
  )
  expect(refused({ trustingPeriod: span(0n) })).toMatch(/^07-tendermint\/3 trusting period must be greater than zero/)
  expect(refused({ unbondingPeriod: span(0n) })).toMatch(/^07-tendermint\/4 unbonding period must be greater than zero/)
  expect(refused({ maxClockDrift: span(0n) })).toMatch(/^07-tendermint\/7 max clock drift must be greater than zero/)
  expect(refused({ latestHeight: height(7n, 0n) })).toMatch(/^07-tendermint\/5 .*revision height cannot be zero/)
  expect(refused({ latestHeight: height(8n, 5n) })).toMatch(/^07-tendermint\/5 .*\(8 != 7\)/)
  expect(refused({ chainId: ' ' })).toMatch(/^07-tendermint\/2 chain id cannot be empty string/)
  expect(refused({ chainId: `${'c'.repeat(48)}-7` })).toBe(NONE)
  expect(refused({ chainId: `${'c'.repeat(49)}-7` })).toMatch(/^07-tendermint\/2 chainID is too long; got: 51, max: 50/)
  expect(refused({ proofSpecs: [] })).toMatch(/^07-tendermint\/13 proof specs cannot be nil/)
  expect(refused({ upgradePath: ['upgrade', ' '] })).toMatch(
    /^client\/\d+ key in upgrade path at index 1 cannot be empty/,
  )
})

test('a packet has a sequence, a timeout and data, and no more than 256 KiB of it', () => {
  const good: Packet = {
    sequence: 1n,
    sourcePort: 'echo',
    sourceChannel: 'channel-0',
    destinationPort: 'echo',
    destinationChannel: 'channel-1',
    data: new Uint8Array(262_144),
    timeoutHeight: ZERO_HEIGHT,
    timeoutTimestamp: 1n,
  }
  const refused = (change: Partial<Packet>) => refusal(() => validatePacket({ ...good, ...change }))
  expect(refused({})).toBe('nothing was refused')
  expect(refused({ timeoutHeight: height(0n, 1n), timeoutTimestamp: 0n })).toBe('nothing was refused')
  expect(refused({ timeoutTimestamp: 0n })).toBe(
    'channel/13 packet timeout height and packet timeout timestamp cannot both be 0: invalid packet',
  )
  expect(refused({ sequence: 0n })).toBe('channel/13 packet sequence cannot be 0: invalid packet')
  expect(refused({ data: new Uint8Array(0) })).toBe('channel/13 packet data bytes cannot be empty: invalid packet')
  expect(refused({ data: new Uint8Array(262_145) })).toBe(
    'channel/13 packet data bytes cannot exceed 262144 bytes: invalid packet',
  )
  expect(refused({ sourcePort: '' })).toMatch(/^host\/2 invalid source port ID: /)
  expect(refused({ destinationChannel: 'no channel!' })).toMatch(/^host\/2 invalid destination channel ID: /)
})
