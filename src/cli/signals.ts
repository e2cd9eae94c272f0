import { parentPort } from 'node:worker_threads'

/** What a command says to the process when it waits for the user to end it. */
export const AWAIT_SIGNAL = 'await signal'

/** Until Ctrl-C, or until the process is told to end. */
export const interrupted = (): Promise<void> =>
  new Promise((resolve) => {
    parentPort?.once('message', () => resolve())
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    parentPort?.postMessage(AWAIT_SIGNAL)
  })
