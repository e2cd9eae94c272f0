import type { LogEntry } from './log.js'
import type { Outcome } from './outcome.js'

/** Returns or throws what the work does, and notes it in the log entry. */
export function noting<T extends Outcome>(entry: LogEntry, work: () => T | Promise<T>): T | Promise<T> {
  const ended = (outcome: T): T => {
    entry.ended = { outcome }
    return outcome
  }
  const failed = (error: unknown): never => {
    entry.ended = { error }
    throw error
  }
  try {
    const result = work()
    return result instanceof Promise ? result.then(ended, failed) : ended(result)
  } catch (error) {
    return failed(error)
  }
}

/** Returns or throws what the work does; `follow` runs either way, since an action that fails may still have made a block. */
export function afterwards<T>(work: () => T | Promise<T>, follow: () => void): T | Promise<T> {
  let result: T | Promise<T>
  try {
    result = work()
  } catch (error) {
    follow()
    throw error
  }
  if (result instanceof Promise) return result.finally(follow)
  follow()
  return result
}
