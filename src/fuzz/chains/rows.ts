import { EvmdApp } from '../../app/index.js'
import { concatBytes, fromHex, toHex } from '../../base/index.js'
import { ContextKey } from '../../chain/index.js'
import { EVM_STORE } from '../../modules/evm/index.js'
import { allContractRows, contractRows } from '../../modules/wasm/index.js'
import type { ChainHost } from '../../sandbox/internal.js'
import { isOfEvm } from './solidity.js'

/** A row of a contract's storage. */
export interface Row {
  readonly key: Uint8Array
  readonly value: Uint8Array
}

/** The storage of a contract: its rows, or its slots in the EVM. */
export const rowsOfContract = (host: ChainHost, address: string): Iterable<Row> =>
  isOfEvm(host) ? slotsOf(host, host.app.address(address)) : contractRows(host.app.context, host.app.address(address))

/** The storage of all contracts of a chain; on one with the EVM inside, of those that were deployed in the sandbox, or that contracts created. */
export const rowsOfAll = (host: ChainHost): Iterable<Row> =>
  isOfEvm(host) ? allSlots(host) : allContractRows(host.app.context)

function* allSlots(host: ChainHost): Iterable<Row> {
  const deployed = solidityContracts(host).map((hex) => fromHex(hex))
  for (const address of [...deployed, ...createdByContracts(host)]) {
    for (const { key, value } of slotsOf(host, address)) yield { key: concatBytes(address, key), value }
  }
}

/** The slots of a contract in Solidity. */
function* slotsOf({ app }: ChainHost, address: Uint8Array): Iterable<Row> {
  if (!(app instanceof EvmdApp)) return
  for (const [key, value] of app.evm.slots(app.context, address)) yield { key, value }
}

/** Addresses of the contracts in Solidity that were deployed in the sandbox. */
export const solidityContracts = ({ solidity }: ChainHost): readonly string[] => [...solidity.abis.keys()]

/** What contracts in Solidity created, such as clones: accounts with code that no transaction deployed, and that the chain did not begin with, whose nonce is 0. */
export const createdByContracts = ({ app, solidity }: ChainHost): readonly Uint8Array[] =>
  app instanceof EvmdApp
    ? app.context
        .fromStore(EVM_STORE, WITH_CODE, (ctx) => [...app.evm.contracts(ctx)].map(([address]) => address))
        .filter((address) => !solidity.abis.has(toHex(address)) && (app.account(address)?.sequence ?? 0n) > 0n)
    : []
const WITH_CODE = new ContextKey<readonly Uint8Array[]>('accounts with code')
