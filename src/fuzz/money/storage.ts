import { concatBytes } from '../../base/bytes.js'
import { sha256 } from '../../crypto/hash.js'
import { allContractRows, contractRows } from '../../modules/wasm/index.js'
import type { Start, Subject } from '../setup.js'

/** Rows of all contracts together from which on to look at them costs more than what it saves. */
const MOST_ROWS = 2000

/** All that a contract stores, as a hash. */
export function storageOf({ sandbox }: Start, { config, address }: Subject): string {
  const { app } = sandbox.chain(config.chain)!.host
  return hashOf([...contractRows(app.context, app.address(address))])
}

/** All that contracts store on the chains of the campaign's, as a hash; undefined where that is a lot. */
export function storageOfAll({ sandbox, subjects }: Start): string | undefined {
  const hashes: string[] = []
  for (const chain of new Set(subjects.map(({ config }) => config.chain))) {
    const rows: Row[] = []
    for (const row of allContractRows(sandbox.chain(chain)!.host.app.context)) {
      if (rows.length === MOST_ROWS) return undefined
      rows.push(row)
    }
    hashes.push(hashOf(rows))
  }
  return hashes.join()
}

interface Row {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

function hashOf(rows: readonly Row[]): string {
  const parts = rows.flatMap(({ key, value }) => [Buffer.from(`${key.length} ${value.length} `), key, value])
  return Buffer.from(sha256(concatBytes(...parts))).toString('hex')
}
