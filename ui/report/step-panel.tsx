import { useEffect, useRef, useState } from 'preact/hooks'
import type { Lane, Row, RunData, StepDetail } from '../../src/report/model.js'
import { CallTree } from '../components/call-tree.js'
import { AmountTable, EventList, StorageChanges } from '../components/changes.js'
import { grouped, plural } from '../components/format.js'
import { allOf, JourneyTree } from '../components/journey-tree.js'
import { JsonView } from '../components/json.js'
import { Carried, Gas, PartFacts } from '../components/part-view.js'
import { Badge, Pre, Section } from '../components/parts.js'
import { arrowText } from '../components/timeline/arrow.js'
import { loadStep } from './data.js'

interface StepPanelProps {
  readonly run: RunData
  readonly row: number
  readonly onMove: (row: number) => void
  readonly onClose: () => void
}

/** Everything about one row of the timeline. */
export function StepPanel({ run, row: number, onMove, onClose }: StepPanelProps) {
  const row = run.rows[number]!
  const [detail, setDetail] = useState<{
    readonly step: number
    readonly of: RunData
    readonly detail: StepDetail | undefined
  }>()
  const top = useRef<HTMLElement>(null)
  useEffect(() => {
    let gone = false
    void loadStep(run, row.step).then((loaded) => {
      if (!gone) setDetail({ step: row.step, of: run, detail: loaded })
    })
    return () => {
      gone = true
    }
  }, [run, row.step])
  useEffect(() => top.current?.scrollTo({ top: 0 }), [run, number])
  const isLoaded = detail?.step === row.step && detail.of === run
  return (
    <section class="panel" aria-label={`Step ${row.step + 1}`} ref={top} tabIndex={-1}>
      <header class="panel-head">
        <button type="button" class="small back" onClick={onClose}>
          ← Timeline
        </button>
        <span class="quiet">
          step {grouped(row.step + 1)} of {grouped((run.rows.at(-1)?.step ?? 0) + 1)}
        </span>
        <span class="panel-moves">
          <button type="button" class="small" disabled={number === 0} onClick={() => onMove(number - 1)}>
            Previous
          </button>
          <button
            type="button"
            class="small"
            disabled={number === run.rows.length - 1}
            onClick={() => onMove(number + 1)}
          >
            Next
          </button>
        </span>
      </header>
      <h2>{row.title}</h2>
      {row.what !== undefined && <p>{row.what}</p>}
      <p class="panel-way">
        <StateBadge row={row} /> {arrowText({ ...row, state: 'ok' }, run.lanes)}
      </p>
      {isLoaded && detail.detail !== undefined && (
        <Details key={number} run={run} row={row} lanes={run.lanes} detail={detail.detail} onMove={onMove} />
      )}
      {isLoaded && detail.detail === undefined && <p class="empty">Nothing was recorded of this step.</p>}
    </section>
  )
}

function StateBadge({ row }: { readonly row: Row }) {
  if (row.state === 'refused') return <Badge tone="bad">✗ {row.kind === 'run' ? 'failed' : 'refused'}</Badge>
  if (row.state === 'failure') return <Badge tone="bad">! callback failed</Badge>
  return <Badge tone="good">✓ ok</Badge>
}

