// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BASE_QUERY_V1BETA1: PackageTable = {
  messages: {
    PageRequest: 'key bytes 1, offset uint64 2, limit uint64 3, count_total bool 4, reverse bool 5',
    PageResponse: 'next_key bytes 1, total uint64 2',
  },
  enums: {},
  services: {},
}
