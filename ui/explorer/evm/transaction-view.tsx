import type { EntryData, EvmTxData } from '../../../src/explorer/model.js'
import { CopyButton } from '../../components/copy-button.js'
import { grouped } from '../../components/format.js'
import { PartView } from '../../components/part-view.js'
import { Section } from '../../components/parts.js'

/** A transaction of an EVM: as one of a chain, with what it was charged for. */
export function EvmTransaction({ entry: { row, part }, evm }: { readonly entry: EntryData; readonly evm: EvmTxData }) {
  return (
    <>
      <Facts evm={evm} />
      {part && (
        <PartView part={part} time={row.time}>
          <Charged evm={evm} />
        </PartView>
      )}
      {evm.untraced !== undefined && <p class="quiet">The node returns no call tree: {evm.untraced}</p>}
    </>
  )
}

const TYPES: Readonly<Record<string, string>> = {
  0: 'legacy',
  1: 'with an access list',
  2: 'with a base fee',
  3: 'with blobs',
  4: 'sets code',
}

function Facts({ evm: { from, to, created, name, value, nonce, type, bytes } }: { readonly evm: EvmTxData }) {
  return (
    <dl class="facts">
      <dt>from</dt>
      <dd>
        <code>{from}</code> <span class="quiet">nonce {grouped(nonce)}</span>
      </dd>
      <dt>{to === undefined ? 'creates' : 'to'}</dt>
      <dd>
        {name !== undefined && <strong>{name} </strong>}
        <code>{to ?? created ?? 'nothing: it failed'}</code>{' '}
        {created !== undefined && <CopyButton text={created} what="the address" />}
      </dd>
      <dt>value</dt>
      <dd>{grouped(value)} wei</dd>
      <dt>input</dt>
      <dd>
        {grouped(bytes)} byte{bytes === 1 ? '' : 's'}{' '}
        <span class="quiet">
          type {type}
          {TYPES[type] !== undefined && `, ${TYPES[type]}`}
        </span>
      </dd>
    </dl>
  )
}

/** Gas by what it was for, and the fee. */
function Charged({ evm: { gas, fee } }: { readonly evm: EvmTxData }) {
  const lines: readonly (readonly [string, string | undefined, string?])[] = [
    ['for the transaction and its input', gas.before],
    ['for execution', gas.execution],
    ['refund', gas.refund === '0' ? undefined : gas.refund, '−'],
    ['up to the minimum price of the input', gas.floor === '0' ? undefined : gas.floor],
    ['charged', gas.charged],
  ]
  const price = `${grouped(fee.price)} wei for each gas, ${grouped(fee.base)} of it the base fee`
  return (
    <Section title="Charged gas and fees" note={`${grouped(fee.total)} wei`}>
      <table class="charged">
        <tbody>
          {lines.map(
            ([name, amount, sign = '']) =>
              amount !== undefined && (
                <tr key={name} class={name === 'charged' ? 'sum' : ''}>
                  <th scope="row">{name}</th>
                  <td class="number">
                    {sign}
                    {grouped(amount)}
                  </td>
                  <td class="quiet">gas</td>
                </tr>
              ),
          )}
          <tr>
            <th scope="row">burned</th>
            <td class="number">{grouped(fee.burned)}</td>
            <td class="quiet">wei</td>
          </tr>
          <tr>
            <th scope="row">tip</th>
            <td class="number">{grouped(fee.tip)}</td>
            <td class="quiet">wei</td>
          </tr>
          {fee.blobs !== undefined && (
            <tr>
              <th scope="row">for blobs</th>
              <td class="number">{grouped(fee.blobs)}</td>
              <td class="quiet">wei</td>
            </tr>
          )}
          <tr class="sum">
            <th scope="row">fee</th>
            <td class="number">{grouped(fee.total)}</td>
            <td class="quiet">wei</td>
          </tr>
        </tbody>
      </table>
      <p class="quiet">{price}</p>
    </Section>
  )
}