function Details({
  run,
  row,
  detail,
  onMove,
}: {
  readonly run: RunData
  readonly row: Row
  readonly lanes: readonly Lane[]
  readonly detail: StepDetail
  readonly onMove: (row: number) => void
}) {
  const part = detail.parts[row.part]
  const { action, outcome, difference, storage, moreStorage, balances, claims, times } = detail
  const note = detail.parts.length > 1 ? 'of the whole step' : undefined
  return (
    <>
      {row.wrong && run.finding && (
        <p class="alert">
          The first wrong step: {run.finding.invariant}, {run.finding.text}.
        </p>
      )}
      {difference !== undefined && (
        <Section title="Not as expected">
          <dl class="facts">
            <dt>at</dt>
            <dd>
              <code>{difference.pointer === '' ? 'the outcome' : difference.pointer}</code>
            </dd>
            <dt>expected</dt>
            <dd>{difference.expected}</dd>
            <dt>actual</dt>
            <dd>
              <JsonView value={difference.actual ?? 'nothing'} label="Outcome" />
            </dd>
          </dl>
        </Section>
      )}
      {part !== undefined && <PartFacts part={part} time={times?.[part.chain]?.time} />}
      {part !== undefined && part.code !== 0 && (
        <Pre tone="bad" label="Error" text={`${part.codespace}/${part.code}: ${part.log}`} />
      )}
      {part !== undefined && <Gas part={part} />}
      {part?.carries !== undefined && (
        <Section title={row.kind === 'query' ? 'Query result' : row.kind === 'handshake' ? 'Channel' : 'Packet'}>
          <Carried value={part.carries} />
          <PacketSteps run={run} row={row} onMove={onMove} />
        </Section>
      )}
      <Journeys run={run} row={row} onMove={onMove} />
      {part !== undefined && part.calls.length > 0 && (
        <Section title="Calls">
          <CallTree calls={part.calls} />
        </Section>
      )}
      {part?.faults !== undefined && (
        <Section title="Injected faults">
          <Pre label="Injected faults" text={part.faults.join('\n')} />
        </Section>
      )}
      {part?.debug !== undefined && (
        <Section title="Printed by contracts">
          <Pre label="Printed by contracts" text={part.debug.join('\n')} />
        </Section>
      )}
      {balances.length > 0 && (
        <Section title="Balances" note={note}>
          <AmountTable changes={balances} label="Balances before and after" />
        </Section>
      )}
      {claims !== undefined && claims.length > 0 && (
        <Section title="Balances and claims" note="as the campaign counts them">
          <AmountTable changes={claims} label="Balances and claims before and after" />
        </Section>
      )}
      {storage.length > 0 && (
        <Section title="Storage" note={note ?? plural(storage.length, 'key')}>
          <StorageChanges changes={storage} more={moreStorage} />
        </Section>
      )}
      {outcome !== undefined && (
        <Section title="Outcome">
          <JsonView value={outcome} label="Outcome" />
        </Section>
      )}
      {action !== undefined && (
        <Section title="Action" open={detail.parts.length === 0}>
          <JsonView value={action} label="Action" />
        </Section>
      )}
      {part !== undefined && part.events.length > 0 && (
        <Section title="Events" note={String(part.events.length)} open={false}>
          <EventList events={part.events} />
        </Section>
      )}
    </>
  )
}

/** The packets that it sent, received or settled, where there is more to see than the packet itself. */
function Journeys({
  run,
  row,
  onMove,
}: {
  readonly run: RunData
  readonly row: Row
  readonly onMove: (row: number) => void
}) {
  const number = run.rows.indexOf(row)
  const found = run.journeys.filter(
    (journey) =>
      (journey.next.length > 0 || row.packet === undefined) &&
      allOf(journey).some(({ id, steps }) => id === row.packet || steps.some((step) => step.row === number)),
  )
  if (found.length === 0) return null
  return (
    <Section title="Journey of the packet" note={found.length > 1 ? plural(found.length, 'packet') : undefined}>
      <JourneyTree journeys={found} current={{ packet: row.packet, row: number }} onRow={onMove} />
    </Section>
  )
}

/** The other deliveries of the same packet. */
function PacketSteps({
  run,
  row,
  onMove,
}: {
  readonly run: RunData
  readonly row: Row
  readonly onMove: (row: number) => void
}) {
  if (row.packet === undefined) return null
  const others = run.rows.flatMap((other, i) =>
    other.packet === row.packet && other !== row ? [[other, i] as const] : [],
  )
  if (others.length === 0) return null
  return (
    <p class="packet-steps">
      The same packet:{' '}
      {others.slice(0, 20).map(([other, i]) => (
        <button key={i} type="button" class="small" onClick={() => onMove(i)}>
          {other.kind} in step {other.step + 1}
        </button>
      ))}
    </p>
  )
}
