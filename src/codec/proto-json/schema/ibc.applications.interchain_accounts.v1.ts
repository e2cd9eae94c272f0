// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const IBC_APPLICATIONS_INTERCHAIN_ACCOUNTS_V1: PackageTable = {
  messages: {
    InterchainAccount: 'base_account cosmos.auth.v1beta1.BaseAccount? 1, account_owner string 2',
    Metadata:
      'version string 1, controller_connection_id string 2, host_connection_id string 3, address string 4, encoding string 5, tx_type string 6',
    InterchainAccountPacketData: 'type .Type 1, data bytes 2, memo string 3',
    CosmosTx: 'messages google.protobuf.Any[] 1',
  },
  enums: { Type: 'TYPE_UNSPECIFIED 0, TYPE_EXECUTE_TX 1' },
  services: {},
}
