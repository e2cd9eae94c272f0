import { ChainError, fromHex, toUtf8 } from '../../base/index.js'
import {
  addressHash,
  nilPointer,
  onBranch,
  parseAccAddress,
  registerError,
  rethrowing,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { bankDenom, denomOf, readPacketData, receivedDenom, type Packet } from '../../chain/ibc/index.js'
import { abiFunction, decodeAbi, encodeCall, type AbiFunction } from '../../codec/abi/index.js'
import { ethAddressText, parseEthAddress } from '../../crypto/index.js'
import { delegateOf } from '../../evm/execution/sync/index.js'
import type { AccountKeeper } from '../../modules/auth/index.js'
import type { Erc20Keeper } from '../../modules/erc20/index.js'
import { EthereumMeter, type EthereumKeeper, type EvmKeeper, type ModuleAnswer } from '../../modules/evm/index.js'
import { callbackOf, type CallbackContracts, type CallbackData, type ReadMemo } from '../../modules/ibc/index.js'
import { IN_SOURCE_CALLBACK } from './source-callback.js'

const callbacks = (code: number, text: string) => registerError('ibc-callbacks', code, text)

/** Source: cosmos/evm v0.7.3 x/ibc/callbacks/types/errors.go. */
const ErrInvalidReceiver = callbacks(1, 'invalid receiver address')
const ErrCallbackFailed = callbacks(2, 'callback failed')
const ErrInvalidCalldata = callbacks(3, 'invalid calldata in callback data')
const ErrNoCode = callbacks(4, 'contract has no code')
const ErrPairNotFound = callbacks(5, 'token not registered')
const ErrAllowanceFailed = callbacks(7, 'allowance failed')
const ErrCallFailed = callbacks(8, 'evm call failed')
const ErrOutOfGas = callbacks(9, 'out of gas')
/** Source: x/erc20/types/errors.go `ErrEVMCall`. */
const ErrEvmCall = registerError('erc20', 12, 'EVM call unexpected error')

const APPROVE = abiFunction('approve(address spender, uint256 value) returns (bool)')
const BALANCE = abiFunction('balanceOf(address account) returns (uint256)')
const ACKNOWLEDGED = abiFunction(
  'onPacketAcknowledgement(string channelId, string portId, uint64 sequence, bytes data, bytes acknowledgement)',
)
const TIMED_OUT = abiFunction('onPacketTimeout(string channelId, string portId, uint64 sequence, bytes data)')

export interface CallbackParts {
  readonly accounts: AccountKeeper
  readonly evm: EvmKeeper
  readonly ethereum: EthereumKeeper
  readonly erc20: Erc20Keeper
  /** Address of the account in whose name the module of tokens asks. */
  readonly asker: Uint8Array
  readonly readMemo: ReadMemo
}

/** Calls contracts of the EVM that packets name. Source: cosmos/evm v0.7.3 x/ibc/callbacks/keeper/keeper.go. */
export class EvmCallbacks implements CallbackContracts {
  readonly #parts: CallbackParts

  constructor(parts: CallbackParts) {
    this.#parts = parts
  }

  /** A contract can do before it sends whatever it would do then. */
  onSend(): void {}

  onAcknowledge(
    ctx: Context,
    packet: Packet,
    acknowledgement: Uint8Array,
    _relayer: Uint8Array,
    contract: string,
    sender: string,
  ): void {
    const args = [packet.sourceChannel, packet.sourcePort, packet.sequence, packet.data, acknowledgement]
    this.#notify(ctx, packet, { contract, sender, what: 'acknowledgement', method: ACKNOWLEDGED, args })
  }
  onTimeout(ctx: Context, packet: Packet, _relayer: Uint8Array, contract: string, sender: string): void {
    const args = [packet.sourceChannel, packet.sourcePort, packet.sequence, packet.data]
    this.#notify(ctx, packet, { contract, sender, what: 'timeout', method: TIMED_OUT, args })
  }

  #notify(ctx: Context, packet: Packet, notice: Notice): void {
    const { sourcePort, sourceChannel } = packet
    const data = this.#wish(ctx, packet, 'src_callback', sourcePort, sourceChannel)
    if (data === undefined) return
    if (data.calldata !== '') throw ErrInvalidCalldata.error(`${notice.what} callback data should not contain calldata`)
    const sender = wrapping(`unable to parse packet sender address ${notice.sender}`, () =>
      parseAccAddress(ctx.prefix, notice.sender),
    )
    const contract = hexToAddress(notice.contract)
    const text = ethAddressText(contract)
    if (text !== ethAddressText(sender) && !ctx.release.unpatched.has('cosmos/evm#993'))
      throw ErrCallbackFailed.error(
        `source callback contract must match packet sender: sender=${ethAddressText(sender)} contract=${text}`,
      )
    if (!this.#isContract(ctx, contract))
      throw ErrCallbackFailed.error(`provided contract address is not a contract: ${text}`)
    const gas = BigInt(data.commitGasLimit)
    const call = { from: sender, to: contract, data: encodeCall(notice.method, notice.args), commits: true, gas }
    // v0.6.0 runs the call of a timeout on the context of the callback, which pays as well for the rows that it is read from.
    const isPaidTwice = notice.method === TIMED_OUT && ctx.release.unpatched.has('cosmos/evm#965')
    onBranch(ctx, (branch) => {
      const state = branch.withGasMeter(new EthereumMeter(data.commitGasLimit)).withValue(IN_SOURCE_CALLBACK, true)
      const { gasUsed } = rethrowing(
        ({ log }) => ErrCallbackFailed.error(`EVM returned error: ${log}`),
        () =>
          named(notice.method, contract, () =>
            this.#parts.ethereum.call(isPaidTwice ? branch : state, { ...call, state }),
          ),
      )
      pay(ctx, gasUsed, `callback ${notice.method.name}`, ErrCallbackFailed)
    })
  }

  onReceive(ctx: Context, packet: Packet, _ack: unknown, contractText: string): void {
    const { accounts, erc20, ethereum } = this.#parts
    const { destinationPort, destinationChannel } = packet
    const wish = this.#wish(ctx, packet, 'dest_callback', destinationPort, destinationChannel)
    if (wish === undefined) return
    const { denom, amount, sender, receiver: receiverText } = readPacketData(packet.data)
    const receiver = rethrowing(
      () => ErrInvalidReceiver.error(`acc addr from bech32 conversion failed for receiver address: ${receiverText}`),
      () => parseAccAddress(ctx.prefix, receiverText),
    )
    const isolated = isolatedAddress(destinationChannel, sender)
    if (!accounts.has(ctx, receiver)) accounts.open(ctx, receiver)
    const [expected, given] = [ethAddressText(isolated), ethAddressText(receiver)]
    if (expected !== given) throw ErrInvalidReceiver.error(`expected ${expected}, got ${given}`)
    const contract = hexToAddress(contractText)
    if (!this.#isContract(ctx, contract))
      throw ErrNoCode.error(`provided contract address is not a contract: ${ethAddressText(contract)}`)
    const source = { portId: packet.sourcePort, channelId: packet.sourceChannel }
    const destination = { portId: destinationPort, channelId: destinationChannel }
    const sent = denomOf(denom)
    const pair = erc20.pair(ctx, bankDenom(receivedDenom(sent, source, destination)))
    if (pair === undefined) throw ErrPairNotFound.error(`token pair for denom ${bankDenom(sent)} not found`)
    const token = parseEthAddress(pair.contract)
    const limit = BigInt(wish.commitGasLimit)
    const approval = { from: receiver, to: token, data: encodeCall(APPROVE, [contract, BigInt(amount)]), commits: true }
    onBranch(ctx, (branch) => {
      const meter = new EthereumMeter(wish.commitGasLimit)
      const running = branch.withGasMeter(meter)
      const approved = rethrowing(
        ({ log }) => ErrAllowanceFailed.error(`failed to set allowance: ${log}`),
        () => named(APPROVE, token, () => ethereum.call(running, { ...approval, gas: limit })),
      )
      pay(ctx, approved.gasUsed, 'callback allowance', ErrOutOfGas)
      // A contract that is a module counts it against the gas of its own call, too.
      meter.settle(Number(approved.gasUsed))
      const gas = limit - approved.gasUsed
      if (gas < 0n) throw ErrOutOfGas.error('out of gas')
      if (!isTrue(approved)) throw ErrAllowanceFailed.error('failed to set allowance')
      const call = { from: receiver, to: contract, data: fromHex(wish.calldata.toLowerCase()), commits: true, gas }
      const { gasUsed } = rethrowing(
        ({ log }) => ErrCallFailed.error(`EVM returned error: ${log}`),
        () => ethereum.call(running, call),
      )
      pay(ctx, gasUsed, 'callback function', ErrOutOfGas)
    })
    const rest = this.#balance(ctx, token, receiver)
    if (rest !== 0n) throw ErrEvmCall.error(`receiver has ${rest} unrecoverable tokens after callback`)
  }

  /** The callback as it is read a second time, against the gas that is left by then. @throws ChainError */
  #wish(
    ctx: Context,
    packet: Packet,
    key: 'src_callback' | 'dest_callback',
    port: string,
    channel: string,
  ): CallbackData | undefined {
    const free = ctx.withGasMeter(new EthereumMeter(-1))
    const memo = this.#parts.readMemo(free, port, channel, packet.data)
    const data = callbackOf(ctx, memo, key, packet.destinationPort, ctx.gasMeter.remaining)
    if (data instanceof ChainError) throw data
    return data
  }

  /** Source: x/vm/keeper/utils.go `IsContract`. */
  #isContract(ctx: Context, address: Uint8Array): boolean {
    const { evm } = this.#parts
    const code = evm.code(ctx, evm.codeHash(ctx, address))
    return code.length > 0 && delegateOf(code) === undefined
  }

  /** @throws GoPanic for a token that does not answer */
  #balance(ctx: Context, token: Uint8Array, account: Uint8Array): bigint {
    const { ethereum, asker } = this.#parts
    try {
      const data = encodeCall(BALANCE, [account])
      const { returned } = ethereum.call(ctx, { from: asker, to: token, data, commits: false })
      return decodeAbi(BALANCE.outputs, returned)[0] as bigint
    } catch (error) {
      throw error instanceof ChainError ? nilPointer() : error
    }
  }
}

