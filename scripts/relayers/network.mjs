// Two chains of a plain `sudobox serve`, and their users.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SigningCosmWasmClient } from '@cosmjs/cosmwasm-stargate'
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'

const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))

/** What `serve` is started with besides the ports, as a user types it. */
export const SERVE_FLAGS = (blockTime) => [
  '--unlinked',
  '--relay',
  'manual',
  '--accounts',
  '3',
  '--faucet',
  '--block-time',
  blockTime,
]

/** The account of the mnemonic that the relayer uses; users have those before it. */
export const RELAYER_INDEX = 2

/** @returns the chains by name, each with a client for its user, and `end` */
export async function startNetwork({ blockTime, log }) {
  const child = spawn(process.execPath, [MAIN, 'serve', '--json', '--free-ports', ...SERVE_FLAGS(blockTime)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stderr.pipe(log)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const end = async () => {
    child.kill('SIGINT')
    return ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const started = JSON.parse(line)
    const [{ mnemonic }] = started.mnemonics
    const chains = {}
    for (const name of Object.keys(started.chains))
      chains[name] = await Chain.connect({ name, mnemonic, ...started.chains[name], urls: started.urls[name] })
    return { chains, mnemonic, ended, end }
  }
  throw new Error(`sudobox serve ended with ${await ended} before it was ready`)
}

/** Retries until there is an answer. @throws the last error, or one that names what was awaited, when the time is over */
export async function until(what, seconds, ask) {
  const end = performance.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (answer !== undefined && answer !== false) return answer
    if (performance.now() > end) throw new Error(`not within ${seconds} s: ${what}`)
    await sleep(250)
  }
}

/** A chain, whoever runs it, and the first account of its mnemonic. */
export class Chain {
  static async connect({ name, chainId, prefix, denom, urls, mnemonic, gasPrice = 0.01 }) {
    const wallet = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix })
    const [{ address }] = await wallet.getAccounts()
    const client = await SigningCosmWasmClient.connectWithSigner(urls.rpc, wallet, { broadcastPollIntervalMs: 200 })
    return Object.assign(new Chain(), { name, chainId, prefix, denom, urls, client, user: address, gasPrice })
  }

  fee(gas) {
    const amount = [{ denom: this.denom, amount: String(Math.ceil(gas * this.gasPrice)) }]
    return { amount, gas: String(gas) }
  }

  async rest(path) {
    const response = await fetch(`${this.urls.rest}${path}`)
    const body = await response.json()
    if (!response.ok) throw new Error(`${this.name}: ${path}: ${body.message}`)
    return body
  }

  async height() {
    return this.client.getHeight()
  }

  async balance(address, denom) {
    return BigInt((await this.client.getBalance(address, denom)).amount)
  }

  /** One transaction of the user. @throws Error when it fails */
  async send(messages, gas = 600_000) {
    const result = await this.client.signAndBroadcast(this.user, messages, this.fee(gas))
    if (result.code !== 0) throw new Error(`${this.name}: code ${result.code}: ${result.rawLog}`)
    return result
  }

  /** Transactions of the user one after another, without waiting for blocks in between. */
  async sendMany(transactions, gas = 600_000) {
    const { accountNumber, sequence } = await this.client.getSequence(this.user)
    const hashes = []
    for (const [index, messages] of transactions.entries()) {
      const signer = { accountNumber, sequence: sequence + index, chainId: this.chainId }
      const signed = await this.client.sign(this.user, messages, this.fee(gas), '', signer)
      hashes.push(await this.client.broadcastTxSync(TxRaw.encode(signed).finish()))
    }
    for (const hash of hashes) {
      const { code, rawLog } = await until(`${hash} in a block of ${this.name}`, 60, async () => {
        return (await this.client.getTx(hash)) ?? undefined
      })
      if (code !== 0) throw new Error(`${this.name}: code ${code}: ${rawLog}`)
    }
  }

  /** A contract of the user. @returns its address */
  async deploy(wasm, message) {
    const { codeId } = await this.client.upload(this.user, wasm, this.fee(8_000_000))
    const { contractAddress } = await this.client.instantiate(this.user, codeId, message, 'test', this.fee(1_000_000))
    return contractAddress
  }

  async execute(contract, message, funds = []) {
    return this.client.execute(this.user, contract, message, this.fee(1_500_000), '', funds)
  }

  /** A transfer over a channel. @param seconds until it times out */
  transfer({ channel, to, amount, denom = this.denom, seconds = 600 }) {
    const timeoutTimestamp = BigInt(Math.floor(Date.now() / 1000) + seconds) * 1_000_000_000n
    return {
      typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
      value: {
        sourcePort: 'transfer',
        sourceChannel: channel,
        token: { denom, amount: String(amount) },
        sender: this.user,
        receiver: to,
        timeoutTimestamp,
      },
    }
  }

  /** Packets that were sent and neither acknowledged nor timed out. */
  async open(port, channel) {
    const { commitments } = await this.rest(
      `/ibc/core/channel/v1/channels/${channel}/ports/${port}/packet_commitments?pagination.limit=1000`,
    )
    return commitments.length
  }

  async channels() {
    return (await this.rest('/ibc/core/channel/v1/channels?pagination.limit=1000')).channels
  }
}

/** The denomination of a coin that came over a channel. */
export const voucher = (channel, denom) =>
  `ibc/${createHash('sha256').update(`transfer/${channel}/${denom}`).digest('hex').toUpperCase()}`

/** An address that nobody used before. */
export const freshAddress = async (prefix) => {
  const [{ address }] = await (await DirectSecp256k1HdWallet.generate(12, { prefix })).getAccounts()
  return address
}
