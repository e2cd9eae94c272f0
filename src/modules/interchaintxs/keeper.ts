import { CosmosTx } from 'cosmjs-types/ibc/applications/interchain_accounts/v1/packet'
import {
  addressText,
  ErrInsufficientFee,
  ErrInvalidAddress,
  parseAccAddress,
  plainError,
  rethrowing,
  wrapping,
  type Context,
} from '../../chain/index.js'
import { amountOf, coinsText, remember, type Coin } from '../../codec/index.js'
import type { Fee, PacketId } from '../../codec/neutron/feerefunder.js'
import type { NeutronRelease } from '../../codec/neutron/release.js'
import {
  IctxParams,
  registerAccountText,
  submitTxText,
  type MsgRegisterAccount,
  type MsgSubmitTx,
} from '../../codec/neutron/interchaintxs.js'
import {
  ErrActiveChannelNotFound,
  ErrEmptyConnectionId,
  ErrEmptyInterchainAccountId,
  ErrInvalidTimeout,
  ErrLongInterchainAccountId,
  ErrNoMessages,
  ErrNotContract,
  ErrSequenceSendNotFound,
} from './errors.js'
import { Order, type BankKeeper, type Channels, type Contracts, type Controller, type FeeKeeper } from './expected.js'
import { FIRST_PAYING_CODE_KEY, PARAMS_KEY, STORE } from './keys.js'
import { ownerText } from './owner.js'

/** What contracts pay for their accounts and packets. */
interface Charges {
  readonly bank: BankKeeper
  readonly fees: FeeKeeper
  readonly channels: Channels
  /** @throws ChainError sdk/10 for invalid fees */
  readonly validateFee: (fee: Fee) => void
  /** Who receives the registration fees. */
  readonly feeCollector: Uint8Array
}

export interface InterchainTxsOptions {
  readonly controller: Controller
  readonly contracts: Contracts
  /** Undefined on Nolus, where contracts pay nothing. */
  readonly charges: Charges | undefined
  /** Default: Neutron's. */
  readonly release?: NeutronRelease | undefined
  /** Bech32 address that may change the params: the gov module account. */
  readonly authority: string
}

/** Maximum length of an account id in bytes: a port has at most 128, which include the contract address. */
const mostId = (release: NeutronRelease): number =>
  128 - 'icacontroller-'.length - `${release}1`.length - 58 - '.'.length
const NO_PARAMS: IctxParams = { msgSubmitTxMaxMessages: 0n, registerFee: [] }
const MAX_UINT64 = (1n << 64n) - 1n
const decodeParams = remember(IctxParams.decode)

/** Interchain accounts of contracts. Source: neutron x/interchaintxs/keeper (06e81b9f). */
export class InterchainTxsKeeper {
  readonly authority: string
  readonly controller: Controller
  readonly release: NeutronRelease
  readonly #options: InterchainTxsOptions

  constructor(options: InterchainTxsOptions) {
    this.authority = options.authority
    this.controller = options.controller
    this.release = options.release ?? 'neutron'
    this.#options = options
  }

  params(ctx: Context): IctxParams {
    const bytes = ctx.store(STORE).get(PARAMS_KEY)
    return bytes === undefined ? NO_PARAMS : decodeParams(bytes)
  }
  setParams(ctx: Context, params: IctxParams): void {
    ctx.store(STORE).set(PARAMS_KEY, IctxParams.encode(params).finish())
  }

