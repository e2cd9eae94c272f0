import type { Json } from '../../src/explorer/model.js'
import { grouped } from '../components/format.js'
import { Badge, Section } from '../components/parts.js'
import { DataTable } from './data-table.js'
import { useActing, useExplorer, useView, type Acting } from './hooks.js'
import { ErrorBox, Result } from './result-view.js'

interface Height {
  readonly revision_number: string
  readonly revision_height: string
}

interface Client {
  readonly client_id: string
  readonly client_state: {
    readonly '@type': string
    readonly chain_id?: string
    readonly latest_height?: Height
    readonly frozen_height?: Height
  }
}

interface Connection {
  readonly id: string
  readonly client_id: string
  readonly state: string
  readonly counterparty: { readonly client_id: string; readonly connection_id: string }
}

interface Channel {
  readonly state: string
  readonly ordering: string
  readonly counterparty: { readonly port_id: string; readonly channel_id: string }
  readonly connection_hops: readonly string[]
  readonly version: string
  readonly port_id: string
  readonly channel_id: string
}

/** Clients, connections, channels and interchain accounts of each chain. */
export function IbcView() {
  const { chains } = useExplorer()
  const acting = useActing()
  return (
    <div class="page">
      <Result acting={acting} />
      <div class="columns">
        {chains.map(({ key }) => (
          <ChainIbc key={key} chain={key} acting={acting} />
        ))}
      </div>
    </div>
  )
}

const ALL = '?pagination.limit=1000'

function ChainIbc({ chain, acting }: { readonly chain: string; readonly acting: Acting }) {
  const clients = useView<{ readonly client_states: readonly Client[] }>('rest', {
    chain,
    path: `/ibc/core/client/v1/client_states${ALL}`,
  })
  const connections = useView<{ readonly connections: readonly Connection[] }>('rest', {
    chain,
    path: `/ibc/core/connection/v1/connections${ALL}`,
  })
  const channels = useView<{ readonly channels: readonly Channel[] }>('rest', {
    chain,
    path: `/ibc/core/channel/v1/channels${ALL}`,
  })
  const error = clients.error ?? connections.error ?? channels.error
  const all = channels.data?.channels ?? []
  const accounts = all.flatMap(interchainAccount)
  const links = (connections.data?.connections ?? []).filter(({ id }) => id !== 'connection-localhost')
  return (
    <Section level={2} title={chain}>
      {error && <ErrorBox error={error} />}
      <h3>Clients</h3>
      <Clients chain={chain} clients={clients.data?.client_states ?? []} acting={acting} />
      <h3>Connections</h3>
      {links.length === 0 ? (
        <p class="quiet">none</p>
      ) : (
        <DataTable
          label={`Connections of ${chain}`}
          columns={['connection', 'state', 'client', 'at the other end']}
          rows={links.map(({ id, state, client_id, counterparty }) => ({
            key: id,
            cells: [id, <State text={state} />, client_id, `${counterparty.connection_id} ${counterparty.client_id}`],
          }))}
        />
      )}
      <h3>Channels</h3>
      {all.length === 0 ? (
        <p class="quiet">none</p>
      ) : (
        <DataTable
          label={`Channels of ${chain}`}
          columns={['channel', 'port', 'state', 'order', 'at the other end', 'version']}
          rows={all.map(({ channel_id, port_id, state, ordering, counterparty, version }) => ({
            key: `${port_id} ${channel_id}`,
            cells: [
              channel_id,
              port_id,
              <State text={state} />,
              ordering.replace('ORDER_', '').toLowerCase(),
              `${counterparty.port_id}/${counterparty.channel_id}`,
              version.startsWith('{') ? 'interchain account' : version,
            ],
          }))}
        />
      )}
      <h3>Interchain accounts</h3>
      {accounts.length === 0 ? (
        <p class="quiet">none that a contract or account of {chain} has on another chain</p>
      ) : (
        <ul class="lines">
          {accounts.map(({ owner, address, connection }) => (
            <li key={owner}>
              <code>{address === '' ? 'not open yet' : address}</code>
              <div class="quiet">
                of <code>{owner}</code>, over {connection}
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Clients({
  chain,
  clients,
  acting,
}: {
  readonly chain: string
  readonly clients: readonly Client[]
  readonly acting: Acting
}) {
  return (
    <DataTable
      label={`Clients of ${chain}`}
      columns={[
        'client',
        'follows',
        { name: 'latest height', number: true },
        'state',
        { name: 'what can be done', hidden: true },
      ]}
      rows={clients.map(({ client_id, client_state: { chain_id, latest_height, frozen_height } }) => {
        const isFrozen = frozen_height !== undefined && frozen_height.revision_height !== '0'
        return {
          key: client_id,
          cells: [
            client_id,
            chain_id ?? '',
            latest_height === undefined ? '' : grouped(latest_height.revision_height),
            isFrozen ? <Badge tone="bad">frozen</Badge> : <Badge tone="good">active</Badge>,
            chain_id !== undefined && (
              <button
                type="button"
                class="small"
                disabled={acting.busy}
                aria-label={`Update ${client_id} of ${chain}`}
                onClick={() =>
                  void acting.act(`update ${client_id} of ${chain}`, {
                    action: 'updateClient',
                    chain,
                    client: client_id,
                  })
                }
              >
                Update
              </button>
            ),
          ],
        }
      })}
    />
  )
}

function State({ text }: { readonly text: string }) {
  const state = text.replace('STATE_', '').toLowerCase()
  return <Badge tone={state === 'open' ? 'good' : state === 'closed' ? 'bad' : 'warn'}>{state}</Badge>
}

interface InterchainAccount {
  readonly owner: string
  readonly address: string
  readonly connection: string
}

const CONTROLLER = 'icacontroller-'

/** The account that an owner has on the other chain: its channel says so. */
function interchainAccount({ port_id, version, connection_hops, state }: Channel): InterchainAccount[] {
  if (!port_id.startsWith(CONTROLLER)) return []
  let address = ''
  try {
    const given = JSON.parse(version) as { readonly [name: string]: Json }
    if (typeof given['address'] === 'string') address = given['address']
  } catch {
    // It is not open yet.
  }
  const closed = state === 'STATE_CLOSED' ? ' (closed)' : ''
  return [{ owner: port_id.slice(CONTROLLER.length), address, connection: `${connection_hops[0] ?? ''}${closed}` }]
}
