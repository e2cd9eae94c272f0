import { parseErrorIn, type ValueParser, type Verdict } from './verdict.js'

/**
 * A parser that reads a message to its end before it looks for its variant, as those of sylvia do. It says nothing about the beginning of a message, so
 * the message is completed. The contract runs if the message is valid.
 */
export class WholeParser implements ValueParser {
  readonly words: readonly string[]
  /** An optional field accepts `null` however often it is there, but not this. */
  readonly unfit = '[[[[true]]]]'
  readonly #errorOf: (message: string) => string
  asked = 0

  /** @param errorOf sends a message: the contract's error */
  constructor(words: readonly string[], errorOf: (message: string) => string) {
    this.words = words
    this.#errorOf = errorOf
  }

  ask(beginning: string): Verdict {
    const verdict = this.#verdict(beginning)
    if (verdict.kind !== 'missing field') return verdict
    // The field may be missing in an object around the value: then it is still missing when it is in the value.
    if (!beginning.endsWith('}')) return ACCEPTED
    const members = beginning.slice(0, -1)
    const again = this.#verdict(`${members}${members.endsWith('{') ? '' : ','}${JSON.stringify(verdict.name)}:null}`)
    return again.kind === 'missing field' && again.name === verdict.name ? ACCEPTED : verdict
  }

  #verdict(beginning: string): Verdict {
    this.asked++
    const text = parseErrorIn(this.#errorOf(completed(beginning)))
    return text === undefined ? ACCEPTED : verdictOfWhole(text)
  }
}

const ACCEPTED: Verdict = { kind: 'accepted' }

/** Texts of sylvia, and of the reader of buffered values (serde-cw-value). */
function verdictOfWhole(text: string): Verdict {
  const known = /^Unsupported message received: [\s\S]*Messages supported by this contract(?:: (.*))?/.exec(text)
  if (known !== null) return { kind: 'unknown variant', names: known[1]?.split(', ') ?? [] }
  const [, name] = /^Missing field (\S+)/.exec(text) ?? []
  if (name !== undefined) return { kind: 'missing field', name }
  const [, what, names] = /^Unknown (variant|field) .*?\. Expected one of (.*)/.exec(text) ?? []
  if (names !== undefined) return { kind: `unknown ${what as 'variant' | 'field'}`, names: names.split(', ') }
  const [, length] = /^Invalid length 0\. Expected (?:a tuple|an array|tuple struct).*? (\d+)/.exec(text) ?? []
  return length === undefined ? { kind: 'refused', text } : { kind: 'length', length: Number(length) }
}

/** The beginning of a JSON value with the brackets closed that are open. */
function completed(beginning: string): string {
  const open: string[] = []
  for (const [bracket] of beginning.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g))
    if (bracket === '{') open.push('}')
    else if (bracket === '[') open.push(']')
    else if (bracket === '}' || bracket === ']') open.pop()
  return beginning + open.reverse().join('')
}
