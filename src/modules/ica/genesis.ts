import type { Params as ControllerParams } from 'cosmjs-types/ibc/applications/interchain_accounts/controller/v1/controller'
import type { Params as HostParams } from 'cosmjs-types/ibc/applications/interchain_accounts/host/v1/host'
import type { Json } from '../../base/json-value.js'
import { ChainError } from '../../base/index.js'
import { GenesisReader, type Context } from '../../chain/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/index.js'
import type { ControllerKeeper } from './controller/keeper.js'
import { ALL_MESSAGES, type HostKeeper } from './host/keeper.js'
import { paramsProblem } from './host/messages.js'
import { CONTROLLER_STORE, HOST_PORT, HOST_STORE, type IcaStore } from './keys.js'
import { validateAccountAddress } from './metadata.js'
import { allAccounts, allActiveChannels, allPorts, setAccountAddress, setActiveChannel, setPort } from './state.js'

/** Source: ibc-go v10.5.0 apps/27-interchain-accounts/genesis, {controller,host}/keeper/genesis.go. */

export const controllerParamsJson = ({ controllerEnabled }: ControllerParams): Json => ({
  controller_enabled: controllerEnabled,
})
export const hostParamsJson = ({ hostEnabled, allowMessages }: HostParams): Json => ({
  host_enabled: hostEnabled,
  allow_messages: allowMessages,
})

export const readControllerParams = (json: GenesisReader): ControllerParams => ({
  controllerEnabled: json.at('controller_enabled').boolean(),
})
export function readHostParams(json: GenesisReader): HostParams {
  const params = {
    hostEnabled: json.at('host_enabled').boolean(),
    allowMessages: json
      .at('allow_messages')
      .list()
      .map((typeUrl) => typeUrl.string()),
  }
  const problem = paramsProblem(params)
  if (problem !== undefined) throw json.at('allow_messages').error(problem)
  return params
}

export const defaultGenesis = (): Json => ({
  controller_genesis_state: {
    active_channels: [],
    interchain_accounts: [],
    ports: [],
    params: controllerParamsJson({ controllerEnabled: true }),
  },
  host_genesis_state: {
    active_channels: [],
    interchain_accounts: [],
    port: HOST_PORT,
    params: hostParamsJson({ hostEnabled: true, allowMessages: [ALL_MESSAGES] }),
  },
})

/** @throws UsageError that names the place */
export function initGenesis(controller: ControllerKeeper, host: HostKeeper, ctx: Context, state: Json): void {
  const genesis = new GenesisReader(state, 'interchainaccounts')
  const owner = genesis.at('controller_genesis_state')
  for (const port of owner.at('ports').list()) setPort(ctx, CONTROLLER_STORE, portIn(port))
  initRows(ctx, CONTROLLER_STORE, owner, (channel, connectionId, portId) =>
    controller.setMiddleware(ctx, portId, connectionId, channel.at('is_middleware_enabled').boolean()),
  )
  controller.setParams(ctx, readControllerParams(owner.at('params')))
  const holder = genesis.at('host_genesis_state')
  setPort(ctx, HOST_STORE, portIn(holder.at('port')))
  initRows(ctx, HOST_STORE, holder, () => {})
  host.setParams(ctx, readHostParams(holder.at('params')))
}

function initRows(
  ctx: Context,
  store: IcaStore,
  state: GenesisReader,
  more: (channel: GenesisReader, connectionId: string, portId: string) => void,
): void {
  for (const channel of state.at('active_channels').list()) {
    const [connectionId, portId] = [channel.at('connection_id').string(), portIn(channel.at('port_id'))]
    const id = channel.at('channel_id')
    checked(id, channelIdProblem(id.string()))
    setActiveChannel(ctx, store, connectionId, portId, id.string())
    more(channel, connectionId, portId)
  }
  for (const account of state.at('interchain_accounts').list()) {
    const address = account.at('account_address')
    checked(address, addressProblem(address.string()))
    const [connectionId, portId] = [account.at('connection_id').string(), portIn(account.at('port_id'))]
    setAccountAddress(ctx, store, connectionId, portId, address.string())
  }
}

function portIn(json: GenesisReader): string {
  checked(json, portIdProblem(json.string()))
  return json.string()
}
function checked(json: GenesisReader, problem: string | undefined): void {
  if (problem !== undefined) throw json.error(problem)
}
function addressProblem(address: string): string | undefined {
  try {
    validateAccountAddress(address)
    return undefined
  } catch (error) {
    if (error instanceof ChainError) return error.log
    throw error
  }
}

export const exportGenesis = (controller: ControllerKeeper, host: HostKeeper, ctx: Context): Json => ({
  controller_genesis_state: {
    ...exportRows(ctx, CONTROLLER_STORE, (portId, connectionId) =>
      controller.isMiddlewareEnabled(ctx, portId, connectionId),
    ),
    ports: allPorts(ctx, CONTROLLER_STORE),
    params: controllerParamsJson(controller.params(ctx)),
  },
  host_genesis_state: {
    ...exportRows(ctx, HOST_STORE, () => false),
    port: HOST_PORT,
    params: hostParamsJson(host.params(ctx)),
  },
})

const exportRows = (
  ctx: Context,
  store: IcaStore,
  isEnabled: (portId: string, connectionId: string) => boolean,
): { readonly [member: string]: Json } => ({
  active_channels: allActiveChannels(ctx, store).map(({ connectionId, portId, value }) => ({
    connection_id: connectionId,
    port_id: portId,
    channel_id: value,
    is_middleware_enabled: isEnabled(portId, connectionId),
  })),
  interchain_accounts: allAccounts(ctx, store).map(({ connectionId, portId, value }) => ({
    connection_id: connectionId,
    port_id: portId,
    account_address: value,
  })),
})
