import type { Json } from '../../base/json-value.js'
import type { GenesisReader } from '../../chain/index.js'
import { height, type Height } from './height.js'

export const heightJson = ({ revisionNumber, revisionHeight }: Height): Json => ({
  revision_number: String(revisionNumber),
  revision_height: String(revisionHeight),
})
export const readHeight = (json: GenesisReader): Height =>
  height(json.at('revision_number').integer(), json.at('revision_height').integer())

/** The value of an enum by the name that the chain writes. @throws UsageError for another name */
export function readEnum<T extends number>(json: GenesisReader, values: Readonly<Record<string, T | string>>): T {
  const value = values[json.string()]
  if (typeof value === 'number') return value
  throw json.error(`unknown name ${JSON.stringify(json.string())}`)
}
