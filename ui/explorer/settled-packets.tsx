import type { SettledData, SettledRow } from '../../src/explorer/model.js'
import { grouped, plural } from '../components/format.js'
import { Badge, Section, TableBox } from '../components/parts.js'
import { useView } from './hooks.js'
import { ErrorBox } from './result-view.js'
import type { Go } from './route.js'

const ENDS = {
  delivered: { tone: 'good', text: 'delivered' },
  refused: { tone: 'bad', text: 'refused with an error acknowledgement' },
  timedOut: { tone: 'warn', text: 'timed out' },
} as const

/** Packets whose senders were notified of the outcome. */
export function SettledPackets({ go }: { readonly go: Go }) {
  const { data, error } = useView<SettledData>('settled')
  if (error) return <ErrorBox error={error} />
  if (data === undefined || data.packets.length === 0) return null
  const { packets, more } = data
  return (
    <Section level={2} title="Settled" note={`${plural(packets.length + more, 'packet')}, newest first`}>
      <TableBox label="Settled packets">
        <table>
          <thead>
            <tr>
              <th scope="col" class="number">
                packet
              </th>
              <th scope="col">outcome</th>
              <th scope="col">from</th>
              <th scope="col">to</th>
              <th scope="col">data</th>
              <th scope="col">answer</th>
            </tr>
          </thead>
          <tbody>
            {packets.map((packet) => (
              <SettledPacket
                key={`${packet.from} ${packet.sourcePort} ${packet.sourceChannel} ${packet.sequence}`}
                packet={packet}
                go={go}
              />
            ))}
          </tbody>
        </table>
      </TableBox>
      {more > 0 && <p class="quiet">{grouped(more)} older ones are not shown.</p>}
    </Section>
  )
}

function SettledPacket({ packet, go }: { readonly packet: SettledRow; readonly go: Go }) {
  const { from, to, sequence, sourcePort, sourceChannel, destinationPort, destinationChannel, row } = packet
  const { tone, text } = ENDS[packet.end]
  return (
    <tr>
      <th scope="row" class="number">
        {sequence}
      </th>
      <td>
        <Badge tone={tone}>{text}</Badge>{' '}
        {row !== undefined && (
          <button
            type="button"
            class="link"
            aria-label={`Show: packet ${sequence} of ${from} ${sourceChannel}`}
            onClick={() => go({ tab: 'activity', row: String(row) })}
          >
            show
          </button>
        )}
      </td>
      <td class="packet-end">
        {from} {sourcePort}/{sourceChannel}
      </td>
      <td class="packet-end">
        {to} {destinationPort}/{destinationChannel}
      </td>
      <td class="packet-text" title={packet.data}>
        {packet.data}
      </td>
      <td class="packet-text" title={packet.acknowledgement}>
        {packet.acknowledgement ?? <span class="quiet">none</span>}
      </td>
    </tr>
  )
}
