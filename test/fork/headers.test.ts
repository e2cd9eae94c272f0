import { expect, test } from 'vitest'
import { toHex } from '../../src/base/bytes.js'
import { NO_STATE, setHash, signedHeader } from '../../src/chain/block/signed-block.js'
import { namedValidator, type Validator } from '../../src/chain/block/validators.js'
import { momentOf } from '../../src/codec/time.js'
import { commitHash } from '../../src/crypto/block-hashes.js'
import { MemoryCache } from '../../src/fork/cache/cache.js'
import { LiveChain } from '../../src/fork/node/live-chain.js'
import { readPoint } from '../../src/fork/point.js'
import { commitView, headerView, validatorView } from '../../src/server/comet/views.js'
import { expectRefusal } from './refusal.js'

type Signed = ReturnType<typeof signedHeader>

const START = 1_767_225_600_000_000_000n
const DAY = 86_400_000_000_000n
const NOTHING = new Uint8Array(0)

interface Story {
  readonly chainId?: string
  readonly length: number
  readonly spacing?: bigint
  /** The validators of a height. */
  readonly set: (height: number) => readonly Validator[]
  /** Who signs it; the validators by default. */
  readonly signing?: (height: number) => readonly Validator[]
}

/** Headers from height 1 on, each with the hash of the one before it. */
function headersOf({ chainId = 'live-1', length, spacing = 1_000_000_000n, set, signing = set }: Story): Signed[] {
  const blocks: Signed[] = []
  for (let height = 1; height <= length; height++) {
    const header = {
      version: { block: 11n, app: 1n },
      chainId,
      height: BigInt(height),
      time: momentOf(START + BigInt(height) * spacing),
      lastBlockId: blocks.at(-1)?.commit.blockId ?? { hash: NOTHING, partSetHeader: { total: 0, hash: NOTHING } },
      lastCommitHash: commitHash(blocks.at(-1)?.commit.signatures ?? []),
      dataHash: NO_STATE,
      validatorsHash: setHash(set(height)),
      nextValidatorsHash: setHash(set(height + 1)),
      consensusHash: NO_STATE,
      appHash: Uint8Array.of(height & 255),
      lastResultsHash: NO_STATE,
      evidenceHash: NO_STATE,
      proposerAddress: set(height)[0]!.address,
    }
    blocks.push(signedHeader(header, signing(height)))
  }
  return blocks
}

/** A node that has answered with these headers and validators. */
function answering(blocks: readonly Signed[], set: Story['set']): { chain: LiveChain; read: Set<string> } {
  const read = new Set<string>()
  const cache = new (class extends MemoryCache {
    override document(name: string): unknown {
      read.add(name)
      return super.document(name)
    }
  })()
  for (const [i, { header, commit }] of blocks.entries()) {
    cache.keepDocument(`commit ${i + 1}`, { signed_header: { header: headerView(header), commit: commitView(commit) } })
    const validators = set(i + 1)
    for (let at = 0; at < validators.length; at += 100)
      cache.keepDocument(`validators ${i + 1} ${at / 100 + 1}`, {
        validators: validators.slice(at, at + 100).map((validator) => validatorView(validator, 0n)),
        total: String(validators.length),
      })
  }
  return { chain: new LiveChain(cache, undefined, undefined, () => {}), read }
}

const team = (name: string, count = 4) => Array.from({ length: count }, (_, i) => namedValidator(`${name}${i}`))
const [OLD, NEW] = [team('old'), team('new')]
const hashOf = (block: Signed | undefined): string => toHex(block!.commit.blockId.hash)

test('a header that more than two thirds of its validators signed, and the one before it', () => {
  const set = () => team('many', 130)
  const blocks = headersOf({ length: 3, set })
  const point = readPoint(answering(blocks, set).chain, 2, { from: undefined })
  expect(point).toMatchObject({
    chainId: 'live-1',
    height: 2,
    hash: hashOf(blocks[1]),
    time: START + 2_000_000_000n,
    appHash: Uint8Array.of(3),
  })
  expect(point.validators).toEqual(set().map(({ publicKey, votingPower }) => ({ publicKey, power: votingPower })))
})

