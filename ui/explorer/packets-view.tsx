import { useState } from 'preact/hooks'
import type { JourneysData, PacketRow } from '../../src/explorer/model.js'
import { grouped, plural, timeText } from '../components/format.js'
import { JourneyTree } from '../components/journey-tree.js'
import { MessageView } from '../components/json.js'
import { Badge, Section } from '../components/parts.js'
import { SendForm } from './accounts/send-form.js'
import { SelectField } from './forms/fields.js'
import { useActing, useExplorer, useView, type Acting } from './hooks.js'
import { ErrorBox, Result } from './result-view.js'
import type { Go } from './route.js'
import { SettledPackets } from './settled-packets.js'

const STATES: Readonly<Record<PacketRow['state'], string>> = {
  sent: 'sent, not received',
  received: 'received, to be acknowledged later',
  acknowledged: 'received, the acknowledgement is on its way',
  timedOut: 'timed out, the sender is not notified yet',
  closed: 'its channel is closed, the sender is not notified yet',
  stranded: 'acknowledged, but the channel is closed at the sender',
}

const STEPS: Readonly<Record<string, string>> = {
  recv: 'Deliver',
  ack: 'Deliver the acknowledgement',
  timeout: 'Deliver the timeout',
  timeoutOnClose: 'Deliver the timeout',
}

/** Packets on their way, by channel, and what can be done with each now; then those that are settled. */
export function PacketsView({ go }: { readonly go: Go }) {
  const { data, error } = useView<readonly PacketRow[]>('packets')
  const { automatic } = useExplorer()
  const acting = useActing()
  const channels = new Map<string, PacketRow[]>()
  for (const packet of data ?? []) {
    const key = `${packet.from} ${packet.sourcePort}/${packet.sourceChannel} → ${packet.to} ${packet.destinationPort}/${packet.destinationChannel}`
    channels.set(key, [...(channels.get(key) ?? []), packet])
  }
  const relayAll = (): void => void acting.act('relay everything', { action: 'relay' })
  const setAutomatic = (): void =>
    void acting.act(`relayer ${automatic.relayer ? 'on request' : 'automatic'}`, {
      action: 'relayer',
      automatic: !automatic.relayer,
    })
  return (
    <div class="page">
      <div class="choices">
        <button type="button" class="main" disabled={acting.busy || data?.length === 0} onClick={relayAll}>
          Relay everything
        </button>
        <label class="check">
          <input type="checkbox" checked={automatic.relayer} onChange={setAutomatic} /> the relayer delivers
          automatically
        </label>
      </div>
      <Result acting={acting} />
      {error && <ErrorBox error={error} />}
      {data?.length === 0 && <p class="empty">No packet is in flight. Send one below, or with a contract.</p>}
      {[...channels].map(([channel, packets]) => (
        <Section key={channel} level={2} title={channel} note={plural(packets.length, 'packet')}>
          <div class="cards">
            {packets.map((packet) => (
              <Packet key={packet.sequence} packet={packet} acting={acting} />
            ))}
          </div>
        </Section>
      ))}
      {data && <SendPacket isFirst={data.length === 0} />}
      <FurtherPackets go={go} />
      <SettledPackets go={go} />
    </div>
  )
}

/** @param isFirst whether there is nothing else to look at */
function SendPacket({ isFirst }: { readonly isFirst: boolean }) {
  const [isOpen] = useState(isFirst)
  return (
    <Section level={2} title="Send a packet" note="a transfer of coins to another chain" open={isOpen}>
      <SendForm acrossOnly />
    </Section>
  )
}

/** Packets from which others followed: forwarded ones, and those that made a contract send one. */
function FurtherPackets({ go }: { readonly go: Go }) {
  const { data, error } = useView<JourneysData>('journeys')
  if (error) return <ErrorBox error={error} />
  if (data === undefined || data.journeys.length === 0) return null
  const { journeys, more } = data
  return (
    <Section
      level={2}
      title="Packets that caused others"
      note={`${grouped(journeys.length + more)}, newest first: forwarded packets, and packets after which a contract sent another`}
    >
      <JourneyTree journeys={journeys} onRow={(row) => go({ tab: 'activity', row: String(row) })} />
      {more > 0 && <p class="quiet">{grouped(more)} older ones are not shown.</p>}
    </Section>
  )
}

