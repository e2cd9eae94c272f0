import { useState } from 'preact/hooks'
import type { StorageData, StoredData } from '../../../src/explorer/model.js'
import { grouped, shortAddress } from '../../components/format.js'
import { MessageView } from '../../components/json.js'
import { useView } from '../hooks.js'
import { ErrorBox } from '../result-view.js'

/** Keys on one page. */
const PAGE = 50

/** What a contract stores: keys as cw-storage-plus writes them, and their bytes next to them. */
export function StorageView({ chain, address }: { readonly chain: string; readonly address: string }) {
  const [from, setFrom] = useState(0)
  const [text, setText] = useState('')
  const { data, error } = useView<StorageData>('storage', { chain, address, from, count: PAGE, text })
  const last = Math.min(data?.total ?? 0, from + PAGE)
  return (
    <div class="storage-view">
      <div class="choices">
        <label>
          <span class="hidden">Filter keys</span>
          <input
            type="search"
            placeholder="Filter keys"
            value={text}
            onInput={(event) => {
              setText(event.currentTarget.value)
              setFrom(0)
            }}
          />
        </label>
        {data && data.total > 0 && (
          <span class="quiet">
            {grouped(from + 1)} to {grouped(last)} of {grouped(data.total)} keys
          </span>
        )}
        {data && data.total > PAGE && (
          <span class="pager">
            <button type="button" class="small" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PAGE))}>
              Previous
            </button>{' '}
            <button type="button" class="small" disabled={last >= data.total} onClick={() => setFrom(from + PAGE)}>
              Next
            </button>
          </span>
        )}
      </div>
      {error && <ErrorBox error={error} />}
      {data?.total === 0 && (
        <p class="empty">{text === '' ? 'The storage of the contract is empty.' : 'No key matches.'}</p>
      )}
      {data?.rows.map((row) => (
        <Stored key={row.hex} row={row} />
      ))}
    </div>
  )
}

function Stored({ row: { hex, key, value } }: { readonly row: StoredData }) {
  const name = key.map(({ text }) => text).join('/')
  return (
    <div class="stored">
      <h3 class="key-parts">
        {key.map(({ kind, text }, i) => (
          <span key={i} class={`key-part ${i === 0 ? 'namespace' : kind}`} title={i === 0 ? 'name' : kind}>
            {text === '' ? '(empty)' : kind === 'hex' ? shortAddress(text) : text}
          </span>
        ))}
      </h3>
      <code class="key-hex quiet">{hex}</code>
      <MessageView text={value} label={`Value of ${name}`} />
    </div>
  )
}
