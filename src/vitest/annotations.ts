import type { TestContext } from 'vitest'
import type { TxResult } from '../sandbox/tx/result.js'
import { outcomeLine } from '../sandbox/tx/result-text.js'
import { traceLines } from '../sandbox/trace/trace.js'

/** Environment variable of test processes that chooses which transactions of a failed test are annotated: `failing`, `all` or `none`. */
export const ANNOTATIONS = 'SUDOBOX_ANNOTATIONS'

/** The transactions of a failed test that are annotated. */
export type Annotated = 'failing' | 'all' | 'none'

/** The last ones are kept: they are next to the failure. */
const MOST = 20

/** The type of the annotations, which reporters print beside them. */
const TYPE = 'transaction'

/** Keeps the transactions of a test, and adds their call trees to the reports if it fails. */
export class TransactionAnnotations {
  #results: TxResult[] = []

  /** Hears of each transaction and callback. */
  readonly onTx = (result: TxResult): void => {
    const which = process.env[ANNOTATIONS] ?? 'failing'
    const isFailing = result.code !== 0 || result.sudo.some(({ failure }) => failure !== undefined)
    if (which === 'none' || (which !== 'all' && !isFailing)) return
    this.#results.push(result)
    if (this.#results.length > MOST) this.#results.shift()
  }

  /** Forgets the transactions of the test before. */
  clear(): void {
    this.#results = []
  }

  /** Annotates the test if it has failed. */
  async report({ annotate, task }: Pick<TestContext, 'annotate' | 'task'>): Promise<void> {
    const { result } = task
    const results = this.#results
    this.clear()
    if (result?.state !== 'fail') return
    const texts = results.filter((one) => !isShown(one, result.errors ?? [])).map(annotationText)
    // Whether a test failed is known when it has ended, and Vitest takes annotations of running tests only. It looks at the state during the call.
    const state = result as { state: string }
    let waiting: readonly Promise<unknown>[] = []
    try {
      state.state = 'run'
      waiting = texts.map((text) => annotate(text, TYPE))
    } finally {
      state.state = 'fail'
    }
    await Promise.all(waiting)
  }
}

/** The outcome of a transaction and its call tree. */
function annotationText(result: TxResult): string {
  const { chain, height, hash, trace } = result
  const name = hash === '' ? 'callback' : `transaction ${hash.slice(0, 8)}`
  const calls = trace.flatMap((node) => traceLines(node, 1)).map(branch)
  return [`${name} on ${chain} at height ${height}: ${outcomeLine(result)}`, ...calls].join('\n')
}

/** Vitest's UI puts all lines into one, and spaces into one: the mark and the spaces that do not collapse keep the tree readable. */
function branch(line: string): string {
  const text = line.trimStart()
  return `${'\u00a0'.repeat(line.length - text.length)}└ ${text}`
}

/** Whether the error of the test shows the call tree already, as a `TxError` and matchers do. */
function isShown({ trace: [root] }: TxResult, errors: readonly { readonly message?: string }[]): boolean {
  const line = root && traceLines(root)[0]
  return line !== undefined && errors.some(({ message = '' }) => message.includes(line))
}
