import { concatBytes } from '../../base/index.js'
import { sha256 } from '../../crypto/index.js'
import { allContractRows, contractRows } from '../../modules/wasm/index.js'
import type { Start, Subject } from '../setup.js'

/** With more rows in all contracts together, hashing them costs more than it saves. */
const MAX_ROWS = 2000

/** The hash of a contract's storage. */
export function storageOf({ sandbox }: Start, { config, address }: Subject): string {
  const { app } = sandbox.chain(config.chain)!.host
  return hashOf([...contractRows(app.context, app.address(address))])
}

/** The hash of the storage of all contracts on the campaign's chains; undefined if it has too many rows. */
export function storageOfAll({ sandbox, subjects }: Start): string | undefined {
  const hashes: string[] = []
  for (const chain of new Set(subjects.map(({ config }) => config.chain))) {
    const rows: Row[] = []
    for (const row of allContractRows(sandbox.chain(chain)!.host.app.context)) {
      if (rows.length === MAX_ROWS) return undefined
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
