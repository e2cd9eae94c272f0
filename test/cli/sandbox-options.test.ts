import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { expect, test } from 'vitest'
import { KINDS } from '../../src/app/kinds.js'
import { addFork, addForkHeight, type ServeFlags } from '../../src/cli/serve/flags.js'
import { withFlags, withReleases } from '../../src/cli/serve/sandbox-options.js'
import { stateOf } from '../../src/cli/serve/state.js'
import { createSandbox } from '../../src/sandbox/index.js'

/** What flags of `sudobox serve` make of a sandbox. */

const MNEMONIC = 'test test test test test test test test test test test junk'
const OTHER = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

const flags = {
  chains: {},
  links: [],
  chainId: {},
  genesis: {},
  fork: {},
  forkHeight: {},
  account: [],
  mnemonic: [],
} as unknown as ServeFlags

test('the account is the one that cosmjs derives first', async () => {
  const options = withFlags(undefined, { ...flags, relayerMnemonic: `  ${MNEMONIC.replace(' ', '\n')}` })
  const [account] = await (await DirectSecp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix: 'cosmos' })).getAccounts()
  expect(createSandbox(options).chains.hub.account('relayer').address).toBe(account!.address)
  expect(() => withFlags(undefined, { ...flags, relayerMnemonic: 'test test' })).toThrow(
    '--relayer-mnemonic is not a BIP-39 mnemonic',
  )
})

test('a network keeps it', () => {
  const state = join(mkdtempSync(join(tmpdir(), 'sudobox-relayer-')), 'state.yaml')
  const { keys } = withFlags(undefined, { ...flags, relayerMnemonic: MNEMONIC })
  writeFileSync(state, JSON.stringify({ sudobox: 1, title: 'a state', options: { keys } }))
  const loaded = (more: Partial<ServeFlags>) => stateOf({ ...flags, state, ...more })?.fixture.options?.keys
  expect(loaded({})).toEqual(keys)
  expect(loaded({ relayerMnemonic: MNEMONIC })).toEqual(keys)
  expect(() => loaded({ relayerMnemonic: OTHER })).toThrow('the relayers have another account')
})

test('a network keeps the contract VM of each chain, other than that of forks', () => {
  const chains = {
    osmo: { kind: 'hub' },
    mine: { kind: 'wasmd', vm: '2.2.2' },
    live: { kind: 'neutron', fork: { rpc: ['http://localhost'] } },
  } as const
  expect(withReleases({ chains } as never).chains).toEqual({
    osmo: { kind: 'hub', vm: KINDS.hub.defaults.vm },
    mine: chains.mine,
    live: chains.live,
  })
  expect(Object.keys(withReleases({}).chains!)).toEqual(['neutron', 'hub'])
})

test('a chain starts from the genesis that its export wrote', () => {
  const before = createSandbox()
  const { address } = before.chains.neutron.account('alice', '7untrn')
  const file = join(mkdtempSync(join(tmpdir(), 'sudobox-genesis-')), 'genesis.json')
  writeFileSync(file, JSON.stringify(before.chains.neutron.exportGenesis()))
  const { neutron } = createSandbox(withFlags(undefined, { ...flags, genesis: { neutron: file } })).chains
  expect(neutron.balance(address, 'untrn')).toBe(7n)
  expect(neutron.chainId).toBe(before.chains.neutron.chainId)
  const other = join(tmpdir(), 'sudobox-no-genesis.json')
  writeFileSync(other, '{}')
  expect(() => withFlags(undefined, { ...flags, genesis: { neutron: other } })).toThrow(`${other} is not a genesis`)
  expect(() => withFlags(undefined, { ...flags, genesis: { neutron: '/nowhere/genesis.json' } })).toThrow('/nowhere')
})

test('live chains that chains start with are named by URL, with their heights', () => {
  const fork = ['http://a.example', 'hub=https://b.example', 'http://c.example'].reduce(
    (all, one) => addFork(one, all),
    {},
  )
  const { chains } = withFlags(undefined, { ...flags, fork, forkHeight: addForkHeight('7', {}), forkVerify: true })
  expect(chains).toEqual({
    neutron: { fork: { rpc: ['http://a.example', 'http://c.example'], verify: true, height: 7n } },
    hub: { fork: { rpc: ['https://b.example'], verify: true } },
  })
  expect(() => addFork('rpc.example.org', {})).toThrow('the URL of an RPC endpoint')
  expect(() => addForkHeight('neutron=latest', {})).toThrow('Must be a height')
  expect(() => withFlags(undefined, { ...flags, forkHeight: { '': 7n } })).toThrow('neutron is not forked')
  expect(() => withFlags(undefined, { ...flags, forkCache: 'here' })).toThrow('--fork-cache needs a fork')
})
