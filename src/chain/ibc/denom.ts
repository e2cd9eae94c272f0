import type { Denom, Hop } from 'cosmjs-types/ibc/applications/transfer/v1/token'
import { toUtf8 } from '../../base/index.js'
import { isChannelId, isClientId } from '../../codec/ibc/index.js'
import { sha256 } from '../../crypto/index.js'

export type { Denom, Hop }

/** A denom with its trace; the last hop comes first. Source: ibc-go v10 apps/transfer/types/denom.go. */

const isNative = ({ trace }: Denom): boolean => trace.length === 0

/** `transfer/channel-0/uatom`. */
export const pathOf = ({ base, trace }: Denom): string =>
  trace.map(({ portId, channelId }) => `${portId}/${channelId}/`).join('') + base

export const hashOf = (denom: Denom): Uint8Array => sha256(toUtf8(pathOf(denom)))
export const hashText = (denom: Denom): string => Buffer.from(hashOf(denom)).toString('hex').toUpperCase()

/** The denom of the bank: `ibc/<hash>`, or the base of a native denom. */
export const bankDenom = (denom: Denom): string => (isNative(denom) ? denom.base : `ibc/${hashText(denom)}`)

export const hasPrefix = ({ trace: [hop] }: Denom, portId: string, channelId: string): boolean =>
  hop !== undefined && hop.portId === portId && hop.channelId === channelId

/** Source: `ExtractDenomFromPath`. */
export function denomOf(path: string): Denom {
  const parts = path.split('/')
  if (parts.length === 1) return { base: path, trace: [] }
  const trace: Hop[] = []
  let i = 0
  for (; i < parts.length; i += 2) {
    const channelId = parts[i + 1]
    if (channelId === undefined || parts.length <= 2 || !(isChannelId(channelId) || isClientId(channelId))) break
    trace.push({ portId: parts[i]!, channelId })
  }
  return { base: parts.slice(i).join('/'), trace }
}

/** A packet's denom on the receiving chain. */
export const receivedDenom = (
  denom: Denom,
  source: { readonly portId: string; readonly channelId: string },
  destination: Hop,
): Denom => ({
  base: denom.base,
  trace: hasPrefix(denom, source.portId, source.channelId) ? denom.trace.slice(1) : [destination, ...denom.trace],
})
