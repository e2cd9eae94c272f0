import { parentPort } from 'node:worker_threads'

/** The message from a command to the main thread that waits for a signal. */
export const AWAIT_SIGNAL = 'await signal'

/** Resolves on Ctrl-C or a termination signal. @param over stops waiting, so that the command can end by itself */
export const interrupted = (over?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const onSignal = (): void => resolve()
    parentPort?.once('message', onSignal)
    over?.addEventListener('abort', () => parentPort?.off('message', onSignal))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    parentPort?.postMessage(AWAIT_SIGNAL)
  })
