import { Client, credentials } from '@grpc/grpc-js'
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing'
import { SigningStargateClient, type SignerData, type StdFee } from '@cosmjs/stargate'
import { BroadcastMode, BroadcastTxRequest, BroadcastTxResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { MsgTransfer } from 'cosmjs-types/ibc/applications/transfer/v1/tx'
import { describe, expect, test } from 'vitest'
import { toBase64, toHex } from '../../src/base/bytes.js'
import { sha256 } from '../../src/crypto/hash.js'
import { createSandbox, type Sandbox, type SandboxChain, type SandboxUrls } from '../../src/sandbox/index.js'
import { replayed, rootsOf } from './replaying.js'

const LAB = 'contracts/artifacts/callback_lab.wasm'
const AUTOMATIC = { relayer: 'automatic', queryRelayer: 'automatic' } as const
const FEE: StdFee = { amount: [], gas: '1000000' }

/** A contract on Neutron that is told of each transfer to Carol on the hub, and of her balance every few blocks. */
async function watching(sandbox: Sandbox) {
  const { neutron, hub } = sandbox.chains
  const alice = neutron.account('alice', '1000000000untrn')
  const carol = hub.account('carol', '1uatom')
  const lab = await alice.deploy(LAB, {}, { funds: '100000000untrn' })
  const filter = [{ field: 'transfer.recipient', op: 'Eq', value: carol.address }]
  await alice.execute(lab, {
    register_tx_query: {
      connection_id: 'connection-0',
      update_period: 1,
      transactions_filter: JSON.stringify(filter),
    },
  })
  const address = hub.host.app.address(carol.address)
  const key = Buffer.from([2, address.length, ...address, ...Buffer.from('uatom')]).toString('base64')
  await alice.execute(lab, {
    register_kv_query: { connection_id: 'connection-0', update_period: 10, keys: [{ path: 'bank', key }] },
  })
  return { alice, carol, lab }
}

/** Somebody with coins on a chain and a wallet of cosmjs. */
async function signerOf(chain: SandboxChain, name: string, rpc: string) {
  const { address } = chain.account(name, `1000000${chain.host.app.denom}`)
  const wallet = await DirectSecp256k1Wallet.fromKey(chain.host.keyOf(name).privateKey, chain.prefix)
  const client = await SigningStargateClient.connectWithSigner(rpc, wallet, { broadcastPollIntervalMs: 5 })
  return { address, client }
}

test.for(['hub', 'neutron'] as const)('cosmjs is answered with its own transaction on %s', async (key) => {
  const sandbox = createSandbox(AUTOMATIC)
  const { carol } = await watching(sandbox)
  const { urls } = await sandbox.serve()
  const chain = sandbox.chains[key]
  const { address, client } = await signerOf(chain, 'bob', urls[key]!.rpc)
  const to = key === 'hub' ? carol.address : address
  const coin = { denom: chain.host.app.denom, amount: '5' }
  const sent = await client.sendTokens(address, to, [coin], FEE)
  expect(sent).toMatchObject({ code: 0, gasWanted: 1_000_000n })
  if (key === 'hub') expect(chain.balance(carol, 'uatom')).toBe(6n)
  expect(sandbox.queryRelayer.delivered.at(-1)!.height).toBeGreaterThan(0n)
  client.disconnect()
  await sandbox.close()
})

/** What a broadcast was answered with, in the words of any of its ways. */
interface Answer {
  readonly way: Way
  readonly hash: string
  /** Of the check, and of what was delivered where the way tells that. */
  readonly check: number | undefined
  readonly delivered: { readonly code: number; readonly gasUsed: string; readonly height: string } | undefined
}

const WAYS = ['sync', 'async', 'commit', 'grpc', 'grpcAsync', 'rest', 'cosmjs'] as const
type Way = (typeof WAYS)[number]

class Broadcaster {
  readonly #urls: SandboxUrls
  readonly #grpc: Client
  readonly #client: SigningStargateClient

  constructor(urls: SandboxUrls, client: SigningStargateClient) {
    this.#urls = urls
    this.#client = client
    this.#grpc = new Client(urls.grpc, credentials.createInsecure())
  }

  async by(way: Way, bytes: Uint8Array): Promise<Answer> {
    if (way === 'cosmjs') return this.#byCosmjs(bytes)
    if (way === 'grpc' || way === 'grpcAsync') return this.#byGrpc(way, bytes)
    if (way === 'rest') return this.#byRest(bytes)
    const { result, error } = await this.rpc<{
      result: {
        code: number
        hash: string
        height: string
        check_tx: { code: number }
        tx_result: { code: number; gas_used: string }
      }
      error?: { data: string }
    }>(`broadcast_tx_${way}`, { tx: toBase64(bytes) })
    if (error !== undefined) return { way, hash: hashOf(bytes), check: cached(error.data), delivered: undefined }
    if (way !== 'commit')
      return { way, hash: result.hash, check: way === 'sync' ? result.code : undefined, delivered: undefined }
    const { code, gas_used: gasUsed } = result.tx_result
    const check = result.check_tx.code
    return {
      way,
      hash: result.hash,
      check,
      delivered: check === 0 ? { code, gasUsed, height: result.height } : undefined,
    }
  }

  /** What the node says of the hash afterwards. */
  async tx(hash: string) {
    const { result } = await this.rpc<{
      result?: { hash: string; height: string; tx_result: { code: number; gas_used: string } }
    }>('tx', { hash: Buffer.from(hash, 'hex').toString('base64') })
    return (
      result && {
        hash: result.hash,
        height: result.height,
        code: result.tx_result.code,
        gasUsed: result.tx_result.gas_used,
      }
    )
  }

  async rpc<T>(method: string, params: object): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await (await fetch(this.#urls.rpc, { method: 'POST', body })).json()) as T
  }

  close(): void {
    this.#grpc.close()
    this.#client.disconnect()
  }

  async #byCosmjs(bytes: Uint8Array): Promise<Answer> {
    try {
      const { code, transactionHash: hash, gasUsed, height } = await this.#client.broadcastTx(bytes, 10_000, 5)
      return { way: 'cosmjs', hash, check: 0, delivered: { code, gasUsed: String(gasUsed), height: String(height) } }
    } catch (error) {
      const { code, message } = error as { code?: number; message: string }
      return { way: 'cosmjs', hash: hashOf(bytes), check: code ?? cached(message), delivered: undefined }
    }
  }

  async #byRest(bytes: Uint8Array): Promise<Answer> {
    const response = await fetch(`${this.#urls.rest}/cosmos/tx/v1beta1/txs`, {
      method: 'POST',
      body: JSON.stringify({ tx_bytes: toBase64(bytes), mode: 'BROADCAST_MODE_SYNC' }),
    })
    const { tx_response: answer } = (await response.json()) as { tx_response: { txhash: string; code: number } }
    return { way: 'rest', hash: answer.txhash, check: answer.code, delivered: undefined }
  }

  async #byGrpc(way: 'grpc' | 'grpcAsync', txBytes: Uint8Array): Promise<Answer> {
    const mode = way === 'grpc' ? BroadcastMode.BROADCAST_MODE_SYNC : BroadcastMode.BROADCAST_MODE_ASYNC
    const response = await new Promise<Uint8Array>((resolve, reject) => {
      this.#grpc.makeUnaryRequest(
        '/cosmos.tx.v1beta1.Service/BroadcastTx',
        (bytes: Uint8Array) => Buffer.from(bytes),
        (bytes) => new Uint8Array(bytes),
        BroadcastTxRequest.encode({ txBytes, mode }).finish(),
        (error, answer) => (error ? reject(error) : resolve(answer!)),
      )
    })
    const { txhash, code } = BroadcastTxResponse.decode(response).txResponse!
    return { way, hash: txhash, check: code, delivered: undefined }
  }
}

