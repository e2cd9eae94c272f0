import { useRef, useState } from 'preact/hooks'
import type { RowData } from '../../src/explorer/model.js'
import { grouped, plural, shortAddress } from '../components/format.js'
import { useVirtual } from '../components/virtual-list.js'
import { useExplorer } from './hooks.js'
import type { Go, Route } from './route.js'
import { FirstEvmTransaction } from './evm/first-transaction.js'
import { RowPanel } from './row-panel.js'
import { useRows, type RowsFilter } from './rows.js'

const KINDS = {
  transactions: 'transactions, callbacks and runs',
  '': 'everything',
  blocks: 'blocks',
  callbacks: 'callbacks',
  runs: 'runs of schedules and proposals',
  evm: 'transactions of the EVM',
  failed: 'what failed',
} as const

const EVM_KINDS = { evm: 'transactions', evmBlocks: 'blocks', evmAll: 'everything' } as const

const ROW = 44

interface ActivityViewProps {
  readonly route: Route
  readonly go: Go
  /** Whether rows of the EVM alone are shown. */
  readonly ofEvm?: boolean
}

/** Everything that happens, the newest first; of a long list only what is in sight is there, and asked for. */
export function ActivityView({ route, go, ofEvm = false }: ActivityViewProps) {
  const { chains } = useExplorer()
  const kinds = ofEvm ? EVM_KINDS : KINDS
  const tab = ofEvm ? 'evm' : 'activity'
  const [filter, setFilter] = useState<RowsFilter>({ kind: Object.keys(kinds)[0]!, chain: '', text: '' })
  const selected = route.row !== undefined && /^\d{1,9}$/.test(route.row) ? Number(route.row) : undefined
  const select = (id: number): void => go({ tab, row: String(id) }, selected !== undefined)
  return (
    <div class={`timeline-view${selected === undefined ? '' : ' has-panel'}`}>
      <div class="timeline-side">
        <div class="filters">
          <label>
            Show{' '}
            <select value={filter.kind} onChange={(event) => setFilter({ ...filter, kind: event.currentTarget.value })}>
              {Object.entries(kinds).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          {!ofEvm && (
            <label>
              of{' '}
              <select
                value={filter.chain}
                onChange={(event) => setFilter({ ...filter, chain: event.currentTarget.value })}
              >
                <option value="">all chains</option>
                {chains.map(({ key }) => (
                  <option key={key} value={key}>
                    {key}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label class="search">
            <span class="hidden">Filter by title or hash</span>
            <input
              type="search"
              placeholder="Filter by title or hash"
              value={filter.text}
              onInput={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
            />
          </label>
        </div>
        <RowList key={JSON.stringify(filter)} filter={filter} selected={selected} onSelect={select} />
      </div>
      {selected !== undefined && (
        <RowPanel key={selected} id={selected} go={go} back={ofEvm ? 'EVM' : 'Activity'} onClose={() => go({ tab })} />
      )}
    </div>
  )
}

/** The text of an empty list. */
const EMPTY: Readonly<Record<string, string>> = {
  transactions: 'No transactions yet. Send coins under Accounts, deploy a contract under Contracts, or use the ports.',
  evm: 'The EVM has no transactions yet. Wallets and scripts send them to its JSON-RPC port.',
  evmBlocks: 'The EVM has no blocks yet. It makes one for each transaction.',
  evmAll: 'The EVM has no blocks yet. It makes one for each transaction.',
}

interface RowListProps {
  readonly filter: RowsFilter
  readonly selected: number | undefined
  readonly onSelect: (id: number) => void
}

function RowList({ filter, selected, onSelect }: RowListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { total, rowAt, show, isLoaded } = useRows(filter, scroller, ROW)
  const list = useVirtual(scroller, total, ROW)
  const items = list.getVirtualItems()
  show(items[0]?.index ?? 0, items.at(-1)?.index ?? 0)
  const [active, setActive] = useState<number>()
  const at = Math.min(active ?? -1, total - 1)

  const move = (to: number): void => {
    const next = Math.max(0, Math.min(total - 1, to))
    setActive(next)
    list.scrollToIndex(next, { align: 'auto' })
    const row = rowAt(next)
    if (row !== undefined && selected !== undefined) onSelect(row.id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / ROW) - 1)
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: total - 1,
    }
    const to = moves[event.key]
    if (to !== undefined) move(to)
    else if (event.key === 'Enter' && rowAt(at) !== undefined) onSelect(rowAt(at)!.id)
    else return
    event.preventDefault()
  }
  if (isLoaded && total === 0) {
    const isEmpty = filter.text === '' && filter.chain === '' && EMPTY[filter.kind] !== undefined
    return (
      <>
        <p class="empty">{isEmpty ? EMPTY[filter.kind] : 'Nothing matches.'}</p>
        {isEmpty && filter.kind.startsWith('evm') && <FirstEvmTransaction />}
      </>
    )
  }
  const activeRow = at >= 0 ? rowAt(at) : undefined
  return (
    <>
      <p class="quiet list-count" aria-live="off">
        {plural(total, 'row')}
      </p>
      <div class="timeline">
        <div
          class="timeline-rows"
          ref={scroller}
          role="listbox"
          tabIndex={0}
          aria-label="Activity"
          aria-activedescendant={activeRow && `row-${activeRow.id}`}
          onKeyDown={onKeyDown}
        >
          <div class="timeline-space" role="presentation" style={{ height: `${list.getTotalSize()}px` }}>
            {items.map(({ index, start }) => {
              const row = rowAt(index)
              return (
                <div
                  key={row?.id ?? `at ${index}`}
                  id={row && `row-${row.id}`}
                  role="option"
                  aria-selected={row !== undefined && row.id === selected}
                  aria-setsize={total}
                  aria-posinset={index + 1}
                  class={`row activity-row ${row?.state ?? 'waiting'}${index === at ? ' active' : ''}`}
                  style={{ transform: `translateY(${start}px)`, height: `${ROW}px` }}
                  onClick={() => {
                    setActive(index)
                    if (row) onSelect(row.id)
                  }}
                >
                  {row === undefined ? <span class="quiet">…</span> : <RowText row={row} />}
                </div>
              )
            })}
          </div>
        </div>
      </div>
    </>
  )
}

const SIGNS = { ok: '✓', refused: '✗', failure: '!' } as const
const STATES = { refused: 'refused', failure: 'callback failed' } as const

function RowText({ row: { chain, kind, height, hash, title, state, gas } }: { readonly row: RowData }) {
  const isOfEvm = kind === 'evm' || kind === 'evmBlock'
  return (
    <>
      <span class={`row-sign ${state}`} aria-hidden="true">
        {kind === 'block' || kind === 'evmBlock' ? '▪' : SIGNS[state]}
      </span>
      <span class="activity-main">
        <span class="row-name">{title}</span>
        <span class="quiet activity-notes">
          <strong class="bad-word note-state">
            {state !== 'ok' &&
              (kind === 'evm' || (kind === 'run' && state === 'refused') ? 'failed' : STATES[state])}{' '}
          </strong>
          <span>
            {isOfEvm ? `EVM of ${chain}` : chain} {grouped(height)}
          </span>
          <span class="note-gas">{gas !== undefined && `${grouped(gas)} gas`} </span>
          <span class="activity-hash">{hash !== '' && shortAddress(hash)}</span>
        </span>
      </span>
    </>
  )
}
