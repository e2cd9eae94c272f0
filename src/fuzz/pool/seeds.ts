import { toUtf8 } from '../../base/bytes.js'
import { sha256 } from '../../crypto/hash.js'

/**
 * The seed of one worker: the first one of a new campaign has the campaign's own, so that one worker does what `campaign()` does with it;
 * others, and those of a campaign that is resumed, have their own.
 * @param run how often the campaign was resumed @param part which worker, and which that was started in its place
 */
export function seedOf(master: number, run: number, part: number): number {
  if (run === 0 && part === 0) return master
  const hash = sha256(toUtf8(`${master}/${run}/${part}`))
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0)
}
