import { useEffect } from 'preact/hooks'
import type { AccountRow } from '../../../src/explorer/model.js'
import { grouped } from '../../components/format.js'
import { coinsText } from '../coins.js'
import { useActing, useExplorer, useView } from '../hooks.js'
import { Result } from '../result-view.js'
import { SelectField } from './fields.js'
import { useRemembered } from './memory.js'

/** Who sends a transaction: an account of the sandbox, or any address. */
export interface Sender {
  readonly from: string
  /** Without a signature. */
  readonly impersonate: boolean
  /** Whether the address is typed. */
  readonly isTyped: boolean
}

const NOBODY: Sender = { from: '', impersonate: false, isTyped: false }

/** The members of a transaction that name its sender. */
export const senderOf = ({ from, impersonate }: Sender): { readonly from: string; readonly impersonate?: true } => ({
  from,
  ...(impersonate && { impersonate: true }),
})

/** The sender that was chosen last on a chain. */
export function useSender(chain: string): readonly [Sender, (sender: Sender) => void] {
  const [text, setText] = useRemembered(`from ${chain}`, '')
  return [senderIn(text), (next) => setText(JSON.stringify(next))]
}

function senderIn(text: string): Sender {
  try {
    return { ...NOBODY, ...(JSON.parse(text) as Partial<Sender>) }
  } catch {
    return NOBODY
  }
}

interface SenderFieldProps {
  readonly chain: string
  readonly sender: Sender
  readonly onChange: (sender: Sender) => void
}

const ANYBODY = '\u0000anybody'
const FUNDS = '1000000000'

/** Accounts of the sandbox itself, which a user rather does not send from. */
const SERVANTS = ['faucet', 'relayer']
const rank = ({ name, balances }: AccountRow): number =>
  (balances.length === 0 ? 2 : 0) + (SERVANTS.includes(name) ? 1 : 0)

const senderFor = ({ name, key }: AccountRow): Sender => ({ from: name, impersonate: key === 'none', isTyped: false })

/** Chooses who sends a transaction: those that own coins are first. */
export function SenderField({ chain, sender, onChange }: SenderFieldProps) {
  const { data } = useView<readonly AccountRow[]>('accounts')
  const { chains } = useExplorer()
  const acting = useActing()
  const denom = chains.find(({ key }) => key === chain)?.denom ?? ''
  const accounts = (data ?? []).filter((one) => one.chain === chain).toSorted((a, b) => rank(a) - rank(b))
  const names = accounts.map(({ name }) => name)
  const [first] = accounts
  useEffect(() => {
    if (!sender.isTyped && first !== undefined && !names.includes(sender.from)) onChange(senderFor(first))
  }, [names.join(' '), chain, sender.from, sender.isTyped])
  const open = (): void =>
    void acting.act('account alice', { action: 'account', chain, name: 'alice', funds: `${FUNDS}${denom}` })
  const hasOwn = accounts.some(({ name, balances }) => !SERVANTS.includes(name) && balances.length > 0)
  return (
    <div class="sender">
      <SelectField
        name="from"
        value={sender.isTyped ? ANYBODY : sender.from}
        options={{
          ...(names.length === 0 && { '': 'no accounts yet' }),
          ...Object.fromEntries(
            accounts.map(({ name, balances }) => [name, `${name} (${coinsText(balances, denom)})`]),
          ),
          [ANYBODY]: 'any address, without a signature …',
        }}
        onChange={(value) => {
          const chosen = accounts.find(({ name }) => name === value)
          onChange(chosen === undefined ? { from: '', impersonate: true, isTyped: true } : senderFor(chosen))
        }}
      />
      {sender.isTyped && (
        <label class="field">
          <span>who</span>
          <input
            type="text"
            required
            value={sender.from}
            placeholder="address, label, or module such as gov"
            spellcheck={false}
            onInput={(event) => onChange({ from: event.currentTarget.value, impersonate: true, isTyped: true })}
          />
        </label>
      )}
      {data !== undefined && !hasOwn && !sender.isTyped && (
        <button type="button" class="small" disabled={acting.busy} onClick={open}>
          Create the account alice with {grouped(FUNDS)} {denom}
        </button>
      )}
      {acting.answer?.error && <Result acting={acting} />}
    </div>
  )
}
