import { expect, test } from 'vitest'
import { heightOn } from '../../../src/modules/ibc/relay.js'
import { refusal } from './echo-pair.js'
import { CLIENT, clock, fork, lastHeader, SECOND, watched } from './watched.js'

test('a header may be ahead of the clock by less than the drift, and not by the drift itself', () => {
  const { a, b, update, trusted, from } = watched({ maxClockDrift: 10n * SECOND })
  const now = from + 20n * SECOND
  b.nextBlock(now + 10n * SECOND)
  const message = lastHeader(b, trusted)
  const before = a.app.snapshot()
  const refused = (time: bigint) =>
    `undefined/1 failed to verify header: invalid header: new header has a time from the future ${clock(now + 10n * SECOND)} +0000 UTC (now: ${clock(time)} +0000 UTC; max clock drift: 10s)`
  expect(refusal(() => update(message, now))).toBe(refused(now))
  a.app.restore(before)
  expect(refusal(() => update(message, now - 1n))).toBe(refused(now - 1n))
  a.app.restore(before)
  update(message, now + 1n)
  expect(a.latest(CLIENT)).toEqual(heightOn(b.app, b.app.last.height))
})

test('a header must be later than the one that is trusted', () => {
  const { b, update, trusted, from } = watched()
  const at = Number(trusted.revisionHeight) + 3
  const told = (time: bigint) => lastHeader(fork(b.app.seals.validators, at, time), trusted)
  expect(refusal(() => update(told(from)))).toBe(
    `undefined/1 failed to verify header: invalid header: expected new header time ${clock(from)} +0000 UTC to be after old header time ${clock(from)} +0000 UTC`,
  )
  update(told(from + 1n))
})
