import type { Json } from '../../src/report/model.js'
import { exactText, parseExact } from '../../src/pages/exact-json.js'

/** A text as JSON; undefined if it is not JSON. */
function parsed(text: string): Json | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined
  try {
    return parseExact(text)
  } catch {
    return undefined
  }
}

const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** More than this is shown without colours: each token is an element. */
const MAX_COLOURED = 20_000

/** JSON with indents and colours. */
export function JsonView({ value, label }: { readonly value: Json; readonly label: string }) {
  return <JsonText text={exactText(value, 2)} label={label} />
}

/** A message: as JSON if it is JSON, otherwise the text as it is. Numbers stay as they are written. */
export function MessageView({ text, label }: { readonly text: string; readonly label: string }) {
  const value = parsed(text)
  return <JsonText text={value === undefined ? text : exactText(value, 2)} label={label} />
}

function JsonText({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <pre class="json" tabIndex={0} role="group" aria-label={label}>
      {text.length > MAX_COLOURED ? text : [...tokens(text)]}
    </pre>
  )
}

function* tokens(text: string) {
  let at = 0
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) yield text.slice(at, match.index)
    const [whole, string, colon] = match
    if (string === undefined) yield <span class="j-number">{whole}</span>
    else if (colon === undefined) yield <span class="j-string">{string}</span>
    else {
      yield <span class="j-key">{string}</span>
      yield colon
    }
    at = match.index + whole.length
  }
  yield text.slice(at)
}
