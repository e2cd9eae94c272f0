import { useMemo } from 'preact/hooks'
import type { CertificateData, GrowthData } from '../../src/report/model.js'
import { grouped } from '../components/format.js'
import { LineChart, type Line } from '../components/line-chart.js'
import { Badge, Bar, Section, TableBox } from '../components/parts.js'

interface GasViewProps {
  readonly certificates: readonly CertificateData[]
  readonly growths: readonly GrowthData[]
}

/** How much gas each callback can need, how far that can be trusted, and the measurements. */
export function GasView({ certificates, growths }: GasViewProps) {
  if (certificates.length + growths.length === 0)
    return <p class="empty">No callback was measured: there were none, or there was no time.</p>
  return (
    <>
      <Certificates certificates={certificates} />
      <Growths growths={growths} />
    </>
  )
}

function Certificates({ certificates }: { readonly certificates: readonly CertificateData[] }) {
  if (certificates.length === 0) return null
  const notCovered = new Map(
    certificates
      .filter(({ notCovered: { blocks } }) => blocks > 0)
      .map(({ contract, entryPoint, notCovered: code }) => [`${entryPoint} of ${contract}`, code]),
  )
  return (
    <>
      <TableBox label="Bounds of the gas of callbacks">
        <table>
          <thead>
            <tr>
              <th scope="col">callback</th>
              <th scope="col" class="number">
                at most
              </th>
              <th scope="col" class="number">
                limit
              </th>
              <th scope="col">share of the limit</th>
              <th scope="col">for</th>
              <th scope="col">growth</th>
              <th scope="col">how it is known</th>
            </tr>
          </thead>
          <tbody>{certificates.map((one) => rowsOf(one))}</tbody>
        </table>
      </TableBox>
      <p class="quiet">
        Each bound is about one quantity that grows while everything else stays as it was in the action sequences that
        ran.
        {notCovered.size > 0 && ' Code that never ran is not covered: '}
        {[...notCovered]
          .map(([name, { blocks, of }]) => `${grouped(blocks)} of ${grouped(of)} blocks of ${name}`)
          .join(', ')}
        {notCovered.size > 0 && '.'}
      </p>
    </>
  )
}

function rowsOf({ contract, callback, limit, most, crossing, bounds }: CertificateData) {
  const name = `${contract}/${callback}`
  if (crossing !== undefined)
    return (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td class="number less">out of gas</td>
        <td class="number">{grouped(limit)}</td>
        <td>
          <Bar part={1} whole={1} label="100 %" />
        </td>
        <td class="bound">
          {crossing.sent === undefined ? '' : `${grouped(crossing.sent.times)} messages ${crossing.sent.message}`}
        </td>
        <td>
          <Badge tone="bad">crosses the limit</Badge>
        </td>
        <td>{crossing.file === undefined ? 'it ran' : <code>{crossing.file}</code>}</td>
      </tr>
    )
  if (bounds.length === 0)
    return (
      <tr key={name}>
        <th scope="row">{name}</th>
        <td class="number">{grouped(most)}</td>
        <td class="number">{grouped(limit)}</td>
        <td>
          <GasShare gas={most} limit={limit} />
        </td>
        <td class="quiet bound" colSpan={3}>
          the action sequences that ran; no growth was measured
        </td>
      </tr>
    )
  return bounds.map(({ gas, quantity, how, degree, ...bound }, i) => (
    <tr key={`${name} ${quantity.of} ${quantity.name}`}>
      <th scope="row">{i === 0 ? name : <span class="quiet">{name}</span>}</th>
      <td class={`number ${BigInt(gas) > BigInt(limit) ? 'less' : ''}`}>{grouped(gas)}</td>
      <td class="number">{grouped(limit)}</td>
      <td>
        <GasShare gas={gas} limit={limit} />
      </td>
      <td class="bound">
        {how === 'proven' ? 'any number of' : grouped(how === 'measured' ? bound.measuredTo : bound.upTo)}{' '}
        {quantity.of === 'entries' ? 'entries of' : 'messages'} <code>{quantity.name}</code>
      </td>
      <td>{degree}</td>
      <td class="bound">
        <Badge tone={how === 'extrapolated' ? 'warn' : 'good'}>{how}</Badge>{' '}
        {how === 'extrapolated' && <span class="quiet">from measurements to {grouped(bound.measuredTo)}</span>}
      </td>
    </tr>
  ))
}

function GasShare({ gas, limit }: { readonly gas: string; readonly limit: string }) {
  const [part, whole] = [Number(gas), Number(limit)]
  return <Bar part={Math.min(part, whole)} whole={whole} label={`${Math.ceil((100 * part) / whole)} %`} />
}

function Growths({ growths }: { readonly growths: readonly GrowthData[] }) {
  const near = growths.toSorted((a, b) => (a.reaches ?? Infinity) - (b.reaches ?? Infinity))
  return (
    <>
      {near.map((growth) => (
        <Growth key={`${growth.contract} ${growth.callback} ${growth.message}`} growth={growth} />
      ))}
    </>
  )
}

/** Points between the first and the last number of records at which the fitted line is drawn. */
const FITTED = 60
/** The forecast ends at this multiple of the measured sizes. */
const FAR = 1000

function Growth({ growth }: { readonly growth: GrowthData }) {
  const { contract, callback, message, limit, points, reaches } = growth
  const { xs, lines } = useMemo(() => growthLines(growth), [growth])
  const isNear = reaches !== undefined && reaches <= FAR
  return (
    <Section
      level={2}
      title={`${contract}/${callback} after many ${message}`}
      open={points.length > 2}
      note={isNear ? 'a cliff' : points.length > 2 ? 'grows' : 'flat'}
    >
      <p>
        {reaches === undefined
          ? 'The gas does not grow to the limit.'
          : `About ${grouped(reaches)} reach the limit of ${grouped(limit)}.`}{' '}
        {isNear && <Badge tone="bad">cliff</Badge>}
      </p>
      <LineChart
        title={`Gas of ${callback} by the number of ${message}`}
        xName={message}
        yName="gas"
        xs={xs}
        lines={lines}
        mark={isNear ? { x: reaches, name: 'limit reached' } : undefined}
      />
      {points.length < 3 && <p class="quiet">The gas did not grow, so measuring stopped.</p>}
    </Section>
  )
}

function growthLines({ points, base, perRecord, quadratic, limit, reaches }: GrowthData): {
  readonly xs: readonly number[]
  readonly lines: readonly Line[]
} {
  const measured = Math.max(1, ...points.map(({ records }) => records))
  const end = reaches !== undefined && reaches <= FAR ? Math.max(measured, Math.ceil(reaches * 1.15)) : measured
  const at = new Set(points.map(({ records }) => records))
  for (let i = 0; i <= FITTED; i++) at.add(Math.round((end * i) / FITTED))
  const xs = [...at].sort((a, b) => a - b)
  const gas = new Map(points.map((point) => [point.records, Number(point.gas)]))
  return {
    xs,
    lines: [
      { name: 'measured', ys: xs.map((x) => gas.get(x) ?? null), dots: true },
      { name: 'fitted', ys: xs.map((x) => Math.round(base + perRecord * x + quadratic * x * x)), smooth: true },
      { name: 'limit', ys: xs.map(() => Number(limit)), dashed: true, limit: true },
    ],
  }
}
