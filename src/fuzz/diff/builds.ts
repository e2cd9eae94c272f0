import { jsonText, UsageError } from '../../base/index.js'
import { Vms } from '../../app/index.js'
import { contractRows } from '../../modules/wasm/index.js'
import { VmError, type Checksum, type Vm } from '../../vm/internal.js'
import { StandIns, type StandIn } from '../../vm/stand-in/index.js'
import type { ActionInput, Sandbox } from '../../sandbox/internal.js'
import { ranOutOfGas } from '../gas-of-tries.js'
import type { Start } from '../setup.js'
import { perform } from '../story.js'
import type { ExecutedStep } from '../view.js'
import { seenCall, type SeenCall } from './calls.js'
import { differenceOf, type Difference, type Seen } from './difference.js'

/** What runs in place of a contract: another build of it, or a change of its code. */
export type OtherBuild = Pick<StandIn, 'build' | 'patches' | 'answer'>

/** A step on the first build, and what others did differently in the same state. */
export interface ComparedStep {
  readonly step: ExecutedStep
  readonly differences: ReadonlyMap<OtherBuild, Difference>
}

/**
 * A contract and other builds of it in one sandbox. Steps run on the contract; each is also made on others, from the same state. As long as nothing
 * differs, all would be in this state, so the first difference is found by looking one step ahead.
 */
export class ComparedBuilds {
  /** The VMs of sandboxes in which builds are compared. */
  readonly vms: Vms
  readonly #standIns: StandIns
  readonly #checksum: Checksum

  /** @param checksum of the build that steps run on @param onTwins whether it has a twin that runs in its place */
  constructor(checksum: Checksum, onTwins = false) {
    this.#checksum = checksum
    this.#standIns = new StandIns({ onTwins })
    this.vms = new Vms({ coverage: true, standIns: this.#standIns })
    this.#run(undefined)
  }

  /** The VMs of sandboxes that have stored the contract. */
  get holders(): readonly Vm[] {
    return this.vms.all.filter((vm) => vm.checksums().includes(this.#checksum))
  }

  /** @throws UsageError if a chain that has stored the contract refuses another build */
  check({ build }: OtherBuild): void {
    if (build === undefined) return
    for (const vm of this.holders)
      try {
        vm.store(build)
      } catch (error) {
        if (!(error instanceof VmError)) throw error
        throw new UsageError(`the chain refuses the other build: ${error.shortMessage}`, { cause: error })
      }
  }

  /**
   * Executes an action on the contract and on others. Afterwards the sandbox is in the state of the contract. @param run executes it on the contract
   * @param others asked once the contract has run @param questions queries that may show what is in the storage alone
   * @throws what `run` throws; TimeIsOver
   */
  async step(
    start: Start,
    input: ActionInput,
    run: () => Promise<ExecutedStep>,
    others: () => readonly OtherBuild[],
    questions: readonly ActionInput[] = [],
  ): Promise<ComparedStep> {
    const { sandbox } = start
    const isTampered = hasFault(sandbox)
    const differences = new Map<OtherBuild, Difference>()
    const before = await sandbox.snapshot()
    try {
      const old = this.#run(undefined)
      const step = await run()
      if (old.length === 0 || isTampered) return { step, differences }
      for (const other of others()) {
        const difference = await this.#compare(start, input, step, other, { old: [...old], before, questions })
        if (difference !== undefined) differences.set(other, difference)
      }
      return { step, differences }
    } finally {
      sandbox.forget(before)
    }
  }

  async #compare(
    start: Start,
    input: ActionInput,
    step: ExecutedStep,
    build: OtherBuild,
    { old, before, questions }: Compared,
  ): Promise<Difference | undefined> {
    const { sandbox } = start
    const after = await sandbox.snapshot()
    let there: number | undefined
    try {
      await sandbox.restore(before)
      const now = this.#run(build)
      const other = await perform(start, input)
      const contracts = [...old, ...now].filter(({ entry }) => entry !== 'query')
      const rows = rowsOf(sandbox, contracts)
      there = await sandbox.snapshot()
      await sandbox.restore(after)
      if (isCut(start, input) && [step, other].some(({ results }) => results.some(ranOutOfGas))) return undefined
      if (isCut(start, input) && [...old, ...now].some(({ result }) => result.is === 'out of gas')) return undefined
      const difference = differenceOf({ calls: old, rows: rowsOf(sandbox, contracts) }, { calls: now, rows })
      if (difference?.classes.join() !== 'storage') return difference
      return await this.#shown(start, difference, questions, { build, after, there })
    } catch (error) {
      await sandbox.restore(after)
      throw error
    } finally {
      this.#run(undefined)
      sandbox.forget(after)
      if (there !== undefined) sandbox.forget(there)
    }
  }

  /** The difference with a query that each build answers otherwise, in the state that it made. */
  async #shown(
    start: Start,
    difference: Difference,
    questions: readonly ActionInput[],
    { build, after, there }: { readonly build: OtherBuild; readonly after: number; readonly there: number },
  ): Promise<Difference> {
    const answers = async (other: OtherBuild | undefined): Promise<readonly SeenCall[]> => {
      const calls = this.#run(other)
      for (const question of questions) await perform(start, question)
      return [...calls]
    }
    const old = await answers(undefined)
    await start.sandbox.restore(there)
    const now = await answers(build)
    await start.sandbox.restore(after)
    const at = questions.findIndex((_, i) => jsonText(old[i] ?? null) !== jsonText(now[i] ?? null))
    const seen = (calls: readonly SeenCall[]): Seen => ({ calls: calls.slice(at, at + 1), rows: new Map() })
    const further = at < 0 ? undefined : differenceOf(seen(old), seen(now))
    if (further === undefined || old.length !== questions.length || now.length !== questions.length) return difference
    return { ...difference, lines: [...difference.lines, ...further.lines], question: questions[at]! }
  }

  /** From now on another build runs, or the contract. @returns its calls, as they come */
  #run(other: OtherBuild | undefined): readonly SeenCall[] {
    const calls: SeenCall[] = []
    this.#standIns.put({
      checksum: this.#checksum,
      ...(other ?? { patches: [] }),
      onCall: (entry, args, outcome) => void calls.push(seenCall(entry, args, outcome)),
    })
    return calls
  }
}

interface Compared {
  readonly old: readonly SeenCall[]
  /** The snapshot before the step. */
  readonly before: number
  readonly questions: readonly ActionInput[]
}

/** Whether a fault waits that strikes a contract for how it is built: for its gas, or at a request to its host. */
const hasFault = (sandbox: Sandbox): boolean =>
  Object.values(sandbox.chains).some(({ host }) => host.faults.waiting.some(({ fail }) => !('child' in fail)))

/** Whether an action has less gas than usual, which any other build may use up. */
const isCut = ({ limit }: Start, input: ActionInput): boolean => {
  const inner: ActionInput = input.action === 'repeat' ? input.do : input
  return limit.gas !== undefined || ('gasLimit' in inner && inner.gasLimit !== undefined)
}

function rowsOf(sandbox: Sandbox, calls: readonly SeenCall[]): Seen['rows'] {
  const rows = new Map<string, ReadonlyMap<string, string>>()
  for (const { chainId, contract } of calls) {
    const key = `${chainId}/${contract}`
    const app = Object.values(sandbox.chains).find(({ host }) => host.app.chainId === chainId)?.host.app
    if (rows.has(key) || app === undefined) continue
    const own = [...contractRows(app.context, app.address(contract))]
    rows.set(key, new Map(own.map((row) => [latin1(row.key), latin1(row.value)])))
  }
  return rows
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')
