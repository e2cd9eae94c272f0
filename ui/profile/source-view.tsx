import { useEffect, useRef } from 'preact/hooks'
import type { Profile } from './profile.js'

interface SourceViewProps {
  readonly profile: Profile
  readonly file: number
  readonly line: number | undefined
  readonly onFile: (file: number) => void
}

/** A file of Rust with the gas of each line next to it. */
export function SourceView({ profile, file, line, onFile }: SourceViewProps) {
  const { files } = profile.document
  const { lines } = profile.view
  const marked = useRef<HTMLTableRowElement>(null)
  useEffect(() => marked.current?.scrollIntoView({ block: 'center' }), [file, line])
  const known = files.flatMap(({ path, text }, i) => (text === undefined ? [] : [{ path, i }]))
  const spent = new Map(lines.filter(([of]) => of === file).map(([, at, self, total]) => [at, { self, total }]))
  const most = Math.max(1, ...[...spent.values()].map(({ self }) => self))
  return (
    <>
      <label class="choose">
        <span>File</span>{' '}
        <select value={file} onChange={(event) => onFile(Number(event.currentTarget.value))}>
          {known.map(({ path, i }) => (
            <option key={i} value={i}>
              {path}
            </option>
          ))}
        </select>
      </label>
      <div class="source" tabIndex={0} role="group" aria-label={`Source of ${files[file]?.path ?? ''}`}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                self
              </th>
              <th scope="col" class="number">
                total
              </th>
              <th scope="col" class="number">
                line
              </th>
              <th scope="col">code</th>
            </tr>
          </thead>
          <tbody>
            {files[file]?.text?.split('\n').map((code, i) => {
              const gas = spent.get(i + 1)
              const heat = gas === undefined ? 0 : Math.ceil((gas.self / most) * 4)
              return (
                <tr
                  key={i}
                  ref={i + 1 === line ? marked : null}
                  class={`heat-${heat}${i + 1 === line ? ' marked' : ''}`}
                >
                  <td class="number">{gas && gas.self > 0 ? profile.gas(gas.self) : ''}</td>
                  <td class="number" title={gas && profile.share(gas.total)}>
                    {gas ? profile.gas(gas.total) : ''}
                  </td>
                  <td class="number quiet">{i + 1}</td>
                  <td>
                    <code>{code}</code>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </>
  )
}
