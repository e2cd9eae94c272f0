// The network that the suite expects, as files for `sudobox serve --config`.
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { fromBech32, toBech32 } from '@cosmjs/encoding'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { createSandbox } from '../../dist/sandbox/index.js'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const ADMINS = fileURLToPath(new URL('admin-module.mjs', import.meta.url))

/** Ports of the suite's Docker set-up. */
const PORTS = {
  neutron: { rpc: 26657, rest: 1317, grpc: 8090, evm: 8545 },
  hub: { rpc: 16657, rest: 1316, grpc: 9090 },
}

/** Accounts that the suite's set-up derives from its mnemonics as MetaMask does. Source: setup/scripts/2_init_genesis.sh. */
const ETHEREUM_ACCOUNTS = [
  'neutron165cyjk6ujhjy3cyxkj2wdqw3fj3k69kqkaqnrm',
  'neutron1lx5vlcwz78zp4g24qne4mrsutvkkh5ffj674q5',
  'neutron1m2arw2gnr5n3n0g2yg40y6qzj0lclw9jxuth9e',
]
const ETHEREUM_COINS = '100000000000000untrn,100000000000000uibcatom,100000000000000uibcusdc'

/** Source: setup/scripts/3_update-genesis.sh, with voting periods that a test can wait for. */
const NEUTRON_PARAMS = {
  globalfee: {
    minimum_gas_prices: [
      { denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2', amount: '0' },
      { denom: 'untrn', amount: '0' },
    ],
    bypass_min_fee_msg_types: [
      '/ibc.core.channel.v1.Msg/RecvPacket',
      '/ibc.core.channel.v1.Msg/Acknowledgement',
      '/ibc.core.client.v1.Msg/UpdateClient',
    ],
    max_total_bypass_min_fee_msg_gas_usage: '1000000',
  },
  feerefunder: {
    min_fee: {
      recv_fee: [],
      ack_fee: [{ denom: 'untrn', amount: '1000' }],
      timeout_fee: [{ denom: 'untrn', amount: '1000' }],
    },
    fee_enabled: true,
  },
  gov: {
    min_deposit: [{ denom: 'untrn', amount: '1' }],
    voting_period: '2s',
    expedited_voting_period: '1s',
  },
}

const addressOf = async (mnemonic, prefix) =>
  (await (await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix })).getAccounts())[0].address

/**
 * The chain's validator, operated by the suite's first validator account.
 * @param tokens what it delegates to itself
 */
async function validatorGenesis({ chainId, prefix, denom, tokens, mnemonic, publicKey }) {
  const delegator = await addressOf(mnemonic, prefix)
  const operator = toBech32(`${prefix}valoper`, fromBech32(delegator).data)
  const pool = toBech32(prefix, sha256('bonded_tokens_pool').subarray(0, 20))
  const consensus = toBech32(`${prefix}valcons`, sha256(Buffer.from(publicKey, 'base64')).subarray(0, 20))
  const shares = `${tokens}.000000000000000000`
  return {
    chain_id: chainId,
    app_state: {
      bank: { balances: [{ address: pool, coins: [{ denom, amount: tokens }] }] },
      staking: {
        validators: [
          {
            operator_address: operator,
            consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: publicKey },
            status: 'BOND_STATUS_BONDED',
            tokens,
            delegator_shares: shares,
            description: { moniker: 'val1' },
            commission: { commission_rates: { rate: '0.1', max_rate: '0.2', max_change_rate: '0.01' } },
            min_self_delegation: '1',
          },
        ],
        delegations: [{ delegator_address: delegator, validator_address: operator, shares }],
      },
      ...(prefix === 'cosmos' && {
        slashing: {
          signing_infos: [
            {
              address: consensus,
              validator_signing_info: {
                address: consensus,
                start_height: '0',
                index_offset: '0',
                jailed_until: '1970-01-01T00:00:00Z',
                tombstoned: false,
                missed_blocks_counter: '0',
              },
            },
          ],
        },
      }),
    },
  }
}

