import { jsonText, UsageError } from '../../base/index.js'
import { Vms } from '../../app/index.js'
import { contractRows } from '../../modules/wasm/index.js'
import { VmError, type Checksum } from '../../vm/internal.js'
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

/** A step on the first build, and what the other one did differently in the same state. */
export interface ComparedStep {
  readonly step: ExecutedStep
  readonly difference: Difference | undefined
}

/**
 * Two builds of a contract in one sandbox. Steps run on the first build; each is also made on the other one, from the same state. As long as nothing
 * differs, both would be in this state, so the first difference is found by looking one step ahead.
 */
export class TwoBuilds {
  /** The VMs of sandboxes in which builds are compared. */
  readonly vms: Vms
  readonly #standIns: StandIns
  readonly #checksum: Checksum
  readonly #other: OtherBuild

  /** @param checksum of the build that steps run on @param onTwins whether it has a twin that runs in its place */
  constructor(checksum: Checksum, other: OtherBuild, onTwins = false) {
    this.#checksum = checksum
    this.#other = other
    this.#standIns = new StandIns({ onTwins })
    this.vms = new Vms({ coverage: true, standIns: this.#standIns })
    this.#run('old')
  }

  /** Whether a sandbox has stored the contract. */
  get isStored(): boolean {
    return this.vms.all.some((vm) => vm.checksums().includes(this.#checksum))
  }

  /** @throws UsageError if a chain that has stored the contract refuses the other build */
  check(): void {
    const { build } = this.#other
    if (build === undefined) return
    for (const vm of this.vms.all.filter((one) => one.checksums().includes(this.#checksum)))
      try {
        vm.store(build)
      } catch (error) {
        if (!(error instanceof VmError)) throw error
        throw new UsageError(`the chain refuses the other build: ${error.shortMessage}`, { cause: error })
      }
  }

  /**
   * Executes an action on both builds. Afterwards the sandbox is in the state of the first one. @param run executes it on the first one
   * @param questions queries that may show what is in the storage alone
   * @throws what `run` throws; TimeIsOver
   */
  async step(
    start: Start,
    input: ActionInput,
    run: () => Promise<ExecutedStep>,
    questions: readonly ActionInput[] = [],
  ): Promise<ComparedStep> {
    const { sandbox } = start
    const isTampered = hasFault(sandbox)
    const before = await sandbox.snapshot()
    try {
      const old = this.#run('old')
      const step = await run()
      if (old.length === 0 || isTampered) return { step, difference: undefined }
      return { step, difference: await this.#compare(start, input, step, { old, before, questions }) }
    } finally {
      sandbox.forget(before)
    }
  }

  async #compare(
    start: Start,
    input: ActionInput,
    step: ExecutedStep,
    { old, before, questions }: Compared,
  ): Promise<Difference | undefined> {
    const { sandbox } = start
    const after = await sandbox.snapshot()
    let there: number | undefined
    try {
      await sandbox.restore(before)
      const now = this.#run('other')
      const other = await perform(start, input)
      const contracts = [...old, ...now].filter(({ entry }) => entry !== 'query')
      const rows = rowsOf(sandbox, contracts)
      there = await sandbox.snapshot()
      await sandbox.restore(after)
      if (isCut(start, input) && [step, other].some(({ results }) => results.some(ranOutOfGas))) return undefined
      if (isCut(start, input) && [...old, ...now].some(({ result }) => result.is === 'out of gas')) return undefined
      const difference = differenceOf({ calls: old, rows: rowsOf(sandbox, contracts) }, { calls: now, rows })
      if (difference?.classes.join() !== 'storage') return difference
      return await this.#shown(start, difference, questions, { after, there })
    } catch (error) {
      await sandbox.restore(after)
      throw error
    } finally {
      this.#run('old')
      sandbox.forget(after)
      if (there !== undefined) sandbox.forget(there)
    }
  }

  /** The difference with a query that each build answers otherwise, in the state that it made. */
  async #shown(
    start: Start,
    difference: Difference,
    questions: readonly ActionInput[],
    { after, there }: { readonly after: number; readonly there: number },
  ): Promise<Difference> {
    const answers = async (which: 'old' | 'other'): Promise<readonly SeenCall[]> => {
      const calls = this.#run(which)
      for (const question of questions) await perform(start, question)
      return [...calls]
    }
    const old = await answers('old')
    await start.sandbox.restore(there)
    const now = await answers('other')
    await start.sandbox.restore(after)
    const at = questions.findIndex((_, i) => jsonText(old[i] ?? null) !== jsonText(now[i] ?? null))
    const seen = (calls: readonly SeenCall[]): Seen => ({ calls: calls.slice(at, at + 1), rows: new Map() })
    const further = at < 0 ? undefined : differenceOf(seen(old), seen(now))
    if (further === undefined || old.length !== questions.length || now.length !== questions.length) return difference
    return { ...difference, lines: [...difference.lines, ...further.lines], question: questions[at]! }
  }

  /** From now on one of the builds runs. @returns the calls of the contract, as they come */
  #run(which: 'old' | 'other'): readonly SeenCall[] {
    const calls: SeenCall[] = []
    this.#standIns.put({
      checksum: this.#checksum,
      ...(which === 'other' ? this.#other : { patches: [] }),
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
