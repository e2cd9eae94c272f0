import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js'
import type { Port } from '../port.js'

/** Refuses calls whose `:authority`, or `host` beside it, is not allowed, before anything is read of them. */
export const hostGuard =
  ({ allows }: Port): ServerInterceptor =>
  (_, call) => {
    const { localAddress } = call.getConnectionInfo()
    const asked = call.getHost()
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMetadata: (metadata, proceed) => {
            const hosts = metadata.get('host').map(String)
            const refusal = [asked, ...hosts].map((host) => allows(host, localAddress, ':authority')).find(Boolean)
            if (refusal === undefined) proceed(metadata)
            else call.sendStatus({ code: status.PERMISSION_DENIED, details: refusal.text })
          },
        }),
    })
  }

/**
 * Ends calls that do not arrive in time.
 * @param within milliseconds for the whole of what the client sends, or between the messages of a stream
 */
export const slowCallGuard =
  (within: number, between: number): ServerInterceptor =>
  ({ requestStream }, call) => {
    const late = requestStream ? between : within
    if (late === 0) return new ServerInterceptingCall(call)
    const details = `the call did not arrive within ${late} ms`
    const timer = setTimeout(() => call.sendStatus({ code: status.DEADLINE_EXCEEDED, details }), late)
    timer.unref()
    return new ServerInterceptingCall(call, {
      start: (next) =>
        next({
          onReceiveMessage: (message, proceed) => {
            timer.refresh()
            proceed(message)
          },
          onReceiveHalfClose: (proceed) => {
            clearTimeout(timer)
            proceed()
          },
          onCancel: () => clearTimeout(timer),
        }),
      sendStatus: (outcome, next) => {
        clearTimeout(timer)
        next(outcome)
      },
    })
  }
