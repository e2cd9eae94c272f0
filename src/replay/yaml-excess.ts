import { CST, Lexer } from 'yaml'

/** Maximum nesting: code that walks a value recurses once per level. */
export const DEEPEST = 500

/** Anchors, aliases and tags of a file: the reader searches all anchors for each alias, and all marks of a value for each of them. */
const MAX_MARKS = 5_000

/** Lists, maps and texts of a file: the reader takes about a kilobyte for each. */
const MAX_VALUES = 1_000_000

/** A place in a text, and why it is not read. */
export interface Excess {
  readonly offset: number
  readonly message: string
}

export const TOO_DEEP = `lists and members are nested deeper than ${DEEPEST}`

/** Tokens that stand for a mode of the lexer, not for a part of the text. */
const MODES: ReadonlySet<string | null> = new Set(['doc-mode', 'flow-error-end', 'scalar'])

/** What makes the YAML reader slow or the process run out of memory, found before it reads. */
export function excessOf(text: string): Excess | undefined {
  let offset = 0
  let marks = 0
  let values = 0
  let flow = 0
  /** Indicators of block lists and keys in a row: each is a level. */
  let row = 0
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token)
    switch (type) {
      case 'anchor':
      case 'alias':
      case 'tag':
        marks++
        break
      case 'flow-seq-start':
      case 'flow-map-start':
        flow++
        values++
        break
      case 'flow-seq-end':
      case 'flow-map-end':
        flow--
        break
      case 'seq-item-ind':
      case 'explicit-key-ind':
        row++
        values++
        break
      case 'scalar':
      case 'single-quoted-scalar':
      case 'double-quoted-scalar':
      case 'block-scalar-header':
        values++
        row = 0
        break
      case 'newline':
        row = 0
        break
      default:
    }
    if (row > DEEPEST || flow > DEEPEST) return { offset, message: TOO_DEEP }
    if (marks > MAX_MARKS) return { offset, message: `more than ${MAX_MARKS} anchors, aliases and tags` }
    if (values > MAX_VALUES) return { offset, message: `more than ${MAX_VALUES} lists, members and texts` }
    if (!MODES.has(type)) offset += token.length
  }
  return undefined
}
