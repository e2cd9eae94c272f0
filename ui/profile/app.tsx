import { useMemo, useState } from 'preact/hooks'
import { grouped } from '../components/format.js'
import { Tiles } from '../components/parts.js'
import { Tabs } from '../components/tabs.js'
import { ThemeSwitch } from '../components/theme.js'
import { FlameGraph } from './flame-graph.js'
import type { ProfileDocument } from '../../src/profile/formats/page-model.js'
import { Profile, type Shown } from './profile.js'
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
export function App({ document: given }: { readonly document: ProfileDocument }) {
  const first = useMemo(() => firstShown(given), [given])
  const [shown, setShown] = useState(first)
  const profile = useMemo(() => new Profile(given, shown), [given, shown])
  const { contracts, lines } = profile.view
  const [zoomed, zoom] = useState<number | undefined>(undefined)
  const [term, search] = useState('')
  const [looked, look] = useState<number | undefined>(undefined)
  const [tab, setTab] = useState(contracts.length > 1 ? 'contracts' : 'functions')
  const firstFile = given.files.findIndex(({ text }) => text !== undefined)
  const [source, setSource] = useState<{ file: number; line: number | undefined }>({ file: firstFile, line: undefined })
  const wanted = term.trim().toLowerCase()
  const matches = (text: string): boolean => text.toLowerCase().includes(wanted)
  const found = useMemo(() => (wanted === '' ? undefined : foundIn(profile, wanted)), [profile, wanted])
  const tabs = [
    ...(contracts.length > 1 ? [{ id: 'contracts', title: 'Contracts', count: contracts.length }] : []),
    { id: 'functions', title: 'Functions', count: profile.functions.length },
    { id: 'lines', title: 'Lines', count: lines.length },
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
        <Tiles tiles={tilesOf(profile, shown)} />
        {given.notes.map((note) => (
          <p key={note} class="note">
            {note}
          </p>
        ))}
        <Switches
          given={given}
          shown={shown}
          onShow={(next) => {
            // Other nodes have the numbers now.
            zoom(undefined)
            look(undefined)
            setShown(next)
          }}
        />
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
            isFound={found && ((node) => found.functions.has(profile.view.calls[node]!))}
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

/** Contracts are seen best alone: without what ran before the first callback, and without what the chain charges outside of them. */
function firstShown(document: ProfileDocument): Shown {
  const contractsAlone = { setup: false, charges: false }
  // Where no contract ran, only the chain's charges are there.
  return new Profile(document, contractsAlone).total > 0 ? contractsAlone : { setup: false, charges: true }
}

/** What more can be shown, with its gas. */
function Switches({
  given,
  shown,
  onShow,
}: {
  readonly given: ProfileDocument
  readonly shown: Shown
  readonly onShow: (shown: Shown) => void
}) {
  const totals = useMemo(() => {
    const total = (what: Shown): number => new Profile(given, what).total
    const later = total({ setup: false, charges: true })
    return {
      setup: total({ setup: true, charges: true }) - later,
      charges: later - total({ setup: false, charges: false }),
    }
  }, [given])
  const gas = (vmGas: number): string => grouped(Math.round(vmGas / given.perGas))
  const switches = [
    { id: 'setup', text: 'the set-up before the first callback', is: given.views.length > 1, of: totals.setup },
    { id: 'charges', text: 'charges of the chain outside contracts', is: totals.charges > 0, of: totals.charges },
  ] as const
  return (
    <div class="choices switches">
      <span class="quiet">Show also</span>
      {switches.map(({ id, text, is, of }) =>
        is ? (
          <label key={id}>
            <input type="checkbox" checked={shown[id]} onChange={() => onShow({ ...shown, [id]: !shown[id] })} /> {text}{' '}
            <span class="quiet number">{gas(of)}</span>
          </label>
        ) : null,
      )}
    </div>
  )
}

function Looked({ profile, node }: { readonly profile: Profile; readonly node: number }) {
  const { self } = profile
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

function tilesOf(profile: Profile, shown: Shown) {
  const { document: given, total, self } = profile
  const parts = { call: 0, own: 0, library: 0, host: 0, chain: 0 }
  for (const [i, spent] of self.entries()) parts[profile.kindOf(i)] += spent
  const tile = (name: string, gas: number) => ({ name, value: `${profile.gas(gas)} · ${profile.share(gas)}` })
  const all = new Profile(given, { setup: true, charges: true }).total
  return [
    { name: `gas in all (${grouped(given.perGas)} VM gas each)`, value: profile.gas(all) },
    ...(shown.setup && shown.charges ? [] : [{ name: 'gas shown', value: profile.gas(total) }]),
    tile('functions of contracts', parts.own + parts.library),
    tile('the VM', parts.host),
    tile('charges of the chain', parts.chain + parts.call),
  ]
}

/** What is spent in functions that a search means, counted once where they call each other. */
function foundIn(profile: Profile, text: string): { readonly functions: ReadonlySet<number>; readonly gas: number } {
  const { functions } = profile.document
  const { parents, calls } = profile.view
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
