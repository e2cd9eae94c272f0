import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Consensus } from '../../src/chain/block/consensus-state.js'
import type { ValidatorUpdate } from '../../src/chain/block/validator-set.js'
import { namedValidator } from '../../src/chain/block/validators.js'

/** What `reference/staking/proposers` recorded. */
interface Story {
  readonly name: string
  readonly genesis: readonly Power[]
  /** What the application asks for in a block, by its height. */
  readonly changes: Readonly<Record<string, readonly Power[]>>
  readonly answers: readonly {
    readonly height: number
    readonly proposer: string
    readonly validators: readonly (readonly [name: string, power: string, priority: string])[]
  }[]
}
type Power = readonly [name: string, power: string]

const { stories } = JSON.parse(readFileSync('fixtures/staking/proposers.json', 'utf8')) as {
  readonly stories: readonly Story[]
}

const named = ([name, power]: Power) => namedValidator(name, BigInt(power))
const update = (power: Power): ValidatorUpdate => ({ publicKey: named(power).publicKey, power: BigInt(power[1]) })

test.each(stories)('$name: proposers and priorities are those of a node', ({ genesis, changes, answers }) => {
  const known = [...genesis, ...Object.values(changes).flat()]
  const nameOf = (address: Uint8Array) =>
    known.find((one) => Buffer.compare(named(one).address, address) === 0)?.[0] ?? 'another'
  const first = answers[0]!.height
  let consensus = Consensus.start({ chainId: 'chain', validators: known.map(named) }, genesis.map(update), first)
  const proposers: string[] = []
  for (const { height } of answers) {
    const proposal = consensus.propose('chain', height)
    proposers.push(nameOf(proposal.proposerAddress))
    consensus = consensus.after(height, proposal, (changes[height] ?? []).map(update))
  }
  const found = answers.map(({ height }, i) => ({
    height,
    proposer: proposers[i],
    validators: consensus
      .at(height)
      .map(({ address, votingPower }, place) => [
        nameOf(address),
        String(votingPower),
        String(consensus.prioritiesAt(height)[place]),
      ]),
  }))
  expect(found).toEqual(answers)
})

test('a substitute for a validator has its priority', () => {
  const updates = ['a', 'b', 'c', 'd'].map((name) => update([name, '10']))
  const consensus = Consensus.start({ chainId: 'chain' }, updates, 1)
  const { proposerAddress } = consensus.propose('chain', 1)
  const priorities = consensus.prioritiesAt(1)
  // Who has proposed waits longest.
  const last = priorities.indexOf(-30n)
  expect(priorities.toSpliced(last, 1)).toEqual([10n, 10n, 10n])
  expect(consensus.at(1)[last]!.address).toEqual(proposerAddress)
})
