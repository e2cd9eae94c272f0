import type { EntryData } from '../../src/explorer/model.js'
import { grouped, timeText } from '../components/format.js'
import { JourneyTree } from '../components/journey-tree.js'
import { JsonView } from '../components/json.js'
import { PartView } from '../components/part-view.js'
import { Badge, Section } from '../components/parts.js'
import { EvmTransaction } from './evm/transaction-view.js'
import type { Go } from './route.js'
import { ErrorBox } from './result-view.js'
import { useView } from './hooks.js'

/** Everything about one row of the activity. */
export function RowPanel({
  id,
  back,
  go,
  onClose,
}: {
  readonly id: number
  readonly go: Go
  readonly back: string
  readonly onClose: () => void
}) {
  const { data, error } = useView<EntryData>('entry', { id })
  return (
    <section class="panel" aria-label="Details" tabIndex={-1}>
      <header class="panel-head">
        <button type="button" class="small back" onClick={onClose}>
          ← {back}
        </button>
        {data && (
          <span class="quiet">
            {isOfEvm(data.row.kind) && 'EVM of '}
            {data.row.chain} {grouped(data.row.height)}
          </span>
        )}
      </header>
      {error && <ErrorBox error={error} />}
      {data && <Entry entry={data} go={go} />}
      {!data && !error && <p class="quiet">Loading …</p>}
    </section>
  )
}

const RAW = {
  tx: 'Messages, as the REST gateway shows them',
  callback: 'Transaction',
  run: 'Run',
  block: 'Block, as the REST gateway shows it',
  evm: 'Transaction and receipt, as JSON-RPC shows them',
  evmBlock: 'Block, as JSON-RPC shows it',
} as const

const WHAT = {
  tx: 'transaction',
  callback: 'callback of the chain',
  run: 'by the chain, without a transaction',
  evm: 'transaction of the EVM',
} as const

const isOfEvm = (kind: string): boolean => kind === 'evm' || kind === 'evmBlock'

function Entry({ entry, go }: { readonly entry: EntryData; readonly go: Go }) {
  const { row, part, raw, evm, journeys, withoutCalls } = entry
  return (
    <>
      <h2>{row.title}</h2>
      {row.kind !== 'block' && row.kind !== 'evmBlock' && (
        <p>
          {row.state === 'ok' && <Badge tone="good">✓ ok</Badge>}
          {row.state === 'refused' && (
            <Badge tone="bad">✗ {row.kind === 'evm' || row.kind === 'run' ? 'failed' : 'refused'}</Badge>
          )}
          {row.state === 'failure' && <Badge tone="bad">! callback failed</Badge>}{' '}
          <span class="quiet">{WHAT[row.kind]}</span>
        </p>
      )}
      {evm ? (
        <EvmTransaction entry={entry} evm={evm} />
      ) : part ? (
        <PartView part={part} time={row.time}>
          {journeys !== undefined && (
            <Section title="Journey of the packet">
              <JourneyTree
                journeys={journeys}
                current={{ row: row.id }}
                onRow={(id) => go({ tab: 'activity', row: String(id) })}
              />
            </Section>
          )}
        </PartView>
      ) : (
        <dl class="facts inline">
          <div>
            <dt>chain</dt>
            <dd>{row.chain}</dd>
          </div>
          <div>
            <dt>height</dt>
            <dd>{grouped(row.height)}</dd>
          </div>
          <div>
            <dt>time</dt>
            <dd>{timeText(row.time)}</dd>
          </div>
        </dl>
      )}
      {withoutCalls && (
        <p class="quiet">The call tree is no longer available: only those of the newest 2,000 transactions are kept.</p>
      )}
      {raw !== undefined && (
        <Section title={RAW[row.kind]} open={part === undefined}>
          <JsonView value={raw} label={RAW[row.kind]} />
        </Section>
      )}
    </>
  )
}
