import type { ChainBlock } from '../chain/blockchain.js'
import type { EvmChain } from '../chain/evm-chain.js'
import type { NodeChain } from '../chain/node-chain.js'
import { proofOf } from '../chain/proofs.js'
import { applyMessage, type Outcome } from '../execution/apply.js'
import { authoritiesOf } from '../execution/authorizations.js'
import type { TimeLimit } from '../execution/interruption.js'
import type { Call } from '../execution/message.js'
import { override, type StateOverrides } from '../execution/overrides.js'
import { hex, type Hex } from '../hex.js'
import { replay, type Replayed } from '../simulation/replay.js'
import { traced } from '../tracers/traced.js'
import { endOf, type Tracer } from '../tracers/tracer.js'

/** Runs code on states of a chain. Nothing of it is kept. Errors of messages that may not run are of the class MessageRefusal. */
export interface Runner {
  /** Runs a call on the state after a block. @throws RpcError */
  call(call: Call, block: ChainBlock, overrides: StateOverrides | undefined): Promise<Outcome>
  /** Runs a job that tries a call with one gas limit after another, each time on the state after a block. @throws RpcError */
  attempts<T>(
    call: Call,
    block: ChainBlock,
    overrides: StateOverrides | undefined,
    job: (attempt: (gas: bigint) => Promise<Outcome>) => Promise<T>,
  ): Promise<T>
  /** The result of a tracer that watches a call on the state after a block. @param limit undefined for that of calls */
  trace(call: Call, block: ChainBlock, tracer: Tracer, limit: TimeLimit | undefined): Promise<unknown>
  /** Results of tracers of transactions of a block, each on the state that its transaction began with; an error in place of that of one that cannot run. */
  replay(
    block: ChainBlock,
    tracerOf: (index: number) => Tracer | undefined,
    limit: TimeLimit | undefined,
  ): Promise<readonly (Replayed | { readonly error: string })[]>
  /** An account and slots of it after a block, with proofs. */
  proof(block: ChainBlock, address: Hex, slots: readonly bigint[]): Proof
}

/** A chain, and what runs code on it. */
export interface Node {
  readonly chain: NodeChain
  readonly runner: Runner
}

export type Proof = ReturnType<typeof proofOf>

/** That of a chain of its own. */
export const runnerOf = (chain: EvmChain): Runner => ({
  call: (call, block, overrides) => chain.call(call, block, overrides),
  attempts: ({ message, context, common }, block, overrides, job) => {
    const fork = chain.fork(block)
    const precompiles = override(fork, overrides ?? {}, common)
    return chain.run(
      fork,
      context,
      (executor) =>
        job(async (gas) => {
          fork.checkpoint()
          try {
            return await applyMessage(executor, context, { ...message, gas })
          } finally {
            fork.revert()
          }
        }),
      precompiles,
    )
  },
  trace: async ({ message, context }, block, tracer, limit) => {
    const { from, to, gas } = message
    const coinbase = hex(context.header.coinbase.bytes)
    const of = { from, to, coinbase, gas, authorities: authoritiesOf(message) }
    const outcome = await chain.run(
      chain.fork(block),
      context,
      (executor) => traced(executor, tracer, of, () => applyMessage(executor, context, message)),
      undefined,
      limit,
    )
    return tracer.result(endOf(chain.traits, outcome))
  },
  replay: (block, tracerOf, limit) => replay(chain, block, tracerOf, limit),
  proof: (block, address, slots) => proofOf(chain, block, address, slots),
})
