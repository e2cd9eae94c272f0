import {
  MsgAcknowledgement,
  MsgRecvPacket,
  MsgTimeout,
  MsgTimeoutOnClose,
  MsgChannelCloseInit,
  MsgChannelCloseConfirm,
} from 'cosmjs-types/ibc/core/channel/v1/tx'
import {
  MsgCreateClient,
  MsgRecoverClient,
  MsgSubmitMisbehaviour,
  MsgUpgradeClient,
  MsgUpdateClient,
} from 'cosmjs-types/ibc/core/client/v1/tx'
import { Order } from 'cosmjs-types/ibc/core/channel/v1/channel'
import { BlockIDFlag } from 'cosmjs-types/tendermint/types/validator'
import { describe, expect, test } from 'vitest'
import { toUtf8 } from '../../../src/base/bytes.js'
import { namedValidator } from '../../../src/chain/block/validators.js'
import type { Any } from '../../../src/codec/any.js'
import { getChannel } from '../../../src/modules/ibc/index.js'
import { channelStateText } from '../../../src/modules/ibc/channels/state.js'
import { channelKey, packetKey } from '../../../src/modules/ibc/keys.js'
import { heightOn, proofAt, startingStates, updateHeader } from '../../../src/modules/ibc/relay.js'
import {
  CLIENT_STATE,
  ClientState,
  CONSENSUS_STATE,
  ConsensusState,
  encodeClientState,
  encodeConsensusState,
  Header,
  HEADER,
  Misbehaviour,
  MISBEHAVIOUR,
} from '../../../src/modules/ibc/tendermint/types.js'
import { committedState } from '../../../src/modules/ibc/tendermint/upgrade.js'
import { asciiKey } from '../../../src/store/key.js'
import { echoPair, refusal } from './echo-pair.js'
import { ackOf, createClient, Pair, newSide } from './pair.js'

const flip = (bytes: Uint8Array, bit: number): Uint8Array => {
  const copy = bytes.slice()
  copy[bit >> 3]! ^= 1 << (bit & 7)
  return copy
}

