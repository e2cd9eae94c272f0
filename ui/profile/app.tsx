import { useMemo, useState } from 'preact/hooks'
import { grouped } from '../components/format.js'
import { Tiles } from '../components/parts.js'
import { Tabs } from '../components/tabs.js'
import { ThemeSwitch } from '../components/theme.js'
import { FlameGraph } from './flame-graph.js'
import type { Profile } from './profile.js'
import { SourceView } from './source-view.js'
import { ContractTable, FunctionTable, LineTable } from './tables.js'

const LEGEND = [
  ['call', 'calls of the chain'],
  ['own', 'the contract'],
  ['library', 'libraries'],
  ['host', 'the VM'],
  ['chain', 'charges of the chain'],
] as const

/** The page of a gas profile. */
export function App({ profile }: { readonly profile: Profile }) {
  const { document: given } = profile
  const [zoomed, zoom] = useState<number | undefined>(undefined)
  const [term, search] = useState('')
  const [looked, look] = useState<number | undefined>(undefined)
  const [tab, setTab] = useState(profile.document.contracts.length > 1 ? 'contracts' : 'functions')
  const firstFile = given.files.findIndex(({ text }) => text !== undefined)
  const [source, setSource] = useState<{ file: number; line: number | undefined }>({ file: firstFile, line: undefined })
  const wanted = term.trim().toLowerCase()
  const matches = (text: string): boolean => text.toLowerCase().includes(wanted)
  const found = useMemo(() => (wanted === '' ? undefined : foundIn(profile, wanted)), [profile, wanted])
  const tabs = [
    ...(given.contracts.length > 1 ? [{ id: 'contracts', title: 'Contracts', count: given.contracts.length }] : []),
    { id: 'functions', title: 'Functions', count: profile.functions.length },
    { id: 'lines', title: 'Lines', count: given.lines.length },
    ...(firstFile < 0 ? [] : [{ id: 'source', title: 'Source' }]),
  ]
  return (
    <>
      <header class="top">
        <div class="top-line">
          <span class="brand">{given.by}</span>
          <ThemeSwitch />
        </div>
        <h1>{given.title}</h1>
      </header>
      <main class="page profile">
        <Tiles tiles={tilesOf(profile)} />
        {given.notes.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
        <section aria-label="Flame graph">
          <div class="tools">
            <label>
              <span class="hidden">Search functions and files</span>
              <input
                type="search"
                placeholder="Search functions and files"
                value={term}
                onInput={(event) => search(event.currentTarget.value)}
              />
            </label>
            {found && (
              <span class="quiet" role="status">
                {profile.gas(found.gas)} gas, {profile.share(found.gas)}
              </span>
            )}
            {zoomed !== undefined && (
              <button type="button" class="small" onClick={() => zoom(undefined)}>
                Show all
              </button>
            )}
            <ul class="legend">
              {LEGEND.map(([kind, text]) => (
                <li key={kind}>
                  <span class={`swatch ${kind}`} />
                  {text}
                </li>
              ))}
            </ul>
          </div>
          <FlameGraph
            profile={profile}
            zoomed={zoomed}
            onZoom={zoom}
            isFound={found && ((node) => found.functions.has(given.calls[node]!))}
            onLook={look}
          />
          <p class="looked">
            {looked === undefined ? (
              <span class="quiet">Click or Enter: zoom. Arrow keys: move. Escape: all.</span>
            ) : (
              <Looked profile={profile} node={looked} />
            )}
          </p>
        </section>
        <Tabs label="Tables" tabs={tabs} selected={tab} onSelect={setTab}>
          {tab === 'contracts' && <ContractTable profile={profile} onPick={search} />}
          {tab === 'functions' && (
            <FunctionTable profile={profile} matches={(index) => profile.isFound(index, wanted)} onPick={search} />
          )}
          {tab === 'lines' && (
            <LineTable
              profile={profile}
              matches={matches}
              onPick={(file, line) => {
                setSource({ file, line })
                setTab('source')
              }}
            />
          )}
          {tab === 'source' && (
            <SourceView profile={profile} {...source} onFile={(file) => setSource({ file, line: undefined })} />
          )}
        </Tabs>
      </main>
    </>
  )
}

function Looked({ profile, node }: { readonly profile: Profile; readonly node: number }) {
  const { self } = profile.document
  const total = profile.totals[node]!
  return (
    <>
      <code>{profile.nameOf(node)}</code>{' '}
      <span>
        {profile.gas(total)} gas, {profile.share(total)}; itself {profile.gas(self[node]!)}
      </span>
    </>
  )
}

function tilesOf(profile: Profile) {
  const { document: given, total } = profile
  const parts = { call: 0, own: 0, library: 0, host: 0, chain: 0 }
  for (const [i, spent] of given.self.entries()) parts[profile.kindOf(i)] += spent
  const tile = (name: string, gas: number) => ({ name, value: `${profile.gas(gas)} · ${profile.share(gas)}` })
  return [
    { name: `gas (${grouped(given.perGas)} VM gas each)`, value: profile.gas(total) },
    tile('functions of contracts', parts.own + parts.library),
    tile('the VM', parts.host),
    tile('charges of the chain', parts.chain + parts.call),
  ]
}

/** What is spent in functions that a search means, counted once where they call each other. */
function foundIn(profile: Profile, text: string): { readonly functions: ReadonlySet<number>; readonly gas: number } {
  const { functions, parents, calls } = profile.document
  const found = new Set(functions.flatMap((_, i) => (profile.isFound(i, text) ? [i] : [])))
  const isWithin: boolean[] = []
  let gas = 0
  for (const [i, parent] of parents.entries()) {
    const above = parent >= 0 && isWithin[parent]!
    const is = found.has(calls[i]!)
    if (is && !above) gas += profile.totals[i]!
    isWithin.push(above || is)
  }
  return { functions: found, gas }
}
