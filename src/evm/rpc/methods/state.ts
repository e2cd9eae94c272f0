import { LATEST, isPending } from '../../chain/evm-chain.js'
import { hex, quantity, word, type Hex } from '../../hex.js'
import { proofOf } from '../../chain/proofs.js'
import { codeAt } from '../../state/view.js'
import { blockRef, storageSlots } from '../request.js'
import { invalidParams } from '../../errors.js'
import { method, optional, required, type Method } from '../table.js'
import { address, array, record, slot } from '../../validate.js'

const at = optional('block', blockRef, LATEST)

/** State of accounts, now and at any earlier block. */
export const stateMethods: readonly Method[] = [
  method('eth_getBalance', {
    status: 'Y',
    params: [required('address', address), at],
    doc: 'Balance of an account in the smallest unit of the EVM denomination.',
    handle: async ({ chain }, address, ref) => quantity(chain.view(await chain.block(ref)).balance(address)),
  }),
  method('eth_getTransactionCount', {
    status: 'Y',
    params: [required('address', address), at],
    doc: 'The nonce of an account; at `pending` the nonce of its next transaction.',
    handle: async ({ chain }, address, ref) => {
      // Also after transactions for which there is no room in the pending block.
      if (isPending(ref)) return quantity(chain.pool.nextNonce(address, chain.view(chain.blocks.head)))
      return quantity(chain.view(await chain.block(ref)).account(address)?.nonce ?? 0n)
    },
  }),
  method('eth_getCode', {
    status: 'Stub',
    params: [required('address', address), at],
    doc: 'The code of an account.',
    handle: async ({ chain }, address, ref) => hex(codeAt(chain.view(await chain.block(ref)), address)),
  }),
  method('eth_getStorageAt', {
    status: 'Y',
    params: [required('address', address), required('slot', slot), at],
    doc: 'The 32 bytes of a storage slot.',
    handle: async ({ chain }, address, slot, ref) => word(chain.view(await chain.block(ref)).storage(address, slot)),
  }),
  method('eth_getStorageValues', {
    status: 'none',
    params: [required('slots', record(address, array(slot, 1024))), at],
    doc: 'The values of storage slots of several contracts.',
    handle: async ({ chain }, wanted, ref) => {
      const entries = Object.entries(wanted) as [Hex, bigint[]][]
      const total = entries.reduce((sum, [, slots]) => sum + slots.length, 0)
      if (total === 0) throw invalidParams('empty request')
      if (total > 1024) throw invalidParams('too many slots (max 1024)')
      const view = chain.view(await chain.block(ref))
      return Object.fromEntries(
        entries.map(([address, slots]) => [address, slots.map((slot) => word(view.storage(address, slot)))]),
      )
    },
  }),
  method('eth_getProof', {
    status: 'Y',
    params: [required('address', address), required('slots', storageSlots), at],
    doc: 'An account, with Merkle proofs of it and of storage slots.',
    handle: async ({ chain }, address, slots, ref) => proofOf(chain, await chain.block(ref), address, slots),
  }),
]