describe('packets', () => {
  test('a proof with any one bit flipped is refused and moves nothing', () => {
    const { pair, b, apps, send } = echoPair()
    const message = pair.receiveMessage(b, send())
    const before = b.app.snapshot()
    const { proofCommitment: proof } = message
    for (let bit = 0; bit < proof.length * 8; bit += 7) {
      const said = refusal(() => b.run(MsgRecvPacket, { ...message, proofCommitment: flip(proof, bit) }))
      expect(said, `bit ${bit}`).toMatch(/^commitment\/[24] receive packet verification failed: couldn't verify /)
      b.app.restore(before)
    }
    expect(apps.b.heard).toEqual(['open confirm'])
    b.run(MsgRecvPacket, message)
    expect(apps.b.heard).toEqual(['open confirm', 'packet 1'])
  })

  test('a proof of another height, key, store or packet is refused', () => {
    const { pair, a, b, send } = echoPair()
    const packet = send()
    const message = pair.receiveMessage(b, packet)
    const at = Number(message.proofHeight.revisionHeight)
    const attempt = (change: Partial<MsgRecvPacket>) => refusal(() => b.run(MsgRecvPacket, { ...message, ...change }))
    const wrong =
      "couldn't verify counterparty packet commitment: failed packet commitment verification for client (07-tendermint-0): "
    const refused = `receive packet verification failed: ${wrong}`
    expect(attempt({ proofHeight: heightOn(a.app, at + 50) })).toBe(
      `ibc/9 ${refused}client state height < proof height ({1 ${at}} < {1 ${at + 50}}), please ensure the client has been updated: invalid height`,
    )
    expect(attempt({ proofHeight: heightOn(a.app, at - 1) })).toBe(
      `client/7 ${refused}please ensure the proof was constructed against a height that exists on the client: consensus state not found`,
    )
    const otherKey = packetKey('commitments', 'echo', packet.sourceChannel, 2n)
    expect(attempt({ proofCommitment: proofAt(a.app, otherKey, at) })).toMatch(
      /^commitment\/2 .*commitment proof must be existence proof/,
    )
    expect(attempt({ proofCommitment: proofAt(a.app, channelKey('echo', packet.sourceChannel), at) })).toMatch(
      /^commitment\/2 /,
    )
    expect(attempt({ proofCommitment: Uint8Array.of(255) })).toBe(
      `commitment/2 ${refused}failed to unmarshal proof into ICS 23 commitment merkle proof: invalid proof`,
    )
    expect(attempt({ packet: { ...packet, data: toUtf8('other') } })).toMatch(/^commitment\/2 /)
    expect(attempt({ packet: { ...packet, sourceChannel: 'channel-9' } })).toBe(
      "channel/13 receive packet verification failed: packet source channel doesn't match the counterparty's channel (channel-9 ≠ channel-0): invalid packet",
    )
    expect(attempt({ packet: { ...packet, destinationPort: 'nowhere' } })).toBe(
      'port/5 route not found to portID: nowhere: route not found',
    )
  })

  test('processed packets are not processed again', () => {
    const { pair, a, b, apps, send } = echoPair()
    const packet = send()
    const message = pair.receiveMessage(b, packet)
    const first = b.run(MsgRecvPacket, message)
    expect(b.run(MsgRecvPacket, message)).toMatchObject({ data: Uint8Array.of(8, 1), events: [] })
    const ack = pair.acknowledgeMessage(a, packet, ackOf(first.events))
    expect(refusal(() => a.run(MsgAcknowledgement, { ...ack, acknowledgement: toUtf8('bye') }))).toMatch(
      /^commitment\/2 /,
    )
    a.run(MsgAcknowledgement, ack)
    expect(a.run(MsgAcknowledgement, ack)).toMatchObject({ data: Uint8Array.of(8, 1), events: [] })
    expect(apps.a.heard).toEqual(['open ack', 'ack 1'])
  })

  test('a timeout is refused before its time, and when the packet came', () => {
    const { pair, a, b, send } = echoPair()
    const packet = send('late', BigInt(b.app.last.height + 5))
    expect(refusal(() => a.run(MsgTimeout, pair.timeoutMessage(a, packet, Order.ORDER_UNORDERED)))).toMatch(
      /^channel\/39 timeout packet verification failed: packet timeout not reached: current height: 7-\d+, timeout height 7-\d+: timeout not reached$/,
    )
    pair.receive(b, packet)
    for (let i = 0; i < 5; i++) pair.tick()
    expect(refusal(() => a.run(MsgTimeout, pair.timeoutMessage(a, packet, Order.ORDER_UNORDERED)))).toMatch(
      /^commitment\/2 timeout packet verification failed: failed packet receipt absence verification for client/,
    )
  })

  test('an ordered channel accepts packets in order and closes on a timeout', () => {
    const { pair, a, b, apps, channels, send } = echoPair(Order.ORDER_ORDERED)
    const [first, second] = [send('1'), send('2', BigInt(b.app.last.height + 6))]
    expect(refusal(() => pair.receive(b, second))).toBe(
      'channel/21 receive packet verification failed: packet sequence ≠ next receive sequence (2 ≠ 1): packet sequence is out of order',
    )
    pair.receive(b, first)
    for (let i = 0; i < 6; i++) pair.tick()
    const timeout = pair.timeoutMessage(a, second, Order.ORDER_ORDERED, 2n)
    expect(refusal(() => a.run(MsgTimeout, { ...timeout, nextSequenceRecv: 1n }))).toMatch(/^commitment\/2 /)
    const { events } = a.run(MsgTimeout, timeout)
    expect(events.map(({ type }) => type)).toEqual(['channel_close', 'message', 'timeout_packet', 'message'])
    expect(channelStateText(getChannel(a.app.queryContext(), 'echo', channels.a)!.state)).toBe('STATE_CLOSED')
    expect(apps.a.heard).toEqual(['open ack', 'timeout 2'])
    expect(refusal(() => send('3'))).toBe('channel/5 channel is not OPEN (got STATE_CLOSED): invalid channel state')
  })

  test('a channel that the other side closed ends the packets in flight', () => {
    const { pair, a, b, apps, channels, send } = echoPair()
    const packet = send()
    const receipt = pair.receiveMessage(b, packet)
    b.run(MsgChannelCloseInit, { portId: 'echo', channelId: channels.b, signer: b.relayer })
    expect(refusal(() => b.run(MsgRecvPacket, receipt))).toBe(
      'channel/5 receive packet verification failed: channel is not OPEN (got STATE_CLOSED): invalid channel state',
    )
    const at = pair.update(a)
    const proof = (key: ReturnType<typeof channelKey>) => proofAt(b.app, key, at)
    const proofClose = proof(channelKey('echo', channels.b))
    const height = heightOn(b.app, at)
    a.run(MsgTimeoutOnClose, {
      packet,
      proofUnreceived: proof(packetKey('receipts', 'echo', channels.b, 1n)),
      proofClose,
      proofHeight: height,
      nextSequenceRecv: 1n,
      signer: a.relayer,
    })
    a.run(MsgChannelCloseConfirm, {
      portId: 'echo',
      channelId: channels.a,
      proofInit: proofClose,
      proofHeight: height,
      signer: a.relayer,
    })
    expect(apps.a.heard).toEqual(['open ack', 'timeout 1', 'close confirm'])
  })
})

describe('headers', () => {
  const setUp = (options: Parameters<typeof startingStates>[2] = {}) => {
    const a = newSide('chain-a-1', 'neutron')
    const b = newSide('chain-b-7', 'cosmos', { modules: () => [{ name: 'upgrade', stores: ['upgrade'] }] })
    const pair = new Pair(a, b).createClients(options)
    const update = (clientMessage: Any) =>
      a.run(MsgUpdateClient, { clientId: pair.clientOnA, clientMessage, signer: a.relayer })
    /** The last header of b for a, changed. */
    const changed = (change: (header: Header) => Header): Any => {
      const { value } = updateHeader(b.app, b.app.last.height, a.latest(pair.clientOnA))
      return { typeUrl: HEADER, value: Header.encode(change(Header.decode(value))).finish() }
    }
    return { a, b, pair, update, changed }
  }

  test('one and many heights ahead are accepted, and the same one again', () => {
    const { a, b, pair, update, changed } = setUp()
    pair.tick()
    update(changed((header) => header))
    expect(a.latest(pair.clientOnA).revisionHeight).toBe(BigInt(b.app.last.height))
    for (let i = 0; i < 20; i++) pair.tick()
    const far = changed((header) => header)
    const { events } = update(far)
    expect(events.map(({ type }) => type)).toEqual(['update_client', 'message'])
    update(far)
  })

  test('too little voting power, wrong signatures and strangers are refused', () => {
    const { pair, update, changed } = setUp()
    for (let i = 0; i < 3; i++) pair.tick()
    const absent = {
      blockIdFlag: BlockIDFlag.BLOCK_ID_FLAG_ABSENT,
      validatorAddress: new Uint8Array(0),
      timestamp: { seconds: -62_135_596_800n, nanos: 0 },
      signature: new Uint8Array(0),
    }
    const signatures = (change: (i: number, old: Uint8Array) => Uint8Array | undefined) =>
      changed((header) => {
        const commit = header.signedHeader!.commit!
        const sigs = commit.signatures.map((sig, i) => {
          const next = change(i, sig.signature)
          return next === undefined ? absent : { ...sig, signature: next }
        })
        return { ...header, signedHeader: { ...header.signedHeader!, commit: { ...commit, signatures: sigs } } }
      })
    expect(refusal(() => update(signatures((i, old) => (i < 2 ? old : undefined))))).toBe(
      'undefined/1 failed to verify header: invalid header: invalid commit -- insufficient voting power: got 20, needed more than 26',
    )
    expect(refusal(() => update(signatures((i, old) => (i === 0 ? old : undefined))))).toBe(
      'undefined/1 failed to verify header: cant trust new val set: invalid commit -- insufficient voting power: got 10, needed more than 13',
    )
    expect(refusal(() => update(signatures((i, old) => (i === 1 ? flip(old, 300) : old))))).toMatch(
      /^undefined\/1 failed to verify header: wrong signature \(#1\): /,
    )
    const other = namedValidator('stranger', 10n)
    const set = {
      validators: [
        { address: other.address, pubKey: { ed25519: other.publicKey }, votingPower: 10n, proposerPriority: 0n },
      ],
      proposer: {
        address: other.address,
        pubKey: { ed25519: other.publicKey },
        votingPower: 10n,
        proposerPriority: 0n,
      },
      totalVotingPower: 0n,
    }
    expect(refusal(() => update(changed((header) => ({ ...header, trustedValidators: set }))))).toMatch(
      /^07-tendermint\/14 trusted validators validators:<address:".*, does not hash to latest trusted validators\. Expected: [0-9A-F]{64}, got: [0-9A-F]{64}: invalid validator set$/,
    )
    expect(refusal(() => update(changed((header) => ({ ...header, validatorSet: set }))))).toBe(
      'client/12 validator set does not match hash: invalid client header',
    )
  })

  test('another chain, the future, an unknown trusted height and a forged header are refused', () => {
    const { a, b, pair, update, changed } = setUp()
    pair.tick()
    const trusted = a.latest(pair.clientOnA)
    const c = newSide('chain-c-7', 'cosmos', { validators: b.app.seals.validators })
    for (let i = 0; i < 5; i++) c.nextBlock()
    expect(refusal(() => update(updateHeader(c.app, c.app.last.height, trusted)))).toBe(
      'undefined/1 failed to verify header: invalid header: untrustedHeader.ValidateBasic failed: header belongs to another chain "chain-c-7", not "chain-b-7"',
    )
    expect(
      refusal(() => update(changed((header) => ({ ...header, trustedHeight: { ...trusted, revisionHeight: 0n } })))),
    ).toBe(
      'client/7 could not get trusted consensus state from clientStore for Header at TrustedHeight: 7-0: consensus state not found',
    )
    expect(
      refusal(() =>
        update(
          changed((header) => {
            const signed = header.signedHeader!
            return {
              ...header,
              signedHeader: { ...signed, header: { ...signed.header!, appHash: new Uint8Array(32) } },
            }
          }),
        ),
      ),
    ).toMatch(
      /^undefined\/1 header failed basic validation: commit signs block [0-9A-F]{64}, header is block [0-9A-F]{64}$/,
    )
    b.nextBlock(a.app.last.time + 3_600_000_000_000n)
    expect(refusal(() => update(changed((header) => header)))).toMatch(
      /^undefined\/1 failed to verify header: invalid header: new header has a time from the future 2020-01-0\d .* \+0000 UTC \(now: .* \+0000 UTC; max clock drift: 10s\)$/,
    )
  })

  test('a client without updates for its trusting period is expired, until governance recovers it', () => {
    const { a, b, pair, update, changed } = setUp({
      trustingPeriod: 60_000_000_000n,
      unbondingPeriod: 120_000_000_000n,
    })
    const later = a.app.last.time + 61_000_000_000n
    a.nextBlock(later)
    b.nextBlock(later)
    const said = 'client/29 cannot update client (07-tendermint-0) with status Expired: client state is not active'
    expect(refusal(() => update(changed((header) => header)))).toBe(said)
    const fresh = createClient(a, b, { trustingPeriod: 60_000_000_000n, unbondingPeriod: 120_000_000_000n })
    const recover = { subjectClientId: pair.clientOnA, substituteClientId: fresh }
    expect(refusal(() => a.run(MsgRecoverClient, { ...recover, signer: a.relayer }))).toMatch(
      /^ibc\/2 expected .*: unauthorized$/,
    )
    a.run(MsgRecoverClient, { ...recover, signer: a.ibc.authority })
    pair.tick()
    update(changed((header) => header))
  })

  test('two headers of one height freeze the client', () => {
    const { a, b, pair, update } = setUp()
    pair.tick()
    const trusted = a.latest(pair.clientOnA)
    const before = b.app.snapshot()
    const one = Header.decode(updateHeader(b.app, b.app.last.height, trusted).value)
    const at = b.app.last.height
    const { time } = b.app.last
    b.app.restore(before)
    // The same validators sign another block of that height.
    const fork = newSide('chain-b-7', 'cosmos')
    while (fork.app.last.height < at - 1) fork.nextBlock()
    fork.app.beginBlock({ time: time + 1n })
    fork.app.endBlock()
    const two = Header.decode(updateHeader(fork.app, at, trusted).value)
    const misbehaviour = { clientId: pair.clientOnA, header1: one, header2: two }
    const { events } = a.run(MsgSubmitMisbehaviour, {
      clientId: pair.clientOnA,
      misbehaviour: { typeUrl: MISBEHAVIOUR, value: Misbehaviour.encode(misbehaviour).finish() },
      signer: a.relayer,
    })
    expect(events[0]!.type).toBe('client_misbehaviour')
    expect(a.ibc.clients.status(a.app.queryContext(), pair.clientOnA)).toBe('Frozen')
    pair.tick()
    expect(refusal(() => update(updateHeader(b.app, b.app.last.height, trusted)))).toBe(
      'client/29 cannot update client (07-tendermint-0) with status Frozen: client state is not active',
    )
  })

  test('a client needs states that fit', () => {
    const { a, b } = setUp()
    const states = startingStates(b.app, b.app.last.height)
    expect(
      refusal(() =>
        a.run(MsgCreateClient, {
          ...states,
          consensusState: { typeUrl: '/cosmos.x', value: new Uint8Array(0) },
          signer: a.relayer,
        }),
      ),
    ).toBe('undefined/1 unable to resolve type URL /cosmos.x')
    expect(
      refusal(() =>
        a.run(MsgCreateClient, {
          ...startingStates(b.app, b.app.last.height, { trustingPeriod: 3_000_000_000_000_000n }),
          signer: a.relayer,
        }),
      ),
    ).toBe(
      '07-tendermint/3 trusting period (833h20m0s) should be < unbonding period (504h0m0s): invalid trusting period',
    )
  })

  test('a client follows its chain through an upgrade that the chain committed to', () => {
    const { a, b, pair } = setUp()
    // The state that the old chain commits to, in the store of its upgrades.
    const upgraded: ClientState = {
      ...committedState(ClientState.decode(startingStates(b.app, b.app.last.height).clientState.value)),
      chainId: 'chain-b-8',
      latestHeight: { revisionNumber: 8n, revisionHeight: 1n },
      unbondingPeriod: { seconds: 907_200n, nanos: 0 },
    }
    const consensus: ConsensusState = {
      timestamp: { seconds: 1_600_000_000n, nanos: 0 },
      root: { hash: toUtf8('sentinel') },
      nextValidatorsHash: new Uint8Array(32).fill(7),
    }
    pair.tick()
    pair.tick()
    // The client's last height, which is in the key, is the one of the header that proves it.
    const last = b.app.last.height + 2
    const keyAt = (what: string) => asciiKey(`upgradedIBCState/${last}/${what}`)
    b.app.runInBlock((ctx) => {
      ctx.store('upgrade').set(keyAt('upgradedClient'), encodeClientState(upgraded))
      ctx.store('upgrade').set(keyAt('upgradedConsState'), encodeConsensusState(consensus))
    })
    b.nextBlock()
    expect(b.app.last.height).toBe(last)
    const message = (at: number) => ({
      clientId: pair.clientOnA,
      clientState: { typeUrl: CLIENT_STATE, value: ClientState.encode(upgraded).finish() },
      consensusState: { typeUrl: CONSENSUS_STATE, value: ConsensusState.encode(consensus).finish() },
      proofUpgradeClient: proofAt(b.app, keyAt('upgradedClient'), at, 'upgrade'),
      proofUpgradeConsensusState: proofAt(b.app, keyAt('upgradedConsState'), at, 'upgrade'),
      signer: a.relayer,
    })
    const clientMessage = updateHeader(b.app, last, a.latest(pair.clientOnA))
    a.nextBlock(b.app.last.time)
    a.run(MsgUpdateClient, { clientId: pair.clientOnA, clientMessage, signer: a.relayer })
    const good = message(last)
    const other = { ...good, proofUpgradeClient: good.proofUpgradeConsensusState }
    expect(refusal(() => a.run(MsgUpgradeClient, other))).toMatch(
      /^commitment\/2 cannot upgrade client with ID 07-tendermint-0: client state proof failed\. Path: \[upgrade upgradedIBCState\/\d+\/upgradedClient\]: /,
    )
    const { events } = a.run(MsgUpgradeClient, good)
    expect(events[0]).toEqual({
      type: 'upgrade_client',
      attributes: [
        ['client_id', pair.clientOnA],
        ['client_type', '07-tendermint'],
        ['consensus_height', '8-1'],
      ],
    })
    const { value } = a.ibc.clients.clientState(a.app.queryContext(), pair.clientOnA)!
    // Half the time to unbond is half the time to trust.
    expect(ClientState.decode(value)).toMatchObject({ chainId: 'chain-b-8', trustingPeriod: { seconds: 604_800n } })
  })
})
