import { parentPort, workerData } from 'node:worker_threads'

/** What a command says to the process when it waits for a key; the process answers with the key. */
export const AWAIT_KEY = 'await key'

/** Whether a person sits before the command: both what it reads and what it prints is a terminal. */
export const isInteractive = (): boolean => (workerData as { readonly tty?: boolean } | null)?.tty === true

/** The next key that is pressed; Ctrl-C is `\u0003`. */
export const pressedKey = (): Promise<string> =>
  new Promise((resolve) => {
    parentPort?.once('message', (key) => resolve(String(key)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    parentPort?.postMessage(AWAIT_KEY)
  })
