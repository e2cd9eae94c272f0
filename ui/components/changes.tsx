import type { AmountChange, EventData, StorageChange } from '../../src/report/model.js'
import { changeOf, grouped, shortAddress } from './format.js'
import { MessageView } from './json.js'
import { TableBox } from './parts.js'

/** Amounts before and after a step. */
export function AmountTable({ changes, label }: { readonly changes: readonly AmountChange[]; readonly label: string }) {
  return (
    <TableBox label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">of</th>
            <th scope="col">unit</th>
            <th scope="col" class="number">
              before
            </th>
            <th scope="col" class="number">
              after
            </th>
            <th scope="col" class="number">
              change
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ where, of, unit, before, after }) => (
            <tr key={`${where} ${of} ${unit}`}>
              <th scope="row">
                {shortAddress(of)} {where !== undefined && <span class="quiet">{where}</span>}
              </th>
              <td class="unit">{unit}</td>
              <td class="number">{grouped(before)}</td>
              <td class="number">{grouped(after)}</td>
              <td class={`number ${BigInt(after) < BigInt(before) ? 'less' : 'more'}`}>{changeOf(before, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

/** Keys of contracts that a step changed. */
export function StorageChanges({
  changes,
  more,
}: {
  readonly changes: readonly StorageChange[]
  readonly more: number | undefined
}) {
  return (
    <div class="storage">
      {changes.map(({ chain, contract, key, before, after }) => (
        <div key={`${chain} ${contract} ${key}`} class="stored">
          <h4>
            <span class="quiet">{shortAddress(contract)}</span> <code>{key === '' ? '(empty key)' : key}</code>
          </h4>
          <div class="before-after">
            <StoredValue title="before" value={before} label={`${key} before`} />
            <StoredValue title="after" value={after} label={`${key} after`} />
          </div>
        </div>
      ))}
      {more !== undefined && <p class="quiet">{grouped(more)} more keys changed.</p>}
    </div>
  )
}

/** The value of a key of storage at some time; `nothing` where there is none. */
export function StoredValue({
  title,
  value,
  label,
}: {
  readonly title: string
  readonly value: string | null | undefined
  readonly label: string
}) {
  return (
    <div>
      <span class="quiet">{title}</span>
      {value === undefined || value === null ? (
        <p class="quiet nothing">nothing</p>
      ) : (
        <MessageView text={value} label={label} />
      )}
    </div>
  )
}

/** Events with their attributes, those of contracts and IBC by themselves. */
export function EventList({ events }: { readonly events: readonly EventData[] }) {
  return (
    <ol class="events">
      {events.map(({ type, attributes }, i) => (
        <li key={i}>
          <strong>{type}</strong>
          <dl class="facts">
            {attributes.map(([key, value], j) => (
              <div key={j}>
                <dt>{key}</dt>
                <dd>
                  <code>{value}</code>
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  )
}
