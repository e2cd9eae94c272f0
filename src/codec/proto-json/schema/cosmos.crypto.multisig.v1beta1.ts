// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_CRYPTO_MULTISIG_V1BETA1: PackageTable = {
  messages: { MultiSignature: 'signatures bytes[] 1', CompactBitArray: 'extra_bits_stored uint32 1, elems bytes 2' },
  enums: {},
  services: {},
}
