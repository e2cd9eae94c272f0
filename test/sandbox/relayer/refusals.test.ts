import { fc, runs } from '../../random.js'
import { describe } from 'vitest'
import { TxError, type RelayOptions, type Sandbox } from '../../../src/sandbox/index.js'
import { expect, test } from '../../../src/vitest/index.js'

/** What the chain says, and that nothing moved but the fee payer's sequence. */
async function refusal(sandbox: Sandbox, lie: () => Promise<unknown>): Promise<string> {
  const before = states(sandbox)
  let said = 'nothing was refused'
  try {
    await lie()
  } catch (error) {
    if (!(error instanceof TxError)) throw error
    said = `${error.codespace}/${error.code} ${error.log.replace('failed to execute message; message index: 0: ', '')}`
  }
  expect(states(sandbox)).toEqual(before)
  return said
}

/** All that packets could move: coins, packets, failures, fees, clients' states. An honest update of a client is none of it. */
function states(sandbox: Sandbox) {
  return Object.values(sandbox.chains).map(({ host }) => {
    const genesis = host.app.baseApp.exportGenesis() as Record<string, Record<string, unknown>>
    return {
      bank: genesis['bank'],
      channels: genesis['ibc']!['channel_genesis'],
      transfer: genesis['transfer'],
      failures: genesis['contractmanager'],
      fees: genesis['feerefunder'],
    }
  })
}

async function sent(sandbox: Sandbox) {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000untrn')
  // The relayer's account is made on both chains.
  await sandbox.relayer.updateClient('hub')
  await sandbox.relayer.updateClient('neutron')
  await alice.ibcTransfer(hub.account('bob'), '10untrn')
  return { neutron, hub, alice, relayer: sandbox.relayer }
}

describe('a lie about a packet is refused and moves nothing', () => {
  const LIES: readonly (readonly [name: string, lie: RelayOptions, said: RegExp])[] = [
    ['a proof of another key', { forge: { proof: 'otherKey' } }, /^commitment\/2 receive packet verification failed: /],
    ['a proof in another store', { forge: { proof: 'otherStore' } }, /^commitment\/2 .*/],
    ['a proof of another height', { forge: { proof: 'otherHeight' } }, /^ibc\/9 .*client state height < proof height/],
    ['a header from before it was sent', { forge: { header: 'stale' } }, /^commitment\/2 .*/],
    ['other data', { forge: { data: Buffer.from('{"amount":"1000"}') } }, /^commitment\/2 .*/],
    ['a timeout before its time', { force: 'timeout' }, /^channel\/\d+ .*packet timeout not reached/],
    ['a timeout for a channel that is open', { force: 'timeoutOnClose' }, /^commitment\/\d+ .*/],
    [
      'an acknowledgement that nobody wrote',
      { force: 'ack', forge: { acknowledgement: Buffer.from('{"result":"AQ=="}') } },
      /^commitment\/2 .*/,
    ],
  ]
  for (const [name, lie, said] of LIES)
    test(name, async ({ sandbox }) => {
      const { relayer } = await sent(sandbox)
      const once = { ...lie, filter: { ...(lie.force === undefined && { kind: 'recv' as const }), sequence: 1 } }
      expect(await refusal(sandbox, () => relayer.relay(once))).toMatch(said)
      expect((await relayer.relay()).map(({ kind, code }) => [kind, code])).toEqual([
        ['recv', 0],
        ['ack', 0],
      ])
    })

  test('a proof with any one bit flipped, of a packet, an acknowledgement and a timeout', async ({ sandbox }) => {
    const { hub, alice, relayer } = await sent(sandbox)
    await alice.ibcTransfer(hub.account('bob'), '10untrn', { timeoutSeconds: 60 })
    const property = async (kind: 'recv' | 'ack' | 'timeout', sequence: number) => {
      const start = await sandbox.snapshot()
      await relayer.relay({ filter: { kind, sequence } })
      const honest = states(sandbox)
      await sandbox.restore(start)
      await fc.assert(
        fc.asyncProperty(fc.nat(1 << 20), async (bit) => {
          const id = await sandbox.snapshot()
          const lie = { filter: { kind, sequence }, forge: { proof: { flipBit: bit } } }
          const before = states(sandbox)
          try {
            await relayer.relay(lie)
            // A proof of absence repeats its key, which nobody looks at, in ics23 neither: it still proves what it proves.
            expect([kind, states(sandbox)]).toEqual(['timeout', honest])
          } catch (error) {
            if (!(error instanceof TxError)) throw error
            expect(`${error.codespace}/${error.code}`).toMatch(/^commitment\/[24]$/)
            expect(states(sandbox)).toEqual(before)
          }
          await sandbox.restore(id)
        }),
        { numRuns: runs(40) },
      )
    }
    await property('recv', 1)
    await relayer.relay({ filter: { kind: 'recv', sequence: 1 } })
    await property('ack', 1)
    sandbox.advance(60)
    await property('timeout', 2)
  }, 120_000)
})

