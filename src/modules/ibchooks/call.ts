import { ChainError, toUtf8 } from '../../base/index.js'
import {
  addressHash,
  addressText,
  GoPanic,
  nilPointer,
  parseAccAddress,
  registerError,
  type Context,
} from '../../chain/index.js'
import {
  acknowledgementBytes,
  bankDenom,
  denomOf,
  encodePacketData,
  isObject,
  memoObject,
  readable,
  readPacketData,
  refused,
  type AcknowledgementBytes,
  type IbcApplication,
  type Packet,
  type PacketData,
} from '../../chain/ibc/index.js'
import { decodeInt, denomProblem } from '../../codec/index.js'
import { goBytes, goObject, goValue } from '../../codec/go-json/index.js'
import type { ContractExecutor } from './expected.js'

/** Source: neutron x/ibc-hooks/types/errors.go (06e81b9f). */
const ErrMsgValidation = registerError('wasm-hooks', 2, 'error in wasmhook message validation')
const ErrWasmError = registerError('wasm-hooks', 6, 'wasm error')

/** Source: x/ibc-hooks/types/keys.go `SenderPrefix`. */
const INTERMEDIARY = toUtf8('ibc-wasm-hook-intermediary')

export interface HookOptions {
  readonly contracts: ContractExecutor
  /** Whether coins of a denom come home through the hop `port/channel` of the other chain. */
  readonly comesHome: (denom: string, hop: string) => boolean
}

/**
 * A transfer whose memo has `wasm` calls that contract with the coins, from an address derived from the sender. Any failure gives an error
 * acknowledgement, which refunds the coins. Source: x/ibc-hooks/wasm_hook.go `OnRecvPacketOverride`
 * @param receive passes a packet to the layers below
 */
export function callContract(
  ctx: Context,
  packet: Packet,
  options: HookOptions,
  receive: (packet: Packet) => AcknowledgementBytes | undefined,
): AcknowledgementBytes | undefined {
  const data = readable(() => readPacketData(packet.data))
  const memo = data && memoObject(data.memo)
  if (data === undefined || memo === undefined || !Object.hasOwn(memo, 'wasm')) return receive(packet)
  const call = readCall(ctx, data, memo['wasm'])
  if ('problem' in call) {
    const text = `wasm metadata not properly formatted for: '${data.memo}'. ${call.problem}`
    return refused(ctx, ErrMsgValidation, text)
  }
  const sender = addressHash(INTERMEDIARY, toUtf8(`${packet.destinationChannel}/${data.sender}`))
  const redirected = { ...data, receiver: addressText(ctx.prefix, sender) }
  const received = receive({ ...packet, data: encodePacketData(redirected) })
  // A packet that is also forwarded has no acknowledgement yet, and the reference reads it all the same.
  if (received === undefined) throw nilPointer()
  if (!received.success) return received
  const funds = [{ denom: denomHere(packet, data, options), amount: decodeInt(data.amount) }]
  try {
    const result = options.contracts.execute(ctx, call.contract, sender, call.message, funds)
    const both = goObject({ contract_result: goBytes(result), ibc_ack: goBytes(received.bytes) })
    return acknowledgementBytes({ result: toUtf8(both) })
  } catch (error) {
    if (error instanceof ChainError) return refused(ctx, ErrWasmError, error.log)
    throw error
  }
}

type Call = { readonly problem: string } | { readonly contract: Uint8Array; readonly message: Uint8Array }

/** Source: `validateAndParseMemo`. */
function readCall(ctx: Context, { receiver }: PacketData, wasm: unknown): Call {
  if (!isObject(wasm)) return { problem: 'wasm metadata is not a valid JSON map object' }
  const { contract, msg } = wasm
  if (typeof contract !== 'string') return { problem: 'Could not find key wasm["contract"]' }
  let address: Uint8Array
  try {
    address = parseAccAddress(ctx.prefix, contract)
  } catch (error) {
    if (!(error instanceof ChainError)) throw error
    return { problem: 'wasm["contract"] is not a valid bech32 address' }
  }
  if (contract !== receiver) return { problem: 'wasm["contract"] should be the same as the receiver of the packet' }
  if (msg === undefined || msg === null) return { problem: 'Could not find key wasm["msg"]' }
  if (!isObject(msg)) return { problem: 'wasm["msg"] is not a map object' }
  return { contract: address, message: toUtf8(goValue(msg)) }
}

/** The version that was requested, not the one that the application chose. Source: x/ibc-hooks/ibc_module.go `OnChanOpenInit` */
export const requestedVersion =
  (below: IbcApplication): IbcApplication['onOpenInit'] =>
  (ctx, opening, version) => {
    below.onOpenInit(ctx, opening, version)
    return version
  }

/**
 * The denom of a packet's coins on this chain.
 * @throws GoPanic for what is no denom: Neutron takes `transfer/channel-10/uatom` from `channel-1` for one of its own
 * Source: x/ibc-hooks/utils `MustExtractDenomFromPacketOnRecv`, cosmos-sdk types `NewCoin`
 */
function denomHere(packet: Packet, { denom }: PacketData, { comesHome }: HookOptions): string {
  const hop = `${packet.sourcePort}/${packet.sourceChannel}`
  const here = bankDenom(
    comesHome(denom, hop)
      ? denomOf(denom.slice(hop.length + 1))
      : denomOf(`${packet.destinationPort}/${packet.destinationChannel}/${denom}`),
  )
  const problem = denomProblem(here)
  if (problem !== undefined) throw new GoPanic(problem)
  return here
}
