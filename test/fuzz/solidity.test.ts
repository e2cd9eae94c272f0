import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { getAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { judgeFinding, readCampaign, StoryCoverage } from 'sudobox/fuzz'
import { answerTo } from '../../src/fuzz/chains/solidity.js'
import { runCampaign } from '../../src/fuzz/campaign.js'
import { defineCampaign, type CampaignConfig, type CampaignConfigInput } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { findingOf, writeFinding } from '../../src/fuzz/findings/finding.js'
import { withComingMoments } from '../../src/fuzz/model/messages/moments.js'
import { lacksTokens } from '../../src/fuzz/money/payments.js'
import { executeIfEffective } from '../../src/fuzz/shrink/shrink.js'
import { perform, Story } from '../../src/fuzz/story.js'
import { startCampaign, type Start } from '../../src/fuzz/setup.js'
import { createSandbox, type ActionInput, type Json } from '../../src/sandbox/index.js'
import { withNamesIn } from '../../src/fuzz/names.js'
import { readFixture } from '../../src/replay/index.js'
import { judged, started } from './stories.js'

const TEMPLATE = resolve('fixtures/campaigns/packet-vault.json')

/** The campaign of the vault, with one of its faults. */
function packetVault(fault?: string, more: (config: CampaignConfigInput) => Partial<CampaignConfigInput> = () => ({})) {
  const text = readFileSync(TEMPLATE, 'utf8')
  const written = fault === undefined ? text : text.replace('PacketVault.json', `PacketVault_${fault}.json`)
  const config = JSON.parse(written) as CampaignConfigInput
  return defineCampaign({ ...config, ...more(config) }, TEMPLATE)
}

type Step = Exclude<NonNullable<CampaignConfigInput['setup']>, (...args: never[]) => unknown>[number]

const COIN = `0x${'0'.repeat(40)}`
const LATER = '1767312000000000000'
/** Within a minute of the first blocks. */
const SOON = '1767225640000000000'

const call = (from: string, name: string, args: { readonly [name: string]: Json }, value = '0'): ActionInput => ({
  action: 'ethereumTx',
  chain: 'evm',
  from,
  to: 'vault',
  call: { function: name, args },
  value,
  gasLimit: '10000000',
})
const send = (from: string, amount: number, channel = 'channel-0', token = COIN, receiver = 'carol'): ActionInput => {
  const args = { channel, token, amount: String(amount), receiver, timeout: LATER }
  return call(from, 'send', args, token === COIN ? String(amount) : '0')
}
/** The step that deploys another contract in the place of the vault. */
const deployed = (name: string, args: readonly string[]): Step => {
  const artifact = { path: `../../contracts/artifacts/solidity/${name}.json` }
  const deploy = { artifact, args: [...args], label: 'vault' }
  return { do: { action: 'ethereumTx', chain: 'evm', from: 'alice', deploy } }
}
const relay: ActionInput = { action: 'relay' }
const refuse: ActionInput = { action: 'relay', receiver: { errorCode: 7 } }
const another: ActionInput = { action: 'openChannel', chain: 'evm', connection: 'connection-0', ordering: 'unordered' }

const told = (config: CampaignConfig, invariant: string, actions: (start: Start) => readonly ActionInput[]) =>
  started(config, (start) => judged(start, invariant, actions(start)))

const tokenIn = ({ sandbox }: Start): `0x${string}` => {
  const { host } = sandbox.chain('evm')!
  return `0x${Buffer.from(host.app.address(host.addressOf('token')!)).toString('hex')}`
}

describe('a planted fault of a contract in Solidity', () => {
  const faults: readonly { name: string; invariant: string; actions: readonly ActionInput[]; text: RegExp }[] = [
    {
      name: 'p1',
      invariant: 'I3',
      // The invariant lets the last packet fail by itself.
      actions: [send('alice', 5), refuse, send('alice', 7)],
      text: /was not neutral: alice has \d+ of evm:atest in balance and claims instead of \d+/,
    },
    {
      name: 'p2',
      invariant: 'I2',
      actions: [another, send('alice', 5, 'channel-1'), send('bob', 7), relay],
      text: /onPacketAcknowledgement of vault failed .*: NothingSent\(channel-[01], 1\)/,
    },
    {
      name: 'p3',
      invariant: 'I2',
      actions: [send('alice', 5), relay],
      text: /onPacketAcknowledgement of vault failed/,
    },
  ]
  test.each(faults)('$name breaks $invariant', async ({ name, invariant, actions, text }) => {
    const broken = await told(packetVault(name), invariant, () => actions)
    expect(broken?.verdict.text).toMatch(text)
    expect(await told(packetVault(), invariant, () => actions)).toBeUndefined()
  })

  test('is found by a campaign with nothing but the ABI, and shrunk', async () => {
    const bare = packetVault('p3', ({ contracts: [vault] }) => ({
      contracts: [{ label: vault!.label, chain: 'evm', messages: vault!.messages! }],
    }))
    const { findings, contracts } = await runCampaign(bare, {
      seed: 1,
      budget: { findings: 1, sequences: 60 },
      clock: () => 0,
      corpus: Corpus.open(undefined),
    })
    const found = findings.filter(({ level }) => level === 'error')
    expect(found.map(({ invariant }) => invariant)).toEqual(['I2'])
    expect(found[0]!.actions.length).toBeLessThanOrEqual(3)
    const [{ messages, code } = { messages: [], code: undefined }] = contracts
    expect(messages.map(({ name }) => name)).toContain('onPacketTimeout')
    expect(code!.ran.filter((ran) => ran === 1).length).toBeGreaterThan(50)
  })
})

test('a finding with claims in a token that the setup saved replays from its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-'))
  try {
    const file = join(folder, 'campaign.json')
    const artifacts = resolve('contracts/artifacts')
    const text = readFileSync(TEMPLATE, 'utf8').replaceAll('../../contracts/artifacts', artifacts)
    writeFileSync(file, text.replace('PacketVault.json', 'PacketVault_p1.json'))
    const written = join(folder, 'finding.json')
    await started(await readCampaign(file, { trust: true }), async (start) => {
      const [first, second] = [1, 2].map((amount) => send('bob', amount, 'channel-0', tokenIn(start)))
      const broken = await judged(start, 'I3', [first!, refuse, second!])
      const actions = broken!.steps.map(({ action }) => action as ActionInput)
      const finding = await findingOf(start, broken!.verdict, actions, 1, written)
      expect(finding.text).toMatch(/bob has \d+ of evm:TOK in balance and claims/)
      expect(finding.lines.join('\n')).toMatch(/bob: .*999999 evm:TOK/)
      writeFinding({ ...finding, file: written })
    })
    const fixture = readFixture(written)
    expect(fixture.campaign!.saved).toMatchObject({ token: expect.stringMatching(/^0x/) as string })
    expect(await judgeFinding(fixture, written, { campaign: file, trust: true })).toMatchObject({ verdict: 'violated' })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('no alarm', () => {
  test('where claims become unreadable, as by an upgrade of a proxy: what leads there is left out, and not judged', async () => {
    const unreadable = (sandbox: Start['sandbox']): Record<string, never> => {
      const evm = sandbox.chain('evm')!
      if (evm.balance(evm.addressOf('vault')!, 'atest') > 0n) throw new Error('gone')
      return {}
    }
    const shaky = packetVault(undefined, ({ contracts: [vault] }) => ({
      contracts: [{ ...vault!, claims: unreadable }],
    }))
    await started(shaky, async (start) => {
      const story = await Story.begin(start)
      await story.execute(send('alice', 5))
      const here = await start.sandbox.snapshot()
      expect(await executeIfEffective(story, refuse, here)).toBe(false)
      expect([story.steps.length, story.states.length]).toEqual([1, 2])
      expect(await judged(start, 'I3', [send('alice', 5)])).toBeUndefined()
    })
  })

  test('for a refund that is credited, where the campaign knows of no claims; a credit that is too small is one', async () => {
    const silent = ({ contracts: [vault] }: CampaignConfigInput) => ({
      contracts: [{ label: vault!.label, chain: 'evm' }],
    })
    const actions = (start: Start) => [
      send('alice', 5),
      refuse,
      send('bob', 7, 'channel-0', tokenIn(start)),
      refuse,
      send('alice', 7),
    ]
    expect(await told(packetVault(undefined, silent), 'I3', actions)).toBeUndefined()
    expect(await told(packetVault('p1', silent), 'I3', actions)).toBeDefined()
    const tokens = (start: Start) => [...actions(start), send('bob', 9, 'channel-0', tokenIn(start))]
    expect(await told(packetVault(undefined, silent), 'I3', tokens)).toBeUndefined()
    expect(await told(packetVault('p1', silent), 'I3', tokens)).toBeDefined()
  })

  test('for a message that works once for each id, as long as there are new ones', async () => {
    const box = (name: string) =>
      packetVault(undefined, () => ({
        setup: [deployed(name, [])],
        contracts: [
          {
            label: 'vault',
            chain: 'evm',
            terminal: false,
            messages: [
              { from: 'alice', msg: { wrap: { to: '${alice}' } }, funds: '5atest' },
              { from: 'alice', msg: { open: { id: '1' } } },
            ],
          },
        ],
      }))
    const story = [call('alice', 'wrap', { to: 'alice' }, '5'), call('alice', 'open', { id: '1' })]
    expect(await told(box('GiftBox'), 'I4', () => story)).toBeUndefined()
    expect((await told(box('GiftBox_p1'), 'I4', () => story))?.verdict).toMatchObject({ about: 'vault/open' })
  })

  test('for shares whose redemption fails, if their coins come back to whoever gave them; if some are missing, there is one', async () => {
    const desk = (name: string, more: Partial<CampaignConfigInput['contracts'][number]>) =>
      packetVault(undefined, () => ({
        setup: [deployed(name, ['atest'])],
        contracts: [{ label: 'vault', chain: 'evm', ...more }],
      }))
    const redeem = { amount: '5', channel: 'channel-0', receiver: 'carol', timeout: LATER }
    const story = () => [call('alice', 'deposit', {}, '9'), call('alice', 'redeem', redeem)]
    // A timeout of seconds, for shares that the stranger bought: a note.
    const early = (amount: string) => ({ ...redeem, amount, timeout: SOON })
    const own = () => [
      call('stranger', 'deposit', {}, '9'),
      call('alice', 'deposit', {}, '9'),
      call('alice', 'redeem', early('5')),
    ]
    expect((await told(desk('ShareDesk', {}), 'I12', own))?.verdict).toMatchObject({ level: 'note' })
    for (const more of [{}, { claims: { query: { refunds: { owner: '${actor}' } } } }]) {
      expect(await told(desk('ShareDesk', more), 'I3', story)).toBeUndefined()
      expect((await told(desk('ShareDesk_p1', more), 'I3', story))?.verdict).toMatchObject({ level: 'error' })
    }
  })

  test('for a packet that the setup left on its way', async () => {
    const { action, ...sent } = send('alice', 5) as Extract<ActionInput, { readonly action: 'ethereumTx' }>
    const waiting = packetVault(undefined, ({ setup }) => ({
      setup: [...(setup as readonly Step[]), { do: { action, ...sent } }],
    }))
    expect(await told(waiting, 'I1', () => [refuse])).toBeUndefined()
  })

  test('for a message that its sender cannot pay in tokens any more', async () => {
    await started(packetVault(), async (start) => {
      const { host } = start.sandbox.chain('evm')!
      const [alice, bob] = ['alice', 'bob'].map((name) => host.keyOf(name).address)
      const { results, error } = await perform(start, send('bob', 1_000_001, 'channel-0', tokenIn(start)))
      expect(error?.message).toContain('ERC20InsufficientAllowance')
      expect(results.map(({ trace }) => lacksTokens(host, trace, bob!))).toEqual([true])
      expect(results.map(({ trace }) => lacksTokens(host, trace, alice!))).toEqual([false])
      const nowhere = await perform(start, send('bob', 5, 'channel-9', tokenIn(start)))
      expect(nowhere.error).toBeDefined()
      expect(nowhere.results.map(({ trace }) => lacksTokens(host, trace, bob!))).toEqual([false])
    })
  })

  test('for a moment that has passed since it worked', async () => {
    const actions = [send('alice', 5), relay, { action: 'advance', seconds: 200_000 } as const]
    expect(await told(packetVault(), 'I4', () => actions)).toBeUndefined()
    await started(packetVault(), async (start) => {
      const [subject] = start.subjects
      const recipe = (msg: Json) => ({ label: 'vault', variant: 'send', from: 'alice', funds: '', msg })
      const now = start.sandbox.chain('evm')!.time
      const msg = { send: { timeout: String(now), deadlines: [1, Number(now / 1_000_000_000n)], amount: String(now) } }
      const later = withComingMoments(start, subject!, recipe(msg)).msg
      expect(later).toEqual({
        send: {
          timeout: String(now + 3_600_000_000_000n),
          deadlines: [1, Number(now / 1_000_000_000n) + 3600],
          amount: String(now),
        },
      })
      const coming = recipe({ send: { timeout: String(now + 1n) } })
      expect(withComingMoments(start, subject!, coming)).toBe(coming)
    })
  })
})

test('names stand for addresses of both forms', async () => {
  await started(packetVault(), (start) => {
    const token = tokenIn(start)
    const [bech32] = ['token'].map((label) => start.sandbox.chain('evm')!.addressOf(label)!)
    expect(withNamesIn(start, 'evm', `${getAddress(token)} ${token} ${bech32} ${COIN}`)).toBe(
      `token token token ${COIN}`,
    )
    return Promise.resolve()
  })
})

test('tokens count on both chains', async () => {
  await started(packetVault(), async (start) => {
    const { sandbox, ledger } = start
    const token = tokenIn(start)
    const before = ledger.balances()
    const asset = [...before.actors.get('bob')!.keys()].find((name) => name.includes('erc20:'))!
    expect(before.actors.get('bob')!.get(asset)).toBe(1_000_000n)
    const { address } = sandbox.chains.neutron.account('carol')
    await sandbox.perform(send('bob', 400, 'channel-0', token, address))
    await sandbox.perform(relay)
    const after = ledger.balances()
    expect(after.actors.get('bob')!.get(asset)).toBe(999_600n)
    expect(after.actors.get('carol')!.get(asset)).toBe(400n)
  })
})

test('what a contract creates holds coins of the contracts, as a clone of a factory', async () => {
  // With a payment, creates an account with it and with code; else returns what the account has.
  const runtime = '34600d575f54315f5260205ff35b6360015ff35f526004601c34f05f5500'
  const abi = [
    { type: 'function', name: 'open', inputs: [], outputs: [], stateMutability: 'payable' },
    { type: 'function', name: 'savings', inputs: [], outputs: [{ type: 'uint256' }], stateMutability: 'view' },
  ]
  const deploy = { artifact: { abi, bytecode: `0x601e600c600039601e6000f3${runtime}` }, label: 'factory' }
  const factory = packetVault(undefined, () => ({
    setup: [{ do: { action: 'ethereumTx', chain: 'evm', from: 'alice', deploy } }],
    contracts: [{ label: 'factory', chain: 'evm' }],
  }))
  await started(factory, async (start) => {
    const open = {
      action: 'ethereumTx',
      chain: 'evm',
      from: 'alice',
      to: 'factory',
      call: { function: 'open' },
    } as const
    expect((await perform(start, { ...open, value: '5' })).error).toBeUndefined()
    const { sandbox, ledger, subjects } = start
    expect(answerTo(sandbox.chain('evm')!, subjects[0]!.address, { savings: {} })).toBe('5')
    expect(ledger.balances().inside.get('evm:atest')).toBe(5n)
  })
})

test('the gas limit of a callback is that of the memo', async () => {
  await started(packetVault(), async (start) => {
    await perform(start, send('alice', 5))
    const { callbacks } = await perform(start, relay)
    expect(callbacks.map(({ kind, limit }) => ({ kind, limit }))).toEqual([
      { kind: 'onPacketAcknowledgement', limit: 300_000n },
    ])
  })
})

test('code that runs is counted by blocks', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' } } }, { coverage: true })
  const { evm } = sandbox.chains
  const alice = evm.account('alice', '1000000000000000000000atest')
  await evm.deploy(resolve('contracts/artifacts/solidity/ERC20.json'), {
    from: alice,
    args: ['Token', 'TOK', 100n],
    label: 'token',
  })
  const coverage = new StoryCoverage(sandbox as never)
  const start = await sandbox.snapshot()
  const features = async (amount: string) => {
    await sandbox.restore(start)
    coverage.start()
    const args = { to: COIN.replace(/0$/, '1'), value: amount }
    const transfer = { function: 'transfer', args }
    await sandbox
      .perform({ action: 'ethereumTx', chain: 'evm', from: 'alice', to: 'token', call: transfer, gasLimit: '100000' })
      .catch(() => undefined)
    return coverage.features()
  }
  const paid = await features('5')
  expect(paid.length).toBeGreaterThan(10)
  expect(await features('5')).toEqual(paid)
  expect((await features('101')).some((feature) => !paid.includes(feature))).toBe(true)
})

