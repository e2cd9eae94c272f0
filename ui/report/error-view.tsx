import type { CodeFrame, ErrorData } from '../../src/report/model.js'
import { Pre } from '../components/parts.js'

/** An error of a test: its text, the difference, and the place in the test file. */
export function ErrorView({ error: { message, diff, code, frames } }: { readonly error: ErrorData }) {
  // The code frame names the first place.
  const others = code === undefined ? frames : frames.slice(1)
  return (
    <div class="error">
      <Pre tone="bad" label="Error" text={message} />
      {diff !== undefined && <Diff text={diff} />}
      {code !== undefined && <Code frame={code} />}
      {others.length > 0 && (
        <ul class="frames" aria-label="Called from">
          {others.map((frame) => (
            <li key={frame}>
              at <code>{frame}</code>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** What a line of a difference is, by its first character. */
const DIFF_KINDS: Readonly<Record<string, string>> = { '-': 'expected', '+': 'received' }

function Diff({ text }: { readonly text: string }) {
  return (
    <pre class="diff" tabIndex={0} role="group" aria-label="Difference">
      {text.split('\n').map((line, i) => (
        <span key={i} class={`diff-line ${DIFF_KINDS[line[0] ?? ''] ?? ''}`}>
          {line}
          {'\n'}
        </span>
      ))}
    </pre>
  )
}

function Code({ frame: { path, first, lines, line, column } }: { readonly frame: CodeFrame }) {
  const width = String(first + lines.length - 1).length
  return (
    <figure class="code-frame">
      <figcaption>
        <code>
          {path}:{line}:{column}
        </code>
      </figcaption>
      <pre tabIndex={0} role="group" aria-label={`Code at line ${line} of ${path}`}>
        {lines.map((text, i) => {
          const number = first + i
          return (
            <span key={number} class={number === line ? 'code-line marked' : 'code-line'}>
              <span class="quiet">{String(number).padStart(width)} </span>
              {text}
              {'\n'}
              {number === line && `${' '.repeat(width + column)}^\n`}
            </span>
          )
        })}
      </pre>
    </figure>
  )
}
