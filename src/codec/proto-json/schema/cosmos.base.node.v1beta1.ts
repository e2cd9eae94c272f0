// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BASE_NODE_V1BETA1: PackageTable = {
  messages: {
    ConfigRequest: '',
    ConfigResponse:
      'minimum_gas_price string 1, pruning_keep_recent string 2, pruning_interval string 3, halt_height uint64 4',
    StatusRequest: '',
    StatusResponse:
      'earliest_store_height uint64 1, height uint64 2, timestamp google.protobuf.Timestamp? 3, app_hash bytes 4, validator_hash bytes 5',
  },
  enums: {},
  services: { Service: 'Config .ConfigRequest .ConfigResponse, Status .StatusRequest .StatusResponse' },
}
