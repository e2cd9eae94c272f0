import { atCallersLine, fromUtf8, toBase64 } from '../../../base/index.js'
import { ForkError, LiveNode, type ForkProgress } from '../../../fork/index.js'
import { createSandbox, type Sandbox, type SandboxOptions } from '../../../sandbox/internal.js'
import type { Delivery } from '../deliver.js'
import type { Reproduced } from '../reproduce.js'
import { deliverCallback, deliverWhole, resubmit, type Again, type LimitedEnd } from './deliver.js'
import { findFailure, prunedBefore, type FoundFailure } from './find.js'
import type { LiveWanted } from './wanted.js'

/** Which chain, and how it is read. */
export interface LiveOptions {
  /** Endpoints of its RPC. */
  readonly rpc: readonly string[]
  /** Folder of what was read; the usual one if undefined. */
  readonly cache?: string | undefined
  /** Whether all state is checked against the app hash. */
  readonly verify?: boolean | undefined
  /** Release of the contract VM; by default that of the live chain. */
  readonly vm?: string | undefined
  readonly onStep?: (text: string) => void
  readonly onFork?: (progress: ForkProgress) => void
}

/** A resubmission on the last state of the chain. */
type Now =
  | { readonly height: number; readonly state: 'gone' }
  | { readonly height: number; readonly state: 'unknown'; readonly reason: string }
  | {
      readonly height: number
      readonly state: 'tried'
      readonly delivery: Delivery
      /** Gas of the whole transaction, if the message is all that it does. */
      readonly txGas: bigint
    }

/** A failure of a live chain that was reproduced from the chain itself. */
export interface LiveReproduction extends Reproduced {
  readonly chainId: string
  /** The block in which the callback failed. */
  readonly height: number
  readonly index: number | undefined
  /** The full error on the chain, if its events have it. */
  readonly details: string | undefined
  /** Gas of the transaction here and on the chain; undefined if the callback alone was made. */
  readonly txGas: { readonly here: bigint; readonly chain: bigint } | undefined
  readonly now: Now
  /** HTTP requests that it took. */
  readonly requests: number
  readonly again: Again
  /** Options of a sandbox as it was before the block. */
  readonly options: SandboxOptions
}

/**
 * Finds a failure of a live chain, starts a chain with the state before its block, runs the block's transactions up to the failed one again, and
 * resubmits the failure: there, and on the state that the live chain has now.
 * @throws EvidenceError if there is no such failure; ForkError if the chain cannot be read; UsageError
 */
export const reproduceLive = atCallersLine(reproduceFrom)

async function reproduceFrom(wanted: LiveWanted, options: LiveOptions): Promise<LiveReproduction> {
  const node = new LiveNode(options.rpc)
  const found = await findFailure(node, wanted, options.onStep)
  const sandboxes = new Forks(options)
  try {
    const { limited, sandbox, again, assumptions } = failAgain(found, sandboxes)
    const { delivery, tx, deviations } = limited
    const unlimited = resubmit(sandbox, found).delivery
    // The hash of the state, which a fixture ends with, reads more of it.
    sandbox.performNow({ action: 'head' })
    // The header after a height commits to its state.
    const now = tryNow(found, found.last - (options.verify === true ? 1 : 0), sandboxes)
    const { block, failure, index } = found
    return {
      address: failure.address,
      id: failure.id,
      error: failure.error,
      message: textOf(failure.sudoPayload),
      limited: delivery,
      unlimited,
      isReproduced: delivery.error === failure.error,
      missing: [],
      assumptions: [...assumptions, ...deviations.filter((one) => one.index !== index).map(({ text }) => text)],
      chainId: block.chainId,
      height: block.height,
      index,
      details: found.details,
      txGas: tx && { here: tx.gasUsed, chain: block.results[index!]!.gas_used },
      now,
      requests: node.requests + sandboxes.requests,
      again,
      options: sandboxes.options(block.height - 1, options.cache),
    }
  } finally {
    await sandboxes.close()
  }
}

