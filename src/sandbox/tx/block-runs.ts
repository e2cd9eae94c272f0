import { NO_BYTES } from '../../base/index.js'
import type { BlockHooks } from '../../app/index.js'
import type { Block, BlockRun, BlockRunEnd, BlockRunWatch, BlockStage } from '../../chain/index.js'
import type { ChainHost } from '../host/chain-host.js'
import type { TraceRecorder } from '../trace/recorder.js'
import type { TxResult } from './result.js'
import { shownResult } from './result-text.js'

/**
 * A run of a module at the beginning or end of a block, such as that of a schedule: like the result of a transaction, without hash, data and
 * gas limit. One that failed took no effect, and the block went on.
 */
export interface BlockRunResult extends TxResult {
  readonly run: BlockRun
}

export const isRun = (result: TxResult): result is BlockRunResult => 'run' in result

/** Runs whose calls are kept, on each chain. */
const MAX_KEPT = 2000

const RUNS = new WeakMap<Block, readonly BlockRunResult[]>()

/** The runs of modules in a block, in order: those that called contracts, and each schedule and proposal. */
export const runsIn = (block: Block): readonly BlockRunResult[] => RUNS.get(block) ?? []

/** What ran by itself in the blocks of a chain after a height. */
export function runsAfter({ app }: ChainHost, height: number): readonly BlockRunResult[] {
  const heights = Array.from({ length: app.height - height }, (_, i) => app.baseApp.block(height + 1 + i))
  return heights.flatMap((block) => (block === undefined ? [] : runsIn(block)))
}

/** Does something that makes blocks on chains. @returns what it returns, with the runs in these blocks if there are any */
export function withRuns<T extends object>(
  hosts: readonly ChainHost[],
  work: () => T,
): T & { readonly runs?: readonly BlockRunResult[] } {
  const before = hosts.map((host) => [host, host.app.height] as const)
  const done = work()
  const runs = before.flatMap(([host, height]) => runsAfter(host, height))
  return runs.length === 0 ? done : { ...done, runs }
}

/** Follows what the modules of one chain do by themselves in its blocks. */
export class BlockRuns {
  /** Undefined while the chain is built. */
  #host: ChainHost | undefined
  /** Not the blocks themselves: those that a restored chain has undone are not kept. */
  readonly #kept: WeakRef<Block>[] = []
  #runs: Ran[] = []

  /** Hooks of a chain for the beginning or end of a block. */
  readonly watch = (stage: BlockStage): BlockHooks | undefined => {
    if (this.#host === undefined) return undefined
    // A block that was begun before was undone.
    if (stage === 'BeginBlock') this.#runs = []
    const trace = this.#host.recorder()
    return { ...this.#host.faults.hooks(trace), runs: new RunWatch(trace, stage, (ran) => this.#runs.push(ran)) }
  }

  /** Notifies the listeners of the chain of the runs of its modules, once the block is made. */
  follow(host: ChainHost): void {
    this.#host = host
    host.app.baseApp.onBlock((block) => {
      if (this.#runs.length === 0) return
      const results = this.#runs.map((ran) => runResult(host.key, block, ran))
      this.#runs = []
      RUNS.set(block, results)
      if (this.#kept.push(new WeakRef(block)) > MAX_KEPT) forget(this.#kept.shift()!.deref())
      for (const result of results) {
        host.labels.learn(result.events)
        host.notified(result)
      }
    })
  }
}

function forget(block: Block | undefined): void {
  if (block !== undefined) RUNS.delete(block)
}

/** A run that has ended, with the calls in it. */
interface Ran extends BlockRunEnd {
  readonly run: BlockRun
  readonly calls: Pick<TxResult, 'trace' | 'sudo' | 'faults' | 'debug'>
}

/** Assigns the calls of a stage to its runs. */
class RunWatch implements BlockRunWatch {
  readonly #trace: TraceRecorder
  readonly #stage: BlockStage
  readonly #report: (ran: Ran) => void
  /** How many calls there were when each of the runs in progress began. */
  readonly #begun: number[] = []
  isQuiet = true

  constructor(trace: TraceRecorder, stage: BlockStage, report: (ran: Ran) => void) {
    this.#trace = trace
    this.#stage = stage
    this.#report = report
  }

  begin(): void {
    this.#begun.push(this.#trace.roots.length)
  }

  end(run: Omit<BlockRun, 'stage'>, end: BlockRunEnd): void {
    const { roots, sudo, faults, debugged } = this.#trace
    const trace = roots.splice(this.#begun.pop()!)
    if (trace.length === 0 && run.name === undefined) return
    const calls = {
      trace,
      // The failures that a failing run recorded are rolled back with it.
      sudo: end.error === undefined ? [...sudo] : [],
      ...(faults.length > 0 && { faults: [...faults] }),
      ...(debugged.length > 0 && { debug: [...debugged] }),
    }
    sudo.length = faults.length = debugged.length = 0
    this.isQuiet = false
    this.#report({ ...end, run: { ...run, stage: this.#stage }, calls })
  }
}

const runResult = (chain: string, { height }: Block, { run, gasUsed, events, error, calls }: Ran): BlockRunResult =>
  shownResult(
    {
      chain,
      height: BigInt(height),
      hash: '',
      code: error?.code ?? 0,
      codespace: error?.codespace ?? '',
      rawLog: error?.log ?? '',
      events,
      gasWanted: 0n,
      gasUsed: BigInt(gasUsed),
      data: NO_BYTES,
      ...calls,
      run,
    },
    ({ run: ran }) => {
      const what = runName(ran)
      const at = ran.stage === 'BeginBlock' ? 'beginning' : 'end'
      return `${what.slice(0, 1).toUpperCase()}${what.slice(1)} at the ${at} of the block`
    },
  )

/** The title of a run. */
export const runTitle = ({ run }: BlockRunResult): string =>
  `${runName(run)}, ${run.stage === 'BeginBlock' ? 'beginning' : 'end'} of block`

const runName = ({ module, name }: BlockRun): string =>
  name === undefined ? `module ${module}` : `${NAMED[module] ?? module} ${name}`

const NAMED: Readonly<Record<string, string>> = { cron: 'schedule', gov: 'proposal' }
