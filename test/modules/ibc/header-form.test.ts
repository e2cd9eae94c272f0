import { expect, test } from 'vitest'
import { namedValidator } from '../../../src/chain/block/validators.js'
import type { Any } from '../../../src/codec/any.js'
import { validatorSet } from '../../../src/modules/ibc/relay.js'
import { Header, HEADER } from '../../../src/modules/ibc/tendermint/types.js'
import { refusal } from './echo-pair.js'
import { newSide } from './pair.js'
import { fork, lastHeader, SECOND, watched } from './watched.js'

const NIL_VOTE = 3

/** A client of chain b, and a header of b that can be changed. */
function told() {
  const { b, update, trusted, from } = watched()
  const { validators } = b.app.seals
  const at = (above: number): number => Number(trusted.revisionHeight) + above
  const header = (above: number, signers = validators): Header => ({
    ...Header.decode(lastHeader(fork(signers, at(above), from + 10n * SECOND), trusted).value),
    trustedValidators: validatorSet(validators),
  })
  const take = (changed: Header): string => {
    const message: Any = { typeUrl: HEADER, value: Header.encode(changed).finish() }
    return refusal(() => update(message))
  }
  const withCommit = (
    of: Header,
    change: (commit: NonNullable<NonNullable<Header['signedHeader']>['commit']>) => object,
  ) => {
    const { header: inner, commit } = of.signedHeader!
    return { ...of, signedHeader: { header: inner!, commit: { ...commit!, ...change(commit!) } } }
  }
  return { validators, trusted, at, header, take, withCommit }
}

test('the next header has the validators that were promised; a later one may have others', () => {
  const { validators, header, take } = told()
  const others = [...validators, namedValidator('new', 1n)]
  expect(take(header(1, others))).toMatch(
    /^undefined\/1 failed to verify header: expected old header next validators \([0-9A-F]{64}\) to match those from new header \([0-9A-F]{64}\)$/,
  )
  expect(take(header(2, others))).toBe('nothing was refused')
  expect(take(header(1))).toBe('nothing was refused')
})

test('a header is higher than the one that it trusts, in the same revision', () => {
  const { validators, trusted, at, header, take } = told()
  const own = header(3)
  const itself = { ...trusted, revisionHeight: BigInt(at(3)) }
  expect(take({ ...own, trustedHeight: itself })).toBe(
    `07-tendermint/5 TrustedHeight {7 ${at(3)}} must be less than header height {7 ${at(3)}}: invalid header height`,
  )
  const later = newSide('chain-b-8', 'cosmos', { validators })
  later.nextBlock()
  const next = { ...Header.decode(lastHeader(later, trusted).value), trustedValidators: validatorSet(validators) }
  expect(take(next)).toBe(
    '07-tendermint/5 header height revision 8 does not match trusted header revision 7: invalid header height',
  )
})

test('a commit has a place for each validator, and only votes for the block count', () => {
  const { header, take, withCommit } = told()
  const own = header(3)
  const [first] = own.signedHeader!.commit!.signatures
  expect(take(withCommit(own, ({ signatures }) => ({ signatures: signatures.slice(0, 3) })))).toBe(
    'undefined/1 failed to verify header: invalid header: Invalid commit -- wrong set size: 4 vs 3',
  )
  const nil = (signature: typeof first, i: number) => (i < 2 ? signature! : { ...signature!, blockIdFlag: NIL_VOTE })
  expect(take(withCommit(own, ({ signatures }) => ({ signatures: signatures.map(nil) })))).toBe(
    'undefined/1 failed to verify header: invalid header: invalid commit -- insufficient voting power: got 20, needed more than 26',
  )
  const short = (signature: typeof first) => ({ ...signature!, signature: signature!.signature.slice(1) })
  expect(take(withCommit(own, ({ signatures }) => ({ signatures: signatures.map(short) })))).toBe(
    'undefined/1 failed to verify header: invalid signature',
  )
  expect(take(withCommit(own, ({ height }) => ({ height: height + 1n })))).toMatch(
    /^undefined\/1 header failed basic validation: header and commit height mismatch: \d+ vs \d+$/,
  )
})

test('a set of validators has the addresses of its keys, and the proposer is one of them', () => {
  const { header, take } = told()
  const own = header(3)
  const set = own.validatorSet!
  const [first, second] = set.validators
  expect(
    take({
      ...own,
      validatorSet: { ...set, validators: [{ ...first!, address: second!.address }, ...set.validators.slice(1)] },
    }),
  ).toMatch(
    /^undefined\/1 validator set is not tendermint validator set: invalid validator #0: validator address is incorrectly derived from pubkey\. /,
  )
  const [proposer] = validatorSet([namedValidator('stranger', 10n)]).validators
  expect(take({ ...own, validatorSet: { ...set, proposer: proposer! } })).toBe(
    'undefined/1 validator set is not tendermint validator set: proposer not in validator set',
  )
})