  /** Starts to open the channel of an account. @throws ChainError in the order of the reference */
  register(ctx: Context, msg: MsgRegisterAccount): { readonly channelId: string; readonly portId: string } {
    wrapping('failed to validate MsgRegisterInterchainAccount', () =>
      validateRegistration(ctx.prefix, msg, this.release),
    )
    const contract = this.#contract(ctx, msg.fromAddress)
    const { charges, contracts } = this.#options
    if (charges !== undefined && contracts.codeId(ctx, contract) >= firstPayingCode(ctx))
      this.#within(
        () => `failed to charge fees to pay for RegisterInterchainAccount msg: ${registerAccountText(msg)}`,
        () => this.#charge(ctx, contract, msg.registerFee, charges),
      )
    const { connectionId } = msg
    const ordering = this.release === 'nolus' ? Order.ORDER_UNORDERED : msg.ordering
    const owner = ownerText(ctx.prefix, contract, msg.interchainAccountId)
    const opened = wrapping('failed to RegisterInterchainAccount', () =>
      this.controller.register(ctx, { owner, connectionId, version: '', ordering }),
    )
    this.controller.enableCallbacks(ctx, opened.portId, connectionId)
    return opened
  }

  /** Sends messages to the account. @throws ChainError in the order of the reference */
  submit(ctx: Context, msg: MsgSubmitTx): { readonly sequence: bigint; readonly channelId: string } {
    const { connectionId } = msg
    wrapping('failed to validate MsgSubmitTx', () => this.#validateSubmission(ctx.prefix, msg))
    const contract = this.#contract(ctx, msg.fromAddress)
    const { msgSubmitTxMaxMessages: most } = this.params(ctx)
    if (BigInt(msg.msgs.length) > most)
      throw plainError(`MsgSubmitTx contains more messages than allowed, has=${msg.msgs.length}, max=${most}`)
    const owner = ownerText(ctx.prefix, contract, msg.interchainAccountId)
    const portId = wrapping('failed to create NewControllerPortID', () => this.controller.portOf(owner))
    const channelId = this.controller.activeChannel(ctx, connectionId, portId)
    if (channelId === undefined) throw ErrActiveChannelNotFound.error(`failed to GetActiveChannelID for port ${portId}`)
    const { charges } = this.#options
    if (charges !== undefined) this.#lock(ctx, contract, { portId, channelId }, msg, charges)
    const timeout = (msg.timeout * 1_000_000_000n) & MAX_UINT64
    const request = { owner, connectionId, data: cosmosTx(msg), memo: msg.memo, timeout }
    const sent = wrapping('failed to SendTx', () => this.controller.send(ctx, request))
    return { sequence: sent, channelId }
  }

  #lock(
    ctx: Context,
    contract: Uint8Array,
    { portId, channelId }: Omit<PacketId, 'sequence'>,
    msg: MsgSubmitTx,
    { channels, fees }: Charges,
  ): void {
    const sequence = channels.nextSend(ctx, portId, channelId)
    if (sequence === undefined)
      throw ErrSequenceSendNotFound.error(`source port: ${portId}, source channel: ${channelId}`)
    this.#within(
      () => `failed to lock fees to pay for SubmitTx msg: ${submitTxText(msg)}`,
      () => fees.lock(ctx, contract, { portId, channelId, sequence }, msg.fee),
    )
  }

  #contract(ctx: Context, sender: string): Uint8Array {
    const address = rethrowing(
      () => ErrInvalidAddress.error(`failed to parse address: ${sender}`),
      () => parseAccAddress(ctx.prefix, sender),
    )
    if (!this.#options.contracts.hasContract(ctx, address))
      throw ErrNotContract.error(`${sender} is not a contract address`)
    return address
  }

  #validateSubmission(prefix: string, msg: MsgSubmitTx): void {
    wrapping('failed to validate fee', () => this.#options.charges?.validateFee(msg.fee))
    if (msg.connectionId === '') throw ErrEmptyConnectionId.error()
    validateSender(prefix, msg.fromAddress)
    if (msg.interchainAccountId === '') throw ErrEmptyInterchainAccountId.error()
    if (msg.msgs.length === 0) throw ErrNoMessages.error()
    if (msg.timeout === 0n) throw ErrInvalidTimeout.error('timeout must be greater than zero')
  }

  /** Source: keeper/keeper.go `ChargeFee` */
  #charge(ctx: Context, payer: Uint8Array, fee: readonly Coin[], { bank, feeCollector }: Charges): void {
    const { registerFee } = this.params(ctx)
    if (!isAnyEnough(fee, registerFee))
      throw ErrInsufficientFee.error(
        `provided fee is less than min governance set ack fee: ${coinsText(fee)} < ${coinsText(registerFee)}`,
      )
    const [from, to] = [payer, feeCollector].map((address) => addressText(ctx.prefix, address))
    wrapping(`failed send fee(${coinsText(fee)}) from ${from} to ${to}`, () => bank.send(ctx, payer, feeCollector, fee))
  }

  /** Wraps errors in a text that is built only when one is thrown. */
  #within(description: () => string, step: () => void): void {
    wrapping(() => description(), step)
  }
}

function firstPayingCode(ctx: Context): bigint {
  const bytes = ctx.store(STORE).get(FIRST_PAYING_CODE_KEY)
  return bytes === undefined ? 0n : new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
}

function validateRegistration(prefix: string, msg: MsgRegisterAccount, release: NeutronRelease): void {
  if (msg.connectionId === '') throw ErrEmptyConnectionId.error()
  validateSender(prefix, msg.fromAddress)
  const { interchainAccountId: id } = msg
  if (id === '') throw ErrEmptyInterchainAccountId.error()
  const length = Buffer.byteLength(id)
  const most = mostId(release)
  if (length > most) throw ErrLongInterchainAccountId.error(`max length is ${most}, got ${length}`)
}

function validateSender(prefix: string, sender: string): void {
  rethrowing(
    () => ErrInvalidAddress.error(`failed to parse FromAddress: ${sender}`),
    () => parseAccAddress(prefix, sender),
  )
}

/** Source: cosmos-sdk types/coin.go `IsAnyGTE`. */
const isAnyEnough = (coins: readonly Coin[], least: readonly Coin[]): boolean =>
  coins.some(({ denom, amount }) => amountOf(least, denom) !== 0n && amount >= amountOf(least, denom))

/** Source: keeper/msg_server.go `SerializeCosmosTx` */
const cosmosTx = ({ msgs }: MsgSubmitTx): Uint8Array => CosmosTx.encode({ messages: [...msgs] }).finish()
