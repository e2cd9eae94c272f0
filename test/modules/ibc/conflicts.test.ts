import { expect, test } from 'vitest'
import { namedValidator } from '../../../src/chain/block/validators.js'
import { updateHeader, validatorSet } from '../../../src/modules/ibc/relay.js'
import { Header, HEADER } from '../../../src/modules/ibc/tendermint/types.js'
import { createClient, newSide } from './pair.js'
import { fork, lastHeader, SECOND, watched } from './watched.js'

/** A client of chain b, and what it makes of headers by height above the one that is trusted and seconds after it. */
function told() {
  const { a, b, update, status, trusted, from } = watched()
  const { validators } = b.app.seals
  const at = (above: number): number => Number(trusted.revisionHeight) + above
  const take = (above: number, seconds: bigint, signers = validators): string => {
    const { value } = lastHeader(fork(signers, at(above), from + seconds * SECOND), trusted)
    const header = { ...Header.decode(value), trustedValidators: validatorSet(validators) }
    update({ typeUrl: HEADER, value: Header.encode(header).finish() })
    return status()
  }
  const latest = () => Number(a.latest('07-tendermint-0').revisionHeight - trusted.revisionHeight)
  return { a, b, update, status, trusted, from, validators, at, take, latest }
}

test('a different header of a known height freezes the client, the same one does not', () => {
  const { take } = told()
  expect(take(3, 10n)).toBe('Active')
  expect(take(3, 10n)).toBe('Active')
  expect(take(3, 11n)).toBe('Frozen')
})

test('a header of the same time with another state freezes it', () => {
  const { update, status, trusted, from, validators, at, take } = told()
  expect(take(3, 13n)).toBe('Active')
  const side = fork(validators, at(1), from + SECOND)
  createClient(side, newSide('chain-d-1', 'neutron'))
  side.nextBlock(from + 13n * SECOND)
  update(updateHeader(side.app, at(3), trusted))
  expect(status()).toBe('Frozen')
})

test('a header that promises other validators freezes it', () => {
  const { take, validators } = told()
  expect(take(3, 10n)).toBe('Active')
  expect(take(3, 10n, [...validators, namedValidator('new', 1n)])).toBe('Frozen')
})

test('times must rise with heights, both from the known header below and to the one above', () => {
  const cases: readonly (readonly [
    known: readonly [number, bigint],
    then: readonly [number, bigint],
    status: string,
  ])[] = [
    [[3, 10n], [5, 11n], 'Active'],
    [[3, 10n], [5, 10n], 'Frozen'],
    [[3, 10n], [5, 9n], 'Frozen'],
    [[5, 10n], [3, 9n], 'Active'],
    [[5, 10n], [3, 10n], 'Frozen'],
    [[5, 10n], [3, 11n], 'Frozen'],
  ]
  for (const [known, then, wanted] of cases) {
    const { take } = told()
    expect(take(...known)).toBe('Active')
    expect(take(...then), `${known.join(' after ')} s, then ${then.join(' after ')} s`).toBe(wanted)
  }
})

test('a header between known ones is accepted, and the latest height stays', () => {
  const { take, latest } = told()
  expect(take(5, 10n)).toBe('Active')
  expect(take(3, 9n)).toBe('Active')
  expect(latest()).toBe(5)
})
