import { addressText } from '../chain/index.js'
import { moduleAddress } from '../modules/auth/index.js'
import { getConnection, type PacketSender } from '../modules/ibc/index.js'
import {
  type ConnectedChannels,
  ControllerApplication,
  ControllerKeeper,
  HOST_PORT,
  HostApplication,
  HostKeeper,
  ICA_MODULE,
} from '../modules/ica/index.js'
import type { BaseKeepers, Keepers } from './chain-parts.js'
import { layered, STACKS } from './ibc-stacks.js'
import { channels, type PlainIbc } from './ibc.js'

/** Both halves of interchain accounts. */
export interface InterchainAccounts {
  readonly controller: ControllerKeeper
  readonly host: HostKeeper
}

/** Prefix of the ports of controllers. */
export const CONTROLLER_PORT = 'icacontroller'

export function accountsOf({ accounts, chain }: BaseKeepers, sender: PacketSender): InterchainAccounts {
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

/** Interchain accounts on ibc-go's ports, with callbacks for contracts. Source: wasmd app/app.go. @param callbackGas most SDK gas of a callback (default: wasmd's) */
export function plainAccounts(
  keepers: Keepers,
  { core, transfer, contracts }: PlainIbc,
  callbackGas?: number,
): InterchainAccounts {
  const stack = layered(STACKS.plain.controller, core.packets, {
    keepers,
    transfer: () => transfer,
    application: () => application,
    contracts: () => contracts,
    authority: core.authority,
    callbackGas,
  })
  const accounts = accountsOf(keepers, stack.channels)
  const application = new ControllerApplication(accounts.controller)
  core.router.add(CONTROLLER_PORT, stack.over(application)).add(HOST_PORT, new HostApplication(accounts.host))
  return accounts
}
