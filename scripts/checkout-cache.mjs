import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The folder for what is made of a checkout's sources. Checkouts may share `node_modules` by a link, so it has a name of the checkout's own:
 * otherwise the tests of one would run the sources of another.
 */
export function checkoutCache(root) {
  const name = createHash('sha256').update(realpathSync(root)).digest('hex').slice(0, 12)
  return join(realpathSync(join(root, 'node_modules')), '.cache/sudobox', name)
}
