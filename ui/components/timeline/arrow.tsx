import type { Lane, Row } from '../../../src/report/model.js'

export interface LaneSizes {
  readonly lane: number
  readonly height: number
}

/** The description of a row's drawing. */
export function arrowText({ kind, state, from, to, via }: Row, lanes: readonly Lane[]): string {
  const name = (lane: number): string => lanes[lane]?.name ?? ''
  const refused = kind === 'run' ? ', failed' : ', refused'
  const end = { ok: '', refused, failure: ', a callback in it failed' }[state]
  const by = via === undefined || via === from || via === to ? '' : ` by the ${name(via)}`
  const way = from === to ? `on ${name(to)}` : `from ${name(from)} to ${name(to)}`
  return `${WORDS[kind]} ${way}${by}${end}`
}

const WORDS: Readonly<Record<Row['kind'], string>> = {
  tx: 'transaction',
  callback: 'callback',
  run: 'executed by the chain',
  packet: 'packet',
  ack: 'acknowledgement',
  timeout: 'timeout',
  query: 'query result',
  handshake: 'client or channel',
  evm: 'EVM request',
  read: 'reading',
  other: 'other step',
}

/** The lanes of one row, with its arrow. Red is where it failed. */
export function Arrow({ row, lanes, sizes }: { readonly row: Row; readonly lanes: number; readonly sizes: LaneSizes }) {
  const { lane, height } = sizes
  const x = (index: number): number => lane * index + lane / 2
  const y = height / 2
  return (
    <svg class={`arrow ${row.kind} ${row.state}`} width={lane * lanes} height={height} aria-hidden="true">
      {Array.from({ length: lanes }, (_, i) => (
        <line key={i} class="lane-line" x1={x(i)} x2={x(i)} y1={0} y2={height} />
      ))}
      {row.from === row.to ? (
        <Here row={row} x={x(row.to)} y={y} />
      ) : (
        <Way row={row} x1={x(row.from)} x2={x(row.to)} via={row.via === undefined ? undefined : x(row.via)} y={y} />
      )}
    </svg>
  )
}

function Way({
  row,
  x1,
  x2,
  via,
  y,
}: {
  readonly row: Row
  readonly x1: number
  readonly x2: number
  readonly via: number | undefined
  readonly y: number
}) {
  const side = x2 > x1 ? 1 : -1
  const tip = x2 - side * (row.state === 'ok' ? 3 : 10)
  return (
    <>
      <circle class="start" cx={x1} cy={y} r={3} />
      <line class="way" x1={x1} x2={tip - side * 5} y1={y} y2={y} />
      {via !== undefined && <circle class="via" cx={isBetween(via, x1, x2) ? via : (x1 + x2) / 2} cy={y} r={4} />}
      <path class="head" d={`M${tip},${y} l${-side * 8},-4.5 v9 z`} />
      <Mark row={row} x={x2} y={y} />
    </>
  )
}

/** The lane of the relayer need not lie on the way. */
const isBetween = (x: number, x1: number, x2: number): boolean => Math.min(x1, x2) < x && x < Math.max(x1, x2)

function Here({ row, x, y }: { readonly row: Row; readonly x: number; readonly y: number }) {
  if (row.kind === 'callback' || row.kind === 'run')
    return (
      <>
        <path class="way loop" d={`M${x + 2},${y - 9} c22,-4 22,22 5,18`} />
        <path class="head" d={`M${x + 3},${y + 8} l8,-4 v8 z`} />
        <Mark row={row} x={x - 1} y={y} />
      </>
    )
  return (
    <>
      <circle class={row.kind === 'read' ? 'reading' : 'start'} cx={x} cy={y} r={4} />
      <Mark row={row} x={x} y={y} />
    </>
  )
}

/** Where it failed: a cross for what was refused, an exclamation mark for a callback that failed in a transaction that succeeded. */
function Mark({ row, x, y }: { readonly row: Row; readonly x: number; readonly y: number }) {
  if (row.state === 'ok') return null
  return (
    <>
      <circle class="mark" cx={x} cy={y} r={7.5} />
      {row.state === 'refused' ? (
        <path class="mark-sign" d={`M${x - 3},${y - 3} l6,6 m0,-6 l-6,6`} />
      ) : (
        <path class="mark-sign" d={`M${x},${y - 4} v5 m0,2.2 v1`} />
      )}
    </>
  )
}
