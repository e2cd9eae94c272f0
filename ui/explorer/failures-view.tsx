import type { FailureRow } from '../../src/explorer/model.js'
import { plural, shortAddress } from '../components/format.js'
import { MessageView } from '../components/json.js'
import { Badge, Pre, Section } from '../components/parts.js'
import { useActing, useView } from './hooks.js'
import { resubmission } from './messages.js'
import { ErrorBox, Result } from './result-view.js'
import type { Go } from './route.js'

/** Failed callbacks that the contract manager keeps, and their resubmission. */
export function FailuresView({ go }: { readonly go: Go }) {
  const { data, error } = useView<readonly FailureRow[]>('failures')
  const acting = useActing()
  const resubmit = ({ chain, address, label, id }: FailureRow): void =>
    void acting.act(`resubmit failure ${id} of ${shortAddress(label)}`, resubmission(chain, address, id))
  return (
    <div class="page">
      <Result acting={acting} />
      {error && <ErrorBox error={error} />}
      {data?.length === 0 && (
        <p class="empty">
          No callback has failed. A failure is recorded when a contract fails in <code>sudo</code> or exceeds its gas
          limit. To see one, deploy the example <code>callback_lab.wasm</code> under{' '}
          <button type="button" class="link" onClick={() => go({ tab: 'contracts' })}>
            Contracts
          </button>{' '}
          with <code>on_timeout</code> set to an error, send a transfer with it, and let the packet time out under{' '}
          <button type="button" class="link" onClick={() => go({ tab: 'packets' })}>
            Packets
          </button>
          .
        </p>
      )}
      {data && data.length > 0 && (
        <p class="quiet">{plural(data.length, 'failure')}, recorded by the contract manager</p>
      )}
      <div class="cards">
        {data?.map((failure) => {
          const { chain, address, label, id, payload, error: text, details } = failure
          return (
            <article key={`${chain} ${address} ${id}`} class="card">
              <h2>
                <Badge tone="bad">failure {id}</Badge> {kindOf(payload)} of{' '}
                <button type="button" class="link" onClick={() => go({ tab: 'contracts', chain, address })}>
                  {shortAddress(label)}
                </button>{' '}
                <span class="quiet">on {chain}</span>
              </h2>
              <Pre tone="bad" label={`Error of failure ${id}`} text={details ?? text} />
              {details !== undefined && <p class="quiet">In the chain&apos;s state: {text}</p>}
              <Section title="Payload" note="the message of the callback" open={false}>
                <MessageView text={payload} label={`Payload of failure ${id}`} />
              </Section>
              <div class="act-row">
                <button type="button" class="main" disabled={acting.busy} onClick={() => resubmit(failure)}>
                  Resubmit
                </button>
                <span class="quiet">
                  Sent as the contract, without a signature. The call has no separate gas limit.
                </span>
              </div>
            </article>
          )
        })}
      </div>
    </div>
  )
}

const kindOf = (payload: string): string => /^\s*\{\s*"([^"]{1,60})"/.exec(payload)?.[1] ?? 'callback'
