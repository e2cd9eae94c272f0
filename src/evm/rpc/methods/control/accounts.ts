import { NO_BYTES } from '../../../../base/index.js'
import { unhex } from '../../../hex.js'
import type { State } from '../../../state/state.js'
import type { Hex } from '../../../hex.js'
import { alike, both, command, every } from './spelling.js'
import { method, required, type Method } from '../../table.js'
import { address, boolean, data, hash32, numeric, slot } from '../../../validate.js'
import { invalidParams } from '../../../errors.js'

const MAX_BALANCE = (1n << 256n) - 1n

/** The account exists from now on. */
const open = (state: State, address: Hex): void => {
  if (state.account(address) === undefined) state.setCode(address, NO_BYTES)
}

/** State of accounts, and impersonation. */
export const accountControlMethods: readonly Method[] = [
  ...command([...both('setBalance'), 'tenderly_setBalance', 'evm_setAccountBalance'], {
    changes: true,
    params: [required('address', address), required('balance', numeric)],
    doc: 'Sets the balance of an account.',
    handle: ({ chain, turn }, address, balance) => chain.change(turn, (state) => state.setBalance(address, balance)),
  }),
  ...command([...both('addBalance'), 'tenderly_addBalance'], {
    changes: true,
    params: [required('address', address), required('amount', numeric)],
    doc: 'Adds to the balance of an account, up to the maximum of 256 bits.',
    handle: ({ chain, turn }, address, amount) =>
      chain.change(turn, (state) => {
        const sum = state.balance(address) + amount
        state.setBalance(address, sum < MAX_BALANCE ? sum : MAX_BALANCE)
      }),
  }),
  ...command([...every('setNonce'), 'evm_setAccountNonce'], {
    changes: true,
    params: [required('address', address), required('nonce', numeric)],
    doc: 'Sets the nonce of an account.',
    handle: ({ chain, turn }, address, nonce) => {
      if (nonce >= (1n << 64n) - 1n) throw invalidParams('invalid argument 1: nonce: want less than 2^64 - 1')
      return chain.change(turn, (state) => {
        open(state, address)
        state.setAccount(address, { nonce, codeHash: state.account(address)!.codeHash })
      })
    },
  }),
  ...command([...both('setCode'), 'evm_setAccountCode'], {
    changes: true,
    params: [required('address', address), required('code', data)],
    doc: 'Sets the code of an account.',
    handle: ({ chain, turn }, address, code) => chain.change(turn, (state) => state.setCode(address, unhex(code))),
  }),
  ...alike([...every('setStorageAt'), 'evm_setAccountStorageAt'], {
    changes: true,
    params: [required('address', address), required('slot', slot), required('value', hash32)],
    doc: 'Sets a storage slot of a contract to 32 bytes.',
    handle: async ({ chain, turn }, address, slot, value) => {
      await chain.change(turn, (state) => {
        open(state, address)
        state.setStorage(address, slot, BigInt(value))
      })
      return true
    },
  }),
  ...command(every('impersonateAccount'), {
    changes: true,
    params: [required('address', address)],
    doc: 'Accepts transactions from this account without its signature.',
    handle: ({ chain, turn }, address) =>
      chain.configure(turn, { impersonated: new Set([...chain.settings.impersonated, address]) }),
  }),
  ...alike(['hardhat_stopImpersonatingAccount', 'ganache_stopImpersonatingAccount'], {
    changes: true,
    params: [required('address', address)],
    doc: 'Stops impersonating an account; false if it was not impersonated.',
    handle: async ({ chain, turn }, address) => {
      const impersonated = new Set(chain.settings.impersonated)
      const was = impersonated.delete(address)
      await chain.configure(turn, { impersonated })
      return was
    },
  }),
  method('anvil_stopImpersonatingAccount', {
    status: 'none',
    changes: true,
    params: [required('address', address)],
    doc: 'Stops impersonating an account.',
    handle: async ({ chain, turn }, address) => {
      await chain.configure(turn, {
        impersonated: new Set([...chain.settings.impersonated].filter((one) => one !== address)),
      })
      return null
    },
  }),
  ...command(['anvil_impersonateSignature'], {
    changes: true,
    params: [required('signature', data), required('address', address)],
    doc: 'Makes the ECRECOVER precompile return this account for a signature (r, s and v, 65 bytes).',
    handle: ({ chain, turn }, signature, address) =>
      chain.configure(turn, { signers: new Map([...chain.settings.signers, [signature, address]]) }),
  }),
  ...command(both('autoImpersonateAccount'), {
    changes: true,
    params: [required('on', boolean)],
    doc: 'Accepts transactions from every account without its signature.',
    handle: ({ chain, turn }, impersonateAll) => chain.configure(turn, { impersonateAll }),
  }),
]
