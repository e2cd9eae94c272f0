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
