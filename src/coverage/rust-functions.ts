import { withoutText } from './rust-lines.js'

/** A function of a Rust file. */
export interface RustFunction {
  readonly name: string
  /** The line of its `fn`, from 1. */
  readonly line: number
}

/** The functions of a Rust file, in order. Those that macros make are not among them. */
export function rustFunctions(source: string): readonly RustFunction[] {
  const text = withoutText(source)
  const found: RustFunction[] = []
  let line = 1
  let last = 0
  for (const { index, 1: name } of text.matchAll(/\bfn\s+((?:r#)?\w+)/g)) {
    for (let at = last; at < index; at++) if (text.charCodeAt(at) === 10) line++
    last = index
    found.push({ name: name!, line })
  }
  return found
}
