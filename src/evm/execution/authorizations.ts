import type { TypedTransaction } from '@ethereumjs/tx'
import { isEOACode7702Tx } from '@ethereumjs/tx'
import {
  Account,
  Address,
  SECP256K1_ORDER_DIV_2,
  eoaCode7702AuthorizationListJSONItemToBytes,
  eoaCode7702AuthorizationMessageToSign,
} from '@ethereumjs/util'
import type { Common } from '@ethereumjs/common'
import { NO_BYTES } from '../../base/index.js'
import { keccak256 } from '../crypto/hash.js'
import { bytesToBigInt, hex, quantity, unhex, type Hex } from '../hex.js'
import { recoverPublicKey } from '../crypto/signatures.js'
import type { State } from '../state/state.js'
import { codeAt } from '../state/view.js'
import type { Executor } from './executor.js'
import type { Authorization } from './message.js'

const MAX_NONCE = (1n << 64n) - 1n
const DELEGATION = Uint8Array.of(0xef, 0x01, 0x00)

/** The signer of an authorization; undefined for an invalid signature. */
function authorityOf(authorization: Authorization): Hex | undefined {
  if (BigInt(authorization.s) > SECP256K1_ORDER_DIV_2 || BigInt(authorization.yParity) > 1n) return undefined
  try {
    const [chainId, address, nonce, yParity, r, s] = eoaCode7702AuthorizationListJSONItemToBytes(authorization)
    const signed = keccak256(eoaCode7702AuthorizationMessageToSign([chainId, address, nonce]))
    return hex(keccak256(recoverPublicKey(signed, bytesToBigInt(yParity), r, s)).subarray(12))
  } catch {
    return undefined
  }
}

/** The signers of all authorizations of a message, valid or not. */
export const authoritiesOf = ({
  authorizationList = [],
}: {
  readonly authorizationList?: readonly Authorization[] | undefined
}): Hex[] => authorizationList.map(authorityOf).filter((authority) => authority !== undefined)

/** The account whose code the code points to (EIP-7702). */
const delegateOf = (code: Uint8Array): Hex | undefined =>
  code.length === 23 && DELEGATION.every((byte, i) => code[i] === byte) ? hex(code.subarray(3)) : undefined

/** The account of an authorization, if the authorization is valid as far as its own bytes show. */
export function claimedBy(authorization: Authorization, common: Common): Hex | undefined {
  const chainId = BigInt(authorization.chainId)
  if (chainId !== 0n && chainId !== common.chainId()) return undefined
  return BigInt(authorization.nonce) >= MAX_NONCE ? undefined : authorityOf(authorization)
}

const refundOf = (common: Common): bigint => common.param('perEmptyAccountCost') - common.param('perAuthBaseGas')

/**
 * Gives the signers of authorizations the code that they point to; invalid ones are skipped (EIP-7702).
 * Returns the refund for accounts that already existed.
 */
export async function delegate(
  { evm, state, vm: { common } }: Executor,
  list: readonly Authorization[],
): Promise<bigint> {
  let refund = 0n
  for (const authorization of list) {
    const name = claimedBy(authorization, common)
    if (name === undefined) continue
    const authority = new Address(unhex(name))
    evm.journal.addAlwaysWarmAddress(name)
    const code = codeAt(state, name)
    if (code.length > 0 && delegateOf(code) === undefined) continue
    const account = await evm.stateManager.getAccount(authority)
    if ((account?.nonce ?? 0n) !== BigInt(authorization.nonce)) continue
    if (account !== undefined) refund += refundOf(common)
    const changed = account ?? new Account()
    changed.nonce += 1n
    await evm.journal.putAccount(authority, changed)
    const target = unhex(authorization.address)
    state.setCode(name, target.every((byte) => byte === 0) ? NO_BYTES : Uint8Array.of(...DELEGATION, ...target))
  }
  return refund
}

/** What {@link delegate} would return for a transaction that begins on this state; nothing is changed. */
export function delegationRefund(state: State, common: Common, from: Hex, list: readonly Authorization[]): bigint {
  const nonces = new Map<Hex, bigint>([[from, (state.account(from)?.nonce ?? 0n) + 1n]])
  let refund = 0n
  for (const authorization of list) {
    const name = claimedBy(authorization, common)
    if (name === undefined) continue
    const code = codeAt(state, name)
    if (code.length > 0 && delegateOf(code) === undefined) continue
    const there = nonces.has(name) || state.account(name) !== undefined || state.balance(name) !== 0n
    const nonce = nonces.get(name) ?? state.account(name)?.nonce ?? 0n
    if (nonce !== BigInt(authorization.nonce)) continue
    if (there) refund += refundOf(common)
    nonces.set(name, nonce + 1n)
  }
  return refund
}

/** The authorizations of a transaction as JSON-RPC writes them. */
export const authorizationsOf = (tx: TypedTransaction): readonly Authorization[] =>
  !isEOACode7702Tx(tx)
    ? []
    : tx.authorizationList.map(([chainId, address, nonce, yParity, r, s]) => ({
        chainId: numberOf(chainId),
        address: hex(address),
        nonce: numberOf(nonce),
        yParity: numberOf(yParity),
        r: numberOf(r),
        s: numberOf(s),
      }))

const numberOf = (bytes: Uint8Array): Hex => quantity(bytesToBigInt(bytes))
