// neutron-query-relayer: its environment, its key, and its process.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { commands, freePort } from './node.mjs'
import { Programs } from './process.mjs'

/** The account of the mnemonic that it uses; Hermes has another, so that their sequences do not collide. */
const QUERIES_INDEX = 1

/** What answers the interchain queries of contracts on one chain with the state and transactions of another. */
export class QueryRelayer {
  #program
  #folder
  #log
  #stop

  /** @param wasmd a program that writes keyrings of the Cosmos SDK: the relayer reads its key from one */
  constructor({ program, wasmd, folder, mnemonic, log }) {
    this.#program = program
    this.#folder = join(folder, 'query-relayer')
    this.#log = log
    mkdirSync(this.#folder)
    const key = ['keys', 'add', 'queries', '--recover', '--index', String(QUERIES_INDEX), '--keyring-backend', 'test']
    commands(wasmd, this.#folder)(key, `${mnemonic}\n`)
  }

  /** Relays for the contracts of a chain. @param connection the chain's connection to the other @returns the URL of its HTTP interface */
  async start({ chain, other, connection, contracts }) {
    const listen = `127.0.0.1:${await freePort()}`
    const tcp = ({ urls }) => urls.rpc.replace('http:', 'tcp:')
    const environment = {
      RELAYER_NEUTRON_CHAIN_RPC_ADDR: tcp(chain),
      RELAYER_NEUTRON_CHAIN_REST_ADDR: chain.urls.rest,
      RELAYER_NEUTRON_CHAIN_HOME_DIR: this.#folder,
      RELAYER_NEUTRON_CHAIN_SIGN_KEY_NAME: 'queries',
      RELAYER_NEUTRON_CHAIN_GAS_PRICES: `${chain.gasPrice}${chain.denom}`,
      RELAYER_NEUTRON_CHAIN_GAS_LIMIT: '10000000',
      RELAYER_NEUTRON_CHAIN_GAS_ADJUSTMENT: '1.5',
      RELAYER_NEUTRON_CHAIN_DENOM: chain.denom,
      RELAYER_NEUTRON_CHAIN_MAX_GAS_PRICE: '1000',
      RELAYER_NEUTRON_CHAIN_GAS_PRICE_MULTIPLIER: '1.1',
      RELAYER_NEUTRON_CHAIN_CONNECTION_ID: connection,
      RELAYER_NEUTRON_CHAIN_KEYRING_BACKEND: 'test',
      RELAYER_TARGET_CHAIN_RPC_ADDR: tcp(other),
      RELAYER_REGISTRY_ADDRESSES: contracts.join(','),
      RELAYER_ALLOW_TX_QUERIES: 'true',
      RELAYER_ALLOW_KV_CALLBACKS: 'true',
      RELAYER_STORAGE_PATH: join(this.#folder, 'storage'),
      RELAYER_CHECK_SUBMITTED_TX_STATUS_DELAY: '2s',
      RELAYER_LISTEN_ADDR: listen,
    }
    this.#stop = await new Programs(this.#log, environment).start(this.#program, ['start'], /loaded conn params/)
    return `http://${listen}`
  }

  async stop() {
    await this.#stop?.()
    this.#stop = undefined
  }
}
