import { LATEST } from '../../../chain/evm-chain.js'
import { refuse } from '../../../errors.js'
import { bytesToBigInt, word, type Hex } from '../../../hex.js'
import { prepare } from '../../prepare.js'
import { transactionRequest } from '../../request.js'
import { required, type Call, type InTurn, type Method } from '../../table.js'
import { address, numeric } from '../../../validate.js'
import { accessList } from '../calls.js'
import { command } from './spelling.js'

/** First four bytes of the hash of `balanceOf(address)` and `allowance(address,address)`. */
const BALANCE_OF = '0x70a08231'
const ALLOWANCE = '0xdd62ed3e'

const padded = (account: Hex): string => account.slice(2).padStart(64, '0')

/**
 * Finds the slot of a token that decides a call's answer, by trying each slot that the call reads, and sets it.
 * Source: Anvil 1.7.1, crates/anvil/src/eth/api.rs `find_erc20_storage_slot`.
 * @throws RpcError (-32000) if no single slot decides the answer
 */
async function putWhereRead(
  { chain, turn }: Call & InTurn,
  token: Hex,
  data: Hex,
  value: bigint,
  what: string,
): Promise<void> {
  const request = transactionRequest({ to: token, data }, '')
  const block = chain.blocks.head
  const prepared = prepare(chain, block, request)
  const { accessList: list } = await accessList(chain, request, LATEST, {})
  const slots = list.filter((entry) => entry.address === token).flatMap(({ storageKeys }) => storageKeys)
  for (const slot of slots) {
    const state = { [token]: { stateDiff: { [slot]: word(value) } } }
    const outcome = await chain.call(prepared, block, state)
    if (outcome.failure !== undefined || outcome.returnData.length < 32) continue
    if (bytesToBigInt(outcome.returnData.subarray(0, 32)) !== value) continue
    await chain.change(turn, (changed) => changed.setStorage(token, BigInt(slot), value))
    return
  }
  throw refuse(`Unable to set ERC20 ${what}, no slot found`)
}

/** Token balances and allowances, however the token stores them. */
export const tokenControlMethods: readonly Method[] = [
  ...command(['anvil_dealERC20', 'hardhat_dealERC20', 'anvil_setERC20Balance'], {
    changes: true,
    params: [required('address', address), required('token', address), required('balance', numeric)],
    doc: "Sets an account's balance of an ERC-20 token, in whatever slot the token keeps it.",
    handle: (call, account, token, balance) =>
      putWhereRead(call, token, `${BALANCE_OF}${padded(account)}` as Hex, balance, 'balance'),
  }),
  ...command(['anvil_setERC20Allowance'], {
    changes: true,
    params: [
      required('owner', address),
      required('spender', address),
      required('token', address),
      required('amount', numeric),
    ],
    doc: "Sets how much of an account's ERC-20 tokens another may spend.",
    handle: (call, owner, spender, token, amount) =>
      putWhereRead(call, token, `${ALLOWANCE}${padded(owner)}${padded(spender)}` as Hex, amount, 'allowance'),
  }),
]
