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

/** A table of Markdown, as it stands in docs/figures.md. */
export function printTable(rows: readonly Measured[]): void {
  console.log('| what | peer | ours: CPU | clock | peer: CPU | clock | speed by CPU | by the clock | aim | reached |')
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---|---|')
  for (const row of rows) {
    const { line, ours, peer, speed } = row
    const unit = line.unit ?? 'time'
    const cells = [
      line.name,
      line.peer[0],
      shown(ours.cpu, unit),
      shown(ours.wall, unit),
      shown(peer.cpu, unit),
      shown(peer.wall, unit),
      shown(speed.cpu, 'ratio'),
      shown(speed.wall, 'ratio'),
      aimOf(row),
      VERDICTS.get(reached(row) as boolean) ?? '',
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
