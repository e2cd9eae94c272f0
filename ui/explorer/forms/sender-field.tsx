import { useEffect } from 'preact/hooks'
import type { AccountRow } from '../../../src/explorer/model.js'
import { useActing, useExplorer, useView } from '../hooks.js'
import { Result } from '../result-view.js'

/** Who sends a transaction: an account with a key, or anybody without one. */
export interface Sender {
  readonly from: string
  readonly impersonate: boolean
}

export const NOBODY: Sender = { from: '', impersonate: false }

/** The members of a transaction that name its sender. */
export const senderOf = ({ from, impersonate }: Sender): object => ({ from, ...(impersonate && { impersonate: true }) })

interface SenderFieldProps {
  readonly chain: string
  readonly sender: Sender
  readonly onChange: (sender: Sender) => void
}

const ANYBODY = '\u0000anybody'
const FUNDS = '1000000000'

/** Chooses who sends a transaction. */
export function SenderField({ chain, sender, onChange }: SenderFieldProps) {
  const { data } = useView<readonly AccountRow[]>('accounts')
  const { chains } = useExplorer()
  const acting = useActing()
  const denom = chains.find(({ key }) => key === chain)?.denom ?? ''
  const names = (data ?? []).filter((one) => one.chain === chain).map(({ name }) => name)
  useEffect(() => {
    if (!sender.impersonate && names.length > 0 && !names.includes(sender.from))
      onChange({ from: names.find((name) => name !== 'relayer') ?? names[0]!, impersonate: false })
  }, [names.join(' '), sender.impersonate])
  const open = (): void =>
    void acting.act('account alice', { action: 'account', chain, name: 'alice', funds: `${FUNDS}${denom}` })
  return (
    <div class="sender">
      <label class="field">
        <span>from</span>
        <select
          value={sender.impersonate ? ANYBODY : sender.from}
          onChange={(event) => {
            const { value } = event.currentTarget
            onChange(value === ANYBODY ? { from: '', impersonate: true } : { from: value, impersonate: false })
          }}
        >
          {names.length === 0 && <option value="">no accounts yet</option>}
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
          <option value={ANYBODY}>any address, without a signature …</option>
        </select>
      </label>
      {sender.impersonate && (
        <label class="field">
          <span>who</span>
          <input
            type="text"
            required
            value={sender.from}
            placeholder="address, label, or module such as gov"
            spellcheck={false}
            onInput={(event) => onChange({ from: event.currentTarget.value, impersonate: true })}
          />
        </label>
      )}
      {data !== undefined && names.filter((name) => name !== 'relayer').length === 0 && !sender.impersonate && (
        <button type="button" class="small" disabled={acting.busy} onClick={open}>
          Create the account alice with {FUNDS} {denom}
        </button>
      )}
      {acting.answer?.error && <Result acting={acting} />}
    </div>
  )
}
