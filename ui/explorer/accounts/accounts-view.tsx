import type { AccountRow } from '../../../src/explorer/model.js'
import { CopyButton } from '../../components/copy-button.js'
import { grouped, shortAddress } from '../../components/format.js'
import { Section } from '../../components/parts.js'
import { shortDenom } from '../coins.js'
import { DataTable } from '../data-table.js'
import { useExplorer, useView } from '../hooks.js'
import { ErrorBox } from '../result-view.js'
import { FundForm } from './fund-form.js'
import { SendForm } from './send-form.js'

/** The accounts of the sandbox, and their coins. */
export function AccountsView() {
  const { data, error } = useView<readonly AccountRow[]>('accounts')
  const { chains } = useExplorer()
  return (
    <div class="page">
      {error && <ErrorBox error={error} />}
      {data?.length === 0 && (
        <p class="empty">
          No accounts yet. Create one below. The accounts of <code>sudobox serve --accounts 3</code> are listed here
          too.
        </p>
      )}
      {data && data.length > 0 && (
        <div class="columns">
          {chains
            .map(({ key }) => [key, data.filter(({ chain }) => chain === key)] as const)
            .filter(([, accounts]) => accounts.length > 0)
            .map(([chain, accounts]) => (
              <Section key={chain} level={2} title={`Accounts of ${chain}`}>
                <AccountTable chain={chain} accounts={accounts} />
              </Section>
            ))}
        </div>
      )}
      <div class="columns">
        <Section level={2} title="Send coins">
          <SendForm />
        </Section>
        <Section level={2} title="Fund an account" note="with coins that are minted for it">
          <FundForm />
        </Section>
      </div>
    </div>
  )
}

function AccountTable({ chain, accounts }: { readonly chain: string; readonly accounts: readonly AccountRow[] }) {
  return (
    <DataTable
      label={`Accounts of ${chain}`}
      columns={['account', 'address', { name: 'balances', number: true }]}
      rows={accounts.map(({ name, address, balances }) => ({
        key: name,
        cells: [
          name,
          <span class="nowrap">
            <code title={address}>{shortAddress(address)}</code>{' '}
            <CopyButton text={address} what={`the address of ${name} on ${chain}`} />
          </span>,
          balances.length === 0 ? (
            <span class="quiet">none</span>
          ) : (
            balances.map(({ denom, amount }) => (
              <div key={denom} title={denom}>
                {grouped(amount)} {shortDenom(denom)}
              </div>
            ))
          ),
        ],
      }))}
    />
  )
}
