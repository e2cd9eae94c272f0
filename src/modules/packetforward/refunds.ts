import { ChainError } from '../../base/index.js'
import { addressText, GoPanic, parseAccAddress, plainError, rethrowing, type Context } from '../../chain/index.js'
import {
  bankDenom,
  denomOf,
  escrowAddress,
  hasPrefix,
  packetAmount,
  pathOf,
  readStrictPacketData,
  type Packet,
  type PacketData,
} from '../../chain/ibc/index.js'
import { coinText, decodeBech32, type Coin } from '../../codec/index.js'
import { GoJsonError } from '../../codec/go-json/index.js'
import type { BankKeeper, Transfers } from './expected.js'
import type { InFlightPacket } from './in-flight.js'

/** The module that mints and burns vouchers. */
const TRANSFER = 'transfer'

/** The packet that a forwarded one continues, as this chain received it. @throws GoPanic for a height that cannot be read */
export function originalPacket(inFlight: InFlightPacket): Packet {
  const [, number, height] = /^(\d+)-(\d+)$/.exec(inFlight.timeoutHeight) ?? []
  if (number === undefined || height === undefined)
    throw new GoPanic(
      `expected height string format: {revision}-{height}. Got: ${inFlight.timeoutHeight}: invalid height`,
    )
  return {
    sequence: inFlight.refundSequence,
    sourcePort: inFlight.sourcePort,
    sourceChannel: inFlight.sourceChannel,
    destinationPort: inFlight.refundPort,
    destinationChannel: inFlight.refundChannel,
    data: inFlight.data,
    timeoutHeight: { revisionNumber: BigInt(number), revisionHeight: BigInt(height) },
    timeoutTimestamp: inFlight.timeoutTimestamp,
  }
}

/** What happens to the coins of a forwarded packet that failed. Source: packet-forward-middleware v10.1.0 keeper/keeper.go. */
export class Refunds {
  readonly #transfers: () => Transfers
  readonly #bank: BankKeeper

  constructor({ transfers, bank }: { readonly transfers: () => Transfers; readonly bank: BankKeeper }) {
    this.#transfers = transfers
    this.#bank = bank
  }

  /**
   * Undoes the arrival of the coins: moves them into the escrow of the previous chain's channel if they are not that chain's own, and burns them
   * if they are. Source: `WriteAcknowledgementForForwardedPacket`
   */
  sendBack(ctx: Context, packet: Packet, data: PacketData, { refundPort, refundChannel }: InFlightPacket): void {
    const path = data.denom.startsWith('ibc/') ? pathOf(this.#transfers().denomOfCoin(ctx, data.denom)) : data.denom
    const denom = denomOf(path)
    const coin = { denom: bankDenom(denom), amount: amountOf(data, 'refund') }
    const escrow = escrowAddress(packet.sourcePort, packet.sourceChannel)
    const refundEscrow = escrowAddress(refundPort, refundChannel)
    if (hasPrefix(denom, packet.sourcePort, packet.sourceChannel)) {
      // The vouchers were burned when they were sent on.
      rethrowing(
        (error) => plainError(`cannot mint coins to the ${TRANSFER} module account: ${error.log}`),
        () => this.#bank.mint(ctx, TRANSFER, [coin]),
      )
      rethrowing(
        (error) =>
          plainError(
            `cannot send coins from the ${TRANSFER} module to the escrow account ${addressText(ctx.prefix, refundEscrow)}: ${error.log}`,
          ),
        () => this.#bank.sendFromModule(ctx, TRANSFER, refundEscrow, [coin]),
      )
      this.#transfers().setTotalEscrow(ctx, coin.denom, this.#transfers().totalEscrow(ctx, coin.denom) + coin.amount)
    } else if (hasPrefix(denom, refundPort, refundChannel)) {
      rethrowing(
        (error) => plainError(`failed to send coins from escrow to module account for burn: ${error.log}`),
        () => this.#bank.sendToModule(ctx, escrow, TRANSFER, [coin]),
      )
      rethrowing(
        (error) =>
          new GoPanic(`cannot burn coins after a successful send from escrow account to module account: ${error.log}`),
        () => this.#bank.burn(ctx, TRANSFER, [coin]),
      )
      this.#unescrow(ctx, coin)
    } else
      rethrowing(
        (error) => plainError(`failed to send coins from escrow account to refund escrow account: ${error.log}`),
        () => this.#bank.send(ctx, escrow, refundEscrow, [coin]),
      )
  }

  /** Gives the coins to an account of this chain that the user has. Source: `moveFundsToUserRecoverableAccount` */
  keepHere(ctx: Context, packet: Packet, data: PacketData, inFlight: InFlightPacket): void {
    const coin = { denom: bankDenom(denomOf(data.denom)), amount: amountOf(data, 'recovery') }
    const user = userAccount(ctx, inFlight)
    if (data.denom.startsWith(`${packet.sourcePort}/${packet.sourceChannel}/`)) {
      this.#bank.mint(ctx, TRANSFER, [coin])
      rethrowing(
        (error) =>
          new GoPanic(
            `unable to send coins from module to account despite previously minting coins to module account: ${error.log}`,
          ),
        () => this.#bank.sendFromModule(ctx, TRANSFER, user, [coin]),
      )
      return
    }
    rethrowing(
      (error) => plainError(`failed to send coins from escrow account to user recoverable account: ${error.log}`),
      () => this.#bank.send(ctx, escrowAddress(packet.sourcePort, packet.sourceChannel), user, [coin]),
    )
    this.#unescrow(ctx, coin)
  }

  #unescrow(ctx: Context, { denom, amount }: Coin): void {
    const rest = { denom, amount: this.#transfers().totalEscrow(ctx, denom) - amount }
    if (rest.amount < 0n) throw new GoPanic(`negative coin amount: ${coinText(rest)}`)
    this.#transfers().setTotalEscrow(ctx, denom, rest.amount)
  }
}

function amountOf({ amount: text }: PacketData, what: 'refund' | 'recovery'): bigint {
  const amount = packetAmount(text)
  if (amount === undefined) throw plainError(`failed to parse amount from packet data for forward ${what}: ${text}`)
  return amount
}

/**
 * The receiver on this chain, if the packet named one; else the sender's address on the chain before, which the same key may have here.
 * Source: `userRecoverableAccount`
 */
function userAccount(ctx: Context, { data, originalSender }: InFlightPacket): Uint8Array {
  const problems: string[] = []
  try {
    return parseAccAddress(ctx.prefix, readStrictPacketData(data).receiver)
  } catch (error) {
    if (error instanceof GoJsonError) problems.push(error.shortMessage)
    else if (!(error instanceof ChainError)) throw error
  }
  return rethrowing(
    ({ log }) =>
      plainError(
        `failed to get user recoverable account: failed to decode bech32 addresses: ${[...problems, log].join('\n')}`,
      ),
    () => decodeBech32(originalSender).bytes,
  )
}
