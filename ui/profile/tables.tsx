import { useState } from 'preact/hooks'
import { grouped } from '../components/format.js'
import { TableBox } from '../components/parts.js'
import type { Profile } from './profile.js'

/** Rows that a table begins with, and that it adds. */
const ROWS = 100

const KINDS = {
  call: 'call',
  own: 'contract',
  library: 'library',
  host: 'VM',
  chain: 'chain',
} as const

type By = 'self' | 'total'

interface HeadProps {
  readonly by: By
  readonly onSort: (by: By) => void
}

function GasHeads({ by, onSort }: HeadProps) {
  return (
    <>
      {(['self', 'total'] as const).map((one) => (
        <th key={one} scope="col" class="number" aria-sort={by === one ? 'descending' : 'none'}>
          <button type="button" class="link" onClick={() => onSort(one)}>
            {one}
            {by === one ? ' ↓' : ''}
          </button>
        </th>
      ))}
      <th scope="col">share</th>
    </>
  )
}

function GasCells({ profile, by, self, total }: { profile: Profile; by: By; self: number; total: number }) {
  const part = by === 'self' ? self : total
  const share = profile.share(part)
  return (
    <>
      <td class="number" title={`${self} VM gas`}>
        {profile.gas(self)}
      </td>
      <td class="number" title={`${total} VM gas`}>
        {profile.gas(total)}
      </td>
      <td class="share">
        <span class="bar">
          <span style={{ width: `${((100 * part) / Math.max(profile.total, 1)).toFixed(2)}%` }} />
        </span>
        <span>{share}</span>
      </td>
    </>
  )
}

function More({ count, shown, onMore }: { count: number; shown: number; onMore: () => void }) {
  if (count <= shown) return null
  return (
    <p class="more">
      <button type="button" class="small" onClick={onMore}>
        Show {Math.min(ROWS, count - shown)} more of {count}
      </button>
    </p>
  )
}

/** Contracts with what they spent; to pick one marks its frames, and leaves its functions in their table. */
export function ContractTable({
  profile,
  onPick,
}: {
  readonly profile: Profile
  readonly onPick: (name: string) => void
}) {
  const [by, sort] = useState<By>('self')
  const at = by === 'self' ? 2 : 3
  const rows = [...profile.view.contracts].sort((a, b) => b[at] - a[at])
  return (
    <TableBox label="Contracts">
      <table class="gas-table">
        <thead>
          <tr>
            <th scope="col">contract</th>
            <th scope="col" class="number">
              calls
            </th>
            <GasHeads by={by} onSort={sort} />
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, calls, self, total]) => (
            <tr key={name}>
              <th scope="row" class="name">
                <button type="button" class="link" onClick={() => onPick(name)} title={`Mark the functions of ${name}`}>
                  {name}
                </button>
              </th>
              <td class="number">{grouped(calls)}</td>
              <GasCells profile={profile} by={by} self={self} total={total} />
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

/** Functions with what they spent, wherever they were called. */
export function FunctionTable({
  profile,
  matches,
  onPick,
}: {
  readonly profile: Profile
  readonly matches: (index: number) => boolean
  readonly onPick: (name: string) => void
}) {
  const [by, sort] = useState<By>('self')
  const [most, setMost] = useState(ROWS)
  const { functions } = profile.document
  const { contracts } = profile.view
  const rows = profile.functions.filter(({ index }) => matches(index)).sort((a, b) => b[by] - a[by])
  return (
    <>
      <TableBox label="Functions">
        <table class="gas-table">
          <thead>
            <tr>
              <th scope="col">function</th>
              <th scope="col">of</th>
              <GasHeads by={by} onSort={sort} />
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(({ index, self, total }) => {
              const [name, of, contract] = functions[index]!
              return (
                <tr key={index}>
                  <th scope="row" class="name">
                    <span class={`swatch ${of}`} />
                    <button type="button" class="link" onClick={() => onPick(name)} title={name}>
                      {name}
                    </button>
                  </th>
                  <td class="quiet">{contracts.length > 1 && contract >= 0 ? contracts[contract]![0] : KINDS[of]}</td>
                  <GasCells profile={profile} by={by} self={self} total={total} />
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableBox>
      {rows.length === 0 && <p class="empty">No function name contains this text.</p>}
      <More count={rows.length} shown={most} onMore={() => setMost(most + ROWS)} />
    </>
  )
}

/** Lines with what their instructions spent, and what they called. */
export function LineTable({
  profile,
  matches,
  onPick,
}: {
  readonly profile: Profile
  readonly matches: (text: string) => boolean
  readonly onPick: (file: number, line: number) => void
}) {
  const [by, sort] = useState<By>('self')
  const [most, setMost] = useState(ROWS)
  const [isOwn, setOwn] = useState(true)
  const { files } = profile.document
  const { lines } = profile.view
  const texts = files.map(({ text }) => text?.split('\n'))
  const at = by === 'self' ? 2 : 3
  const rows = lines
    .filter(([file, , , , own]) => (!isOwn || own === 1) && matches(files[file]!.path))
    .sort((a, b) => b[at] - a[at])
  if (lines.length === 0) return <p class="empty">There are no lines, because the contract has no debug information.</p>
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={isOwn} onChange={(event) => setOwn(event.currentTarget.checked)} /> only lines
        of the contract
      </label>
      <TableBox label="Lines">
        <table class="gas-table">
          <thead>
            <tr>
              <th scope="col">line</th>
              <GasHeads by={by} onSort={sort} />
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, most).map(([file, line, self, total]) => {
              const code = texts[file]?.[line - 1]?.trim()
              const place = `${files[file]!.path}:${line}`
              return (
                <tr key={place}>
                  <th scope="row" class="name">
                    {texts[file] === undefined ? (
                      <span title={place}>{place}</span>
                    ) : (
                      <button type="button" class="link" onClick={() => onPick(file, line)} title={place}>
                        {place}
                      </button>
                    )}
                    {code !== undefined && <code>{code}</code>}
                  </th>
                  <GasCells profile={profile} by={by} self={self} total={total} />
                </tr>
              )
            })}
          </tbody>
        </table>
      </TableBox>
      {rows.length === 0 && <p class="empty">No line is in a matching file.</p>}
      <More count={rows.length} shown={most} onMore={() => setMost(most + ROWS)} />
    </>
  )
}
