// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_CRYPTO_MULTISIG: PackageTable = {
  messages: { LegacyAminoPubKey: 'threshold uint32 1, public_keys google.protobuf.Any[] 2' },
  enums: {},
  services: {},
}
