import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createEvmNode } from '../../src/evm/index.js'
import type { Hex } from '../../src/evm/hex.js'

/** What go-ethereum's tracers say of blocks of ours, fork by fork; made by the program in reference/tracers. */
interface Vectors {
  readonly program: string
  readonly fork: string
  readonly chainId: number
  readonly gasLimit: number
  readonly baseFee: number
  readonly time: number
  readonly coinbase: Hex
  readonly alloc: Record<Hex, { balance: Hex; code?: Hex; storage?: Record<Hex, Hex> }>
  readonly blocks: readonly {
    readonly story: string
    readonly number: number
    readonly time: number
    readonly txs: readonly Hex[]
    /** By how the tracer is asked for. */
    readonly traces: Readonly<Record<string, readonly unknown[]>>
  }[]
}

const folder = new URL('../../fixtures/evm/tracers/', import.meta.url)
const read = (file: string): Vectors =>
  JSON.parse(gunzipSync(readFileSync(new URL(file, folder))).toString('utf8')) as Vectors

/** A flat call names the block, whose hash is another one here. */
const withoutHashes = (result: unknown): unknown =>
  Array.isArray(result) ? result.map((call: object) => ({ ...call, blockHash: null, transactionHash: null })) : result

interface Asked {
  readonly tracer?: string
  readonly tracerConfig?: unknown
}

/**
 * Several ways to ask in one, so that a block is executed once: a mux has one of each name, and another mux for the rest. A way that is a mux
 * itself comes last.
 */
const nested = (asked: readonly Asked[]): Asked => ({
  tracer: 'muxTracer',
  tracerConfig: asked.reduceRight<object>(
    (inner, { tracer, tracerConfig = {} }) =>
      tracer === 'muxTracer' ? { muxTracer: tracerConfig } : { muxTracer: { [tracer!]: tracerConfig, ...inner } },
    {},
  ),
})

/** The answer to each way that {@link nested} asks. */
function unnested(result: unknown, asked: readonly Asked[]): unknown[] {
  let at = result as Record<string, unknown>
  return asked.map(({ tracer }) => {
    at = at.muxTracer as Record<string, unknown>
    return tracer === 'muxTracer' ? at : at[tracer!]
  })
}

const parsed = (lines: unknown): unknown => (lines as string[]).map((line) => JSON.parse(line) as unknown)

const isMux = (way: string): boolean => way.includes('"tracer":"muxTracer"')

/** In this story each way is asked alone. */
const ALONE = 'logs'

test.each(readdirSync(folder).filter((file) => file.endsWith('.json.gz')))('%s', async (file) => {
  const { fork, chainId, gasLimit, baseFee, time, coinbase, alloc, blocks } = read(file)
  const dataDir = mkdtempSync(join(tmpdir(), 'tracers-'))
  const node = createEvmNode({
    hardfork: fork,
    chainId: BigInt(chainId),
    blockGasLimit: BigInt(gasLimit),
    baseFee: BigInt(baseFee),
    genesisTime: BigInt(time),
    coinbase,
    dataDir,
    alloc: Object.fromEntries(
      Object.entries(alloc).map(([address, { balance, ...rest }]) => [address, { ...rest, balance: BigInt(balance) }]),
    ),
  })
  const ask = <T>(method: string, ...params: unknown[]): Promise<T> => node.request({ method, params }) as Promise<T>
  const traces = async (number: number, asked: Asked): Promise<unknown[]> =>
    (await ask<{ result: unknown }[]>('debug_traceBlockByNumber', `0x${number.toString(16)}`, asked)).map(
      ({ result }) => result,
    )
  const { baseFeePerGas } = await ask<{ baseFeePerGas?: Hex }>('eth_getBlockByNumber', 'latest', false)
  try {
    await ask('evm_setAutomine', false)
    for (const block of blocks) {
      for (const raw of block.txs) await ask('eth_sendRawTransaction', raw)
      if (baseFeePerGas !== undefined) await ask('hardhat_setNextBlockBaseFeePerGas', `0x${baseFee.toString(16)}`)
      await ask('evm_setNextBlockTimestamp', block.time)
      await ask('evm_mine')
      const { hash, transactions } = await ask<{ hash: Hex; transactions: Hex[] }>(
        'eth_getBlockByNumber',
        `0x${block.number.toString(16)}`,
        false,
      )
      expect(transactions, block.story).toHaveLength(block.txs.length)
      const compare = (actual: readonly unknown[], asked: string): void => {
        for (const [index, result] of actual.entries()) {
          const given = block.traces[asked]![index]
          const [got, wanted] = [result, asked === 'standard' ? parsed(given) : given].map(withoutHashes)
          // Vitest's own comparison takes longer, and is for its message.
          if (isDeepStrictEqual(got, wanted)) continue
          expect(got, `${block.story}, transaction ${index}, ${asked}`).toEqual(wanted)
        }
      }
      const ways = Object.keys(block.traces)
      const tracers = block.story === ALONE ? [] : ways.filter((way) => way.includes('"tracer":'))
      const [firstMux] = tracers.filter(isMux)
      const together = [...tracers.filter((way) => !isMux(way)), ...(firstMux === undefined ? [] : [firstMux])]
      if (together.length > 0) {
        const asked = together.map((way) => JSON.parse(way) as Asked)
        const answers = (await traces(block.number, nested(asked))).map((answer) => unnested(answer, asked))
        for (const [at, way] of together.entries())
          compare(
            answers.map((answer) => answer[at]),
            way,
          )
      }
      for (const way of ways.filter((way) => !together.includes(way)))
        if (way === 'standard') {
          const names = await ask<string[]>('debug_standardTraceBlockToFile', hash)
          compare(
            names.map((name) => parsed(readFileSync(join(dataDir, name), 'utf8').trim().split('\n'))),
            way,
          )
        } else compare(await traces(block.number, JSON.parse(way) as Asked), way)
    }
  } finally {
    await node.close()
    rmSync(dataDir, { recursive: true })
  }
})