const hashOf = (bytes: Uint8Array): string => toHex(sha256(bytes)).toUpperCase()
/** sdk/19, as gRPC tells it; the RPC tells it in words. */
const TWICE = 19
const cached = (text: string): number => (/tx already exists in cache/.test(text) ? TWICE : -1)

/** Signs without asking anybody, so that clients can go on at once. */
class Signer {
  readonly address: string
  readonly #client: SigningStargateClient
  readonly #chainId: string
  readonly #accountNumber: number
  #sequence = 0

  constructor(chain: SandboxChain, address: string, client: SigningStargateClient) {
    this.address = address
    this.#client = client
    this.#chainId = chain.chainId
    this.#accountNumber = Number(chain.host.app.account(chain.host.app.address(address))!.accountNumber)
  }

  async sign(message: { typeUrl: string; value: unknown }, sequence = this.#sequence++): Promise<Uint8Array> {
    const data: SignerData = { accountNumber: this.#accountNumber, sequence, chainId: this.#chainId }
    const raw = await this.#client.sign(this.address, [message], FEE, '', data)
    return TxRaw.encode(raw).finish()
  }
}

describe('200 broadcasts, both relayers automatic', () => {
  /** What clients send: each kind with what it has to come to. */
  const KINDS = ['send', 'ibc', 'send', 'tooMuch', 'send', 'twice', 'send', 'wrongSequence', 'watched', 'ibc'] as const
  const PER_CLIENT = 20

  // 200 transactions with packets over sockets take long where other tests run at the same time.
  test('each is included once and answered with its result, and the log replays', { timeout: 60_000 }, async () => {
    const sandbox = createSandbox(AUTOMATIC)
    const { carol } = await watching(sandbox)
    const { urls } = await sandbox.serve()
    const answers: {
      chain: 'neutron' | 'hub'
      kind: string
      answer: Answer
      found: Awaited<ReturnType<Broadcaster['tx']>>
    }[] = []

    const client = async (key: 'neutron' | 'hub', number: number): Promise<void> => {
      const chain = sandbox.chains[key]
      const { address, client: cosmjs } = await signerOf(chain, `client${number}`, urls[key]!.rpc)
      const broadcaster = new Broadcaster(urls[key]!, cosmjs)
      const signer = new Signer(chain, address, cosmjs)
      const { denom } = chain.host.app
      const send = (toAddress: string, amount: string) => ({
        typeUrl: MsgSend.typeUrl,
        value: MsgSend.fromPartial({ fromAddress: address, toAddress, amount: [{ denom, amount }] }),
      })
      const transfer = () => ({
        typeUrl: MsgTransfer.typeUrl,
        value: MsgTransfer.fromPartial({
          sourcePort: 'transfer',
          sourceChannel: 'channel-0',
          token: { denom, amount: '1' },
          sender: address,
          receiver: key === 'neutron' ? carol.address : sandbox.chains.neutron.account('alice').address,
          timeoutTimestamp: 2_000_000_000_000_000_000n,
        }),
      })
      for (let i = 0; i < PER_CLIENT; i++) {
        const kind = KINDS[i % KINDS.length]!
        const way = WAYS[(i + number) % WAYS.length]!
        const message =
          kind === 'ibc'
            ? transfer()
            : send(
                kind === 'watched' && key === 'hub' ? carol.address : address,
                kind === 'tooMuch' ? '999999999' : '1',
              )
        const bytes = await signer.sign(message, kind === 'wrongSequence' ? 99 : undefined)
        const times = kind === 'twice' ? 2 : 1
        const given = await Promise.all(Array.from({ length: times }, () => broadcaster.by(way, bytes)))
        for (const answer of given) answers.push({ chain: key, kind, answer, found: await broadcaster.tx(answer.hash) })
      }
      broadcaster.close()
    }
    await Promise.all(Array.from({ length: 10 }, (_, i) => client(i % 2 === 0 ? 'hub' : 'neutron', i)))

    expect(answers).toHaveLength(10 * (PER_CLIENT + 2))
    for (const { chain, kind, answer, found } of answers) {
      const included = [...sandbox.chains[chain].host.app.baseApp.blocks()].flatMap(({ txs }) =>
        txs.filter(({ hash }) => hash === answer.hash),
      )
      if (kind === 'wrongSequence') {
        expect(included).toEqual([])
        if (answer.way !== 'async') expect([answer.way, answer.check]).toEqual([answer.way, 32])
        continue
      }
      expect(included).toHaveLength(1)
      const [{ code, gasUsed, height }] = included as [(typeof included)[number]]
      expect([kind, code]).toEqual([kind, kind === 'tooMuch' ? 5 : 0])
      expect(found).toEqual({ hash: answer.hash, code, gasUsed: String(gasUsed), height: String(height) })
      if (answer.delivered !== undefined)
        expect(answer.delivered).toEqual({ code, gasUsed: String(gasUsed), height: String(height) })
    }
    // Of two broadcasts of the same bytes one is refused, whichever way they came.
    const twice = new Map<string, (number | undefined)[]>()
    for (const { kind, answer } of answers)
      if (kind === 'twice' && answer.way !== 'async')
        twice.set(answer.hash, [...(twice.get(answer.hash) ?? []), answer.check])
    for (const checks of twice.values()) expect(checks.toSorted((a = 0, b = 0) => a - b)).toEqual([0, TWICE])
    expect(twice.size).toBeGreaterThan(10)

    // A transaction is proven by the header of the next block, which the last one still has to wait for.
    sandbox.chains.hub.nextBlock()
    await sandbox.relayer.relay()
    expect(sandbox.relayer.pending()).toEqual([])
    expect(sandbox.relayer.delivered.filter(({ kind, code }) => kind === 'recv' && code === 0)).toHaveLength(40)
    // What Carol got on the hub: 10 transfers that were watched for, 20 over IBC.
    const seen = sandbox.queryRelayer.delivered.filter(({ type, code }) => type === 'tx' && code === 0)
    expect(new Set(seen.map(({ remoteTx }) => remoteTx)).size).toBe(30)
    expect(seen).toHaveLength(30)
    const log = [...sandbox.log]
    const roots = rootsOf(sandbox)
    await sandbox.close()
    expect(await replayed(AUTOMATIC, log)).toEqual(roots)
  })
})
