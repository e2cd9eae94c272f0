import { createEvmdNode, type EvmdNode } from '../../../../src/app/evmd/rpc/index.js'
import { EvmdApp } from '../../../../src/app/evmd/app.js'
import { addressText } from '../../../../src/chain/address.js'
import { consensusParams } from '../../../../src/chain/block/consensus.js'
import { parseRfc3339 } from '../../../../src/codec/time.js'
import { toUtf8 } from '../../../../src/base/bytes.js'
import { addressOfKey } from '../../../../src/evm/crypto/address.js'
import { keccak256 } from '../../../../src/evm/crypto/hash.js'
import { moduleAddress } from '../../../../src/modules/auth/index.js'
import type { Header } from '../../../modules/evm/recording.js'
import { readLines } from '../../wasmd/recording.js'

/** What the recorded node was asked, and what it answered. */
export interface Asked {
  readonly id: number
  readonly method: string
  readonly params?: readonly unknown[]
  readonly name?: string
  readonly answer: Answer
}

export interface Answer {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** A block of the recorded chain. Bytes are in base64. */
export interface Made {
  readonly height: number
  readonly time: string
  readonly proposer: string
  readonly hash: string
  readonly appHash: string
  readonly txs?: readonly {
    readonly tx: string
    readonly code?: number
    readonly log?: string
    readonly used: number
  }[]
}

/** What happened, one thing a line. */
export interface Line {
  readonly part?: string
  readonly asked?: Asked
  readonly block?: Made
  readonly cosmos?: { readonly name: string; readonly tx: string }
}

/** What `reference/evmd` recorded of a node. */
export function session(): { readonly header: Header; readonly lines: readonly Line[] } {
  const [header, ...lines] = readLines('fixtures/evmd/session.jsonl.br') as readonly [Header, ...Line[]]
  return { header, lines }
}

/** Keys of the recorded node's keyring. */
const KEYRING = ['alice', 'bob'].map((name) => keccak256(toUtf8(name)))

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64, 'base64')

/** The recorded chain, to be led through its blocks, and a node over it. */
export class Replayed {
  readonly app: EvmdApp
  /** Bytes that wait for a block. */
  readonly waiting: Uint8Array[] = []
  #node: EvmdNode | undefined

  constructor({ genesis }: Header, blocks: readonly Made[]) {
    const { '07-tendermint': _, consensus: __, genutil: ___, vesting: ____, ...app_state } = genesis.app_state
    const [first] = blocks
    this.app = new EvmdApp(
      {
        name: 'evmd',
        prefix: 'cosmos',
        denom: 'atest',
        vm: '',
        wasmd: 'stock',
        txContracts: false,
        txIndex: true,
        chainId: genesis.chain_id,
        genesisTime: parseRfc3339(first!.time) - 1_000_000_000n,
        params: {},
        genesis: app_state as never,
      },
      {
        consensus: {
          ...consensusParams(10_000_000),
          block: { maxBytes: 4_000_000n, maxGas: 10_000_000n },
          evidence: { maxAgeBlocks: 302_400n, maxAgeNanoseconds: 1_814_400_000_000_000n, maxBytes: 10_000n },
          authority: addressText('cosmos', moduleAddress('gov')),
        },
        given: (height) => {
          const block = blocks[height - 1]!
          const proposer = bytesOf(block.proposer)
          return {
            hash: bytesOf(block.hash),
            proposer,
            ...(height > 1 && { votes: [{ address: proposer, power: 90n, signed: true }] }),
          }
        },
      },
    )
  }

  async node(): Promise<EvmdNode> {
    return (this.#node ??= await createEvmdNode({
      app: this.app,
      deliver: (bytes) => void this.waiting.push(bytes),
      keys: () => new Map(KEYRING.map((key) => [addressOfKey(key), key])),
      namespaces: ['eth', 'net', 'web3', 'personal', 'debug', 'txpool', 'miner'],
    }))
  }

  /** @returns the app hash after it */
  make({ height, time, txs = [] }: Made): string {
    const { baseApp } = this.app
    if (height > 1) {
      baseApp.beginBlock({ height, time: parseRfc3339(time) })
      for (const { tx } of txs) baseApp.deliver(bytesOf(tx))
      baseApp.endBlock()
    }
    return Buffer.from(baseApp.stores.latest!.commitment.hash).toString('base64')
  }

  async ask({ method, params = [] }: Pick<Asked, 'method' | 'params'>): Promise<Answer> {
    try {
      return { result: (await (await this.node()).request({ method, params })) ?? null }
    } catch (thrown) {
      const { code, shortMessage: message, data } = thrown as { code: number; shortMessage: string; data?: unknown }
      return { error: { code, message, ...(data === undefined ? {} : { data }) } }
    }
  }
}