test('a block begins at the first byte, at a destination, and behind a jump that is not taken', async () => {
  const sandbox = createSandbox({ chains: { evm: { kind: 'evmd' } } }, { coverage: true })
  sandbox.chains.evm.account('alice', '1000000000000000000000atest')
  // CALLDATASIZE, a jump to byte 7 if there is data, else STOP; then what looks like the metadata of a compiler.
  const [runtime, metadata] = ['366007570000005b00', 'a15b0002']
  const bytecode = `0x600d600c600039600d6000f3${runtime}${metadata}`
  const deploy = { artifact: { abi: [], bytecode }, label: 'forks' }
  const from = { action: 'ethereumTx', chain: 'evm', from: 'alice', gasLimit: '100000' } as const
  await sandbox.perform({ ...from, deploy })
  for (const data of ['0x', '0x01', '0x02']) await sandbox.perform({ ...from, to: 'forks', data })
  expect(sandbox.coverage().map(({ chain, counters }) => [chain, ...counters])).toEqual([['evm', 3, 1, 2]])
})

describe('a contract in Solidity and one of CosmWasm', () => {
  /** The vault, and a bridge on the other chain with a channel of its own to the vault's. */
  function pair(faults: { readonly vault?: string; readonly bridge?: string }) {
    const { actors, setup, contracts } = packetVault(faults.vault)
    const text = readFileSync(resolve('fixtures/campaigns/coin-bridge.json'), 'utf8')
      .replaceAll('hub.carol', 'evm.dave')
      .replace('coin_bridge.wasm', `coin_bridge${faults.bridge === undefined ? '' : `_${faults.bridge}`}.wasm`)
      .replace('"counterpartyPort": "transfer"', '"counterpartyPort": "transfer", "connection": "connection-0"')
      .replaceAll(/"from": "alice"/g, '"from": "erin"')
    const bridge = JSON.parse(text) as CampaignConfigInput
    return defineCampaign(
      {
        title: 'pair',
        sandbox: { chains: { evm: { kind: 'evmd' }, neutron: {} }, links: [['evm', 'neutron']] },
        actors: [
          ...actors,
          { name: 'dave', chain: 'evm' },
          { name: 'erin', funds: '1000000000untrn,1000000uglue' },
          { name: 'admin', funds: '1000000000untrn' },
        ],
        setup: [...(setup as readonly Step[]), ...(bridge.setup as readonly Step[])],
        contracts: [...contracts, ...bridge.contracts.map((one) => ({ ...one, messages: [] }))],
      },
      TEMPLATE,
    )
  }
  const overBridge = [send('alice', 5, 'channel-1'), relay]
  const out = (start: Start): ActionInput => ({
    action: 'tx',
    from: 'erin',
    messages: [
      {
        execute: {
          contract: 'bridge',
          msg: { transfer: { to: start.sandbox.chain('evm')!.addressOf('dave')! } },
          funds: '7uglue',
        },
      },
    ],
  })

  test('are one subject: what one sends, the other answers', async () => {
    await started(pair({}), async (start) => {
      expect(start.subjects.map(({ config: { chain } }) => chain)).toEqual(['evm', 'neutron'])
      const refused = await perform(start, overBridge[0]!).then(() => perform(start, relay))
      expect(refused.callbacks.map(({ chain, kind }) => `${chain} ${kind}`)).toEqual([
        'neutron ibc_packet_receive',
        'evm onPacketAcknowledgement',
      ])
      expect(await judged(start, 'I3', [send('alice', 5, 'channel-1')])).toBeUndefined()
      expect(await judged(start, 'I3', [out(start)])).toBeUndefined()
    })
  })

  test('a fault of either is found', async () => {
    expect(await told(pair({ vault: 'p3' }), 'I2', () => overBridge)).toBeDefined()
    expect(await told(pair({ bridge: 'f2' }), 'I3', (start) => [out(start)])).toBeDefined()
  })
})

