import { ignoreError } from './connect.js'

/** @returns the result of the work; undefined if it takes longer, for instance because the server is down */
export async function within<T>(work: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds)
  })
  work.catch(ignoreError)
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

interface End {
  /** Settles with the end. */
  readonly over: Promise<false>
  readonly signal: AbortSignal
  readonly stop: () => void
}

/** The end of a run after some seconds or by a signal, whichever comes first. */
export function endOf(seconds: number | undefined, signal: AbortSignal | undefined): End {
  const ending = new AbortController()
  const end = (): void => ending.abort()
  const over = new Promise<false>((resolve) => ending.signal.addEventListener('abort', () => resolve(false)))
  const timer = seconds === undefined ? undefined : setTimeout(end, seconds * 1000)
  signal?.addEventListener('abort', end)
  if (signal?.aborted === true) end()
  const stop = (): void => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
  return { over, signal: ending.signal, stop }
}
