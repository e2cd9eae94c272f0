import type { TestContext } from 'vitest'
import { isRun, outcomeLine, runTitle, traceLines, type Sandbox, type TxResult } from '../sandbox/internal.js'
import { RECORDINGS, type Recording } from './recording.js'
import { asLines, inLine } from '../base/index.js'
import { CALLBACK_RUNS } from './callbacks/reporter.js'
import type { CallbackRecording } from './callbacks/recording.js'

/** Environment variable of test processes that chooses which transactions of a failed test are annotated: `failing`, `all` or `none`. */
export const ANNOTATIONS = 'SUDOBOX_ANNOTATIONS'

/** The transactions of a failed test that are annotated. */
export type Annotated = 'failing' | 'all' | 'none'

/** The last ones are kept: they are next to the failure. */
const MAX = 20

/** The type of the annotations, which reporters print next to them. */
const TYPE = 'transaction'

/** Frames of a stack to keep: between the call in a test and the end of its transaction there are more than Node keeps by default. */
const DEPTH = 60

/** A transaction, and where it ended: its stack leads to the line of the test that it came from. */
interface Kept {
  readonly result: TxResult
  readonly stack: string
}

/** Keeps the transactions of a test, and adds their call trees to the reports if it fails. */
export class TransactionAnnotations {
  #kept: Kept[] = []
  #recording: Recording | undefined
  #callbacks: CallbackRecording | undefined

  /** Records all of them, for a report as a page, and their callbacks. */
  async record(sandbox: Sandbox): Promise<void> {
    const runs = process.env[CALLBACK_RUNS]
    if (runs !== undefined) {
      const [{ CallbackRecording: Callbacks }, { callbacksOf }] = await Promise.all([
        import('./callbacks/recording.js'),
        import('../fuzz/callbacks.js'),
      ])
      this.#callbacks = new Callbacks(sandbox, runs, callbacksOf)
    }
    const folder = process.env[RECORDINGS]
    if (folder === undefined) return
    const { beginRecording } = await import('./recording.js')
    this.#recording = await beginRecording(sandbox, folder)
  }

  /** Called for each transaction and callback. */
  readonly onTx = (result: TxResult): void => {
    this.#recording?.onTx(result)
    this.#callbacks?.onTx(result)
    const which = process.env[ANNOTATIONS] ?? 'failing'
    const isFailing = result.code !== 0 || result.sudo.some(({ failure }) => failure !== undefined)
    if (which === 'none' || (which !== 'all' && !isFailing)) return
    this.#kept.push({ result, stack: stackHere() })
    if (this.#kept.length > MAX) this.#kept.shift()
  }

  /** Forgets the transactions of the test before. */
  clear(): void {
    this.#kept = []
  }

  /** Annotates the test if it has failed. */
  async report({ annotate, task }: Pick<TestContext, 'annotate' | 'task'>): Promise<void> {
    const { result } = task
    const kept = this.#kept
    this.clear()
    const page = this.#recording?.end(task)
    this.#recording = undefined
    this.#callbacks?.end()
    this.#callbacks = undefined
    if (result?.state !== 'fail') return
    const errors = result.errors ?? []
    const unseen = kept.filter((one) => !isShown(one.result, errors))
    const failure = errors.map(({ stack = '' }) => framesOf(stack)).join('\n')
    // Whether a test failed is known only when it has ended, but Vitest accepts annotations of running tests only. It looks at the state during the call.
    const state = result as { state: string }
    let waiting: readonly Promise<unknown>[] = []
    try {
      state.state = 'run'
      waiting = unseen.map((one) =>
        // Reporters of pull requests put it at the line of the transaction, or else where the test failed.
        withStack(`${one.stack}\n${failure}`, () => annotate(annotationText(one.result), TYPE)),
      )
      if (page !== undefined) {
        const attachment = { path: page, contentType: 'text/html' }
        waiting = [...waiting, annotate('the transactions of the test, as a page', 'report', attachment)]
      }
    } finally {
      state.state = 'fail'
    }
    await Promise.all(waiting)
  }
}

const framesOf = (stack: string): string =>
  stack
    .split('\n')
    .filter((line) => /^\s*at /.test(line))
    .join('\n')

function stackHere(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = DEPTH
  try {
    return framesOf(new Error('here').stack ?? '')
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Vitest takes the line of an annotation from the stack of the call, and offers no other way to set it. */
function withStack<T>(frames: string, work: () => T): T {
  const engine: { prepareStackTrace?: ((this: void, ...args: never[]) => unknown) | undefined } = Error
  const { prepareStackTrace } = engine
  engine.prepareStackTrace = () => `Error\n${frames}`
  try {
    return work()
  } finally {
    engine.prepareStackTrace = prepareStackTrace
  }
}

/** The outcome of a transaction and its call tree. */
function annotationText(result: TxResult): string {
  const { chain, height, hash, trace } = result
  const name = isRun(result) ? runTitle(result) : hash === '' ? 'callback' : `transaction ${hash.slice(0, 8)}`
  const calls = trace.flatMap((node) => traceLines(node, 1)).map(branch)
  return asLines([`${name} on ${chain} at height ${height}: ${outcomeLine(result)}`, ...calls])
}

/** Vitest's UI puts all lines into one, and spaces into one: the mark and the spaces that do not collapse keep the tree readable. */
function branch(line: string): string {
  const text = line.trimStart()
  return `${'\u00a0'.repeat(line.length - text.length)}└ ${text}`
}

/** Whether the error of the test shows the call tree already, as a `TxError` and matchers do. */
function isShown({ trace: [root] }: TxResult, errors: readonly { readonly message?: string }[]): boolean {
  const line = root && traceLines(root)[0]
  return line !== undefined && errors.some(({ message = '' }) => message.includes(inLine(line)))
}
