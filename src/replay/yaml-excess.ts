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

type TokenType = ReturnType<typeof CST.tokenType>

const MARKS: ReadonlySet<TokenType> = new Set(['anchor', 'alias', 'tag'])
const SCALARS: ReadonlySet<TokenType> = new Set([
  'scalar',
  'single-quoted-scalar',
  'double-quoted-scalar',
  'block-scalar-header',
])
/** By how many levels of flow lists and maps (`[`, `{`) a token goes deeper. */
const FLOW: ReadonlyMap<TokenType, number> = new Map([
  ['flow-seq-start', 1],
  ['flow-map-start', 1],
  ['flow-seq-end', -1],
  ['flow-map-end', -1],
])
/** Indicators of block lists and keys. */
const BLOCKS: ReadonlySet<TokenType> = new Set(['seq-item-ind', 'explicit-key-ind'])

/** What makes the YAML reader slow or the process run out of memory, found before it reads. */
export function excessOf(text: string): Excess | undefined {
  let offset = 0
  let marks = 0
  let values = 0
  let flow = 0
  /** Indicators of blocks in a row: each is a level. */
  let row = 0
  for (const token of new Lexer().lex(text)) {
    const type = CST.tokenType(token)
    const deeper = FLOW.get(type) ?? 0
    flow += deeper
    if (MARKS.has(type)) marks++
    if (BLOCKS.has(type)) row++
    else if (SCALARS.has(type) || type === 'newline') row = 0
    if (deeper > 0 || BLOCKS.has(type) || SCALARS.has(type)) values++
    if (row > DEEPEST || flow > DEEPEST) return { offset, message: TOO_DEEP }
    if (marks > MAX_MARKS) return { offset, message: `more than ${MAX_MARKS} anchors, aliases and tags` }
    if (values > MAX_VALUES) return { offset, message: `more than ${MAX_VALUES} lists, members and texts` }
    if (!MODES.has(type)) offset += token.length
  }
  return undefined
}
