import { concatBytes } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { rowsOfAll, rowsOfContract, type Row } from '../chains/rows.js'
import type { Start, Subject } from '../setup.js'

/** With more rows in all contracts together, hashing them costs more than it saves. */
const MAX_ROWS = 2000

/** The hash of a contract's storage. */
export function storageOf({ sandbox }: Start, { config, address }: Subject): string {
  return hashOf([...rowsOfContract(sandbox.chain(config.chain)!.host, address)])
}

/** The hash of the storage of all contracts on the campaign's chains; undefined if it has too many rows. */
export function storageOfAll({ sandbox, subjects }: Start): string | undefined {
  const hashes: string[] = []
  for (const chain of new Set(subjects.map(({ config }) => config.chain))) {
    const rows: Row[] = []
    for (const row of rowsOfAll(sandbox.chain(chain)!.host)) {
      if (rows.length === MAX_ROWS) return undefined
      rows.push(row)
    }
    hashes.push(hashOf(rows))
  }
  return hashes.join()
}

function hashOf(rows: readonly Row[]): string {
  const parts = rows.flatMap(({ key, value }) => [Buffer.from(`${key.length} ${value.length} `), key, value])
  return Buffer.from(sha256(concatBytes(...parts))).toString('hex')
}
