import { toUtf8 } from '../../base/index.js'
import { nilPointer } from '../../chain/index.js'
import { memoObject } from '../../chain/ibc/index.js'
import { GoJsonError, pointer, string, struct, uint8, unmarshal, unmarshaler } from '../../codec/go-json/index.js'
import { channelIdProblem, portIdProblem } from '../../codec/ibc/index.js'
import { duration } from './duration.js'
import { ErrInvalidId } from './errors.js'
import { readNext } from './next.js'

const Metadata = struct('PacketMetadata', {
  forward: pointer(
    struct('ForwardMetadata', {
      receiver: string,
      port: string,
      channel: string,
      timeout: unmarshaler('types.Duration', () => 0n, duration),
      retries: pointer(uint8),
      next: pointer(unmarshaler('types.JSONObject', () => '', readNext)),
    }),
  ),
})

/** Where a packet is to be forwarded. Source: packet-forward-middleware v10.1.0 types/forward.go `ForwardMetadata`. */
export interface Forward {
  readonly receiver: string
  readonly port: string
  readonly channel: string
  /** Nanoseconds; 0 and less is the default. */
  readonly timeout: bigint
  readonly retries: bigint | undefined
  /** See {@link readNext}. */
  readonly next: string | undefined
}

/** A malformed request to forward, with the error text of the acknowledgement. */
interface Malformed {
  readonly problem: string
}

/**
 * The request to forward in a memo; undefined when there is none.
 * @throws GoPanic for a second `Forward` that is null. Source: ibc_middleware.go `OnRecvPacket`
 */
export function forwardIn(memo: string): Forward | Malformed | undefined {
  const member = memoObject(memo)?.['forward']
  if (member === undefined || member === null) return undefined
  let forward: Forward | undefined
  try {
    ;({ forward } = unmarshal(Metadata, toUtf8(memo)))
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error
    return { problem: `error parsing forward metadata: ${error.shortMessage}` }
  }
  if (forward === undefined) throw nilPointer()
  const problem = problemOf(forward)
  return problem === undefined ? forward : { problem }
}

/** Source: types/forward.go `Validate`. */
function problemOf({ receiver, port, channel }: Forward): string | undefined {
  if (receiver === '') return 'failed to validate metadata. receiver cannot be empty'
  const problem = portIdProblem(port) ?? channelIdProblem(channel)
  return problem === undefined ? undefined : `failed to validate metadata: ${ErrInvalidId.error(problem).log}`
}
