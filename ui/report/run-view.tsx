import { useMemo, useState } from 'preact/hooks'
import type { RunData } from '../../src/report/model.js'
import { CopyButton } from '../components/copy-button.js'
import { grouped, plural } from '../components/format.js'
import { Badge, Tiles } from '../components/parts.js'
import { Tabs, type Tab } from '../components/tabs.js'
import { isFailure, Timeline } from '../components/timeline/timeline.js'
import { AmountsChart } from './amounts-view.js'
import { CallbacksView, countCallbacks } from './callbacks-view.js'
import { FindingView } from './finding-view.js'
import { PacketsView } from './packets-view.js'
import type { Route } from './route.js'
import { StepPanel } from './step-panel.js'

interface RunViewProps {
  readonly run: RunData
  readonly route: Route
  readonly go: (route: Route, replace?: boolean) => void
}

/** One run: its timeline, and what else there is to see of it. */
export function RunView({ run, route, go }: RunViewProps) {
  const callbacks = useMemo(() => countCallbacks(run), [run])
  const tabs: readonly Tab[] = [
    ...(run.finding ? [{ id: 'finding', title: 'Finding' }] : []),
    { id: 'timeline', title: 'Timeline' },
    { id: 'callbacks', title: 'Callbacks', count: callbacks },
    { id: 'packets', title: 'Packets', count: run.journeys.length + (run.moreJourneys ?? 0) },
    { id: 'balances', title: 'Balances' },
  ]
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? tabs[0]!.id
  const open = (row: number): void => go({ ...route, tab: 'timeline', row })
  const openStep = (step: number): void => {
    const row = run.rows.findIndex((one) => one.step === step)
    if (row >= 0) open(row)
  }
  const steps = (run.rows.at(-1)?.step ?? -1) + 1
  return (
    <>
      <RunHead run={run} steps={steps} callbacks={callbacks} />
      <Tabs label="Views" tabs={tabs} selected={tab} onSelect={(id) => go({ run: route.run, tab: id, row: route.row })}>
        {tab === 'finding' && run.finding && <FindingView run={run} finding={run.finding} onStep={openStep} />}
        {tab === 'timeline' && <TimelineView run={run} route={route} go={go} />}
        {tab === 'packets' && <PacketsView run={run} onOpen={open} />}
        {tab === 'callbacks' && <CallbacksView run={run} onOpen={open} />}
        {tab === 'balances' && (
          <div class="page">
            <AmountsChart title="Balances" series={run.balances} steps={steps} onPick={openStep} />
          </div>
        )}
      </Tabs>
    </>
  )
}

function RunHead({
  run,
  steps,
  callbacks,
}: {
  readonly run: RunData
  readonly steps: number
  readonly callbacks: number
}) {
  const { verdict, command, rows, description } = run
  const gas = useMemo(() => rows.reduce((sum, row) => sum + BigInt(row.gas ?? 0), 0n), [rows])
  const transactions = useMemo(() => rows.filter((row) => row.part >= 0 && row.kind !== 'run').length, [rows])
  const failures = useMemo(
    () => rows.reduce((sum, { sudo = [] }) => sum + sudo.filter((call) => call.failure !== undefined).length, 0),
    [rows],
  )
  const refused = useMemo(() => rows.filter(({ state, kind }) => state === 'refused' && kind !== 'run').length, [rows])
  const runs = useMemo(() => rows.filter(({ kind }) => kind === 'run'), [rows])
  const failedRuns = runs.filter(({ state }) => state !== 'ok').length
  return (
    <div class="run-head">
      <p class="verdict">
        <Badge tone={verdict.state === 'good' ? 'good' : verdict.state === 'bad' ? 'bad' : 'warn'}>
          {verdict.state === 'good' ? '✓' : verdict.state === 'bad' ? '✗' : '?'}
        </Badge>{' '}
        {verdict.text}
      </p>
      {command !== undefined && (
        <p class="command">
          <code>{command}</code> <CopyButton text={command} what="the command" />
        </p>
      )}
      <Tiles
        tiles={[
          { name: 'steps', value: grouped(steps) },
          { name: 'transactions', value: grouped(transactions) },
          { name: 'gas', value: grouped(String(gas)) },
          { name: 'callbacks', value: grouped(callbacks) },
          { name: 'failed callbacks', value: grouped(failures), tone: failures > 0 ? 'bad' : undefined },
          { name: 'refused', value: grouped(refused), tone: refused > 0 ? 'bad' : undefined },
          ...(runs.length === 0 ? [] : [{ name: 'runs of the chain', value: grouped(runs.length) }]),
          ...(failedRuns === 0 ? [] : [{ name: 'failed runs', value: grouped(failedRuns), tone: 'bad' as const }]),
        ]}
      />
      {description !== undefined && (
        <details class="description">
          <summary>About</summary>
          <p>{description.trim()}</p>
        </details>
      )}
    </div>
  )
}

