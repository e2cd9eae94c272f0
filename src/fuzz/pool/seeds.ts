import { toUtf8 } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'

/**
 * The seed of one worker. The first worker of a new campaign has the campaign's seed, so that a single worker does the same as `campaign()`; other
 * workers, and those of a resumed campaign, have derived seeds.
 * @param run how often the campaign was resumed @param part number of the worker, restarts included
 */
export function seedOf(master: number, run: number, part: number): number {
  if (run === 0 && part === 0) return master
  const hash = sha256(toUtf8(`${master}/${run}/${part}`))
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0)
}
