import type { ComponentChildren } from 'preact'
import { TableBox } from '../components/parts.js'

/** A column of a table: its name, and whether it has numbers. */
type Column = string | { readonly name: string; readonly number?: true; readonly hidden?: true }

interface DataTableProps {
  readonly label: string
  readonly columns: readonly Column[]
  /** The first cell of each row names it. */
  readonly rows: readonly { readonly key: string; readonly cells: readonly ComponentChildren[] }[]
}

const columnOf = (column: Column) => (typeof column === 'string' ? { name: column } : column)

/** A table. Where the window is narrow each row is a list of names and values, so that nothing is beyond the edge. */
export function DataTable({ label, columns, rows }: DataTableProps) {
  const all = columns.map(columnOf)
  const classOf = (at: number): string => (all[at]!.number ? 'number' : '')
  return (
    <TableBox label={label}>
      <table class="data-table">
        <thead>
          <tr>
            {all.map(({ name, hidden }, at) => (
              <th key={name} scope="col" class={classOf(at)}>
                {hidden ? <span class="hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [head, ...cells] }) => (
            <tr key={key}>
              <th scope="row" class={classOf(0)} data-name={all[0]!.name}>
                {head}
              </th>
              {cells.map((cell, i) => (
                <td key={i} class={classOf(i + 1)} data-name={all[i + 1]!.hidden ? '' : all[i + 1]!.name}>
                  <span>{cell}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}
