import { addressText, GAS_TAP, GoPanic, type Context } from '../../../chain/index.js'
import type { GoType } from '../../../codec/go-json/index.js'
import { IbcBasicResult, IbcOpenResult, IbcReceiveResult, type Response } from '../../../codec/wasm/index.js'
import type { EntryPoint } from '../../../vm/internal.js'
import type { Contracts } from '../contracts.js'
import type { WasmEngine } from '../calls/wasm-engine.js'
import { DeterministicError, ErrExecuteFailed } from '../errors.js'
import { getInstance, type Instance } from '../keeper.js'
import { observed } from '../calls/observer.js'

/** How loading a contract is charged, by entry point. Those for packets between clients charge nothing. */
const LOADING: Partial<Readonly<Record<EntryPoint, string>>> = {
  ibc_channel_open: 'ibc-open-channel',
  ibc_channel_connect: 'ibc-connect-channel',
  ibc_channel_close: 'ibc-close-channel',
  ibc_packet_receive: 'ibc-recv-packet',
  ibc_packet_ack: 'ibc-ack-packet',
  ibc_packet_timeout: 'ibc-timeout-packet',
  ibc_source_callback: 'ibc-source-chain-callback',
  ibc_destination_callback: 'ibc-destination-chain-callback',
}

/** The result of a received packet: an acknowledgement, none yet, or the contract's error text. */
export type Received = { readonly acknowledgement: Uint8Array | undefined } | { readonly error: string }

/**
 * Calls the IBC entry points of contracts.
 * Each method throws ChainError for errors and Panic for panics of the chain; the caller then drops the state.
 * Source: wasmd x/wasm/keeper/relay.go, ibc2.go.
 */
export class IbcCalls {
  readonly #contracts: Contracts
  readonly #engine: WasmEngine

  constructor(contracts: Contracts, engine: WasmEngine) {
    this.#contracts = contracts
    this.#engine = engine
  }

  /** @returns the version that the contract sets for a channel; '' to accept the proposed one */
  open(ctx: Context, contract: Uint8Array, msg: Uint8Array): string {
    let version = ''
    this.#call(ctx, contract, 'ibc_channel_open', msg, IbcOpenResult, (run) => {
      const result = ctx.release.unpatched.has('CWA-2025-006') ? ranOf(run).ok : resultOf(run)
      version = result?.version ?? ''
      return undefined
    })
    return version
  }

  /** Notifications, to which the contract responds only with messages and events. */
  notify(ctx: Context, contract: Uint8Array, entry: EntryPoint, msg: Uint8Array): void {
    this.#call(ctx, contract, entry, msg, IbcBasicResult, (run, { info }) => {
      const ok = resultOf(run)
      return this.#contracts.respond(ctx, contract, portOf(entry, info), ok && { ...ok, data: undefined })
    })
  }

  /** Delivers a packet to the contract. A VM error fails the whole transaction. */
  receive(
    ctx: Context,
    contract: Uint8Array,
    entry: 'ibc_packet_receive' | 'ibc2_packet_receive',
    msg: Uint8Array,
  ): Received {
    let error: string | undefined
    const acknowledgement = this.#call(ctx, contract, entry, msg, IbcReceiveResult, (run, { info }) => {
      if ('vmError' in run) throw new GoPanic(run.vmError)
      if (run.result.error !== '') {
        error = run.result.error
        return undefined
      }
      const { ok } = run.result
      const response: Response | undefined = ok && { ...ok, data: ok.acknowledgement }
      return this.#contracts.respond(ctx, contract, portOf(entry, info), response)
    })
    return error === undefined ? { acknowledgement } : { error }
  }

  #call<T extends { ok: unknown; error: string }>(
    ctx: Context,
    contract: Uint8Array,
    entry: EntryPoint,
    msg: Uint8Array,
    type: GoType<T>,
    finish: (run: Run<T>, instance: Instance) => Uint8Array | undefined,
  ): Uint8Array | undefined {
    // Handshakes of channels are part of a set-up.
    if (!entry.startsWith('ibc_channel')) ctx.value(GAS_TAP)?.callsBack()
    const gasBefore = ctx.gasMeter.consumed
    const instance = getInstance(ctx, contract)
    const { info, code, checksum } = instance
    const loading = LOADING[entry]
    if (loading !== undefined && !ctx.release.unpatched.has('CWA-2025-005'))
      this.#contracts.load(ctx, code, info.codeId, loading)
    const begin = {
      entryPoint: entry,
      contract: addressText(ctx.prefix, contract),
      codeId: info.codeId,
      message: msg,
      info: undefined,
      isDouble: this.#engine.doubleOf(checksum) !== undefined,
      gasBefore,
    }
    return observed(ctx, begin, () => {
      const query = this.#contracts.querier(ctx, contract)
      return finish(
        this.#engine.attempt(ctx, { contract, checksum, entry, args: [msg], query, gasBefore }, type),
        instance,
      )
    })
  }
}

type Run<T> = { readonly result: T } | { readonly vmError: string }

/** @throws ChainError wasm/5 with the text of the VM or of the contract */
function resultOf<T>(run: Run<{ readonly ok: T; readonly error: string }>): T {
  const { ok, error } = ranOf(run)
  if (error !== '') throw new DeterministicError(ErrExecuteFailed, error)
  return ok
}

/** @throws ChainError wasm/5 with the text of the VM */
function ranOf<T>(run: Run<T>): T {
  if ('vmError' in run) throw ErrExecuteFailed.error(run.vmError)
  return run.result
}

const portOf = (entry: EntryPoint, { ibcPortId, ibc2PortId }: Instance['info']): string =>
  entry.startsWith('ibc2_') ? ibc2PortId : ibcPortId
