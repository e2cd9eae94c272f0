import { abiWord } from '../../../codec/abi/index.js'
import type { Context } from '../../../chain/index.js'
import { hex, unhex, type StateView } from '../../../evm/inside.js'
import { denomOf, type StateParts } from '../commit.js'

/** The accounts of a chain as Ethereum sees them. Their balances are what they may spend. Source: cosmos/evm v0.7.3 x/vm/keeper/grpc_query.go */
export const viewOf = ({ accounts, bank, evm }: StateParts, ctx: Context): StateView => {
  const slots = (address: Uint8Array) => evm.slots(ctx, address)
  return {
    account: (address) => {
      const bytes = unhex(address)
      const found = accounts.get(ctx, bytes)
      return found && { nonce: found.sequence, codeHash: hex(evm.codeHash(ctx, bytes)) }
    },
    balance: (address) => bank.spendableCoin(ctx, unhex(address), denomOf(evm, ctx)).amount,
    storage: (address, slot) => {
      const value = evm.slot(ctx, unhex(address), abiWord(slot))
      return value === undefined ? 0n : BigInt(hex(value))
    },
    code: (hash) => evm.code(ctx, unhex(hash)),
    *slots(address) {
      for (const [slot] of slots(unhex(address))) yield BigInt(hex(slot))
    },
    filled: (address) => [...slots(unhex(address))].length,
  }
}
