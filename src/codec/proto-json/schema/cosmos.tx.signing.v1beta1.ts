// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_TX_SIGNING_V1BETA1: PackageTable = {
  messages: {
    SignatureDescriptors: 'signatures .SignatureDescriptor[] 1',
    SignatureDescriptor: 'public_key google.protobuf.Any? 1, data .SignatureDescriptor.Data? 2, sequence uint64 3',
    'SignatureDescriptor.Data':
      'single .SignatureDescriptor.Data.Single|sum 1, multi .SignatureDescriptor.Data.Multi|sum 2',
    'SignatureDescriptor.Data.Single': 'mode .SignMode 1, signature bytes 2',
    'SignatureDescriptor.Data.Multi':
      'bitarray cosmos.crypto.multisig.v1beta1.CompactBitArray? 1, signatures .SignatureDescriptor.Data[] 2',
  },
  enums: {
    SignMode:
      'SIGN_MODE_UNSPECIFIED 0, SIGN_MODE_DIRECT 1, SIGN_MODE_TEXTUAL 2, SIGN_MODE_DIRECT_AUX 3, SIGN_MODE_LEGACY_AMINO_JSON 127, SIGN_MODE_EIP_191 191',
  },
  services: {},
}
