import { requiredFee, type ChainApp, type DeliverOptions } from '../../app/index.js'
import type { Layer } from '../../store/index.js'
import { buildTx, ErrOutOfGas, type TxOutcome } from '../../chain/index.js'
import { toUtf8 } from '../../base/index.js'
import { parseCoins, type Coin } from '../../codec/index.js'
import { actorOf, type Actor } from '../host/actor.js'
import type { ChainHost } from '../host/chain-host.js'
import type { WasmFiles } from '../host/wasm-files.js'
import type { TxAction } from './actions.js'
import { deliverBlocks, type BlockTx, type BlockTxEnd } from './block-tx.js'
import { encodeMessage, WASM_MESSAGES } from './messages.js'
import { txResult } from './outcome-of-tx.js'
import { TxError, type TxResult } from './result.js'
import type { SentResults } from './sent.js'

/** SDK gas of a transaction or callback that names no limit: enough for storing 3 MB of code, little enough for an endless loop to end in seconds. */
export const DEFAULT_GAS_LIMIT = 50_000_000n

/** More gas than the steps before the messages ever take. */
const MARGIN = 2_000_000n

type Options = Omit<DeliverOptions, 'observer'>

/**
 * A transaction in a block of its own. @param light see {@link World.light}
 * @throws TxError when it fails; UsageError for an unknown account or an unreadable file; NotSupportedError for a message of CosmWasm contracts on a chain without them
 */
export function deliverTx(host: ChainHost, action: TxAction, files: WasmFiles, light = false): TxResult {
  const { app } = host
  if (action.messages.some((message) => WASM_MESSAGES.has(Object.keys(message)[0]!))) assertWasm(app)
  const actor = action.impersonate && actorOf(host, action.from)
  const signer = actor === undefined ? host.accounts.signer(action.from) : unsigned(app.height)
  const fee = feeOf(app, action)
  const bytes = buildTx({
    chainId: app.chainId,
    messages: action.messages.map((message, index) =>
      encodeMessage(message, {
        sender: actor?.address ?? host.keyOf(action.from).address,
        address: (name) => host.addressOf(name) ?? name,
        time: app.time,
        types: app.baseApp.types,
        hasRelayerFees: app.relayerFees !== undefined,
        wasm: (file) => files.read(file, `/messages/${index}/store/wasm`),
      }),
    ),
    fee,
    gasLimit: action.gasLimit ?? DEFAULT_GAS_LIMIT,
    memo: action.memo,
    isForeign: action.messages.some((message) => 'any' in message || 'json' in message),
    signers: [signer],
  })
  const isLight = light && isFree(app, fee, action.gasLimit)
  return delivered(host, bytes, { verifySignatures: false, light: isLight }, actor, light)
}

/** @throws NotSupportedError on a chain without CosmWasm contracts */
const assertWasm = (app: ChainApp): void => void app.wasm

/** What a transaction pays: what it says, or what the chain demands at least if that takes none without a fee. */
const feeOf = (app: ChainApp, { fee, gasLimit = DEFAULT_GAS_LIMIT, impersonate }: TxAction): readonly Coin[] =>
  fee === '' && impersonate === undefined && app.demandsFees ? requiredFee(app, gasLimit) : parseCoins(fee)

/** Whether the steps before the messages of a transaction show only in its own gas and events: it need not pay a fee, and has the gas that all have. */
const isFree = (app: ChainApp, fee: readonly Coin[], gasLimit = DEFAULT_GAS_LIMIT): boolean =>
  gasLimit === DEFAULT_GAS_LIMIT && fee.length === 0 && requiredFee(app, gasLimit).length === 0

/** A placeholder for the signature of an impersonated account; it differs in each block, so that no two transactions are the same. */
function unsigned(height: number) {
  const mark = new Uint8Array(64)
  mark.set(toUtf8('impersonated'))
  new DataView(mark.buffer).setBigUint64(56, BigInt(height))
  return { publicKey: undefined, accountNumber: 0n, sequence: 0n, sign: mark }
}

/** A transaction that the sandbox has signed. @throws TxError when it is refused or fails */
export const deliverSigned = (host: ChainHost, bytes: Uint8Array): TxResult =>
  delivered(host, bytes, { verifySignatures: false })

/** A transaction that is signed already. @throws TxError when it is refused or fails */
export const deliverRaw = (host: ChainHost, bytes: Uint8Array): TxResult =>
  delivered(host, bytes, { verifySignatures: true })

