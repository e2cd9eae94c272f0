import { refuse } from '../../errors.js'
import type { Hex } from '../../hex.js'
import { hex } from '../../hex.js'
import { replay, type Replayable } from '../../simulation/replay.js'
import { StandardTrace } from '../../tracers/standard.js'
import { hostMethod, optional, required, type HostCall, type Method } from '../table.js'
import { hash32, maybe, object, string } from '../../validate.js'
import { blockOfRlp, byHash, traceCandidate, traceConfig } from './traces.js'

export const standardConfig = object({ txHash: maybe(hash32) })

/** The first bytes of a hash, for file names. */
const short = (hash: Hex): string => hash.slice(0, 10)

/** Writes a JSON-lines file (EIP-3155) for each selected transaction of the block. Returns the file names. */
export async function writeStandardTraces(
  { chain, files }: Pick<HostCall, 'chain' | 'files'>,
  block: Replayable,
  wanted: Hex | undefined,
): Promise<string[]> {
  if (wanted !== undefined && !block.receipts.some(({ hash }) => hash === wanted))
    throw refuse(`transaction ${wanted} not found in block`)
  const nameOf = (index: number, hash: Hex): string =>
    `block_${short(hex(block.block.hash()))}-${index}-${short(hash)}.jsonl`
  const chosen = [...block.receipts.entries()].filter(([, { hash }]) => wanted === undefined || hash === wanted)
  for (const [index, { hash }] of chosen) await files.check(nameOf(index, hash))
  const indices = new Set(chosen.map(([index]) => index))
  return chain.budgets.within(async (budget) => {
    const tracerOf = (index: number) => (indices.has(index) ? new StandardTrace(budget) : undefined)
    const traces = await replay(chain, block, tracerOf)
    const names: string[] = []
    for (const [at, [index, { hash }]] of chosen.entries()) {
      const name = nameOf(index, hash)
      await files.write(name, traces[at]!.result as string)
      names.push(name)
    }
    return names
  })
}

/** Traces of blocks in files, and traces written to files. */
export const traceFileMethods: readonly Method[] = [
  hostMethod('debug_traceBlockFromFile', {
    status: 'N',
    access: 'private',
    params: [required('file', string), optional('config', traceConfig)],
    doc: 'Traces all transactions of a block whose RLP is in a file in the configured directory.',
    handle: async ({ chain, files }, file, options) =>
      traceCandidate(chain, blockOfRlp(chain, await files.read(file)), options),
  }),
  hostMethod('debug_standardTraceBlockToFile', {
    status: 'N',
    access: 'private',
    params: [required('blockHash', hash32), optional('config', standardConfig)],
    doc: 'Writes the opcodes of each transaction of a block to a JSON-lines file (EIP-3155); returns the file names.',
    handle: (call, hash, config) => writeStandardTraces(call, byHash(call.chain, hash), config?.txHash),
  }),
]
