import { LightClientAttackEvidence } from 'cosmjs-types/tendermint/types/evidence'
import { MsgRecoverClient, MsgSubmitMisbehaviour } from 'cosmjs-types/ibc/core/client/v1/tx'
import { expect, test } from 'vitest'
import { ChainHaltedError, createSandbox } from 'sudobox'
import { toBase64 } from '../../../src/base/bytes.js'
import { evidenceHash } from '../../../src/crypto/block-hashes.js'
import { heightOn, Misbehaviour, MISBEHAVIOUR, updateHeader, Header } from '../../../src/modules/ibc/relay.js'

const start = () => createSandbox({ chains: { neutron: {}, hub: { validators: [50n, 30n, 25n, 15n] } } })
type Hub = ReturnType<typeof start>['chains']['hub']
const signed = (hub: Hub, height: bigint) => hub.host.app.baseApp.block(Number(height))!
const jailed = (hub: Hub) => {
  const infos = hub.exportGenesis().app_state['slashing']!['signing_infos'] as readonly {
    validator_signing_info: { tombstoned: boolean; jailed_until: string }
  }[]
  return infos.filter(({ validator_signing_info: info }) => info.tombstoned && info.jailed_until.startsWith('9999'))
}

test('an attack on light clients: the next block has the evidence, and the chain tombstones the validators', async () => {
  const { hub } = start().chains
  hub.nextBlock()
  const { height, accused } = await hub.validators.attackLightClients()
  expect(accused).toEqual(['validator-0'])
  expect(height).toBe(hub.height)
  const block = signed(hub, height)
  const [{ evidence }] = block.signed.evidence as [(typeof block.signed.evidence)[0]]
  const attack = evidence.lightClientAttackEvidence!
  expect(attack).toMatchObject({ commonHeight: height - 2n, totalVotingPower: 120n })
  expect(attack.byzantineValidators.map(({ votingPower }) => votingPower)).toEqual([50n])
  expect(block.signed.header.evidenceHash).toEqual(evidenceHash([LightClientAttackEvidence.encode(attack).finish()]))
  expect(signed(hub, height - 1n).signed.header.evidenceHash).toEqual(evidenceHash())
  // Five percent of the tokens.
  const slashes = block.events.filter(({ type }) => type === 'slash')
  expect(slashes[0]!.attributes).toEqual(
    expect.arrayContaining([
      ['power', '50'],
      ['reason', 'double_sign'],
      ['burned_coins', '2500000'],
    ]),
  )
  expect(slashes).toHaveLength(2)
  expect(jailed(hub)).toHaveLength(1)
  const kept = hub.exportGenesis().app_state['evidence']!['evidence'] as readonly object[]
  expect(kept).toMatchObject([
    { '@type': '/cosmos.evidence.v1beta1.Equivocation', height: String(height - 2n), power: '50' },
  ])
  hub.nextBlock()
  hub.nextBlock()
  hub.nextBlock()
  expect(hub.validators.list().map(({ power }) => power)).toEqual([0n, 30n, 25n, 15n])
  await hub.validators.attackLightClients({ by: ['validator-2'] })
  expect(jailed(hub)).toHaveLength(2)
})

test('a relayer that reads the evidence freezes the client with it, and packets are refused until it is recovered', async () => {
  const sandbox = start()
  const { hub, neutron } = sandbox.chains
  const bob = neutron.account('bob', '9untrn')
  await sandbox.relayer.updateClient('neutron')
  const known = hub.height
  hub.nextBlock()
  const { height } = await hub.validators.attackLightClients({ by: ['validator-1', 'validator-2'] })
  const { baseApp: app } = hub.host.app
  const attack = signed(hub, height).signed.evidence[0]!.evidence.lightClientAttackEvidence!
  expect(attack.commonHeight).toBe(known)
  // As Hermes does: the header of the evidence, and the chain's own one of that height.
  const honest = Header.decode(updateHeader(app, Number(known) + 1, heightOn(app, Number(known))).value)
  const { signedHeader, validatorSet: set } = attack.conflictingBlock!
  const clientId = '07-tendermint-0'
  const value = Misbehaviour.encode({
    clientId,
    header1: { ...honest, signedHeader: signedHeader!, validatorSet: set! },
    header2: honest,
  }).finish()
  const submit = MsgSubmitMisbehaviour.encode({
    clientId,
    misbehaviour: { typeUrl: MISBEHAVIOUR, value },
    signer: bob.address,
  }).finish()
  const result = await bob.send([{ any: { typeUrl: MsgSubmitMisbehaviour.typeUrl, value: toBase64(submit) } }])
  expect(result).toMatchObject({ code: 0 })
  const send = () => bob.ibcTransfer(hub.account('alice'), '5untrn')
  await expect(send()).rejects.toThrow(
    'cannot send packet using client (07-tendermint-0) with status Frozen: client state is not active',
  )
  // Governance puts a client of the same chain in its place.
  const { clientId: substitute } = await sandbox.relayer.createClient('neutron')
  const gov = neutron.actAs('gov')
  const recover = MsgRecoverClient.encode({
    subjectClientId: clientId,
    substituteClientId: substitute,
    signer: gov.address,
  }).finish()
  await gov.send([{ any: { typeUrl: MsgRecoverClient.typeUrl, value: toBase64(recover) } }])
  await send()
  await sandbox.relayer.relay()
  expect(hub.account('alice').balances()).toMatchObject([{ amount: 5n }])
})

test('a double sign: only that validator is punished, once', async () => {
  const { hub } = start().chains
  const { height } = await hub.validators.doubleSign('validator-3')
  const { duplicateVoteEvidence: votes } = signed(hub, height).signed.evidence[0]!.evidence
  expect(votes).toMatchObject({ validatorPower: 15n, totalVotingPower: 120n, voteA: { height: height - 1n } })
  expect(votes!.voteA!.signature).not.toEqual(votes!.voteB!.signature)
  expect(jailed(hub)).toHaveLength(1)
  const burned = () => hub.host.app.baseApp.block(Number(hub.height))!.events.filter(({ type }) => type === 'slash')
  expect(burned()).toHaveLength(2)
  await hub.validators.doubleSign('validator-3')
  expect(burned()).toEqual([])
})

test('an invalid attack is refused, and one by all validators ends the chain', async () => {
  const { hub, neutron } = start().chains
  await expect(hub.validators.attackLightClients()).rejects.toThrow('an attack needs two blocks of hub')
  hub.nextBlock()
  await expect(hub.validators.attackLightClients({ by: ['validator-3'] })).rejects.toThrow(
    'validators with 15 of 120 voting power cannot deceive a light client: more than a third is needed',
  )
  await expect(hub.validators.attackLightClients({ by: ['nobody'] })).rejects.toThrow(
    'no validator "nobody" in its set',
  )
  await hub.validators.stop('validator-3')
  hub.nextBlock()
  await expect(hub.validators.doubleSign('validator-3')).rejects.toThrow('did not sign block')
  const { height } = neutron
  neutron.nextBlock()
  await expect(neutron.validators.doubleSign('validator-0')).rejects.toThrow(ChainHaltedError)
  expect(neutron.height).toBe(height + 1n)
  neutron.nextBlock()
})
