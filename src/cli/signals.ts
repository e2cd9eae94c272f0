import { parentPort, receiveMessageOnPort } from 'node:worker_threads'

/** The message from a command to the main thread that waits for a signal. */
export const AWAIT_SIGNAL = 'await signal'

/** The answer of the main thread: from now on signals reach the command, and do not end the process. */
export const SIGNAL_AWAITED = 'signal awaited'

const SIGNALS: ReadonlySet<unknown> = new Set(['SIGINT', 'SIGTERM'])

/** Resolves on Ctrl-C or a termination signal. @param over stops waiting, so that the command can end by itself */
export const interrupted = (over?: AbortSignal): Promise<void> => {
  const signal = heard((message) => SIGNALS.has(message), over)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(AWAIT_SIGNAL)
  return signal
}

/** Whether a signal has come since the call: for work during which no event reaches the thread. */
export function watchedForSignals(): () => boolean {
  const port = parentPort
  if (port === null) return () => false
  let isInterrupted = false
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  port.postMessage(AWAIT_SIGNAL)
  return () => {
    while (!isInterrupted) {
      const received = receiveMessageOnPort(port)
      if (received === undefined) return false
      isInterrupted = SIGNALS.has(received.message)
    }
    return true
  }
}

/** How a running campaign is ended by signals. */
interface CampaignStops {
  /** Ends it after the running action sequences. */
  readonly signal: AbortSignal
  /** Ends it at once. */
  readonly abandon: AbortSignal
  /** Stops waiting for signals. */
  readonly end: () => void
}

/**
 * The first signal ends a campaign after the running action sequences, the second one at once. Whoever waits for a signal keeps the process alive: nothing
 * that throws may stand between this and the search.
 * @param onFirst called for the first one
 */
export function stopsBySignals(onFirst: () => void): CampaignStops {
  const [stop, abandon, over] = [new AbortController(), new AbortController(), new AbortController()]
  void interrupted(over.signal).then(() => {
    stop.abort()
    onFirst()
    void interrupted(over.signal).then(() => abandon.abort())
  })
  return { signal: stop.signal, abandon: abandon.signal, end: () => over.abort() }
}

/** {@link interrupted}, once no signal can end the process any more: for a command that then says that it is ready, and may be stopped at once. */
export async function readyForSignals(): Promise<{ readonly interrupted: Promise<void> }> {
  const isAwaited = heard((message) => message === SIGNAL_AWAITED)
  const signal = interrupted()
  if (parentPort !== null) await isAwaited
  return { interrupted: signal }
}

/** Resolves on the first message of the main thread that is meant. */
const heard = (isMeant: (message: unknown) => boolean, over?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => void parentPort?.off('message', onMessage)
    const onMessage = (message: unknown): void => {
      if (!isMeant(message)) return
      end()
      resolve()
    }
    parentPort?.on('message', onMessage)
    over?.addEventListener('abort', end)
  })