function Packet({ packet, acting }: { readonly packet: PacketRow; readonly acting: Acting }) {
  const { sequence, state, next, held, failure, data, timeoutTime, timeoutHeight, from, to } = packet
  const { chains } = useExplorer()
  const now = chains.find(({ key }) => key === to)?.time ?? '0'
  const filter = { from, port: packet.sourcePort, channel: packet.sourceChannel, sequence }
  const relay = { action: 'relay', filter: next === undefined ? filter : { ...filter, kind: next } }
  const release = { action: 'releasePackets', filter }
  // Held deliveries wait until they are released.
  const first = held === undefined ? [] : [release]
  const name = `packet ${sequence}`
  const canArrive = next === 'recv'
  const button = (text: string, what: string, hint: string, ...actions: readonly object[]) => (
    <button
      type="button"
      class="small"
      title={hint}
      aria-label={`${text}: ${name}`}
      disabled={acting.busy}
      onClick={() => void acting.actOn(packet, `${what}: ${name}`, ...actions)}
    >
      {text}
    </button>
  )
  return (
    <article class="card packet-card" aria-label={name}>
      <h3>
        {name} <Badge tone={state === 'timedOut' || state === 'closed' ? 'warn' : 'plain'}>{STATES[state]}</Badge>{' '}
        {held !== undefined && (
          <Badge tone="warn">{held === 'dropped' ? 'dropped' : `held until ${timeText(held)}`}</Badge>
        )}
      </h3>
      <dl class="facts">
        <dt>timeout</dt>
        <dd>
          {timeoutTime === '0' && timeoutHeight === '0-0' && 'none'}
          {timeoutTime !== '0' && `${timeText(timeoutTime)} (${untilText(timeoutTime, now)} on ${to})`}
          {timeoutHeight !== '0-0' && ` height ${timeoutHeight}`}
        </dd>
        {failure !== undefined && (
          <>
            <dt>last attempt</dt>
            <dd class="bad-word">{failure}</dd>
          </>
        )}
      </dl>
      <MessageView text={data} label={`Data of ${name}`} />
      <div class="act-row">
        {next !== undefined &&
          button(STEPS[next]!, 'deliver', `the relayer submits it, with its proof`, ...first, relay)}
        {canArrive &&
          button(
            'Time out',
            'time out',
            `${to} makes blocks until the packet has timed out, and the relayer notifies ${from}`,
            ...first,
            { action: 'skipPastTimeout', chain: to },
            { action: 'relay', filter: { ...filter, kind: 'timeout' } },
          )}
        {canArrive &&
          button(
            'Refund',
            'refund',
            `${to} returns an error acknowledgement, and the relayer delivers it to ${from}, which refunds the sender`,
            ...first,
            { action: 'relay', filter: { ...filter, kind: 'recv' }, receiver: { errorCode: 1 } },
            { action: 'relay', filter: { ...filter, kind: 'ack' } },
          )}
        {held === undefined &&
          next !== undefined &&
          button('Drop', 'drop', 'the relayer never delivers the packet or acknowledgement that is due now', {
            action: 'dropPackets',
            filter,
          })}
        {held === undefined &&
          next !== undefined &&
          button('Hold for a minute', 'hold', `in the time of the receiving chain`, {
            action: 'delayPackets',
            filter,
            seconds: '60',
          })}
        {held !== undefined && button('Release', 'release', 'the relayer may deliver it again', release)}
      </div>
      {next !== undefined && <Forge packet={packet} first={first} relay={relay} acting={acting} />}
    </article>
  )
}

const FORGERIES: Readonly<Record<string, { readonly text: string; readonly forge: object }>> = {
  flip: { text: 'a proof with one bit flipped', forge: { proof: { flipBit: 0 } } },
  otherKey: { text: 'a proof of another key', forge: { proof: 'otherKey' } },
  otherStore: { text: 'a proof of another store', forge: { proof: 'otherStore' } },
  otherHeight: { text: 'a proof of another height', forge: { proof: 'otherHeight' } },
  stale: { text: 'no update of the client', forge: { header: 'stale' } },
  data: { text: 'other data', forge: { data: btoa('{"forged":true}') } },
}

/** Forgeries of a relayer, which the chain refuses. */
function Forge({
  packet,
  first,
  relay,
  acting,
}: {
  readonly packet: PacketRow
  readonly first: readonly object[]
  readonly relay: object
  readonly acting: Acting
}) {
  const { sequence } = packet
  const [lie, setLie] = useState('flip')
  return (
    <details class="forge">
      <summary>Forge it</summary>
      <div class="choices">
        <SelectField
          name="with"
          value={lie}
          options={Object.fromEntries(Object.entries(FORGERIES).map(([id, { text }]) => [id, text]))}
          onChange={setLie}
        />
        <button
          type="button"
          class="small"
          disabled={acting.busy}
          aria-label={`Forge: packet ${sequence}`}
          onClick={() =>
            void acting.actOn(packet, `forge packet ${sequence}`, ...first, { ...relay, forge: FORGERIES[lie]!.forge })
          }
        >
          Deliver forged
        </button>
        <span class="quiet">The chain is expected to refuse it.</span>
      </div>
    </details>
  )
}

function untilText(timeout: string, now: string): string {
  const seconds = (BigInt(timeout) - BigInt(now)) / 1_000_000_000n
  return seconds <= 0n ? 'past' : `in ${grouped(String(seconds))} s`
}
