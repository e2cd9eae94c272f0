import { ServerInterceptingCall, status, type ServerInterceptor } from '@grpc/grpc-js'
import type { ServerObserver } from '../observer.js'

/** Tells an observer of each call when its status is sent, or when the client gives it up. The library itself refuses methods that the server does not have. */
export const callMeters = ({ onRequest }: ServerObserver): readonly ServerInterceptor[] =>
  onRequest === undefined ? [] : [callMeter(onRequest)]

const callMeter =
  (onRequest: NonNullable<ServerObserver['onRequest']>): ServerInterceptor =>
  ({ path: method }, call) => {
    const from = performance.now()
    let isOpen = true
    const end = (code: status): void => {
      if (!isOpen) return
      isOpen = false
      const milliseconds = performance.now() - from
      onRequest({ server: 'grpc', method, code: code === status.OK ? undefined : code, milliseconds })
    }
    return new ServerInterceptingCall(call, {
      start: (next) => next({ onCancel: () => end(status.CANCELLED) }),
      sendStatus: (outcome, next) => {
        end(outcome.code ?? status.UNKNOWN)
        next(outcome)
      },
    })
  }
