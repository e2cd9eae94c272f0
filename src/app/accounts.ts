import { addressText } from '../chain/address.js'
import { moduleAddress } from '../modules/auth/index.js'
import { packetCallback, type ContractManagerKeeper } from '../modules/contractmanager/index.js'
import { validateFee } from '../modules/feerefunder/index.js'
import { CallbackMiddleware, callbackSender, getConnection, type PacketSender } from '../modules/ibc/index.js'
import {
  accountAddress,
  activeChannel,
  CONTROLLER_STORE,
  type ConnectedChannels,
  ControllerApplication,
  ControllerKeeper,
  controllerPort,
  HOST_PORT,
  HostApplication,
  HostKeeper,
  ICA_MODULE,
  sendTx,
} from '../modules/ica/index.js'
import {
  InterchainTxsApplication,
  InterchainTxsKeeper,
  type AccountContracts,
  type Controller,
} from '../modules/interchaintxs/index.js'
import type { Keepers } from './chain-parts.js'
import { callbackPacket, channels, type NeutronIbc, type PlainIbc } from './ibc.js'

/** Both halves of interchain accounts. */
export interface InterchainAccounts {
  readonly controller: ControllerKeeper
  readonly host: HostKeeper
}

/** Port of controllers: those of the chain's own accounts begin with it. */
const CONTROLLER_PORT = 'icacontroller'

function accountsOf({ accounts, chain }: Keepers, sender: PacketSender): InterchainAccounts {
  const text = (module: string) => addressText(accounts.prefix, moduleAddress(module))
  const connected: ConnectedChannels = {
    ...channels,
    counterpartyConnection: (ctx, id) => getConnection(ctx, id)?.counterparty.connectionId,
  }
  const { router, appHash } = chain
  const common = { channels: connected, router, authority: text('gov') }
  return {
    controller: new ControllerKeeper({ ...common, sender, account: text(ICA_MODULE) }),
    host: new HostKeeper({ ...common, accounts, appHash }),
  }
}

/** Interchain accounts on their ports, as ibc-go has them, and callbacks for contracts. Source: wasmd app/app.go. */
export function plainAccounts(keepers: Keepers, { core, contracts }: PlainIbc): InterchainAccounts {
  const sender = callbackSender(core.packets, (...packet) => application.readMemo(...packet), contracts)
  const accounts: InterchainAccounts = accountsOf(keepers, sender)
  const application = new ControllerApplication(accounts.controller)
  core.router
    .add(CONTROLLER_PORT, new CallbackMiddleware(application, contracts))
    .add(HOST_PORT, new HostApplication(accounts.host))
  return accounts
}

/** Interchain accounts of Neutron's contracts, which hear of them under the sudo limit. Source: neutron app/app.go. */
export function neutronAccounts(
  keepers: Keepers,
  { core, fees }: NeutronIbc,
  manager: ContractManagerKeeper,
): InterchainAccounts & { readonly txs: InterchainTxsKeeper } {
  const accounts = accountsOf(keepers, core.packets)
  const contracts = accountContracts(keepers, manager)
  const txs = new InterchainTxsKeeper({
    bank: keepers.bank,
    fees,
    channels,
    controller: controllerOf(accounts.controller),
    contracts,
    validateFee,
    feeCollector: moduleAddress('fee_collector'),
    authority: accounts.controller.authority,
  })
  const controller = new ControllerApplication(accounts.controller, new InterchainTxsApplication(contracts, fees))
  core.router
    .add(CONTROLLER_PORT, controller)
    .add(HOST_PORT, new HostApplication(accounts.host))
    .add('interchaintxs', controller)
  return { ...accounts, txs }
}

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