/** The key that signs the blocks of a chain with this id. */
async function consensusKey({ chainId, prefix, denom }) {
  const sandbox = createSandbox({ chains: { one: { kind: 'hub', chainId, prefix, denom } } })
  const { app_state } = sandbox.chains.one.exportGenesis()
  await sandbox.close()
  return app_state.staking.validators[0].consensus_pubkey.key
}

const sha256 = (data) => createHash('sha256').update(data).digest()

/** Writes the configuration. @param mnemonics those of the suite, by name @returns its file */
export async function writeNetwork({ blockTime, mnemonics }) {
  const folder = mkdtempSync(join(tmpdir(), 'sudobox-neutron-tests-'))
  const write = (name, content) => {
    writeFileSync(join(folder, name), JSON.stringify(content, null, 2))
    return join(folder, name)
  }
  const mnemonic = mnemonics.VAL_MNEMONIC_1
  const time = String(BigInt(Date.now()) * 1_000_000n)
  const neutron = { chainId: 'test-1', prefix: 'neutron', denom: 'untrn', tokens: '100000000' }
  const hub = { chainId: 'test-2', prefix: 'cosmos', denom: 'uatom', tokens: '7000000000' }
  write('network.json', {
    sudobox: 1,
    title: "The network of Neutron's integration tests",
    options: {
      chains: {
        neutron: {
          chainId: neutron.chainId,
          wasmd: 'neutron',
          icq: { callbacks: 'direct' },
          time,
          params: NEUTRON_PARAMS,
          genesis: await validatorGenesis({ ...neutron, mnemonic, publicKey: await consensusKey(neutron) }),
        },
        hub: {
          chainId: hub.chainId,
          time,
          genesis: await validatorGenesis({ ...hub, mnemonic, publicKey: await consensusKey(hub) }),
        },
      },
    },
    steps: [
      { do: { action: 'account', chain: 'neutron', name: 'ethereum', funds: times(ETHEREUM_COINS, 3) } },
      {
        do: {
          action: 'tx',
          chain: 'neutron',
          from: 'ethereum',
          impersonate: true,
          messages: ETHEREUM_ACCOUNTS.map((to) => ({ send: { to, amount: ETHEREUM_COINS } })),
        },
      },
    ],
  })
  return write('sudobox.json', {
    fixture: 'network.json',
    relay: 'auto',
    'relay-delay': 2,
    'query-relayer': 9999,
    'relayer-mnemonic': mnemonics.RLY_MNEMONIC_1,
    'block-time': blockTime,
    accounts: 1,
    mnemonic: Object.values(mnemonics),
    coins: {
      neutron: '1000000000000000untrn,100000000000000uibcatom,100000000000000uibcusdc',
      hub: '1000000000000000uatom',
    },
    port: PORTS,
  })
}

const times = (coins, count) =>
  coins
    .split(',')
    .map((coin) => coin.replace(/^\d+/, (amount) => String(BigInt(amount) * BigInt(count))))
    .join(',')

/** The mnemonics of the suite, by name. */
export function readMnemonics(checkout) {
  const config = JSON.parse(readFileSync(join(checkout, 'src/config.json'), 'utf8'))
  return Object.fromEntries(Object.entries(config).filter(([name]) => name.includes('MNEMONIC')))
}

/** The network from its configuration. @returns its command line, and a function that ends it */
export async function startNetwork({ config, log }) {
  const args = ['serve', '--json', '--config', config, '--plugin', `neutron=${ADMINS}`]
  const child = spawn(process.execPath, ['--stack-size=3900', MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.pipe(log, { end: false })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    child.kill('SIGINT')
    const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
    await ended
    clearTimeout(timer)
  }
  for await (const line of createInterface({ input: child.stdout })) {
    log.write(`${line}\n`)
    return { command: `sudobox ${args.join(' ')}`, end }
  }
  throw new Error(`sudobox serve ended with ${await ended} before it was ready`)
}
