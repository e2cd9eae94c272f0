import Table from 'cli-table3'

/** A figure of ours beside a peer's. The unit stands in the name; `ratio` is ours / peer. Null: the peer was left out. */
export interface Row {
  readonly name: string
  readonly ours: number
  readonly peer: number | null
  readonly peerName: string
  readonly ratio: number | null
}

/** Three significant digits: more are not measured. */
const rounded = (value: number): number => Number(value.toPrecision(3))

export const row = (name: string, ours: number, peer: number | undefined, peerName: string): Row => ({
  name,
  ours: rounded(ours),
  peer: peer === undefined ? null : rounded(peer),
  peerName,
  ratio: peer === undefined ? null : rounded(ours / peer),
})

export function printRows(rows: readonly Row[], json: boolean): void {
  if (json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  const table = new Table({
    head: ['', 'ours', 'peer', 'ours / peer', 'peer is'],
    colAligns: ['left', 'right', 'right', 'right', 'left'],
    style: { head: [], border: [] },
  })
  const shown = (value: number | null): string => (value === null ? '-' : String(value))
  for (const { name, ours, peer, peerName, ratio } of rows)
    table.push([name, shown(ours), shown(peer), shown(ratio), peerName])
  console.log(table.toString())
}
