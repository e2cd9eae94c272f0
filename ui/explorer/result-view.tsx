import type { ComponentChildren } from 'preact'
import type { ErrorData, Json } from '../../src/explorer/model.js'
import { grouped } from '../components/format.js'
import { JsonView } from '../components/json.js'
import { PartView } from '../components/part-view.js'
import { Badge, Section } from '../components/parts.js'
import type { Acting, Answer } from './hooks.js'

/** An error, and what would be right. */
export function ErrorBox({ error }: { readonly error: ErrorData }) {
  return (
    <div class="alert" role="alert">
      <p>
        {error.kind === 'stale' && <Badge tone="warn">changed meanwhile</Badge>} {error.message}
      </p>
      {error.details.length > 0 && (
        <ul class="lines">
          {error.details.map((line, i) => (
            <li key={i}>{line}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The result of what a user did here. @param children what is there before */
export function Result({ acting, children }: { readonly acting: Acting; readonly children?: ComponentChildren }) {
  const { answer, busy, forget } = acting
  return (
    <div class="result" role="status" aria-busy={busy}>
      {!busy && !answer && children}
      {busy && <p class="quiet">Running …</p>}
      {answer && !busy && (
        <>
          <div class="result-head">
            <h3>
              <Badge tone={answer.error ? 'bad' : 'good'}>{answer.error ? '✗' : '✓'}</Badge> {answer.what}
            </h3>
            <button type="button" class="small" onClick={forget}>
              Close
            </button>
          </div>
          <AnswerView answer={answer} />
        </>
      )}
    </div>
  )
}

function AnswerView({ answer }: { readonly answer: Answer }) {
  const { error, outcome, parts = [], text } = answer
  const hasData = typeof outcome === 'object' && outcome !== null && 'data' in outcome && !('rawLog' in outcome)
  const delivered = (outcome as { readonly delivered?: readonly Json[] } | undefined)?.delivered
  const isEmpty = !error && delivered?.length === 0 && parts.length === 0
  return (
    <>
      {error && !parts.some(({ code }) => code !== 0) && <ErrorBox error={error} />}
      {isEmpty && <p>Nothing was due, so nothing was delivered.</p>}
      {text !== undefined && <p>{text}</p>}
      {hasData && <JsonView value={(outcome as { readonly data: Json }).data} label="Answer" />}
      {parts.map((part, i) => (
        <Section
          key={i}
          title={part.title === '' ? (part.calls[0]?.entry === 'query' ? 'Query' : 'Transaction') : part.title}
          note={`${grouped(part.gasUsed)} gas on ${part.chain}${part.code === 0 ? '' : ', refused'}`}
          open={i === parts.length - 1 || part.code !== 0}
        >
          <PartView part={part} />
        </Section>
      ))}
      {parts.length === 0 && !error && outcome !== undefined && !hasData && !isEmpty && (
        <Section title="Outcome" open={false}>
          <JsonView value={outcome} label="Outcome" />
        </Section>
      )}
    </>
  )
}
