import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { join } from 'node:path'

/** Bytes of the largest file of a cache. */
export const MAX_PLAIN_BYTES = 64 * 1024 * 1024

/**
 * The bytes of a file below a folder; undefined for anything but a plain file of a usual size that no link leads to. A cache may have come with a file
 * from somebody else, whose links, pipes and devices must not be opened.
 */
export function readPlain(folder: string, name: string): Uint8Array | undefined {
  let handle: number | undefined
  try {
    const file = join(folder, name)
    // Some devices act when they are opened.
    if (!lstatSync(file).isFile() || realpathSync(file) !== join(realpathSync(folder), name)) return undefined
    handle = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const found = fstatSync(handle)
    if (!found.isFile() || found.size > MAX_PLAIN_BYTES) return undefined
    const bytes = new Uint8Array(found.size)
    let at = 0
    for (let got = 1; got > 0 && at < bytes.length; at += got) got = readSync(handle, bytes, at, bytes.length - at, at)
    return bytes.subarray(0, at)
  } catch (error) {
    if ('code' in (error as object)) return undefined
    throw error
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
}
