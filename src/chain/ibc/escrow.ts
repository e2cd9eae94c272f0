import { concatBytes, toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'

/** Escrow address of a channel, 20 bytes. Source: ibc-go v10 apps/transfer/types/keys.go `GetEscrowAddress` */
export const escrowAddress = (portId: string, channelId: string): Uint8Array =>
  sha256(concatBytes(toUtf8('ics20-1'), Uint8Array.of(0), toUtf8(`${portId}/${channelId}`))).slice(0, 20)
