import type { JourneyData } from '../../src/report/model.js'
import { grouped } from './format.js'
import { Badge } from './parts.js'

const STATES: Readonly<
  Record<JourneyData['state'], { readonly tone: 'good' | 'bad' | 'warn' | 'plain'; readonly text: string }>
> = {
  sent: { tone: 'plain', text: 'in flight' },
  received: { tone: 'plain', text: 'received, not acknowledged yet' },
  answered: { tone: 'plain', text: 'acknowledged, the sender has not been notified' },
  delivered: { tone: 'good', text: '✓ delivered' },
  refused: { tone: 'bad', text: '✗ refused with an error acknowledgement' },
  timedOut: { tone: 'warn', text: 'timed out' },
}

const ORIGINS: Readonly<Record<JourneyData['origin'], string>> = {
  sent: '',
  forwarded: 'forwarded',
  retried: 'sent again',
  caused: 'led to',
}

const EVENTS: Readonly<Record<JourneyData['steps'][number]['event'], string>> = {
  sent: 'sent',
  received: 'received',
  answered: 'answered',
  acknowledged: 'acknowledged',
  timedOut: 'timed out',
}

interface JourneyTreeProps {
  readonly journeys: readonly JourneyData[]
  /** The packet, or the row, that is looked at. */
  readonly current?: { readonly packet?: string | undefined; readonly row?: number | undefined }
  readonly onRow: (row: number) => void
}

/** Packets with those that followed from them, over all chains. A step leads to its transaction. */
export const JourneyTree = ({ journeys, current = {}, onRow }: JourneyTreeProps) => (
  <ul class="journeys">
    {journeys.map((journey) => (
      <li key={`${journey.id} ${journey.origin}`}>
        <JourneyHead journey={journey} isCurrent={journey.id === current.packet} />
        <div class="journey-steps">
          {journey.steps.map(({ event, chain, height, row }, i) => (
            <span key={i}>
              {i > 0 && <span class="quiet"> › </span>}
              {row === undefined || row === current.row ? (
                <span class={row === undefined ? 'quiet' : 'current'}>
                  {EVENTS[event]} {chain} {grouped(height)}
                </span>
              ) : (
                <button type="button" class="link" onClick={() => onRow(row)}>
                  {EVENTS[event]} {chain} {grouped(height)}
                </button>
              )}
            </span>
          ))}
        </div>
        {journey.state === 'refused' && journey.answer !== undefined && (
          <p class="journey-answer bad-word">{errorOf(journey.answer)}</p>
        )}
        {journey.next.length > 0 && <JourneyTree journeys={journey.next} current={current} onRow={onRow} />}
      </li>
    ))}
  </ul>
)

/** The error of an acknowledgement, or all of it. */
function errorOf(answer: string): string {
  try {
    const { error } = JSON.parse(answer) as { readonly error?: unknown }
    return typeof error === 'string' ? error : answer
  } catch {
    return answer
  }
}

function JourneyHead({ journey, isCurrent }: { readonly journey: JourneyData; readonly isCurrent: boolean }) {
  const { origin, from, to, sequence, sourceChannel, destinationChannel, state, content } = journey
  const { tone, text } = STATES[state]
  return (
    <div class="journey-head">
      {origin !== 'sent' && <span class="quiet">{ORIGINS[origin]}</span>}
      <strong class={isCurrent ? 'current' : ''}>packet {sequence}</strong>
      <span>
        {from} <span class="quiet">{sourceChannel}</span> → {to} <span class="quiet">{destinationChannel}</span>
      </span>
      <Badge tone={tone}>{text}</Badge>
      <span class="journey-content" title={content}>
        {content}
      </span>
    </div>
  )
}

/** A packet and all that followed from it. */
export const allOf = (journey: JourneyData): readonly JourneyData[] => [journey, ...journey.next.flatMap(allOf)]
