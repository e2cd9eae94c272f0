// The relayer of @confio/relayer: its registry of chains, and its programs `ibc-setup` and `ibc-relayer`.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Programs } from './process.mjs'

/** It adds 40 % to what a simulation without a fee takes, which is too little for a small transaction with a fee. */
const GAS_PRICE = 0

const entry = ({ name, chainId, prefix, denom, urls }) => `  ${name}:
    chain_id: ${chainId}
    prefix: ${prefix}
    gas_price: ${GAS_PRICE}${denom}
    faucet: ${urls.faucet}
    rpc: [${urls.rpc}]
    estimated_block_time: 1000
    estimated_indexer_time: 100
`

/** The relayer of @confio/relayer between two chains. */
export class TsRelayer {
  #bin
  #programs
  #chains
  #home
  #stop

  /** @param program the folder of the programs, `node_modules/.bin` */
  constructor({ program, folder, chains, log }) {
    this.#bin = program
    this.#programs = new Programs(log)
    this.#chains = chains
    this.#home = folder
    writeFileSync(join(folder, 'registry.yaml'), `version: 1\nchains:\n${chains.map(entry).join('')}`)
  }

  async #run(name, ...args) {
    const { code, lines } = await this.#programs.run(join(this.#bin, name), ...args, '--home', this.#home)
    // It ends with 0 after an error too.
    const error = lines.find((line) => /error/i.test(line))
    if (code !== 0 || error !== undefined)
      throw new Error(`${name} ${args[0]}: exit code ${code}, ${error ?? lines.at(-1)}`)
  }

  /** A key of its own, with coins of the faucets. */
  async setUp() {
    const [a, b] = this.#chains
    await this.#run('ibc-setup', 'init', '--src', a.name, '--dest', b.name)
  }

  async link() {
    await this.#run('ibc-setup', 'ics20')
  }

  async createChannel(connections, aPort, bPort, version) {
    const [a, b] = this.#chains
    const ports = ['--src-port', aPort, '--dest-port', bPort, '--version', version]
    const ends = ['--src-connection', connections[a.name], '--dest-connection', connections[b.name]]
    await this.#run('ibc-setup', 'channel', ...ends, ...ports)
  }

  async clear() {
    await this.#run('ibc-relayer', 'start', '--once')
  }

  /** Relays until `stop`; does nothing if it does already. */
  async start() {
    const args = ['start', '--home', this.#home, '--poll', '2']
    this.#stop ??= await this.#programs.start(join(this.#bin, 'ibc-relayer'), args, /Sleeping/)
  }

  async stop() {
    await this.#stop?.()
    this.#stop = undefined
  }
}
