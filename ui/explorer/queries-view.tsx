import { useState } from 'preact/hooks'
import type { EntryData, Json, QueryRow } from '../../src/explorer/model.js'
import { grouped, shortAddress } from '../components/format.js'
import { JsonView } from '../components/json.js'
import { Badge, Section } from '../components/parts.js'
import { SelectField } from './forms/fields.js'
import { useActing, useExplorer, useView, type Acting } from './hooks.js'
import { ErrorBox, Result } from './result-view.js'
import type { Go } from './route.js'

/** Interchain queries, and their results. */
export function QueriesView({ go }: { readonly go: Go }) {
  const { data, error } = useView<readonly QueryRow[]>('queries')
  const { automatic } = useExplorer()
  const acting = useActing()
  const chain = data?.[0]?.chain ?? 'neutron'
  return (
    <div class="page">
      <div class="choices">
        <button
          type="button"
          class="main"
          disabled={acting.busy || !data || data.length === 0}
          onClick={() => void acting.act('relay all that are due', { action: 'deliverQueries', chain })}
        >
          Relay all that are due
        </button>
        <label class="check">
          <input
            type="checkbox"
            checked={automatic.queryRelayer}
            onChange={() =>
              void acting.act(`query relayer ${automatic.queryRelayer ? 'on request' : 'automatic'}`, {
                action: 'queryRelayer',
                automatic: !automatic.queryRelayer,
              })
            }
          />{' '}
          the query relayer delivers automatically
        </label>
      </div>
      <Result acting={acting} />
      {error && <ErrorBox error={error} />}
      {data?.length === 0 && (
        <p class="empty">
          No contract has registered an interchain query. The example <code>remote_reader.wasm</code> can: deploy it
          under{' '}
          <button type="button" class="link" onClick={() => go({ tab: 'contracts' })}>
            Contracts
          </button>
          .
        </p>
      )}
      <div class="cards">
        {data?.map((query) => (
          <Query key={`${query.chain} ${query.id}`} query={query} acting={acting} go={go} />
        ))}
      </div>
    </div>
  )
}

const LIES: Readonly<Record<string, string>> = {
  value: 'a value with one bit flipped',
  proof: 'a proof with one bit flipped',
  stale: 'the height of the last result',
  replay: 'the last submission again',
  otherTx: 'a transaction that the filter does not match',
}

function Query({ query, acting, go }: { readonly query: QueryRow; readonly acting: Acting; readonly go: Go }) {
  const { chain, id, type, owner, label, connection, period, due, dueAt, localHeight, remoteHeight } = query
  const [lie, setLie] = useState('value')
  const relay = { action: 'deliverQueries', chain, query: id }
  return (
    <article class="card" aria-label={`query ${id}`}>
      <h2>
        query {id} <Badge tone="plain">{type === 'kv' ? 'keys' : 'transactions'}</Badge>{' '}
        {due ? <Badge tone="warn">due</Badge> : <span class="quiet">due at height {grouped(dueAt)}</span>}
      </h2>
      <dl class="facts">
        <dt>contract</dt>
        <dd>
          <button type="button" class="link" onClick={() => go({ tab: 'contracts', chain, address: owner })}>
            {shortAddress(label)}
          </button>
        </dd>
        <dt>connection</dt>
        <dd>
          <code>{connection}</code>, every {grouped(period)} blocks
        </dd>
        <dt>last result</dt>
        <dd>
          {localHeight === '0' ? (
            <span class="quiet">none yet</span>
          ) : (
            `at height ${grouped(localHeight)}, from height ${remoteHeight} of the remote chain`
          )}
        </dd>
        {query.failures.length > 0 && (
          <>
            <dt>last attempt</dt>
            <dd class="bad-word">{query.failures.join(' · ')}</dd>
          </>
        )}
      </dl>
      <Section title="Parameters" open={false}>
        <JsonView value={query.asks} label={`Parameters of query ${id}`} />
      </Section>
      {query.row !== undefined && <Proofs id={query.row} query={id} go={go} />}
      <div class="act-row">
        <button
          type="button"
          class="main"
          disabled={acting.busy}
          aria-label={`Relay now: query ${id}`}
          onClick={() => void acting.act(`result of query ${id}`, relay)}
        >
          Relay now
        </button>
      </div>
      <details class="forge">
        <summary>Relay a false result</summary>
        <div class="choices">
          <SelectField name="with" value={lie} options={LIES} onChange={setLie} />
          <button
            type="button"
            class="small"
            disabled={acting.busy}
            aria-label={`Relay a false result: query ${id}`}
            onClick={() => void acting.act(`false result of query ${id}`, { ...relay, lie })}
          >
            Relay it
          </button>
        </div>
      </details>
    </article>
  )
}

/** The last result with the proofs that came with it, from its transaction. */
function Proofs({ id, query, go }: { readonly id: number; readonly query: string; readonly go: Go }) {
  const [open, setOpen] = useState(false)
  const { data, error } = useView<EntryData>('entry', { id }, { skip: !open })
  const messages = messagesOf(data?.raw)
  return (
    <details class="section" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>Last result and its proofs</h3>
      </summary>
      {open && (
        <div class="section-body">
          {error && <ErrorBox error={error} />}
          {messages !== undefined && <JsonView value={messages} label={`Last result of query ${query}`} />}
          <p>
            <button type="button" class="link" onClick={() => go({ tab: 'activity', row: String(id) })}>
              The transaction that submitted it
            </button>
          </p>
        </div>
      )}
    </details>
  )
}

function messagesOf(raw: Json | undefined): Json | undefined {
  const tx = raw as { readonly tx?: { readonly body?: { readonly messages?: readonly Json[] } } } | undefined
  return tx?.tx?.body?.messages?.find((one) => JSON.stringify(one).includes('MsgSubmitQueryResult'))
}
