import { hexProblem, isBlank } from '../../codec/index.js'
import { ChainError } from '../../base/index.js'
import { plainError, wrapError } from '../../chain/index.js'
import { packetAmount, type Denom } from '../../chain/ibc/index.js'
import { goArray, goObject, goString } from '../../codec/go-json/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/index.js'
import { ErrInvalidAmount, ErrInvalidDenomForTransfer, ErrInvalidId } from './errors.js'

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

/** A denom as `json.Marshal` writes it. */
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

/** @throws ChainError transfer/5 */
export function positiveAmount(text: string): bigint {
  const amount = packetAmount(text)
  if (amount === undefined) throw ErrInvalidAmount.error(`unable to parse transfer amount (${text}) into math.Int`)
  if (amount <= 0n) throw ErrInvalidAmount.error(`amount must be strictly positive: got ${amount}`)
  return amount
}

/** 32 bytes in hex. @throws ChainError undefined/1 with Go's text. Source: `ParseHexHash` */
export function parseHash(text: string): Uint8Array {
  const problem = hexProblem(text)
  if (problem !== undefined) throw plainError(problem)
  const hash = new Uint8Array(Buffer.from(text, 'hex'))
  if (hash.length > 0 && hash.length !== 32) throw plainError(`expected size to be 32 bytes, got ${hash.length} bytes`)
  return hash
}
