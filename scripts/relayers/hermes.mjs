// Hermes: its configuration, its commands, and the process of `hermes start`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RELAYER_INDEX } from './network.mjs'
import { Programs } from './process.mjs'

const GLOBAL = `[global]
log_level = 'info'
[mode.clients]
enabled = true
refresh = true
misbehaviour = true
[mode.connections]
enabled = false
[mode.channels]
enabled = true
[mode.packets]
enabled = true
clear_interval = 100
clear_on_start = true
tx_confirmation = false
[rest]
enabled = false
host = '127.0.0.1'
port = 3000
[telemetry]
enabled = false
host = '127.0.0.1'
port = 3001
`

// Subscriptions (mode 'push') look for events `message.module='ibc_channel'`, and wasmd drops events of the type `message` of what contracts send.
const chainSection = ({ chainId, prefix, denom, urls, gasPrice, compatMode }, folder) => `
[[chains]]
id = '${chainId}'
type = 'CosmosSdk'
rpc_addr = '${urls.rpc}'
grpc_addr = 'http://${urls.grpc.replace(/^http:\/\//, '')}'
event_source = { mode = 'pull', interval = '1s', max_retries = 4 }
rpc_timeout = '10s'
account_prefix = '${prefix}'
key_name = 'relayer'
key_store_folder = '${join(folder, 'keys')}'
store_prefix = 'ibc'
default_gas = 1000000
max_gas = 10000000
gas_price = { price = ${gasPrice}, denom = '${denom}' }
gas_multiplier = 1.3
max_msg_num = 30
max_tx_size = 180000
clock_drift = '30s'
max_block_time = '30s'
trusting_period = '7days'
trust_threshold = { numerator = '1', denominator = '3' }
address_type = { derivation = 'cosmos' }
${compatMode === undefined ? '' : `compat_mode = '${compatMode}'\n`}`

/** Hermes between two chains. */
export class Hermes {
  #program
  #programs
  #chains
  #config
  #folder
  #stop

  /** @param folder for the configuration and the keys */
  constructor({ program, folder, chains, log }) {
    this.#program = program
    this.#programs = new Programs(log)
    this.#chains = chains
    this.#folder = folder
    this.#config = join(folder, 'config.toml')
    writeFileSync(this.#config, GLOBAL + chains.map((chain) => chainSection(chain, folder)).join(''))
  }

  /** A command, to its end. @returns the value that it prints with --json @throws Error when it fails */
  async run(...args) {
    const { code, lines } = await this.#programs.run(this.#program, '--config', this.#config, '--json', ...args)
    const last = lines.filter((line) => line.startsWith('{')).at(-1) ?? '{}'
    const { status, result } = JSON.parse(last)
    if (code === 0 && status === 'success') return result
    throw new Error(`hermes ${args.slice(0, 2).join(' ')}: exit code ${code}, ${JSON.stringify(result) ?? last}`)
  }

  /** Gives it the relayer's key on both chains. */
  async setUp(mnemonic) {
    const file = join(this.#folder, 'mnemonic')
    writeFileSync(file, mnemonic)
    const key = ['--mnemonic-file', file, '--hd-path', `m/44'/118'/0'/0/${RELAYER_INDEX}`, '--key-name', 'relayer']
    for (const { chainId } of this.#chains) await this.run('keys', 'add', '--chain', chainId, ...key, '--overwrite')
  }

  async link() {
    const [a, b] = this.#chains
    const ports = ['--a-port', 'transfer', '--b-port', 'transfer']
    const chains = ['--a-chain', a.chainId, '--b-chain', b.chainId]
    await this.run('create', 'channel', ...chains, ...ports, '--new-client-connection', '--yes')
  }

  async createChannel(connections, aPort, bPort, version) {
    const [a] = this.#chains
    const ports = ['--a-port', aPort, '--b-port', bPort]
    const over = ['--a-chain', a.chainId, '--a-connection', connections[a.name]]
    await this.run('create', 'channel', ...over, ...ports, '--channel-version', version)
  }

  async clear(channels) {
    const [{ chainId, name }] = this.#chains
    await this.run('clear', 'packets', '--chain', chainId, '--port', 'transfer', '--channel', channels[name])
  }

  async updateClient(host, id) {
    await this.run('update', 'client', '--host-chain', host.chainId, '--client', id)
  }

  /** Reads the evidence in blocks of a chain, and submits it. @returns what ends it */
  async watch({ chainId }) {
    const args = ['--config', this.#config, 'evidence', '--chain', chainId, '--check-past-blocks', '3']
    return this.#programs.start(this.#program, args, /waiting for new blocks/)
  }

  /** Relays until `stop`; does nothing if it does already. */
  async start() {
    this.#stop ??= await this.#programs.start(this.#program, ['--config', this.#config, 'start'], /Hermes has started/)
  }

  async stop() {
    await this.#stop?.()
    this.#stop = undefined
  }
}
