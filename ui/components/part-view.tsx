import type { ComponentChildren } from 'preact'
import type { PartDetail } from '../../src/report/model.js'
import { CallTree } from './call-tree.js'
import { EventList } from './changes.js'
import { CopyButton } from './copy-button.js'
import { grouped, percent, shortAddress, timeText } from './format.js'
import { MessageView } from './json.js'
import { Badge, Bar, Pre, Section } from './parts.js'

/** A transaction, callback or delivery in full. */
export function PartView({
  part,
  time,
  children,
}: {
  readonly part: PartDetail
  readonly time?: string | undefined
  /** Shown between its gas and its calls. */
  readonly children?: ComponentChildren
}) {
  const place = part.codespace === '' ? '' : `${part.codespace}/${part.code}: `
  return (
    <>
      <PartFacts part={part} time={time} />
      {part.code !== 0 && <Pre tone="bad" label="Error" text={`${place}${part.log}`} />}
      <Gas part={part} />
      {children}
      {part.carries !== undefined && (
        <Section title="Delivered">
          <Carried value={part.carries} />
        </Section>
      )}
      {part.calls.length > 0 && (
        <Section title="Calls">
          <CallTree calls={part.calls} />
        </Section>
      )}
      {part.faults !== undefined && (
        <Section title="Injected faults">
          <Pre label="Injected faults" text={part.faults.join('\n')} />
        </Section>
      )}
      {part.debug !== undefined && (
        <Section title="Printed by contracts">
          <Pre label="Printed by contracts" text={part.debug.join('\n')} />
        </Section>
      )}
      {part.events.length > 0 && (
        <Section title="Events" note={String(part.events.length)} open={false}>
          <EventList events={part.events} />
        </Section>
      )}
    </>
  )
}

/** Where and when it ran. */
export function PartFacts({ part, time }: { readonly part: PartDetail; readonly time: string | undefined }) {
  return (
    <dl class="facts inline">
      <div>
        <dt>chain</dt>
        <dd>{part.chain}</dd>
      </div>
      <div>
        <dt>height</dt>
        <dd>{grouped(part.height)}</dd>
      </div>
      {time !== undefined && (
        <div>
          <dt>time</dt>
          <dd>{timeText(time)}</dd>
        </div>
      )}
      {part.impersonated !== undefined && (
        <div>
          <dt>impersonated</dt>
          <dd>
            <code>{shortAddress(part.impersonated)}</code>
          </dd>
        </div>
      )}
      {part.hash !== '' && (
        <div>
          <dt>hash</dt>
          <dd>
            <code title={part.hash}>{shortAddress(part.hash)}</code> <CopyButton text={part.hash} what="the hash" />
          </dd>
        </div>
      )}
    </dl>
  )
}

/** Gas as bars: of the transaction, and of each callback under its limit. */
export function Gas({ part }: { readonly part: PartDetail }) {
  const { gasUsed, gasWanted, sudo } = part
  return (
    <Section title="Gas">
      <ul class="gas">
        <GasLine name={part.run ? 'run' : 'transaction'} used={gasUsed} limit={gasWanted} />
        {sudo.map(({ contract, kind, gas, limit, failure }, i) => (
          <li key={i} class="gas-call">
            <ul class="gas">
              <GasLine name={`${kind} of ${shortAddress(contract)}`} used={gas} limit={limit} />
            </ul>
            {failure !== undefined && (
              <p class="failed-call">
                <Badge tone="bad">{failure.id === undefined ? 'failed' : `failure ${failure.id}`}</Badge>{' '}
                {failure.error}
                <span class="failure-details">{failure.details}</span>
              </p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function GasLine({ name, used, limit }: { readonly name: string; readonly used: string; readonly limit: string }) {
  const hasLimit = limit !== '0'
  const text = hasLimit
    ? `${grouped(used)} of ${grouped(limit)} (${percent(Number(used), Number(limit))})`
    : grouped(used)
  return (
    <li class="gas-line">
      <span>{name}</span>
      <span class="number">{text}</span>
      {hasLimit && <Bar part={Number(used)} whole={Number(limit)} label={`${name}: ${text} gas`} />}
    </li>
  )
}

/** The packet or the query that a delivery carried. */
export function Carried({ value }: { readonly value: NonNullable<PartDetail['carries']> }) {
  return (
    <dl class="facts">
      {Object.entries(value).map(([name, member]) => (
        <>
          <dt>{name}</dt>
          <dd>
            {['data', 'acknowledgement'].includes(name) ? (
              <MessageView text={member} label={name} />
            ) : (
              <code>{member}</code>
            )}
          </dd>
        </>
      ))}
    </dl>
  )
}
