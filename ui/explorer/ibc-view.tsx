import type { Json } from '../../src/explorer/model.js'
import { grouped } from '../components/format.js'
import { Badge, Section, TableBox } from '../components/parts.js'
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
        <TableBox label={`Connections of ${chain}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">connection</th>
                <th scope="col">state</th>
                <th scope="col">client</th>
                <th scope="col">at the other end</th>
              </tr>
            </thead>
            <tbody>
              {links.map(({ id, state, client_id, counterparty }) => (
                <tr key={id}>
                  <th scope="row">{id}</th>
                  <td>
                    <State text={state} />
                  </td>
                  <td>{client_id}</td>
                  <td>
                    {counterparty.connection_id} {counterparty.client_id}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
      )}
      <h3>Channels</h3>
      {all.length === 0 ? (
        <p class="quiet">none</p>
      ) : (
        <TableBox label={`Channels of ${chain}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">channel</th>
                <th scope="col">port</th>
                <th scope="col">state</th>
                <th scope="col">order</th>
                <th scope="col">at the other end</th>
                <th scope="col">version</th>
              </tr>
            </thead>
            <tbody>
              {all.map((channel) => (
                <tr key={`${channel.port_id} ${channel.channel_id}`}>
                  <th scope="row">{channel.channel_id}</th>
                  <td class="breaking">{channel.port_id}</td>
                  <td>
                    <State text={channel.state} />
                  </td>
                  <td>{channel.ordering.replace('ORDER_', '').toLowerCase()}</td>
                  <td class="breaking">
                    {channel.counterparty.port_id}/{channel.counterparty.channel_id}
                  </td>
                  <td class="breaking">{channel.version.startsWith('{') ? 'interchain account' : channel.version}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </TableBox>
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
    <TableBox label={`Clients of ${chain}`}>
      <table>
        <thead>
          <tr>
            <th scope="col">client</th>
            <th scope="col">follows</th>
            <th scope="col">latest height</th>
            <th scope="col">state</th>
            <th scope="col">
              <span class="hidden">what can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {clients.map(({ client_id, client_state: { chain_id, latest_height, frozen_height } }) => {
            const isFrozen = frozen_height !== undefined && frozen_height.revision_height !== '0'
            return (
              <tr key={client_id}>
                <th scope="row">{client_id}</th>
                <td>{chain_id ?? ''}</td>
                <td class="number">{latest_height === undefined ? '' : grouped(latest_height.revision_height)}</td>
                <td>{isFrozen ? <Badge tone="bad">frozen</Badge> : <Badge tone="good">active</Badge>}</td>
                <td>
                  {chain_id !== undefined && (
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
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </TableBox>
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
