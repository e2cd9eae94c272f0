import type { CertificateData, GrowthData } from '../../src/report/model.js'
import { grouped } from '../components/format.js'
import { TableBox } from '../components/parts.js'
import { CallbackGasView, StateBadge } from './callback-gas.js'
import { callbacksOf, type CallbackGas } from './gas-of-callback.js'

interface GasViewProps {
  readonly certificates: readonly CertificateData[]
  readonly growths: readonly GrowthData[]
}

/** The gas of each callback against its limit, how far it is known, and where it will fail. */
export function GasView(props: GasViewProps) {
  const callbacks = callbacksOf(props)
  if (callbacks.length === 0)
    return <p class="empty">No callback was measured: there were none, or there was no time.</p>
  return (
    <>
      {callbacks.length > 1 && <Overview callbacks={callbacks} />}
      {callbacks.map((one) => (
        <CallbackGasView key={one.name} callback={one} />
      ))}
      <NotCovered certificates={props.certificates} />
    </>
  )
}

function Overview({ callbacks }: { readonly callbacks: readonly CallbackGas[] }) {
  const open = (name: string): void =>
    document.getElementById(`gas-of-${name}`)?.scrollIntoView({ block: 'start', behavior: 'smooth' })
  return (
    <TableBox label="Gas of callbacks against their limits">
      <table>
        <thead>
          <tr>
            <th scope="col">callback</th>
            <th scope="col">gas, of the limit</th>
            <th scope="col" class="number">
              fails at
            </th>
            <th scope="col">known</th>
          </tr>
        </thead>
        <tbody>
          {callbacks.map(({ name, state, ran, most, limit, fails }) => (
            <tr key={name}>
              <th scope="row" class="callback-name">
                <button type="button" class="link" onClick={() => open(name)}>
                  {name}
                </button>
              </th>
              <td class="gas-of-limit">
                <GasBar ran={ran} most={most} limit={limit} />
              </td>
              <td class={`number${fails === undefined ? '' : ' less'}`}>
                {fails === undefined ? '' : `${fails.isMeasured ? '' : '≈ '}${grouped(fails.at)} × ${fails.message}`}
              </td>
              <td>
                <StateBadge state={state} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableBox>
  )
}

/** What ran, what the bound adds to it, and both as a share of the limit. */
function GasBar({ ran, most, limit }: { readonly ran: number; readonly most: number; readonly limit: number }) {
  const part = (gas: number): string => `${Math.min(100, (100 * gas) / limit).toFixed(2)}%`
  const share = `${Math.ceil((100 * most) / limit)} %`
  return (
    <>
      <span
        class={`bar wide${most >= limit ? ' full' : most >= 0.8 * limit ? ' near' : ''}`}
        role="img"
        aria-label={`${grouped(ran)} gas ran, at most ${grouped(most)} of ${grouped(limit)}`}
      >
        <span class="bound" style={{ width: part(most) }} />
        <span style={{ width: part(ran) }} />
      </span>{' '}
      <span class="number">{share}</span>
    </>
  )
}

function NotCovered({ certificates }: { readonly certificates: readonly CertificateData[] }) {
  const notCovered = new Map(
    certificates
      .filter(({ notCovered: { blocks } }) => blocks > 0)
      .map(({ contract, entryPoint, notCovered: code }) => [`${entryPoint} of ${contract}`, code]),
  )
  return (
    <p class="quiet">
      Each bound is about one quantity that grows while everything else stays as it was in the action sequences that
      ran.
      {notCovered.size > 0 && ' Code that never ran is not covered: '}
      {[...notCovered]
        .map(([name, { blocks, of }]) => `${grouped(blocks)} of ${grouped(of)} blocks of ${name}`)
        .join(', ')}
      {notCovered.size > 0 && '.'}
    </p>
  )
}
