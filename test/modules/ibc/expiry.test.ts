import { MsgSubmitMisbehaviour } from 'cosmjs-types/ibc/core/client/v1/tx'
import { expect, test } from 'vitest'
import { heightOn } from '../../../src/modules/ibc/relay.js'
import { Header, Misbehaviour, MISBEHAVIOUR } from '../../../src/modules/ibc/tendermint/types.js'
import { refusal } from './echo-pair.js'
import { CLIENT, clock, fork, lastHeader, PERIOD, SECOND, watched } from './watched.js'

test('a client expires at the nanosecond at which its trusting period has passed', () => {
  const { a, status, from } = watched()
  a.nextBlock(from + PERIOD - 1n)
  expect(status()).toBe('Active')
  a.nextBlock(from + PERIOD)
  expect(status()).toBe('Expired')
})

test('a trusted header expires at the nanosecond at which the trusting period has passed, also in a client that is active', () => {
  const { a, b, update, status, trusted, from } = watched()
  b.nextBlock(from + PERIOD / 2n)
  update(lastHeader(b, trusted), from + PERIOD / 2n)
  b.nextBlock(from + PERIOD - 2n)
  const message = lastHeader(b, trusted)
  const before = a.app.snapshot()
  expect(refusal(() => update(message, from + PERIOD))).toBe(
    `undefined/1 failed to verify header: old header has expired at ${clock(from + PERIOD)} +0000 UTC (now: ${clock(from + PERIOD)} +0000 UTC)`,
  )
  expect(status()).toBe('Active')
  a.app.restore(before)
  update(message, from + PERIOD - 1n)
  expect(a.latest(CLIENT)).toEqual(heightOn(b.app, b.app.last.height))
})

test('evidence is too old at the nanosecond at which the trusting period has passed', () => {
  const { a, b, status, trusted, from, update } = watched()
  const at = Number(trusted.revisionHeight) + 3
  const { validators } = b.app.seals
  const [one, two] = [1n, 2n].map((offset) => {
    const side = fork(validators, at, from + 30n * SECOND + offset)
    return Header.decode(lastHeader(side, trusted).value)
  })
  const misbehaviour = {
    typeUrl: MISBEHAVIOUR,
    value: Misbehaviour.encode({ clientId: CLIENT, header1: one!, header2: two! }).finish(),
  }
  // What the client heard last keeps it active; the headers hang on what it heard first.
  b.nextBlock(from + 40n * SECOND)
  update(lastHeader(b, trusted), from + 40n * SECOND)
  const submit = (time: bigint) =>
    a.run(MsgSubmitMisbehaviour, { clientId: CLIENT, misbehaviour, signer: a.relayer }, time)
  const before = a.app.snapshot()
  expect(refusal(() => submit(from + PERIOD))).toBe(
    `07-tendermint/11 verifying Header1 in Misbehaviour failed: current timestamp minus the latest consensus state timestamp is greater than or equal to the trusting period (${PERIOD} >= ${PERIOD}): time since latest trusted state has passed the trusting period`,
  )
  a.app.restore(before)
  submit(from + PERIOD - 1n)
  expect(status()).toBe('Frozen')
})

test('a state that expires at that nanosecond is pruned by the next update, and not before', () => {
  const { a, b, update, trusted, from } = watched()
  b.nextBlock(from + PERIOD / 2n)
  update(lastHeader(b, trusted), from + PERIOD / 2n)
  const later = a.latest(CLIENT)
  const known = () => a.ibc.clients.consensusState(a.app.queryContext(), CLIENT, trusted) !== undefined
  b.nextBlock(from + PERIOD - 2n)
  update(lastHeader(b, later), from + PERIOD - 1n)
  expect(known()).toBe(true)
  b.nextBlock(from + PERIOD - 1n)
  update(lastHeader(b, later), from + PERIOD)
  expect(known()).toBe(false)
})
