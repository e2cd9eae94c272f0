// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_CRYPTO_ED25519: PackageTable = {
  messages: { PubKey: 'key bytes 1', PrivKey: 'key bytes 1' },
  enums: {},
  services: {},
}
