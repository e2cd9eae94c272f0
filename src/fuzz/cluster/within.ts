import { ignoreError } from './connect.js'

/** @returns what it came to; undefined when it takes longer, as when the server is away */
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
