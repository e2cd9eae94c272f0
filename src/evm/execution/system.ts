import { genRequestsRoot } from '@ethereumjs/block'
import { CLRequest, CLRequestType } from '@ethereumjs/util'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToBigInt, word, type Hex } from '../hex.js'
import { codeAt } from '../state/view.js'
import type { Executor } from './executor.js'
import { addressOf, type BlockContext } from './message.js'

const SYSTEM_ADDRESS: Hex = '0xfffffffffffffffffffffffffffffffffffffffe'
const SYSTEM_GAS = 30_000_000n
const BEACON_ROOTS: Hex = '0x000f3df6d732807ef1319fb7b8bb8522d0beac02'
const BEACON_ROOTS_LENGTH = 8191n

const addressParam = ({ vm: { common } }: Executor, name: string): Hex => `0x${word(common.param(name)).slice(26)}`

/** What the rules write before the first transaction of a block: hashes of its parents. Source: EIP-4788, EIP-2935. */
export function beginBlock(
  executor: Executor,
  { header }: BlockContext,
  parentHash: Uint8Array,
  beaconRoot: Uint8Array,
): void {
  const { state, vm } = executor
  const { number, timestamp } = header
  if (vm.common.isActivatedEIP(4788) && codeAt(state, BEACON_ROOTS).length > 0) {
    const slot = timestamp % BEACON_ROOTS_LENGTH
    state.setStorage(BEACON_ROOTS, slot, timestamp)
    state.setStorage(BEACON_ROOTS, slot + BEACON_ROOTS_LENGTH, bytesToBigInt(beaconRoot))
  }
  if (vm.common.isActivatedEIP(2935)) {
    const history = addressParam(executor, 'historyStorageAddress')
    if (codeAt(state, history).length > 0)
      state.setStorage(history, (number - 1n) % vm.common.param('historyServeWindow'), bytesToBigInt(parentHash))
  }
}

/** What the rules take from contracts after the last transaction. Returns the hash for the header. Source: EIP-7685, 7002, 7251. */
export async function endBlock(executor: Executor, block: BlockContext): Promise<Uint8Array | undefined> {
  if (!executor.vm.common.isActivatedEIP(7685)) return undefined
  const withdrawals = await ask(executor, block, addressParam(executor, 'withdrawalRequestPredeployAddress'))
  const consolidations = await ask(executor, block, addressParam(executor, 'consolidationRequestPredeployAddress'))
  return genRequestsRoot(
    [new CLRequest(CLRequestType.Withdrawal, withdrawals), new CLRequest(CLRequestType.Consolidation, consolidations)],
    sha256,
  )
}

/** Calls a contract as the system; its nonce and balance are nobody's. */
async function ask({ evm, state }: Executor, block: BlockContext, contract: Hex): Promise<Uint8Array> {
  if (codeAt(state, contract).length === 0) return new Uint8Array(0)
  const system = state.account(SYSTEM_ADDRESS)
  const { execResult } = await evm.runCall({
    block,
    caller: addressOf(SYSTEM_ADDRESS),
    to: addressOf(contract),
    gasLimit: SYSTEM_GAS,
    skipNonceIncrement: true,
  })
  state.setAccount(SYSTEM_ADDRESS, system)
  await evm.journal.cleanup()
  return execResult.returnValue
}