describe('a campaign', () => {
  test('names what a contract without a schema needs', async () => {
    const nowhere = packetVault(undefined, () => ({ contracts: [{ label: 'safe', chain: 'evm' }] }))
    await expect(startCampaign(nowhere)).rejects.toThrow(/no schema of "safe"[\s\S]*deploy: \{ artifact/)
    const coin = packetVault(undefined, ({ sandbox }) => ({
      sandbox: { ...sandbox, chains: { ...sandbox!.chains, evm: { kind: 'evmd', denom: 'acoin' } } },
      setup: (packetVault().setup as readonly unknown[]).slice(2, 3) as never,
      actors: [{ name: 'alice', chain: 'evm', funds: '1000000000acoin' }],
    }))
    await expect(startCampaign(coin)).rejects.toThrow(
      "campaigns cannot pay contracts in Solidity on evm, whose coin is acoin\n  right: a chain of kind 'evmd' without `denom`",
    )
  })

  test('needs no chain of the usual names', async () => {
    const config = packetVault('p3', ({ actors }) => ({
      sandbox: { chains: { evm: { kind: 'evmd' }, far: { kind: 'evmd' } }, links: [['evm', 'far']] },
      actors: actors.map((one) => (one.name === 'carol' ? { name: 'carol', chain: 'far' } : one)),
      contracts: [{ label: 'vault', chain: 'evm' }],
    }))
    const { findings } = await runCampaign(config, {
      seed: 1,
      budget: { sequences: 3 },
      clock: () => 0,
      corpus: Corpus.open(undefined),
    })
    expect(findings.map(({ invariant }) => invariant)).toContain('I2')
    expect(config.remote.chain).toBe('far')
  })
})
