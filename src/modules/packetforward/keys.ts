import { textKey, type Key } from '../../store/index.js'

/** Name of the module and of its store; the spelling is the reference's. */
export const NAME = 'packetfowardmiddleware'

/** A packet that was forwarded, by what it was sent with. Source: packet-forward-middleware v10.1.0 types/keys.go `RefundPacketKey`. */
export const inFlightKey = ({ sourceChannel, sourcePort, sequence }: PacketPlace): Key =>
  textKey(`${sourceChannel}/${sourcePort}/${sequence}`)

/** Where a packet was sent from. */
export interface PacketPlace {
  readonly sourcePort: string
  readonly sourceChannel: string
  readonly sequence: bigint
}
