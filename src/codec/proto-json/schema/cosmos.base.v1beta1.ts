// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const COSMOS_BASE_V1BETA1: PackageTable = {
  messages: {
    Coin: 'denom string 1, amount string 2',
    DecCoin: 'denom string 1, amount string 2',
    IntProto: 'int string 1',
    DecProto: 'dec string 1',
  },
  enums: {},
  services: {},
}
