import type { SettledData, SettledRow } from '../../src/explorer/model.js'
import { grouped, plural } from '../components/format.js'
import { DataTable } from './data-table.js'
import { Badge, Section } from '../components/parts.js'
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
      <DataTable
        label="Settled packets"
        columns={[{ name: 'packet', number: true }, 'outcome', 'from', 'to', 'data', 'answer']}
        rows={packets.map((packet) => settledRow(packet, go))}
      />
      {more > 0 && <p class="quiet">{grouped(more)} older ones are not shown.</p>}
    </Section>
  )
}

function settledRow(packet: SettledRow, go: Go) {
  const { from, to, sequence, sourcePort, sourceChannel, destinationPort, destinationChannel, row } = packet
  const { tone, text } = ENDS[packet.end]
  return {
    key: `${from} ${sourcePort} ${sourceChannel} ${sequence}`,
    cells: [
      sequence,
      <>
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
      </>,
      <span class="packet-end">
        {from} {sourcePort}/{sourceChannel}
      </span>,
      <span class="packet-end">
        {to} {destinationPort}/{destinationChannel}
      </span>,
      <span class="packet-text" title={packet.data}>
        {packet.data}
      </span>,
      packet.acknowledgement === undefined ? (
        <span class="quiet">none</span>
      ) : (
        <span class="packet-text" title={packet.acknowledgement}>
          {packet.acknowledgement}
        </span>
      ),
    ],
  }
}