/** Sandboxes that start with states of the live chain. */
class Forks {
  readonly #options: LiveOptions
  readonly #opened: { readonly sandbox: Sandbox; requests: number }[] = []

  constructor(options: LiveOptions) {
    this.#options = options
  }

  /** HTTP requests for all of them. */
  get requests(): number {
    return this.#opened.reduce((sum, { requests }) => sum + requests, 0)
  }

  options(height: number, cache: string | false | undefined): SandboxOptions {
    const { rpc, verify = false, vm } = this.#options
    const fork = {
      rpc: [...rpc],
      height: BigInt(height),
      ...(cache !== undefined && { cache }),
      ...(verify && { verify }),
    }
    return { chains: { neutron: { kind: 'neutron', wasmd: 'neutron', ...(vm !== undefined && { vm }), fork } } }
  }

  /** @param profile whether the gas of functions is counted, in a VM of its own @throws ForkError */
  #open(height: number, cache: string | false | undefined, profile: boolean): Sandbox {
    let requests = 0
    const onFork = (progress: ForkProgress): void => {
      if (entry === undefined) requests = progress.requests
      else entry.requests = progress.requests
      this.#options.onFork?.(progress)
    }
    let entry: { readonly sandbox: Sandbox; requests: number } | undefined
    const sandbox = createSandbox(this.options(height, cache), { profile, onFork })
    entry = { sandbox, requests }
    this.#opened.push(entry)
    return sandbox
  }

  /** The state before the block. @throws ForkError */
  before(height: number): Sandbox {
    return this.#open(height, this.#options.cache, true)
  }

  /** The last state, which is another one each time: nothing of it is kept. @throws ForkError */
  now(height: number): Sandbox {
    return this.#open(height, false, false)
  }

  async close(): Promise<void> {
    for (const { sandbox } of this.#opened) await sandbox.close()
  }
}

interface FailedAgain {
  readonly limited: LimitedEnd
  /** After it. */
  readonly sandbox: Sandbox
  readonly again: Again
  readonly assumptions: readonly string[]
}

/**
 * The callback within its transaction, which does more than call the contract: a timeout refunds the coins first, and a block's earlier transactions
 * change what it finds. Where the transaction cannot be run here, the callback alone.
 */
function failAgain(found: FoundFailure, sandboxes: Forks): FailedAgain {
  const { block, index, failure } = found
  const open = (whole: boolean): { readonly sandbox: Sandbox; readonly again: Again } => {
    const sandbox = sandboxes.before(block.height - 1)
    return { sandbox, again: { whole, found, nanoseconds: block.time - sandbox.chains.neutron.host.app.time } }
  }
  try {
    let why = 'the block itself made it'
    if (index !== undefined) {
      const { sandbox, again } = open(true)
      const limited = deliverWhole(sandbox, again)
      if (typeof limited !== 'string') return { limited, sandbox, again, assumptions: [] }
      why = `its transaction does not get as far here: ${limited}`
    }
    const { sandbox, again } = open(false)
    return {
      limited: deliverCallback(sandbox, again),
      sandbox,
      again,
      assumptions: [`only the callback was made, on the state before the block: ${why}`],
    }
  } catch (error) {
    throw prunedBefore(error, block, failure.id)
  }
}

function tryNow(found: FoundFailure, height: number, sandboxes: Forks): Now {
  if (!found.isThere) return { height, state: 'gone' }
  try {
    return { height, state: 'tried', ...resubmit(sandboxes.now(height), found) }
  } catch (error) {
    if (!(error instanceof ForkError)) throw error
    return { height, state: 'unknown', reason: error.shortMessage }
  }
}

function textOf(payload: Uint8Array): string {
  try {
    return fromUtf8(payload)
  } catch {
    return toBase64(payload)
  }
}
