import { keccak_256 } from '@noble/hashes/sha3.js'
import { equalBytes } from '../../base/index.js'
import { registerError, type Context } from '../../chain/index.js'
import { EMPTY_CODE_HASH, type EvmKeeper } from './keeper.js'
import { lenientBytes, lenientFixed } from './lenient-hex.js'

/** Source: cosmos/evm v0.7.3 x/vm/types/errors.go. */
const ErrInvalidPreinstall = registerError('evm', 20, 'invalid preinstall')

/** Texts in hexadecimal. Source: proto cosmos.evm.vm.v1 `Preinstall`. */
export interface Preinstall {
  readonly address: string
  readonly code: string
}

/** Adds a contract that nobody created, with an account of its own. @throws ChainError evm/20. Source: x/vm/keeper/preinstalls.go `AddPreinstalls` */
export function addPreinstall(keeper: EvmKeeper, ctx: Context, { address: text, code: given }: Preinstall): void {
  const invalid = (what: string) => ErrInvalidPreinstall.error(`preinstall ${text} ${what}`)
  if (given === '') throw invalid('has no code')
  const [address, code] = [lenientFixed(text, 20), lenientBytes(given)]
  if (code.length === 0) throw invalid('has empty code hash')
  const hash = keccak_256(code)
  const before = keeper.codeHash(ctx, address)
  if (!equalBytes(before, EMPTY_CODE_HASH) && !equalBytes(before, hash))
    throw invalid('already has a code hash with a different code hash')
  if (keeper.accounts.has(ctx, address)) throw invalid('already has an account in account keeper')
  keeper.accounts.open(ctx, address)
  keeper.setCodeHash(ctx, address, hash)
  keeper.setCode(ctx, hash, code)
}