const FILTERS = {
  all: 'everything',
  sequence: 'the action sequence without its setup',
  failures: 'what failed',
  callbacks: 'callbacks',
  runs: 'runs of schedules and proposals',
  packets: 'packets and queries',
  transactions: 'transactions',
} as const
type Filter = keyof typeof FILTERS

const OF_PACKETS = new Set(['packet', 'ack', 'timeout', 'query', 'handshake'])

function shownRows(run: RunData, filter: Filter, text: string): readonly number[] {
  const words = text.toLowerCase()
  const shown: number[] = []
  for (const [i, row] of run.rows.entries()) {
    if (filter === 'sequence' && row.step < (run.finding?.setup ?? 0)) continue
    if (filter === 'failures' && !isFailure(row)) continue
    if (filter === 'callbacks' && (row.sudo ?? []).length === 0) continue
    if (filter === 'runs' && row.kind !== 'run') continue
    if (filter === 'packets' && !OF_PACKETS.has(row.kind)) continue
    if (filter === 'transactions' && row.part < 0) continue
    if (words !== '' && !`${row.title} ${row.what ?? ''}`.toLowerCase().includes(words)) continue
    shown.push(i)
  }
  return shown
}

function TimelineView({ run, route, go }: RunViewProps) {
  const [filter, setFilter] = useState<Filter>(run.finding ? 'sequence' : 'all')
  const [text, setText] = useState('')
  const filters = Object.entries(FILTERS).filter(([id]) => id !== 'sequence' || run.finding !== undefined)
  const shown = useMemo(() => shownRows(run, filter, text), [run, filter, text])
  const row = route.row !== undefined && run.rows[route.row] ? route.row : undefined
  const select = (next: number, replace: boolean): void => go({ ...route, tab: 'timeline', row: next }, replace)
  return (
    <div class={`timeline-view${row === undefined ? '' : ' has-panel'}`}>
      <div class="timeline-side">
        <div class="filters">
          <label>
            Show{' '}
            <select value={filter} onChange={(event) => setFilter(event.currentTarget.value as Filter)}>
              {filters.map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label class="search">
            <span class="hidden">Search steps</span>
            <input
              type="search"
              placeholder="Search steps"
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <span class="quiet" aria-live="polite">
            {shown.length === run.rows.length
              ? plural(shown.length, 'row')
              : `${grouped(shown.length)} of ${grouped(run.rows.length)}`}
          </span>
          <Legend />
        </div>
        {shown.length === 0 ? (
          <p class="empty">{run.rows.length === 0 ? 'There are no steps.' : 'No step matches.'}</p>
        ) : (
          <Timeline
            lanes={run.lanes}
            rows={run.rows}
            shown={shown}
            selected={row}
            onSelect={(next) => select(next, row !== undefined)}
            onOpen={(next) => select(next, row !== undefined)}
          />
        )}
      </div>
      {row !== undefined && (
        <StepPanel
          run={run}
          row={row}
          onMove={(next) => select(next, true)}
          onClose={() => go({ ...route, tab: 'timeline', row: undefined })}
        />
      )}
    </div>
  )
}

function Legend() {
  return (
    <details class="legend-box">
      <summary>Legend</summary>
      <dl>
        <dt>
          <svg width="44" height="16" class="arrow packet ok" aria-hidden="true">
            <line class="way" x1="2" x2="34" y1="8" y2="8" />
            <path class="head" d="M42,8 l-8,-4.5 v9 z" />
          </svg>
        </dt>
        <dd>packet, acknowledgement</dd>
        <dt>
          <svg width="44" height="16" class="arrow timeout ok" aria-hidden="true">
            <line class="way" x1="2" x2="34" y1="8" y2="8" />
            <path class="head" d="M42,8 l-8,-4.5 v9 z" />
          </svg>
        </dt>
        <dd>timeout</dd>
        <dt>
          <svg width="44" height="16" class="arrow query ok" aria-hidden="true">
            <line class="way" x1="2" x2="34" y1="8" y2="8" />
            <path class="head" d="M42,8 l-8,-4.5 v9 z" />
          </svg>
        </dt>
        <dd>query result</dd>
        <dt>
          <svg width="44" height="16" class="arrow tx refused" aria-hidden="true">
            <circle class="mark" cx="22" cy="8" r="7.5" />
            <path class="mark-sign" d="M19,5 l6,6 m0,-6 l-6,6" />
          </svg>
        </dt>
        <dd>refused</dd>
        <dt>
          <svg width="44" height="16" class="arrow tx failure" aria-hidden="true">
            <circle class="mark" cx="22" cy="8" r="7.5" />
            <path class="mark-sign" d="M22,4 v5 m0,2.2 v1" />
          </svg>
        </dt>
        <dd>a callback in it failed</dd>
      </dl>
      <p class="quiet">
        Keys: arrows, Page Up and Page Down move; <kbd>n</kbd> and <kbd>p</kbd> go to the next and the previous failure.
      </p>
    </details>
  )
}
