import { expect, test } from 'vitest'
import { advanced, changed, newSet } from '../../src/chain/block/validator-set.js'

const member = (name: number, power: bigint) => ({
  id: new Uint8Array(32).fill(name),
  address: new Uint8Array(20).fill(name),
  power,
})

test('a new validator begins 1.125 times the power behind, and priorities are centred as Euclid divides', () => {
  const lone = newSet([member(1, 100n)])
  expect(lone).toMatchObject({ priorities: [0n], proposer: 0, totalPower: 100n })
  // -(110 + 13) and 0, around their mean of -61.5, which is rounded down.
  const two = changed(lone, [member(2, 10n)])
  expect(two).toMatchObject({ priorities: [62n, -61n], totalPower: 110n })
  expect(advanced(two)).toMatchObject({ priorities: [52n, -51n], proposer: 0 })
  expect(changed(two, [member(1, 0n)]).members).toEqual([member(2, 10n)])
  // Distances above twice the power shrink.
  expect(changed({ ...two, priorities: [500n, -500n] }, [member(2, 11n)]).priorities).toEqual([100n, -100n])
})

test('of equal priorities the lower address proposes first', () => {
  const set = newSet([member(2, 5n), member(1, 5n)])
  expect(set.members.map(({ address }) => address[0])).toEqual([1, 2])
  const order = [set.proposer]
  for (let next = advanced(set); order.length < 4; next = advanced(next)) order.push(next.proposer)
  expect(order).toEqual([0, 1, 0, 1])
})
