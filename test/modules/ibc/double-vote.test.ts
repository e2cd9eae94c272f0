import { MsgUpdateClient } from 'cosmjs-types/ibc/core/client/v1/tx'
import { expect, test } from 'vitest'
import { signedHeader } from '../../../src/chain/block/signed-block.js'
import { namedValidator, type Validator } from '../../../src/chain/block/validators.js'
import type { Any } from '../../../src/codec/any.js'
import { setHash, validatorSet } from '../../../src/modules/ibc/relay.js'
import { Header, HEADER } from '../../../src/modules/ibc/tendermint/types.js'
import { refusal } from './echo-pair.js'
import { createClient, newSide } from './pair.js'
import { ABSENT, fork, lastHeader, PERIOD, SECOND, timeOf, watched } from './watched.js'

test('a validator who signs twice counts as having voted twice, and the header is refused', () => {
  const { b, update, trusted, from } = watched({ trustingPeriod: 1000n * PERIOD, unbondingPeriod: 1001n * PERIOD })
  const [lone] = b.app.seals.validators
  const trustedSet = validatorSet(b.app.seals.validators)
  const by = (validators: readonly Validator[]): Any => {
    const forged = fork([lone!], Number(trusted.revisionHeight) + 5, from + 5n * SECOND)
    const header = Header.decode(lastHeader(forged, trusted).value)
    // A set in which a validator is twice, as no honest chain has it.
    const content = { ...header.signedHeader!.header!, validatorsHash: setHash(validators) }
    const double = {
      signedHeader: signedHeader(content, validators),
      validatorSet: validatorSet(validators),
      trustedValidators: trustedSet,
    }
    return { typeUrl: HEADER, value: Header.encode({ ...header, ...double }).finish() }
  }
  // One of four validators has a quarter of the power: a third is needed.
  expect(refusal(() => update(by([lone!])))).toBe(
    'undefined/1 failed to verify header: cant trust new val set: invalid commit -- insufficient voting power: got 10, needed more than 13',
  )
  expect(refusal(() => update(by([lone!, lone!])))).toMatch(
    /^undefined\/1 failed to verify header: double vote from Validator\{[0-9A-F]{40} PubKeyEd25519\{[0-9A-F]{64}\} VP:10 A:0\} \(0 and 1\)$/,
  )
  // A stranger between the two votes does not hide them.
  expect(refusal(() => update(by([lone!, namedValidator('stranger', 10n), lone!])))).toMatch(
    /double vote .* \(0 and 2\)$/,
  )
})

test('more than a third of the trusted set and more than two thirds of the new one must have signed; exactly that much is refused', () => {
  const names = ['x', 'y', 'z'].map((name) => namedValidator(name, 10n))
  const a = newSide('chain-a-1', 'neutron')
  const b = newSide('chain-b-7', 'cosmos', { validators: names })
  const clientId = createClient(a, b)
  const trusted = a.latest(clientId)
  const trustedSet = validatorSet(names)
  const told = (validators: readonly Validator[], signers: number): Any => {
    const side = fork(validators, Number(trusted.revisionHeight) + 5, timeOf(b) + 5n * SECOND)
    const header = Header.decode(lastHeader(side, trusted).value)
    const { commit } = header.signedHeader!
    const signatures = commit!.signatures.map((signature, i) => (i < signers ? signature : ABSENT))
    const signedHeader = { ...header.signedHeader!, commit: { ...commit!, signatures } }
    return {
      typeUrl: HEADER,
      value: Header.encode({ ...header, signedHeader, trustedValidators: trustedSet }).finish(),
    }
  }
  const update = (clientMessage: Any) => a.run(MsgUpdateClient, { clientId, clientMessage, signer: a.relayer })
  const strangers = ['p', 'q'].map((name) => namedValidator(name, 10n))
  expect(refusal(() => update(told([names[0]!, ...strangers], 3)))).toBe(
    'undefined/1 failed to verify header: cant trust new val set: invalid commit -- insufficient voting power: got 10, needed more than 10',
  )
  expect(refusal(() => update(told(names, 2)))).toBe(
    'undefined/1 failed to verify header: invalid header: invalid commit -- insufficient voting power: got 20, needed more than 20',
  )
  update(told([names[0]!, names[1]!, strangers[0]!], 3))
})
