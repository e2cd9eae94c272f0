import { parentPort, workerData } from 'node:worker_threads'

/** The message from a command to the main thread that waits for a key; the reply is the key. */
export const AWAIT_KEY = 'await key'

/** The message from a command to the main thread that reads the standard input itself, as `process.stdin`. */
export const AWAIT_INPUT = 'await input'

/** Whether the command is interactive: both its input and its output are terminals. */
export const isInteractive = (): boolean => (workerData as { readonly tty?: boolean } | null)?.tty === true

/** The next pressed key; Ctrl-C is `\u0003`. */
export const pressedKey = (): Promise<string> =>
  new Promise((resolve) => {
    parentPort?.once('message', (key) => resolve(String(key)))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    parentPort?.postMessage(AWAIT_KEY)
  })