describe('a settled packet, a late one, and one to a closed end', () => {
  test('a replay succeeds without effect', async ({ sandbox }) => {
    const { relayer } = await sent(sandbox)
    await relayer.relay()
    const before = states(sandbox)
    for (const force of ['recv', 'ack'] as const) {
      const [again] = await relayer.relay({ force, filter: { sequence: 1 } })
      expect(again!.events.some(({ type }) => /packet/.test(type))).toBe(false)
    }
    expect(states(sandbox)).toEqual(before)
  })

  test('past its timeout, and on a closed channel', async ({ sandbox }) => {
    const { hub, relayer } = await sent(sandbox)
    await relayer.closeChannel({ chain: 'hub', channel: 'channel-0', force: true, confirm: false })
    expect(await refusal(sandbox, () => relayer.relay({ force: 'recv', filter: { sequence: 1 } }))).toBe(
      'channel/5 receive packet verification failed: channel is not OPEN (got STATE_CLOSED): invalid channel state',
    )
    await hub.skipPastTimeout()
    expect(await refusal(sandbox, () => relayer.relay({ force: 'recv', filter: { sequence: 1 } }))).toMatch(
      /^channel\//,
    )
    expect((await relayer.relay()).map(({ kind }) => kind)).toEqual(['timeout'])
  })

  test('an acknowledgement that is not JSON fails, and the packet waits on', async ({ sandbox }) => {
    const { relayer } = await sent(sandbox)
    await relayer.relay({ filter: { kind: 'recv' }, receiver: { acknowledgement: Buffer.from('no JSON') } })
    expect(await refusal(sandbox, () => relayer.relay())).toMatch(
      /^sdk\/6 .*cannot unmarshal ICS-20 transfer packet acknowledgement: /,
    )
    expect(relayer.pending()).toMatchObject([{ state: 'acknowledged', next: 'ack' }])
  })
})

describe('a header that must not be trusted', () => {
  const LIES = [
    ['power', /insufficient voting power: got 0, needed more than 33/],
    ['signature', /wrong signature \(#0\)/],
    ['chain', /header belongs to another chain "other-neutron-sandbox-1", not "neutron-sandbox-1"/],
    ['future', /new header has a time from the future/],
    ['validators', /validator set does not match hash|does not hash to latest trusted validators/],
  ] as const
  for (const [forge, said] of LIES)
    test(forge, async ({ sandbox }) => {
      const { relayer } = await sent(sandbox)
      expect(await refusal(sandbox, () => relayer.updateClient('hub', { forge }))).toMatch(said)
      await relayer.updateClient('hub')
    })

  test('with any one bit flipped it is refused, or brings what the honest one brings', async ({ sandbox }) => {
    const { hub, relayer } = await sent(sandbox)
    const consensus = () => {
      const { clients_consensus: all } = (
        hub.host.app.baseApp.exportGenesis() as Record<string, Record<string, Record<string, unknown>>>
      )['ibc']!['client_genesis']!
      return all
    }
    const id = await sandbox.snapshot()
    await relayer.updateClient('hub')
    const honest = consensus()
    await sandbox.restore(id)
    const before = consensus()
    await fc.assert(
      fc.asyncProperty(fc.nat(1 << 20), async (flipBit) => {
        await sandbox.restore(id)
        try {
          await relayer.updateClient('hub', { forge: { flipBit } })
          expect(consensus()).toEqual(honest)
        } catch (error) {
          if (!(error instanceof TxError)) throw error
          expect(consensus()).toEqual(before)
        }
      }),
      { numRuns: runs(150) },
    )
  }, 120_000)

  test('of a client that expired', async ({ sandbox }) => {
    const { neutron, relayer } = await sent(sandbox)
    sandbox.advance(15n * 24n * 3600n)
    const expired = 'client state is not active'
    expect(await refusal(sandbox, () => relayer.updateClient('hub'))).toMatch(
      new RegExp(`^client/29 .*status Expired: ${expired}`),
    )
    await expect(relayer.relay()).rejects.toThrow(expired)
    await expect(neutron.account('alice').ibcTransfer('cosmos1', '1untrn')).rejects.toThrow(expired)
  })

  test('two conflicting headers freeze the client, and nothing passes any more', async ({ sandbox }) => {
    for (const as of ['twoBlocks', 'time'] as const) {
      const id = await sandbox.snapshot()
      const { relayer, neutron } = await sent(sandbox)
      neutron.nextBlock(2)
      expect(await relayer.misbehaviour('hub', { as })).toEmit('client_misbehaviour', { client_id: '07-tendermint-0' })
      expect(await refusal(sandbox, () => relayer.relay())).toMatch(/^client\/29 .*status Frozen/)
      await sandbox.restore(id)
    }
  })
})
