import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'

/** The WebAssembly core test suite as `reference/wasm-core` packs it: command and field names of wabt's `wast2json`. */

/** `i32:…`, `i64:…`, `f32:…`, `f64:…` with the value's bits as an unsigned number; in results also `nan:canonical`, `nan:arithmetic`. */
export type Value = string

interface Invoke {
  readonly type: 'invoke'
  readonly module: string | null
  readonly field: string
  readonly args: readonly Value[]
}
interface Get {
  readonly type: 'get'
  readonly module: string | null
  readonly field: string
}
export type Action = Invoke | Get

/** Base64; null where only the text format can say it. */
type Binary = string | null

export type Command = { readonly line: number } & (
  | { readonly type: 'module'; readonly name: string | null; readonly module: Binary }
  | { readonly type: 'register'; readonly as: string; readonly name: string | null }
  | { readonly type: 'action'; readonly action: Action }
  | { readonly type: 'assert_return'; readonly action: Action; readonly expected: readonly Value[] }
  | { readonly type: 'assert_trap' | 'assert_exhaustion'; readonly action: Action; readonly text: string }
  | {
      readonly type: 'assert_invalid' | 'assert_malformed' | 'assert_unlinkable' | 'assert_uninstantiable'
      readonly module: Binary
      readonly text: string
    }
)

export interface Script {
  /** Release of the specification, or the proposal that the script belongs to. */
  readonly suite: string
  readonly file: string
  readonly commands: readonly Command[]
}

export function readSuite(): Script[] {
  const path = fileURLToPath(new URL('../../../fixtures/vm/core/suite.jsonl.gz', import.meta.url))
  const lines = gunzipSync(readFileSync(path)).toString('utf8').trimEnd().split('\n')
  return lines.map((line) => JSON.parse(line) as Script)
}
