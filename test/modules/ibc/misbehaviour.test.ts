import { MsgSubmitMisbehaviour } from 'cosmjs-types/ibc/core/client/v1/tx'
import { expect, test } from 'vitest'
import { namedValidator, type Validator } from '../../../src/chain/block/validators.js'
import { validatorSet } from '../../../src/modules/ibc/relay.js'
import { Header, Misbehaviour, MISBEHAVIOUR } from '../../../src/modules/ibc/tendermint/types.js'
import { refusal } from './echo-pair.js'
import { newSide } from './pair.js'
import { ABSENT, CLIENT, fork, lastHeader, SECOND, watched } from './watched.js'

/** A client, and headers that chain b could have signed, by height above the one that is trusted and seconds after it. */
function accused() {
  const { a, b, status, trusted, from } = watched()
  const honest = b.app.seals.validators
  const told = (above: number, seconds: bigint, validators: readonly Validator[] = honest): Header => {
    const side = fork(validators, Number(trusted.revisionHeight) + above, from + seconds * SECOND)
    return { ...Header.decode(lastHeader(side, trusted).value), trustedValidators: validatorSet(honest) }
  }
  const submit = (header1: Header, header2: Header): string => {
    const value = Misbehaviour.encode({ clientId: CLIENT, header1, header2 }).finish()
    const misbehaviour = { typeUrl: MISBEHAVIOUR, value }
    return refusal(() => a.run(MsgSubmitMisbehaviour, { clientId: CLIENT, misbehaviour, signer: a.relayer }))
  }
  return { honest, told, submit, status, trusted }
}

const ACCEPTED = 'nothing was refused'

test('two blocks of one height freeze the client, one block submitted twice does not', () => {
  const { told, submit, status } = accused()
  const header = told(3, 10n)
  expect([submit(header, header), status()]).toEqual([ACCEPTED, 'Active'])
  expect([submit(header, told(3, 11n)), status()]).toEqual([ACCEPTED, 'Frozen'])
})

test('a higher block must be later: one of the same time freezes the client, a later one does not', () => {
  const { told, submit, status } = accused()
  expect([submit(told(4, 11n), told(3, 10n)), status()]).toEqual([ACCEPTED, 'Active'])
  expect([submit(told(4, 10n), told(3, 10n)), status()]).toEqual([ACCEPTED, 'Frozen'])
})

test('strangers cannot freeze a client, nor can they be named as those whom it trusts', () => {
  const { told, submit, status } = accused()
  const strangers = ['x', 'y'].map((name) => namedValidator(name, 10n))
  const [one, two] = [told(3, 11n, strangers), told(3, 10n, strangers)]
  expect(submit(one, two)).toBe(
    'client/13 verifying Header1 in Misbehaviour failed: validator set in header has too much change from trusted validator set: invalid commit -- insufficient voting power: got 0, needed more than 13: invalid light client misbehaviour',
  )
  const trustedValidators = validatorSet(strangers)
  expect(submit({ ...one, trustedValidators }, { ...two, trustedValidators })).toMatch(
    /^07-tendermint\/14 verifying Header1 in Misbehaviour failed: trusted validators .* does not hash to latest trusted validators/,
  )
  expect(status()).toBe('Active')
})

test('both headers must be valid, of one chain, signed by their own validators, and the higher one first', () => {
  const { honest, told, submit, status, trusted } = accused()
  const [one, two] = [told(4, 10n), told(3, 10n)]
  expect(submit(two, one)).toMatch(/^client\/13 Header1 height is less than Header2 height \(7-\d+ < 7-\d+\): /)
  expect(submit(one, { ...two, trustedHeight: { ...trusted, revisionHeight: 0n } })).toBe(
    '07-tendermint/5 misbehaviour Header2 cannot have zero revision height: invalid header height',
  )
  const other = newSide('chain-c-7', 'cosmos', { validators: honest })
  while (other.app.last.height < Number(trusted.revisionHeight) + 3) other.nextBlock()
  const elsewhere = { ...Header.decode(lastHeader(other, trusted).value), trustedValidators: validatorSet(honest) }
  expect(submit(one, elsewhere)).toBe(
    'client/13 headers must have identical chainIDs: invalid light client misbehaviour',
  )
  const { commit, header } = two.signedHeader!
  const signatures = commit!.signatures.map((signature, i) => (i < 2 ? signature : ABSENT))
  expect(submit(one, { ...two, signedHeader: { header: header!, commit: { ...commit!, signatures } } })).toBe(
    'client/13 validator set did not commit to header: invalid light client misbehaviour',
  )
  expect(status()).toBe('Active')
})
