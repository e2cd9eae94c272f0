import type { Denom, Hop } from 'cosmjs-types/ibc/applications/transfer/v1/token'
import { toUtf8 } from '../../base/bytes.js'
import { ChainError } from '../../base/errors.js'
import { plainError, wrapError } from '../../chain/errors.js'
import { decodeInt } from '../../codec/go-int.js'
import { goArray, goObject, goString } from '../../codec/go-json/index.js'
import { channelIdProblem, isBlank, isChannelId, isClientId, portIdProblem } from '../../codec/ibc/identifiers.js'
import { sha256 } from '../../crypto/hash.js'
import { ErrInvalidAmount, ErrInvalidDenomForTransfer, ErrInvalidId } from './errors.js'

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

/** @throws ChainError transfer/3, host/2 */
export function validateDenom({ base, trace }: Denom): void {
  if (isBlank(base)) throw ErrInvalidDenomForTransfer.error('base denomination cannot be blank')
  for (const { portId, channelId } of trace) {
    const port = portIdProblem(portId)
    if (port !== undefined) throw invalidTrace(port, `invalid hop source port ID ${portId}`)
    const channel = channelIdProblem(channelId)
    if (channel !== undefined) throw invalidTrace(channel, `invalid hop source channel ID ${channelId}`)
  }
}
const invalidTrace = (problem: string, what: string): ChainError =>
  wrapError(wrapError(ErrInvalidId.error(problem), what), 'invalid trace')

/** As `json.Marshal` writes a denom. */
export const denomJson = ({ base, trace }: Denom): string =>
  goObject({
    base: base === '' ? undefined : goString(base),
    trace:
      trace.length === 0
        ? 'null'
        : goArray(
            trace.map(({ portId, channelId }) =>
              goObject({
                port_id: portId === '' ? undefined : goString(portId),
                channel_id: channelId === '' ? undefined : goString(channelId),
              }),
            ),
          ),
  })

/** An amount in a packet; undefined for invalid text. Source: cosmossdk.io/math `NewIntFromString` */
function amountOf(text: string): bigint | undefined {
  if (text === '') return undefined
  try {
    return decodeInt(text)
  } catch (error) {
    if (error instanceof ChainError) return undefined
    throw error
  }
}

/** @throws ChainError transfer/5 */
export function positiveAmount(text: string): bigint {
  const amount = amountOf(text)
  if (amount === undefined) throw ErrInvalidAmount.error(`unable to parse transfer amount (${text}) into math.Int`)
  if (amount <= 0n) throw ErrInvalidAmount.error(`amount must be strictly positive: got ${amount}`)
  return amount
}

/** 32 bytes in hex. @throws ChainError undefined/1 with Go's text. Source: `ParseHexHash` */
export function parseHash(text: string): Uint8Array {
  // Go iterates over bytes and prints each as a character.
  const invalid = Buffer.from(text)
    .toString('latin1')
    .match(/[^0-9a-fA-F]/)?.[0]
  if (invalid !== undefined) {
    const point = invalid.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    throw plainError(`encoding/hex: invalid byte: U+${point} '${invalid}'`)
  }
  if (text.length % 2 === 1) throw plainError('encoding/hex: odd length hex string')
  const hash = new Uint8Array(Buffer.from(text, 'hex'))
  if (hash.length > 0 && hash.length !== 32) throw plainError(`expected size to be 32 bytes, got ${hash.length} bytes`)
  return hash
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