test('a header that the validators have not signed is refused', () => {
  const set = () => OLD
  const blocks = headersOf({ length: 3, set })
  const point = (changed: readonly Signed[], validators: Story['set'] = set) =>
    readPoint(answering(changed, validators).chain, 2, { from: undefined })
  const [first, second, third] = blocks as [Signed, Signed, Signed]
  const other = { ...third.header, appHash: Uint8Array.of(9) }

  // The state is another one than that of the signed header.
  expectRefusal(() => point([first, second, { ...third, header: other }]), 'forged', /commit signs block/)
  // Half of the validators sign another header.
  const half = signedHeader(other, OLD.slice(0, 2))
  const signatures = [...half.commit.signatures, ...third.commit.signatures.slice(2)]
  expectRefusal(
    () => point([first, second, { ...half, commit: { ...half.commit, signatures } }]),
    'forged',
    /not signed by the validators of the chain\n.*wrong signature/,
  )
  // The validators are not those of the header.
  expectRefusal(
    () => point([first, second, third], (height) => (height === 3 ? NEW : OLD)),
    'forged',
    /names other validators than the chain has at height 3/,
  )
  // The block of the fork itself is not the one before it, though signed.
  const time = signedHeader({ ...second.header, time: momentOf(START) }, OLD)
  expectRefusal(() => point([first, time, third]), 'forged', /height 2 is not the one before that of 3/)
  // A header of another height.
  expectRefusal(() => point([first, second, second]), 'forged', /another block than that of height 3/)
})

test('from a trusted block on, adjacent or far, over headers in between when the validators have changed', () => {
  const near = headersOf({ length: 41, set: () => OLD })
  const trusted = { height: 10, hash: hashOf(near[9]) }
  const far = answering(near, () => OLD)
  expect(readPoint(far.chain, 40, { from: trusted }).appHash).toEqual(Uint8Array.of(41))
  expect([...far.read].filter((name) => name.startsWith('commit'))).toEqual(['commit 40', 'commit 41', 'commit 10'])
  for (const height of [10, 11])
    expect(
      readPoint(answering(near, () => OLD).chain, height - 1, { from: { height, hash: hashOf(near[height - 1]) } }),
    ).toMatchObject({ height: height - 1 })
  expect(readPoint(answering(near, () => OLD).chain, 10, { from: trusted })).toMatchObject({ height: 10 })

  // All validators change at once, so that only the headers on both sides connect them.
  const set = (height: number) => (height <= 23 ? OLD : NEW)
  const moved = headersOf({ length: 41, set })
  const over = answering(moved, set)
  expect(readPoint(over.chain, 40, { from: { height: 10, hash: hashOf(moved[9]) } }).height).toBe(40)
  expect(over.read.has('commit 23') && over.read.has('commit 24')).toBe(true)
})

test('a header that does not follow from the trusted block is refused', () => {
  const set = () => OLD
  const blocks = headersOf({ length: 41, set })
  const from = { height: 10, hash: hashOf(blocks[9]) }
  const point = (changed: readonly Signed[], validators: Story['set'], height = 40) =>
    readPoint(answering(changed, validators).chain, height, { from })

  // A history of other validators from some block on, each header right by itself.
  const changed = (height: number) => (height <= 23 ? OLD : NEW)
  const false1 = headersOf({ length: 41, set: changed })
  const forked = [...blocks.slice(0, 23), ...false1.slice(23)]
  expectRefusal(() => point(forked, changed), 'forged', /height 24 has other validators than were chosen/)
  // Too few of the old ones sign, and nobody says why.
  const alone = headersOf({ length: 41, set: () => NEW })
  expectRefusal(
    () => point([...blocks.slice(0, 10), ...alone.slice(10)], (at) => (at <= 10 ? OLD : NEW)),
    'forged',
    /height 11 has other validators than were chosen/,
  )
  expectRefusal(() => point(alone, () => NEW), 'forged', /another block of height 10 than the trusted one/)
  const elsewhere = headersOf({ chainId: 'other-1', length: 41, set })
  expectRefusal(
    () => point([...blocks.slice(0, 10), ...elsewhere.slice(10)], set),
    'forged',
    /height 41 does not follow that of 10/,
  )
  expect(() => point(blocks, set, 8)).toThrow(/the trusted block is later than the fork/)
})

test('a block may be trusted for two weeks of the time of the chain', () => {
  const set = () => OLD
  const blocks = headersOf({ length: 16, spacing: DAY, set })
  const point = (height: number) =>
    readPoint(answering(blocks, set).chain, 14, { from: { height, hash: hashOf(blocks[height - 1]) } })
  expect(point(2).height).toBe(14)
  expectRefusal(() => point(1), 'refused', /too old for height 15\n.*at most 1209600s/)
})
