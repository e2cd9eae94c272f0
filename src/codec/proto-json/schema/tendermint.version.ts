// Written by `npm run schema` from cosmjs-types.
import type { PackageTable } from '../schema.js'

export const TENDERMINT_VERSION: PackageTable = {
  messages: { App: 'protocol uint64 1, software string 2', Consensus: 'block uint64 1, app uint64 2' },
  enums: {},
  services: {},
}
