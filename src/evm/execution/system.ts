import { genRequestsRoot } from '@ethereumjs/block'
import { Mainnet, type Common } from '@ethereumjs/common'
import type { Log } from '@ethereumjs/evm'
import { CLRequest, CLRequestType } from '@ethereumjs/util'
import { sha256 } from '../../crypto/index.js'
import { concatBytes, NO_BYTES } from '../../base/index.js'
import { bytesToBigInt, hex, word, type Hex } from '../hex.js'
import { depositContractOf } from '../library-internals.js'
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
  const requests = await requestsOf(executor, block, [])
  return requests === undefined ? undefined : requestsHash(requests)
}

export const requestsHash = (requests: CLRequest<CLRequestType>[]): Uint8Array => genRequestsRoot(requests, sha256)

/** Requests of contracts to a beacon chain: deposits come from logs, the others from system calls. Source: EIP-7685, 6110, 7002, 7251. */
export async function requestsOf(
  executor: Executor,
  block: BlockContext,
  logs: readonly Log[],
): Promise<CLRequest<CLRequestType>[] | undefined> {
  const { common } = executor.vm
  if (!common.isActivatedEIP(7685)) return undefined
  const deposits = common.isActivatedEIP(6110) ? depositsIn(logs, depositContract(common)) : []
  const withdrawals = await callSystemContract(
    executor,
    block,
    addressParam(executor, 'withdrawalRequestPredeployAddress'),
  )
  const consolidations = await callSystemContract(
    executor,
    block,
    addressParam(executor, 'consolidationRequestPredeployAddress'),
  )
  return [
    new CLRequest(CLRequestType.Deposit, concatBytes(...deposits)),
    new CLRequest(CLRequestType.Withdrawal, withdrawals),
    new CLRequest(CLRequestType.Consolidation, consolidations),
  ]
}

const DEPOSIT_EVENT: Hex = '0x649bbc62d0e31342afea4e5cd82d4049e7e1ee912fc0889aa790803be39038c5'
/** Offsets and lengths of a deposit's members in its log. Source: EIP-6110. */
const DEPOSIT_MEMBERS = [
  [160, 48],
  [256, 32],
  [320, 8],
  [384, 96],
  [512, 8],
] as const
const DEPOSIT_LENGTH = 576

function depositContract(common: Common): Hex {
  return depositContractOf(common) ?? (Mainnet.depositContractAddress as Hex)
}

function depositsIn(logs: readonly Log[], contract: Hex): Uint8Array[] {
  return logs
    .filter(
      ([address, topics]) =>
        topics[0] !== undefined && hex(topics[0]) === DEPOSIT_EVENT && hex(address) === contract.toLowerCase(),
    )
    .map(([, , data]) => {
      const number = (at: number): number => Number(bytesToBigInt(data.subarray(at, at + 32)))
      const fits = DEPOSIT_MEMBERS.every(([at, length], index) => number(32 * index) === at && number(at) === length)
      if (data.length !== DEPOSIT_LENGTH || !fits) throw new Error('invalid deposit log: unsupported data layout')
      return concatBytes(...DEPOSIT_MEMBERS.map(([at, length]) => data.subarray(at + 32, at + 32 + length)))
    })
}

/** Calls a contract as the system address, whose nonce and balance do not change. */
async function callSystemContract({ evm, state }: Executor, block: BlockContext, contract: Hex): Promise<Uint8Array> {
  if (codeAt(state, contract).length === 0) return NO_BYTES
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
