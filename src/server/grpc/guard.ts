import { ServerInterceptingCall, status, type Metadata, type ServerInterceptor } from '@grpc/grpc-js'
import { MAX_HEADER_BYTES } from '../limits.js'
import type { Port } from '../port.js'
import type { Connections } from './connections.js'

/** Bytes of the names and values of all headers. */
const sizeOf = (metadata: Metadata): number =>
  Object.entries(metadata.toHttp2Headers())
    .flatMap(([name, values]) => [values ?? ''].flat().map((value) => name.length + String(value).length))
    .reduce((sum, size) => sum + size, 0)

/** Refuses calls with headers above the limit, which HTTP/2 itself puts at 64 KiB. */
export const headerGuard: ServerInterceptor = (_, call) =>
  new ServerInterceptingCall(call, {
    start: (next) =>
      next({
        onReceiveMetadata: (metadata, proceed) => {
          const size = sizeOf(metadata)
          if (size <= MAX_HEADER_BYTES) return proceed(metadata)
          const details = `received headers of ${size} bytes, more than ${MAX_HEADER_BYTES}`
          return call.sendStatus({ code: status.RESOURCE_EXHAUSTED, details })
        },
      }),
  })

/** Refuses calls whose `:authority` or `host` header is not allowed, before reading anything else of them. */
export const hostGuard =
  ({ allows }: Port): ServerInterceptor =>
  (_, call) => {
    const { localAddress } = call.getConnectionInfo()
    const authority = call.getHost()
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const hosts = metadata.get('host').map(String)
            const refusal = [authority, ...hosts].map((host) => allows(host, localAddress, ':authority')).find(Boolean)
            if (refusal === undefined) proceed(metadata)
            else call.sendStatus({ code: status.PERMISSION_DENIED, details: refusal.text })
          },
        }),
    })
  }

/**
 * Ends calls that do not arrive in time, and notes the beginning and end of each on its connection.
 * @param within milliseconds for everything that the client sends; 0 means no limit
 * @param between the same, between the messages of a stream
 */
export const callGuard =
  (connections: Connections, within: number, between: number): ServerInterceptor =>
  ({ requestStream }, call) => {
    const limit = requestStream ? between : within
    const timer = limit === 0 ? undefined : setTimeout(() => late(), limit).unref()
    let open = true
    const ended = connections.begin(call.getConnectionInfo())
    const end = (): void => {
      clearTimeout(timer)
      if (open) ended()
      open = false
    }
    const late = (): void => {
      end()
      call.sendStatus({ code: status.DEADLINE_EXCEEDED, details: `the call did not arrive within ${limit} ms` })
    }
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMessage: (message, proceed) => {
            if (open) timer?.refresh()
            proceed(message)
          },
          onReceiveHalfClose: (proceed) => {
            clearTimeout(timer)
            proceed()
          },
          onCancel: end,
        }),
      sendStatus: (outcome, next) => {
        end()
        next(outcome)
      },
    })
  }
