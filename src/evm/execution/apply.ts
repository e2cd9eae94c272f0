import type { EVMResult, Log } from '@ethereumjs/evm'
import { Account, Address } from '@ethereumjs/util'
import { hex, unhex, type Hex } from '../hex.js'
import { delegate } from './authorizations.js'
import type { Executor } from './executor.js'
import { chargedGas } from './charge.js'
import { judge, judgeUnpaid, type Strictness } from './judge.js'
import { failureOf } from './watch/failure.js'
import { addressOf, type BlockContext, type Message } from './message.js'

/** The result of running a message. Gas in units. */
export interface Outcome {
  readonly gasUsed: bigint
  /** Gas that it needed in order to run, before refunds. */
  readonly peakGas: bigint
  readonly returnData: Uint8Array
  /** Undefined on success; `revert` when the code itself reverted; otherwise what stopped it, in go-ethereum's words. */
  readonly failure: string | undefined
  readonly logs: readonly Log[]
  readonly createdAddress: Hex | undefined
}

/**
 * Runs a message as a transaction runs, on the executor's current state, without requiring a nonce, a signature or
 * that the sender is not a contract. Changes stay in the state.
 * Source: go-ethereum core/state_transition.go, with the checks that its RPC turns off.
 * @throws RpcError (-32000) when the sender cannot pay, or the gas does not cover what a message costs before it runs.
 */
export async function applyMessage(
  executor: Executor,
  block: BlockContext,
  message: Message,
  strictness: Strictness = {},
): Promise<Outcome> {
  const { evm, state, traits } = executor
  const { common } = executor.vm
  const { feesOutside } = traits
  const from = addressOf(message.from)
  const to = message.to === undefined ? undefined : addressOf(message.to)

  const sender = (await evm.stateManager.getAccount(from)) ?? new Account()
  const { intrinsic, floor, free, baseFee, blobFee } = feesOutside
    ? judgeUnpaid(message, common)
    : judge(message, sender, block, common, strictness)
  const isAffordable = message.value <= sender.balance

  await evm.journal.cleanup()
  state.clearOriginals()
  if (!feesOutside) sender.balance -= message.gas * message.gasPrice + blobFee
  sender.nonce = nonceOf(feesOutside, message, sender.nonce, strictness.nonce)
  await evm.journal.putAccount(from, sender)
  warm(executor, block, message)

  // Where fees are taken before, a creation pays for authorizations that nobody reads.
  const authorized = feesOutside && to === undefined ? undefined : message.authorizationList
  const refunded = authorized === undefined ? 0n : await delegate(executor, authorized)
  if (evm.hooks !== undefined) evm.hooks.refund = refunded
  const result = await evm.runCall({
    block,
    gasPrice: message.gasPrice,
    caller: from,
    gasLimit: message.gas - intrinsic,
    ...(to === undefined ? {} : { to }),
    value: message.value,
    data: message.data,
    blobVersionedHashes: [...(message.blobVersionedHashes ?? [])],
    skipNonceIncrement: true,
  })

  const { execResult } = result
  // What cannot be paid does not begin, and uses nothing.
  const spent = isAffordable || !feesOutside ? execResult.executionGasUsed + intrinsic : intrinsic
  const refund = min(refunded + (execResult.gasRefund ?? 0n), spent / common.param('maxRefundQuotient'))
  const gasUsed = chargedGas(traits, { limit: message.gas, used: spent - refund, floor })
  if (!feesOutside) await settle(executor, block, message, { gasUsed, tip: free ? 0n : message.gasPrice - baseFee })
  await destroy(executor, result)
  await evm.journal.cleanup()
  state.clearOriginals()
  return {
    gasUsed,
    peakGas: feesOutside ? spent : max(spent, floor),
    returnData: execResult.returnValue,
    failure: failureOf(execResult.exceptionError),
    logs: execResult.logs ?? [],
    createdAddress: result.createdAddress === undefined ? undefined : hex(result.createdAddress.bytes),
  }
}

/** Gives back what was not used, and pays the proposer. */
async function settle(
  { evm, state }: Executor,
  { header: { coinbase } }: BlockContext,
  { from, gas, gasPrice }: Message,
  { gasUsed, tip }: { readonly gasUsed: bigint; readonly tip: bigint },
): Promise<void> {
  state.setBalance(from, state.balance(from) + (gas - gasUsed) * gasPrice)
  const account = (await evm.stateManager.getAccount(coinbase)) ?? new Account()
  account.balance += gasUsed * tip
  await evm.journal.putAccount(coinbase, account)
}

/** The nonce of the sender while its message runs: where fees are taken before, that counts a call too, but a creation needs the next one for its address. */
const nonceOf = (outside: boolean, { to }: Message, own: bigint, wanted = own): bigint =>
  outside ? (to === undefined ? BigInt.asUintN(64, wanted + 1n) : own) : BigInt.asUintN(64, own + 1n)

/** Addresses and slots that are warm from the start (EIP-2929, 2930, 3651). */
function warm({ evm, precompiles, vm: { common } }: Executor, { header }: BlockContext, message: Message): void {
  if (!common.isActivatedEIP(2929)) return
  const { journal } = evm
  // Those of the fork, even if an override moved one.
  for (const address of precompiles.keys()) journal.addAlwaysWarmAddress(address)
  journal.addAlwaysWarmAddress(message.from)
  if (message.to !== undefined) journal.addAlwaysWarmAddress(message.to)
  if (common.isActivatedEIP(3651)) journal.addAlwaysWarmAddress(header.coinbase.toString())
  for (const { address, storageKeys } of message.accessList ?? []) {
    journal.addAlwaysWarmAddress(address, true)
    for (const key of storageKeys) journal.addAlwaysWarmSlot(address, key, true)
  }
}

async function destroy({ evm, vm: { common } }: Executor, { execResult }: EVMResult): Promise<void> {
  for (const address of execResult.selfdestruct?.keys() ?? [])
    if (!common.isActivatedEIP(6780) || execResult.createdAddresses?.has(address) === true)
      await evm.journal.deleteAccount(new Address(unhex(address)))
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)
