import { useMemo } from 'preact/hooks'
import type { CertificateData } from '../../src/report/model.js'
import { grouped } from '../components/format.js'
import { LineChart } from '../components/line-chart.js'
import { Badge, TableBox } from '../components/parts.js'
import { chartOf, MAX_SHOWN, sentenceOf, type CallbackGas, type GasState } from './gas-of-callback.js'

const STATES: Readonly<Record<GasState, { readonly tone: 'good' | 'bad' | 'warn' | 'plain'; readonly text: string }>> =
  {
    failed: { tone: 'bad', text: 'runs out of gas' },
    cliff: { tone: 'bad', text: 'a cliff' },
    extrapolated: { tone: 'warn', text: 'extrapolated' },
    measured: { tone: 'good', text: 'measured' },
    proven: { tone: 'good', text: 'proven' },
    unknown: { tone: 'plain', text: 'nothing grew' },
  }

/** How far the gas of a callback is known, in a word. */
export function StateBadge({ state }: { readonly state: GasState }) {
  const { tone, text } = STATES[state]
  return <Badge tone={tone}>{text}</Badge>
}

/** One callback: what is known in a sentence, its gas against the limit as a chart, and its certificate. */
export function CallbackGasView({ callback }: { readonly callback: CallbackGas }) {
  const { name, state, certificate, growths, fails } = callback
  const { xs, lines } = useMemo(() => chartOf(callback), [callback])
  const messages = growths.slice(0, MAX_SHOWN).map(({ message }) => message)
  const others = growths.slice(MAX_SHOWN).map(({ message }) => message)
  const mark = fails && {
    x: fails.at,
    name: fails.isMeasured ? `out of gas at ${grouped(fails.at)}` : `fails at about ${grouped(fails.at)}`,
  }
  return (
    <article class="card" id={`gas-of-${name}`} aria-label={name}>
      <h2>
        {name} <StateBadge state={state} />
      </h2>
      <p>{sentenceOf(callback)}</p>
      {growths.length > 0 && (
        <LineChart
          title="Gas against the limit"
          xName={messages.length === 1 ? `how often ${messages[0]!} was sent` : 'how often the message was sent'}
          yName="gas"
          xs={xs}
          lines={lines}
          mark={mark}
        />
      )}
      {others.length > 0 && <p class="quiet">Other messages add less gas: {others.join(', ')}.</p>}
      {certificate !== undefined && <Certificate certificate={certificate} name={name} />}
    </article>
  )
}

function Certificate({ certificate, name }: { readonly certificate: CertificateData; readonly name: string }) {
  const { crossing, bounds, limit } = certificate
  if (crossing !== undefined)
    return crossing.file === undefined ? null : (
      <p>
        The finding: <code>{crossing.file}</code>
      </p>
    )
  if (bounds.length === 0) return null
  return (
    <TableBox label={`Certificate of ${name}`}>
      <table class="certificate">
        <thead>
          <tr>
            <th scope="col">certificate</th>
            <th scope="col">for</th>
            <th scope="col" class="number">
              at most
            </th>
            <th scope="col">growth</th>
            <th scope="col">from</th>
          </tr>
        </thead>
        <tbody>
          {bounds.map(({ gas, quantity, how, degree, upTo, measuredTo, residual }) => (
            <tr key={`${quantity.of} ${quantity.name}`}>
              <td>
                <Badge tone={how === 'extrapolated' ? 'warn' : 'good'}>{how}</Badge>
              </td>
              <td class="bound">
                {how === 'proven'
                  ? 'any number of'
                  : `up to ${grouped(how === 'measured' ? Math.max(measuredTo, upTo) : upTo)}`}{' '}
                {QUANTITIES[quantity.of]} <code>{quantity.name}</code>
              </td>
              <td class={`number ${BigInt(gas) > BigInt(limit) ? 'less' : ''}`}>{grouped(gas)}</td>
              <td>{degree}</td>
              <td class="quiet reason">{reasonOf(how, measuredTo, residual)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

const REASONS: Readonly<Record<'proven' | 'measured', string>> = {
  proven: 'the same answers of the chain at all measured sizes',
  measured: 'it ran at the whole size',
}

const QUANTITIES = { entries: 'entries of', messages: 'messages', times: 'times' } as const

const reasonOf = (how: CertificateData['bounds'][number]['how'], measuredTo: number, residual: string): string =>
  how === 'extrapolated'
    ? `measurements to ${grouped(measuredTo)}${residual === '0' ? '' : `, lifted by ${grouped(residual)} gas above all of them`}`
    : REASONS[how]