/** A signed transaction in the block that is open. Its failure is a result. @throws NotSupportedError, UsageError: it is then not in the block */
export function deliverInBlock(host: ChainHost, bytes: Uint8Array, verifySignatures = true): TxResult {
  const result = run(host, bytes, { verifySignatures })
  if (result.code === 0) host.labels.learn(result.events)
  return result
}

/**
 * Transactions of one account in one block, or in more if their gas requires it; the fee is what the chain demands. The account is made
 * with the coins when the chain does not know it. A block that would be empty is not made.
 * @param time of the block, in nanoseconds @param light see {@link World.light} @returns an end for each
 */
export function deliverBlock(
  host: ChainHost,
  from: { readonly account: string; readonly funds: string },
  txs: readonly BlockTx[],
  time: bigint,
  light = false,
): BlockTxEnd[] {
  const { app, accounts } = host
  const open = (): ((tx: BlockTx, before: bigint) => TxResult) => {
    const isNew = app.account(accounts.keyOf(from.account).addressBytes) === undefined
    // An account with the same key can have another name, or none.
    if (isNew || !accounts.has(from.account)) accounts.fund(from.account, isNew ? from.funds : '')
    const signer = accounts.signer(from.account)
    return ({ messages, gasLimit, receiver }, before) => {
      const fee = requiredFee(app, gasLimit)
      const bytes = buildTx({
        chainId: app.chainId,
        messages,
        fee,
        gasLimit,
        signers: [{ ...signer, sequence: signer.sequence + before }],
      })
      const result = run(host, bytes, { verifySignatures: false, receiver, light: light && isFree(app, fee, gasLimit) })
      host.labels.learn(result.events)
      return result
    }
  }
  return deliverBlocks(host, open, txs, time)
}

/** @param brief whether an error has no details */
function delivered(host: ChainHost, bytes: Uint8Array, options: Options, actor?: Actor, brief = false): TxResult {
  const result = run(host, bytes, { ...options, impersonated: actor?.bytes }, { actor, isBroadcast: true })
  if (result.code !== 0) throw new TxError(options.verifySignatures ? withGasHint(result) : result, brief)
  host.labels.learn(result.events)
  return result
}

/** Clients simulate without a fee. Taking one costs more than cosmjs' factor of 1.4 covers for a small message, on the live Neutron too. */
const MORE_GAS = "right, for a client: 1.6 times the simulated gas for small messages; 'auto' of cosmjs takes 1.4 times"

const withGasHint = (result: TxResult): TxResult =>
  result.codespace === ErrOutOfGas.codespace && result.code === ErrOutOfGas.code && result.trace.length === 0
    ? { ...result, hints: [...(result.hints ?? []), MORE_GAS] }
    : result

/** How a transaction came. */
interface Origin {
  readonly actor?: Actor | undefined
  /** Whether a client sent it, to whom a node tells the whole text of a refusal before the transaction is in a block. */
  readonly isBroadcast?: boolean
}

function run(host: ChainHost, bytes: Uint8Array, options: Options, origin: Origin = {}): TxResult {
  if (!options.light) return host.notified(runOnce(host, bytes, options, origin))
  const { app, faults } = host
  const before = { chain: app.snapshot(), faults: faults.waiting }
  const result = runOnce(host, bytes, options, origin)
  if (result.gasUsed + MARGIN < result.gasWanted) return host.notified(result)
  // How far a contract gets before it runs out of gas depends on what the steps before the messages take.
  app.restore(before.chain)
  faults.waiting = before.faults
  return run(host, bytes, { ...options, light: false }, origin)
}

function runOnce(host: ChainHost, bytes: Uint8Array, options: Options, { actor, isBroadcast }: Origin): TxResult {
  const trace = host.recorder(actor)
  const tx = host.faults.during(trace, (watch) => host.app.deliver(bytes, { ...options, ...watch }))
  trace.hint(tx.error?.details ?? [])
  const log = isBroadcast === true ? (tx.error?.log ?? tx.log) : tx.log
  return txResult(host.key, { ...tx, log }, trace, actor)
}

/** Simulates a transaction for a client. @param sent keeps the calls of one that fails */
export function simulateTx(host: ChainHost, bytes: Uint8Array, sent: SentResults, state?: Layer): TxOutcome {
  const trace = host.recorder()
  const outcome = host.app.simulate(bytes, trace, state)
  trace.hint(outcome.error?.details ?? [])
  if (outcome.code !== 0) sent.keepRefused(txResult(host.key, { ...outcome, height: host.app.height, hash: '' }, trace))
  return outcome
}
