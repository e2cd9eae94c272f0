import { inLine } from '../base/index.js'
import { madeOf, type TraceNode } from '../sandbox/internal.js'
import { shownSource } from '../vm/debug/index.js'
import { CallTrace } from './call-trace.js'
import { failingStep } from './navigation.js'

const MAX_VARIABLES = 20

/** The innermost call of a tree that failed first, of those that can be made again. */
export function failedCall(nodes: readonly TraceNode[]): TraceNode | undefined {
  for (const node of nodes) {
    if (node.error === undefined) continue
    const inner = failedCall(node.children)
    if (inner !== undefined) return inner
    if (madeOf(node) !== undefined) return node
  }
  return undefined
}

/**
 * The line of Rust at which the innermost call of a tree failed, and the locals of its frame, for a contract with a debug twin: the call is made once
 * more. None without a twin, or if no call failed.
 */
export function failureLines(nodes: readonly TraceNode[]): readonly string[] {
  const node = failedCall(nodes)
  const made = node && madeOf(node)
  if (made === undefined) return []
  try {
    const trace = CallTrace.open(made)
    const [frame] = trace.frames(failingStep(trace))
    if (frame?.file === undefined) return []
    return [
      inLine(`failed at ${shownSource(frame.file)}:${frame.line} in ${frame.function}`),
      ...frame
        .variables()
        .slice(0, MAX_VARIABLES)
        .map(({ name, value }) => inLine(`  ${name} = ${value.text}`)),
    ]
  } catch {
    // No lines, or debug information that nobody can read: what failed is reported without them.
    return []
  }
}
