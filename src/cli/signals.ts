import { parentPort } from 'node:worker_threads'

/** What a command says to the process when it waits for the user to end it. */
export const AWAIT_SIGNAL = 'await signal'

/** Until Ctrl-C, or until the process is told to end. @param over from then on nobody waits any more, and the command can end by itself */
export const interrupted = (over?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const heard = (): void => resolve()
    parentPort?.once('message', heard)
    over?.addEventListener('abort', () => parentPort?.off('message', heard))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    parentPort?.postMessage(AWAIT_SIGNAL)
  })
