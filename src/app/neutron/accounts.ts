import { moduleAddress } from '../../modules/auth/index.js'
import { packetCallback, type ContractManagerKeeper } from '../../modules/contractmanager/index.js'
import { validateFee } from '../../modules/feerefunder/index.js'
import {
  accountAddress,
  activeChannel,
  CONTROLLER_STORE,
  ControllerApplication,
  controllerPort,
  HOST_PORT,
  HostApplication,
  sendTx,
  type ControllerKeeper,
} from '../../modules/ica/index.js'
import {
  InterchainTxsApplication,
  InterchainTxsKeeper,
  type AccountContracts,
  type Controller,
  type InterchainTxsOptions,
} from '../../modules/interchaintxs/index.js'
import { accountsOf, CONTROLLER_PORT, type InterchainAccounts } from '../accounts.js'
import type { IbcKeeper } from '../../modules/ibc/index.js'
import type { Keepers } from '../chain-parts.js'
import { channels } from '../ibc.js'
import { callbackPacket, type NeutronIbc } from './ibc.js'

export interface NeutronAccounts extends InterchainAccounts {
  /** The module that lets contracts use interchain accounts. */
  readonly txs: InterchainTxsKeeper
}

/** Interchain accounts of contracts, whose callbacks run under the sudo limit. Source: neutron app/app.go, nolus-core app/keepers/keepers.go. */
export function contractAccounts(
  keepers: Keepers,
  options: Pick<InterchainTxsOptions, 'charges' | 'release'> & {
    readonly core: IbcKeeper
    readonly manager: ContractManagerKeeper
  },
): NeutronAccounts {
  const { core, charges } = options
  const accounts = accountsOf(keepers, core.packets)
  const contracts = accountContracts(keepers, options.manager)
  const txs = new InterchainTxsKeeper({
    charges,
    release: options.release,
    controller: controllerOf(accounts.controller),
    contracts,
    authority: accounts.controller.authority,
  })
  const controller = new ControllerApplication(
    accounts.controller,
    new InterchainTxsApplication(contracts, charges?.fees),
  )
  core.router
    .add(CONTROLLER_PORT, controller)
    .add(HOST_PORT, new HostApplication(accounts.host))
    .add('interchaintxs', controller)
  return { ...accounts, txs }
}

/** Those of Neutron, which contracts pay for. */
export const neutronAccounts = (
  keepers: Keepers,
  { core, fees }: NeutronIbc,
  manager: ContractManagerKeeper,
): NeutronAccounts =>
  contractAccounts(keepers, {
    core,
    manager,
    charges: { bank: keepers.bank, fees, channels, validateFee, feeCollector: moduleAddress('fee_collector') },
  })

const EXECUTE_TX = 1

const controllerOf = (keeper: ControllerKeeper): Controller => ({
  register: (ctx, request) => keeper.register(ctx, request),
  enableCallbacks: (ctx, portId, connectionId) => keeper.setMiddleware(ctx, portId, connectionId, true),
  send: (ctx, { owner, connectionId, data, memo, timeout }) =>
    sendTx(keeper, ctx, {
      owner,
      connectionId,
      packetData: { type: EXECUTE_TX, data, memo },
      relativeTimeout: timeout,
    }),
  portOf: controllerPort,
  activeChannel: (ctx, connectionId, portId) => activeChannel(ctx, CONTROLLER_STORE, connectionId, portId),
  accountAddress: (ctx, connectionId, portId) => accountAddress(ctx, CONTROLLER_STORE, connectionId, portId),
})

const accountContracts = ({ wasm }: Keepers, manager: ContractManagerKeeper): AccountContracts => ({
  hasContract: (ctx, address) => wasm.hasContract(ctx, address),
  codeId: (ctx, address) => wasm.contractInfo(ctx, address)?.codeId ?? 0n,
  onPacket: (ctx, contract, packet, outcome) =>
    void manager.callback(ctx, contract, packetCallback(callbackPacket(packet), outcome)),
  onOpenAck: (ctx, contract, channel) =>
    void manager.callback(ctx, contract, {
      open_ack: {
        port_id: channel.portId,
        channel_id: channel.channelId,
        counterparty_channel_id: channel.counterpartyChannelId,
        counterparty_version: channel.counterpartyVersion,
      },
    }),
})
