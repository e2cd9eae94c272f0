import { useState } from 'preact/hooks'
import type { CallData } from '../../src/report/model.js'
import { grouped, shortAddress } from './format.js'
import { MessageView } from './json.js'
import { LinesView } from './lines-view.js'
import { Bar, Pre } from './parts.js'

/** Calls of contracts, each with those it made. A click on one shows its message, its storage and its gas. */
export function CallTree({ calls }: { readonly calls: readonly CallData[] }) {
  const whole = Math.max(1, ...calls.map(({ limit, gas }) => Number(limit ?? gas)))
  return (
    <ul class="calls">
      {calls.map((call, i) => (
        <Call key={i} call={call} whole={whole} />
      ))}
    </ul>
  )
}

const failsBelow = (call: CallData): boolean =>
  call.children.some((child) => child.error !== undefined || failsBelow(child))

function Call({ call, whole }: { readonly call: CallData; readonly whole: number }) {
  // The first failure is opened, since it is what readers look for.
  const isCause = call.error !== undefined && !failsBelow(call)
  const [open, setOpen] = useState(isCause)
  const limit = call.limit === undefined ? '' : ` of ${grouped(call.limit)}`
  const name = call.label ?? shortAddress(call.contract)
  return (
    <li class={call.error === undefined ? '' : isCause ? 'call-cause' : 'call-failed'}>
      <button type="button" class="call" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span class={`entry entry-${call.kind}`}>{call.entry}</span> <strong>{name}</strong>
        {call.double && <span class="quiet"> (double)</span>}
        {call.layer !== undefined && <span class="quiet"> from {call.layer}</span>}
        {call.funds !== undefined && <span class="quiet"> with {call.funds}</span>}
        <span class="call-gas">
          {grouped(call.gas)}
          {limit} gas
          <Bar
            part={Number(call.gas)}
            whole={Number(call.limit ?? whole)}
            label={`${call.gas}${limit} gas`}
            of={call.limit === undefined ? 'whole' : 'limit'}
          />
        </span>
        <span class="call-message">{call.message}</span>
        {call.error !== undefined && (
          <span class="call-error">
            {isCause ? '✗ ' : '· '}
            {call.error}
          </span>
        )}
        {call.fault !== undefined && <span class="call-error">injected fault: {call.fault}</span>}
      </button>
      {open && <CallDetails call={call} />}
      {call.children.length > 0 && (
        <ul class="calls">
          {call.children.map((child, i) => (
            <Call key={i} call={child} whole={whole} />
          ))}
        </ul>
      )}
    </li>
  )
}

function CallDetails({ call }: { readonly call: CallData }) {
  const { entry, contract, sender, ownGas, gas, children, storage, stack, message, answer, lines } = call
  return (
    <div class="call-details">
      <dl class="facts">
        <dt>contract</dt>
        <dd>
          <code>{contract}</code>
        </dd>
        {sender !== undefined && (
          <>
            <dt>sender</dt>
            <dd>
              <code>{sender}</code>
            </dd>
          </>
        )}
        {children.length > 0 && (
          <>
            <dt>gas</dt>
            <dd>
              {grouped(ownGas)} in this call, {grouped(String(BigInt(gas) - BigInt(ownGas)))} in nested calls
            </dd>
          </>
        )}
        {storage !== undefined && (
          <>
            <dt>storage</dt>
            <dd>
              {storage.map((use) => (
                <div key={use}>
                  <code>{use}</code>
                </div>
              ))}
            </dd>
          </>
        )}
      </dl>
      {lines !== undefined && <LinesView trace={lines} limit={call.limit} />}
      <MessageView text={message} label={`Message of ${entry}`} />
      {answer !== undefined && (
        <>
          <p class="quiet">Returned data</p>
          <MessageView text={answer} label={`Response of ${entry}`} />
        </>
      )}
      {stack !== undefined && (
        <Pre tone="bad" label="Stack of functions" text={stack.map((line) => `at ${line}`).join('\n')} />
      )}
    </div>
  )
}
