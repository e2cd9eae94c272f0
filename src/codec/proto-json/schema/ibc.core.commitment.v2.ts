// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_CORE_COMMITMENT_V2: PackageTable = {
  messages: { MerklePath: 'key_path bytes[] 1' },
  enums: {},
  services: {},
}