/** What a contract learns of its packet. */
interface Notice {
  readonly contract: string
  /** Bech32. */
  readonly sender: string
  readonly what: string
  readonly method: AbiFunction
  readonly args: Parameters<typeof encodeCall>[1]
}

/** Charges what the EVM used to the gas of the callback. */
function pay(ctx: Context, gas: bigint, what: string, failure: ReturnType<typeof registerError>): void {
  ctx.gasMeter.consume(Number(gas), what)
  if (ctx.gasMeter.isOutOfGas) throw failure.error('out of gas')
}

const named = (method: AbiFunction, contract: Uint8Array, call: () => ModuleAnswer): ModuleAnswer =>
  wrapping(`contract call failed: method '${method.name}', contract '${ethAddressText(contract)}'`, call)

const isTrue = ({ returned }: ModuleAnswer): boolean =>
  rethrowing(
    ({ log }) => ErrAllowanceFailed.error(`failed to unpack approve return: ${log}`),
    () => decodeAbi(APPROVE.outputs, returned)[0] === true,
  )

/** In whose name a contract is called that a packet names: nobody has its key. Source: x/ibc/callbacks/types/keys.go, cosmos-sdk types/address `Module` */
function isolatedAddress(channel: string, sender: string): Uint8Array {
  const ofChannel = addressHash(toUtf8('module'), toUtf8(`ibc-callbacks\0${channel}`))
  return addressHash(ofChannel, toUtf8(sender)).slice(0, 20)
}

/** The last 20 bytes of whatever hexadecimal digits there are. Source: common `HexToAddress` */
function hexToAddress(text: string): Uint8Array {
  const digits = text.replace(/^0[xX]/, '')
  const even = digits.length % 2 === 0 ? digits : `0${digits}`
  const bytes = /^[0-9a-fA-F]*$/.test(even) ? fromHex(even.toLowerCase()) : new Uint8Array(0)
  const address = new Uint8Array(20)
  address.set(bytes.slice(-20), 20 - Math.min(bytes.length, 20))
  return address
}
