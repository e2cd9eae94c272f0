import { channelsOfPort, getAsyncPacket, getChannel, type IbcKeeper } from '../modules/ibc/index.js'
import {
  bankDenom,
  decodePacketData,
  receivedDenom,
  type PacketSender,
  type TransferKeeper,
} from '../modules/transfer/index.js'
import {
  ContractApplication,
  ContractApplication2,
  ContractCallbacks,
  type ContractIbc,
} from '../modules/wasm/index.js'
import type { Keepers } from './chain-parts.js'

/** Contracts as IBC sees them, and IBC as they see it. */
export interface ConnectedContracts {
  /** The callbacks middleware: calls contracts that a packet's memo names. */
  readonly callbacks: ContractCallbacks
  /** For the wasm module. */
  readonly contractIbc: ContractIbc
}

/** Lets contracts have ports, channels and packets. Source: neutron app/app.go, wasmd app/app.go. */
export function connectContracts(
  { wasm }: Keepers,
  ibc: IbcKeeper,
  transfer: Pick<TransferKeeper, 'port'>,
  sender: PacketSender,
): ConnectedContracts {
  const contractIbc: ContractIbc = {
    channels: { get: getChannel, ofPort: channelsOfPort },
    packets: {
      send: (...packet) => sender.send(...packet),
      writeAcknowledgement: (...packet) => ibc.packets.writeAcknowledgement(...packet),
    },
    packets2: {
      waiting: getAsyncPacket,
      writeAcknowledgement: (ctx, clientId, sequence, acknowledgement) =>
        ibc.packets2.writeAsyncAcknowledgement(ctx, clientId, sequence, { appAcknowledgements: [acknowledgement] }),
    },
    transferPort: (ctx) => transfer.port(ctx),
    received: ({ data, sourcePort, sourceChannel, destinationPort, destinationChannel }, version) => {
      const { denom, amount, sender: from, receiver } = decodePacketData(data, version)
      const here = receivedDenom(
        denom,
        { portId: sourcePort, channelId: sourceChannel },
        { portId: destinationPort, channelId: destinationChannel },
      )
      return { sender: from, receiver, denom: bankDenom(here), amount }
    },
  }
  ibc.router.add('wasm', new ContractApplication(wasm.ibcCalls, contractIbc))
  ibc.router2.addPrefix('wasm2', new ContractApplication2(wasm.ibcCalls))
  return { callbacks: new ContractCallbacks(wasm.ibcCalls, contractIbc), contractIbc }
}
