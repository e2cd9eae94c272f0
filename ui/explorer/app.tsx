import { useState } from 'preact/hooks'
import { grouped, timeText } from '../components/format.js'
import { Badge } from '../components/parts.js'
import { Tabs } from '../components/tabs.js'
import { ThemeSwitch } from '../components/theme.js'
import type { ExplorerState } from '../../src/explorer/model.js'
import { AccountsView } from './accounts/accounts-view.js'
import { ActivityView } from './activity-view.js'
import { client, type Connection } from './client.js'
import { ContractsView } from './contracts/contracts-view.js'
import { FailuresView } from './failures-view.js'
import { useClient } from './hooks.js'
import { IbcView } from './ibc-view.js'
import { PacketsView } from './packets-view.js'
import { QueriesView } from './queries-view.js'
import { useRoute } from './route.js'
import { SandboxView } from './sandbox/sandbox-view.js'
import { SearchBox } from './search-box.js'

/** The explorer's page. */
export function App() {
  const { state, connection, why } = useClient()
  return (
    <>
      <header class="top explorer-top">
        <div class="top-line">
          <h1>Sudobox explorer</h1>
          <ThemeSwitch />
        </div>
        {state && <Chains state={state} />}
      </header>
      <main>
        <Standing connection={connection} why={why} hasState={state !== undefined} />
        {state ? <Views state={state} /> : connection === 'connecting' && <p class="empty">Connecting …</p>}
      </main>
    </>
  )
}

/** The head of each chain. */
function Chains({ state }: { readonly state: ExplorerState }) {
  return (
    <dl class="chains">
      {state.chains.map(({ key, chainId, height, time, evm }) => (
        <div key={key}>
          <dt title={chainId}>{key}</dt>
          <dd>
            height <strong>{grouped(height)}</strong>
            <span class="quiet chain-time"> {timeText(time)}</span>
            {evm !== undefined && evm > 0 && (
              <span class="quiet">
                , EVM block <strong>{grouped(evm)}</strong>
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The problem with the connection to the server. */
function Standing({
  connection,
  why,
  hasState,
}: {
  readonly connection: Connection
  readonly why: string
  readonly hasState: boolean
}) {
  if (connection === 'token') return <TokenForm why={why} />
  if (connection === 'refused')
    return (
      <p class="alert standing" role="alert">
        The server refuses this page: {why}.
      </p>
    )
  if (connection === 'lost')
    return (
      <p class="alert standing" role="alert">
        <Badge tone="bad">no connection</Badge> The server has stopped or cannot be reached.
        {hasState && ' The page shows the last known state.'} Trying again …
      </p>
    )
  return null
}

function TokenForm({ why }: { readonly why: string }) {
  const [token, setToken] = useState('')
  return (
    <form
      class="token-form"
      onSubmit={(event) => {
        event.preventDefault()
        client.useToken(token.trim())
      }}
    >
      <label>
        The token of the server
        <input
          type="password"
          autocomplete="off"
          required
          value={token}
          onInput={(event) => setToken(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="main">
        Open
      </button>
      <p class="quiet">
        It was started with --token. <strong role="status">{why}</strong>
      </p>
    </form>
  )
}

function Views({ state }: { readonly state: ExplorerState }) {
  const [route, go] = useRoute()
  const failures = state.chains.reduce((sum, chain) => sum + chain.failures, 0)
  const tabs = [
    { id: 'activity', title: 'Activity' },
    ...(state.chains.some(({ evm }) => evm !== undefined) ? [{ id: 'evm', title: 'EVM' }] : []),
    { id: 'contracts', title: 'Contracts' },
    { id: 'accounts', title: 'Accounts' },
    { id: 'failures', title: 'Failures', ...(failures > 0 && { count: failures }) },
    { id: 'packets', title: 'Packets' },
    { id: 'queries', title: 'Queries' },
    { id: 'ibc', title: 'IBC' },
    { id: 'sandbox', title: 'Sandbox' },
  ]
  const tab = tabs.find(({ id }) => id === route.tab)?.id ?? 'activity'
  return (
    <>
      <SearchBox go={go} />
      <Tabs label="Views" tabs={tabs} selected={tab} onSelect={(id) => go({ tab: id })}>
        {tab === 'activity' && <ActivityView key="activity" route={route} go={go} />}
        {tab === 'evm' && <ActivityView key="evm" route={route} go={go} ofEvm />}
        {tab === 'contracts' && <ContractsView route={route} go={go} />}
        {tab === 'accounts' && <AccountsView />}
        {tab === 'failures' && <FailuresView go={go} />}
        {tab === 'packets' && <PacketsView go={go} />}
        {tab === 'queries' && <QueriesView go={go} />}
        {tab === 'ibc' && <IbcView />}
        {tab === 'sandbox' && <SandboxView />}
      </Tabs>
    </>
  )
}
