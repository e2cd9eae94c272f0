import { reached, type Measured } from './measure.js'

const rounded = (value: number): string => String(Number(value.toPrecision(3)))

function shown(value: number | undefined, unit: 'time' | 'MB' | 'ratio'): string {
  if (value === undefined) return '-'
  if (unit === 'MB') return `${rounded(value)} MB`
  if (unit === 'ratio') return rounded(value)
  if (value >= 1_000_000) return `${rounded(value / 1_000_000)} s`
  return value >= 1000 ? `${rounded(value / 1000)} ms` : `${rounded(value)} µs`
}

function aimOf({ line: { aim, unit = 'time', by = 'cpu' } }: Measured): string {
  if (aim === undefined) return ''
  const clock = by === 'wall' ? ', clock' : ''
  return 'speed' in aim ? `${aim.speed} times${clock}` : `${shown(aim.most, unit)}${clock}`
}

const VERDICTS = new Map([
  [true, 'yes'],
  [false, 'no'],
])

/** A row as it is printed and kept. */
export function cells(row: Measured): Record<string, string> {
  const { line, ours, peer, speed } = row
  const unit = line.unit ?? 'time'
  return {
    what: line.name,
    peer: line.peer[0],
    'ours: CPU': shown(ours.cpu, unit),
    'ours: clock': shown(ours.wall, unit),
    'peer: CPU': shown(peer.cpu, unit),
    'peer: clock': shown(peer.wall, unit),
    'speed by CPU': shown(speed.cpu, 'ratio'),
    'speed by the clock': shown(speed.wall, 'ratio'),
    aim: aimOf(row),
    reached: VERDICTS.get(reached(row) as boolean) ?? '',
  }
}

/** A table of Markdown. */
export function printTable(rows: readonly Measured[]): void {
  const [first] = rows.map(cells)
  if (first === undefined) return
  console.log(`| ${Object.keys(first).join(' | ')} |`)
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---|---|')
  for (const row of rows) console.log(`| ${Object.values(cells(row)).join(' | ')} |`)
}
