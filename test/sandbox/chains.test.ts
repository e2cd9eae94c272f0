import { describe, expectTypeOf } from 'vitest'
import { createSandbox, type Sandbox, type SandboxChain, type SandboxOptions } from '../../src/sandbox/index.js'
import { expect, test } from '../../src/vitest/index.js'
import { replayed, rootsOf } from './replaying.js'

const THREE = {
  chains: { neutron: {}, hub: {}, osmo: { kind: 'hub', name: 'osmosis', prefix: 'osmo', denom: 'uosmo' } },
} as const

const denomOn = (chain: SandboxChain, address: string): readonly string[] =>
  chain.host
    .balances(address)
    .map(({ denom }) => denom)
    .filter((denom) => denom.startsWith('ibc/'))

describe('the chains of a sandbox', () => {
  test('are neutron and hub, unless others are named', async () => {
    const keys = (options?: SandboxOptions) => Object.keys(createSandbox(options).chains)
    expect(keys()).toEqual(['neutron', 'hub'])
    expect(keys({ chains: { hub: {} } })).toEqual(['neutron', 'hub'])
    expect(keys(THREE)).toEqual(['neutron', 'hub', 'osmo'])
    expect(keys({ chains: { osmo: { kind: 'hub' }, neutron: {} } })).toEqual(['neutron', 'osmo'])
    expect(keys({ chains: { juno: { kind: 'hub' } } })).toEqual(['juno'])
  })

  test('have types with their names', () => {
    expectTypeOf(createSandbox().chains).toEqualTypeOf<Sandbox['chains']>()
    expectTypeOf(createSandbox({ chains: { hub: {} } })).toEqualTypeOf<Sandbox>()
    const options: SandboxOptions = {}
    expectTypeOf(createSandbox(options)).toEqualTypeOf<Sandbox>()
    const sandbox = createSandbox(THREE)
    expectTypeOf(sandbox.chains.osmo).toEqualTypeOf<SandboxChain>()
    expectTypeOf(sandbox).toExtend<Sandbox>()
    // @ts-expect-error there is no such chain
    expect(sandbox.chains.juno).toBeUndefined()
    // @ts-expect-error a chain of another name needs a kind
    expect(() => createSandbox({ chains: { osmo: {} } })).toThrow('createSandbox() does not take these options')
    // @ts-expect-error a link between chains that there are not
    expect(() => createSandbox({ links: [['neutron', 'osmo']] })).toThrow('createSandbox() does not take these options')
  })

  test.each([
    [{ chains: { osmo: {} } }, 'at /chains/osmo/kind: missing; kinds: neutron, hub'],
    [{ chains: { osmo: { kind: 'zone' } } }, 'at /chains/osmo/kind'],
    [{ chains: { Osmo: { kind: 'hub' } } }, 'at /chains/Osmo: expected a name such as "osmo": a-z and 0-9'],
    [{ chains: { hub: { chainId: 'neutron-sandbox-1' } } }, 'at /chains/hub/chainId: neutron also has the id'],
    [{ links: [['neutron', 'osmo']] }, 'at /links/0: there is no chain "osmo"'],
    [{ links: [['hub', 'hub']] }, 'at /links/0: a chain cannot be linked with itself'],
    [{ links: [['hub']] }, 'at /links/0'],
  ])('%j is refused', (options, reason) => {
    expect(() => createSandbox(options as SandboxOptions)).toThrow(
      expect.objectContaining({ details: expect.arrayContaining([expect.stringContaining(reason)]) as unknown }),
    )
  })

  test('are linked in pairs, and a coin travels over all of them and back', async () => {
    const sandbox = createSandbox(THREE)
    const { neutron, hub, osmo } = sandbox.chains
    expect(sandbox.links.map(({ channels }) => channels)).toEqual([
      { neutron: 'channel-0', hub: 'channel-0' },
      { neutron: 'channel-1', osmo: 'channel-0' },
      { hub: 'channel-1', osmo: 'channel-1' },
    ])
    const [alice, bob, carol] = [neutron.account('alice', '100untrn'), hub.account('bob'), osmo.account('carol')]
    await alice.ibcTransfer(bob, '10untrn')
    await sandbox.relayer.relay()
    const [onHub] = denomOn(hub, bob.address)
    // The receiver's chain says which channel is meant.
    await bob.ibcTransfer(carol, `10${onHub}`)
    expect(sandbox.relayer.pending()).toMatchObject([{ from: 'hub', to: 'osmo', sourceChannel: 'channel-1' }])
    await sandbox.relayer.relay()
    const [onOsmo] = denomOn(osmo, carol.address)
    await carol.ibcTransfer(alice, `4${onOsmo}`)
    await carol.ibcTransfer(bob, `6${onOsmo}`)
    await sandbox.relayer.relay()
    expect(bob).toHaveBalance(onHub!, 6n)
    // Over the third link it is another coin.
    expect(denomOn(neutron, alice.address)).toHaveLength(1)
    await bob.ibcTransfer('alice', `6${onHub}`)
    await sandbox.relayer.relay()
    expect(alice).toHaveBalance('untrn', 96n)
    expect(await replayed(THREE, sandbox.log)).toEqual(rootsOf(sandbox))
  })

  test('are linked as the option says: twice, or not at all', async () => {
    const options = {
      chains: THREE.chains,
      links: [
        ['hub', 'osmo'],
        ['neutron', 'hub'],
        ['hub', 'osmo'],
      ],
    } as const
    const sandbox = createSandbox(options)
    expect(sandbox.link('osmo', 'hub').channels).toEqual({ hub: 'channel-0', osmo: 'channel-0' })
    expect(sandbox.links[2]!.connections).toEqual({ hub: 'connection-2', osmo: 'connection-1' })
    expect(() => sandbox.link('neutron', 'osmo')).toThrow('neutron and osmo are not linked')
    const { hub, osmo } = sandbox.chains
    await osmo.account('carol', '9uosmo').ibcTransfer(hub.account('bob'), '9uosmo', { channel: 'channel-1' })
    expect(await sandbox.relayer.relay()).toMatchObject([
      { chain: 'hub', kind: 'recv', packet: { destinationChannel: 'channel-2' } },
      { chain: 'osmo', kind: 'ack' },
    ])

    const apart = createSandbox({ links: [] })
    expect(apart.links).toEqual([])
    const { relayer } = apart
    const [a, b] = [await relayer.createClient('neutron'), await relayer.createClient('hub')]
    expect([a.clientId, b.clientId]).toEqual(['07-tendermint-0', '07-tendermint-0'])
    await relayer.openConnection()
    expect((await relayer.openChannel({ port: 'transfer', version: 'ics20-1' })).channels).toEqual({
      neutron: 'channel-0',
      hub: 'channel-0',
    })
  })

  test('a client needs to know which of several chains it follows', async () => {
    const sandbox = createSandbox(THREE)
    const { relayer } = sandbox
    await expect(relayer.createClient('hub')).rejects.toThrow('more than one chain could be meant besides hub')
    await expect(relayer.createClient('hub', { of: 'hub' })).rejects.toThrow('hub has no other chain hub')
    expect(await relayer.createClient('hub', { of: 'osmo' })).toMatchObject({ clientId: '07-tendermint-2' })
    expect((await relayer.pairClients({ chain: 'osmo', of: 'hub' })).clients).toEqual({
      osmo: '07-tendermint-2',
      hub: '07-tendermint-3',
    })
  })

  test('two of kind neutron have their own queries and EVMs', async () => {
    const options = { chains: { neutron: {}, pion: { kind: 'neutron', chainId: 'pion-1' }, hub: {} } } as const
    const sandbox = createSandbox(options)
    const { neutron, pion, hub } = sandbox.chains
    const answers = []
    for (const chain of [neutron, pion]) {
      const alice = chain.account('alice', '1000000000untrn')
      const reader = await alice.deploy('contracts/artifacts/remote_reader.wasm', {}, { funds: '100000000untrn' })
      const connection = sandbox.link(chain.key as 'neutron', 'hub').connections[chain.key]
      const what = { balances: { addr: hub.account('bob', '7uatom').address, denoms: ['uatom'] } }
      await alice.execute(reader, { register: { connection_id: connection, update_period: 1, what } })
      answers.push(reader)
    }
    sandbox.queryRelayer.auto()
    expect(sandbox.queryRelayer.delivered.map(({ code, chain }) => [code, chain])).toEqual([
      [0, 'neutron'],
      [0, 'pion'],
    ])
    expect(await sandbox.evm.request({ method: 'eth_chainId' })).toBe('0x40000')
    expect(await pion.evm.request({ method: 'eth_chainId' })).toBe('0x40001')
    expect(sandbox.log.at(-1)).toMatchObject({ action: 'evm', chain: 'pion' })
    await sandbox.close()
  })
})
