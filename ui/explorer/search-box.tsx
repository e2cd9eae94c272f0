import { useState } from 'preact/hooks'
import type { HitData } from '../../src/explorer/model.js'
import { shortAddress } from '../components/format.js'
import { useView } from './hooks.js'
import type { Go, Route } from './route.js'

/** Finds transactions, blocks, contracts and accounts. */
export function SearchBox({ go }: { readonly go: Go }) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const { data: hits } = useView<readonly HitData[]>('search', { text: wanted }, { skip: wanted === '' })
  const open = (hit: HitData): void => {
    setText('')
    go(placeOf(hit))
  }
  return (
    <div class="explorer-search">
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault()
          if (hits?.[0]) open(hits[0])
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setText('')
        }}
      >
        <label>
          <span class="hidden">Search</span>
          <input
            type="search"
            placeholder="Search: hash, height, address, label"
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </label>
      </form>
      {wanted !== '' && hits !== undefined && (
        <ul class="hits" aria-label="Found">
          {hits.map((hit, i) => (
            <li key={i}>
              <button type="button" class="link" onClick={() => open(hit)}>
                {hit.title}
              </button>{' '}
              <span class="quiet">
                {hit.kind} on {hit.chain}, {shortAddress(hit.note)}
              </span>
            </li>
          ))}
          {hits.length === 0 && <li class="quiet">There is nothing with that hash, height, address or label.</li>}
        </ul>
      )}
    </div>
  )
}

function placeOf({ kind, chain, address, row }: HitData): Route {
  if (row !== undefined) return { tab: kind.startsWith('EVM') ? 'evm' : 'activity', row: String(row) }
  return kind === 'contract' ? { tab: 'contracts', chain, address } : { tab: 'accounts' }
}
