// An unmodified `hermes evidence` reads the evidence in a served chain's block, and freezes the other chain's client: `npm run hermes:evidence -- --hermes PATH`.
import { createWriteStream, existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeCosmoshubPath } from '@cosmjs/amino'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { createSandbox } from '../dist/sandbox/index.js'
import { Hermes } from './relayers/hermes.mjs'
import { RELAYER_INDEX, until } from './relayers/network.mjs'
import { relayerRows } from './figures/rows.mjs'
import { writeRows } from './results.mjs'

const { values } = parseArgs({
  options: {
    hermes: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help || values.hermes === undefined || !existsSync(values.hermes)) {
  console.log(`Has validators of a served chain attack light clients, and an unmodified Hermes report it.

  npm run hermes:evidence -- --hermes PATH [--write]

  --write  write the row to bench/results/hermes.json, and docs/figures.md from it`)
  process.exit(values.help ? 0 : 2)
}

const MNEMONIC = 'test test test test test test test test test test test junk'
const SECOND = 1_000_000_000n
const now = () => BigInt(Date.now()) * 1_000_000n
const CLIENT = '07-tendermint-0'

const start = { time: now() - 10n * SECOND }
const sandbox = createSandbox({ chains: { neutron: start, hub: { ...start, validators: [40, 30, 20, 10] } } })
const { neutron, hub } = sandbox.chains
sandbox.performNow({ action: 'blockInterval', nanoseconds: SECOND })
for (const chain of [neutron, hub]) {
  const { denom, prefix } = chain.host.app
  const path = makeCosmoshubPath(RELAYER_INDEX)
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix, hdPaths: [path] })
  const [{ address }] = await wallet.getAccounts()
  await chain.account('faucet', `1000000000${denom}`).transfer(address, `1000000000${denom}`)
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-evidence-'))
const log = createWriteStream(join(folder, 'log'))
console.log(`what Hermes prints: ${join(folder, 'log')}`)
const server = await sandbox.serve({ mempool: true })
const clock = setInterval(() => {
  const since = now() - (neutron.time > hub.time ? neutron.time : hub.time)
  if (since > SECOND) server.produce(since)
}, 1000)

const chains = [neutron, hub].map((chain) => ({
  name: chain.key,
  chainId: chain.chainId,
  prefix: chain.prefix,
  denom: chain.host.app.denom,
  urls: server.urls[chain.key],
  gasPrice: 0.01,
  // As for 0.38, Hermes 1.10.5 reads names of light client attacks that CometBFT does not write: tendermint-proto 0.40.0, `LightClientAttackEvidence`.
  compatMode: '0.37',
}))
const status = async () => {
  const response = await fetch(`${server.urls.neutron.rest}/ibc/core/client/v1/client_status/${CLIENT}`)
  return (await response.json()).status
}
const hermes = new Hermes({ program: values.hermes, folder, chains, log })
let stop = async () => {}
try {
  await hermes.setUp(MNEMONIC)
  await hermes.updateClient(chains[0], CLIENT)
  console.log(`the client of the hub is ${await status()}`)
  stop = await hermes.watch(chains[1])
  await sleep(2000)
  const { height, accused } = await hub.validators.attackLightClients()
  console.log(`${accused.join(', ')} attacked light clients: the evidence is in block ${height} of the hub`)
  const begun = performance.now()
  await until('the client is frozen', 60, async () => (await status()) === 'Frozen')
  const seconds = Math.round((performance.now() - begun) / 100) / 10
  console.log(`done: the client is Frozen after ${seconds} s`)
  const text = '`hermes evidence`: from the attack to the client that is frozen'
  const row = { name: 'misbehaviour submitted', done: true, seconds, text }
  if (values.write) writeRows('hermes', relayerRows([row], 'served, seconds'))
} finally {
  clearInterval(clock)
  await stop()
  await server.close()
  log.end()
}
