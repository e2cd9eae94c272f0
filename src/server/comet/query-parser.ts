import { goQuote, SPACE } from '../../codec/index.js'
import { RpcFailure } from './failure.js'

/**
 * The language of searches and subscriptions: `tm.event='Tx' AND transfer.amount EXISTS AND tx.height > 5`.
 * Source: cometbft v0.38 libs/pubsub/query.
 */
export type Operator = '=' | '<' | '<=' | '>' | '>=' | 'CONTAINS' | 'EXISTS'

export interface Condition {
  readonly tag: string
  readonly operator: Operator
  /** Source text without quotes; '' for EXISTS. */
  readonly value: string
  /** Type of the value; 'string' for EXISTS. */
  readonly kind: ValueKind
}

type ValueKind = 'string' | 'number' | 'timestamp' | 'datestamp'

type Kind = 'tag' | ValueKind | `${Operator | 'AND'} operator`

interface Token {
  readonly kind: Kind
  readonly text: string
}

/** What the lexer found: a token, a problem, or the end. */
type Found = Token | { readonly problem: string } | 'EOF'

const BOUNDS: readonly Kind[] = ['number', 'timestamp', 'datestamp']
/** What may follow each operator, in the order of the reference's text. */
const ARGUMENTS: Readonly<Record<Operator, readonly Kind[]>> = {
  '<=': BOUNDS,
  '>=': BOUNDS,
  '<': BOUNDS,
  '>': BOUNDS,
  '=': [...BOUNDS, 'string'],
  CONTAINS: ['string'],
  EXISTS: [],
}
const OPERATORS = Object.keys(ARGUMENTS).map((operator) => `${operator} operator` as Kind)
const KEYWORDS: readonly string[] = ['AND', 'EXISTS', 'CONTAINS']

/** @throws RpcFailure in the reference's words if the text is not a query. Source: libs/pubsub/query/syntax */
export function parseQuery(text: string): readonly Condition[] {
  const lexer = new QueryLexer(text)
  const conditions = [condition(lexer)]
  for (let next = lexer.next(); next !== 'EOF'; next = lexer.next()) {
    const kind = 'problem' in next ? 'invalid token' : next.kind
    // The reference prints the number of the expected token.
    if (kind !== 'AND operator') throw new RpcFailure(`offset ${lexer.offset}: got ${kind}, want 6`)
    conditions.push(condition(lexer))
  }
  return conditions
}

function condition(lexer: QueryLexer): Condition {
  const { text: tag } = required(lexer, ['tag'])
  const operator = required(lexer, OPERATORS).text as Operator
  if (operator === 'EXISTS') return { tag, operator, value: '', kind: 'string' }
  const { kind, text: value } = required(lexer, ARGUMENTS[operator])
  return { tag, operator, value, kind: kind as ValueKind }
}

function required(lexer: QueryLexer, kinds: readonly Kind[]): Token {
  const found = lexer.next()
  if (typeof found === 'object' && 'kind' in found && kinds.includes(found.kind)) return found
  const problem =
    found === 'EOF'
      ? 'EOF'
      : 'problem' in found
        ? found.problem
        : `got ${found.kind}, wanted ${[kinds.slice(0, -1).join(', '), kinds.at(-1)].filter(Boolean).join(' or ')}`
  throw new RpcFailure(`offset ${lexer.offset}: ${problem}`)
}

const SPACES = new RegExp(`[${SPACE}]*`, 'y')

class QueryLexer {
  readonly #text: string
  #at = 0
  #end = 0

  constructor(text: string) {
    this.#text = text
  }

  /** Bytes before the last token. */
  get offset(): number {
    return Buffer.byteLength(this.#text.slice(0, this.#at))
  }

  next(): Found {
    this.#at = this.#end
    this.#take(SPACES)
    this.#at = this.#end
    if (this.#at === this.#text.length) return 'EOF'
    const number = this.#take(/[0-9]+(?:\.[0-9]*)?/y)
    if (number !== undefined) return { kind: 'number', text: number }
    const word = this.#take(/[_\p{L}\p{Nd}][._\-\p{L}\p{Nd}]*/uy)
    if (word !== undefined) return this.#word(word)
    if (this.#text[this.#at] === "'") {
      const quoted = this.#take(/'[^']*'/y)
      return quoted === undefined ? 'EOF' : { kind: 'string', text: quoted.slice(1, -1) }
    }
    const operator = this.#take(/<=|>=|=|<|>/y)
    if (operator !== undefined) return { kind: `${operator as Operator} operator`, text: operator }
    const character = this.#take(/./suy)!
    return { problem: `invalid input ${character} at offset ${Buffer.byteLength(this.#text.slice(0, this.#end))}` }
  }

  #word(word: string): Found {
    if (KEYWORDS.includes(word)) return { kind: `${word as Operator} operator`, text: word }
    const time = TIMES.get(word)
    const taken = time && this.#take(time.run)
    if (taken === undefined) return { kind: 'tag', text: word }
    const text = taken.slice(1)
    const { kind, layout, form } = time!
    if (!form.test(text)) return { problem: `invalid ${word} value: parsing time ${goQuote(text)} as "${layout}"` }
    const year = Number(text.slice(0, 4))
    return year < 1900 || year > 2999 ? { problem: `${kind} year ${year} out of range` } : { kind, text }
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#end
    const taken = pattern.exec(this.#text)?.[0]
    this.#end += taken?.length ?? 0
    return taken
  }
}

interface TimeKind {
  readonly kind: 'timestamp' | 'datestamp'
  /** The layout of the value after the word. */
  readonly run: RegExp
  readonly form: RegExp
  /** The layout as Go writes it. */
  readonly layout: string
}

const TIMES: ReadonlyMap<string, TimeKind> = new Map([
  [
    'TIME',
    {
      kind: 'timestamp',
      run: / [-T:+Z0-9]*/y,
      form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[-+]\d\d:\d\d)$/,
      layout: '2006-01-02T15:04:05Z07:00',
    },
  ],
  [
    'DATE',
    {
      kind: 'datestamp',
      run: / [-0-9]*/y,
      form: /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/,
      layout: '2006-01-02',
    },
  ],
])
