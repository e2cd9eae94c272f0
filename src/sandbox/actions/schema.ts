import { z } from 'zod'
import { callbackMessage } from './callback-message.js'
import { faultActions } from '../faults/actions.js'
import { headAction } from './head.js'
import { sudoAction } from './sudo-action.js'
import { queryRelayerActions } from '../query-relayer/actions.js'
import { relayerActions } from '../relayer/actions.js'
import { base64, coins, hex32, json, uint, type Json } from './values.js'

/** The version of the vocabulary below; a file that holds actions names it. */
export const ACTION_VERSION = 1

const chain = z.string().min(1).default('neutron').describe('The chain, by its name in the sandbox.')
const account = z.string().min(1).describe('An account, by its name.')
const keyType = z
  .enum(['secp256k1', 'eth'])
  .describe(
    "How it signs, decided when it is made: 'secp256k1' (the default) as in the Cosmos, 'eth' as the EVM beside the chain does.",
  )
const contract = z.string().min(1).describe('A contract: its address, or the label under which it was instantiated.')
const address = z.string().min(1).describe('An address, or the name of an account or contract of the same chain.')

/** A contract's message: JSON, which goes out in its compact form, or the exact text. */
const message = {
  msg: json.optional(),
  msgText: z.string().optional().describe('The exact text of the message, instead of `msg`.'),
}
const oneMessage = (value: { msg?: Json | undefined; msgText?: string | undefined }): boolean =>
  (value.msg === undefined) !== (value.msgText === undefined)
const ONE_MESSAGE = 'expected either msg or msgText'

export const wasmFile = z
  .union([z.strictObject({ path: z.string().min(1), sha256: hex32.optional() }), z.strictObject({ base64 })])
  .meta({
    id: 'WasmFile',
    description: 'A contract: the path of its .wasm (and its hash, then checked), or its bytes.',
  })

/** A message of a transaction, in the words of a test. `any` carries every other one. */
export const txMessage = z
  .union([
    z.strictObject({ store: z.strictObject({ wasm: wasmFile }) }),
    z.strictObject({
      instantiate: z
        .strictObject({
          codeId: uint,
          label: z.string().min(1),
          ...message,
          funds: coins.default(''),
          admin: address.optional(),
          salt: base64.optional().describe('With a salt the address is the predictable one (instantiate2).'),
        })
        .refine(oneMessage, ONE_MESSAGE),
    }),
    z.strictObject({
      execute: z.strictObject({ contract, ...message, funds: coins.default('') }).refine(oneMessage, ONE_MESSAGE),
    }),
    z.strictObject({
      migrate: z.strictObject({ contract, codeId: uint, ...message }).refine(oneMessage, ONE_MESSAGE),
    }),
    z.strictObject({ updateAdmin: z.strictObject({ contract, admin: address }) }),
    z.strictObject({ clearAdmin: z.strictObject({ contract }) }),
    z.strictObject({ send: z.strictObject({ to: address, amount: coins }) }),
    z.strictObject({
      ibcTransfer: z.strictObject({
        to: z.string().min(1).describe('An address of the other chain.'),
        amount: coins.describe('One coin.'),
        channel: z.string().min(1).default('channel-0'),
        port: z.string().min(1).default('transfer'),
        timeoutSeconds: uint.default(600n).describe("After the time of the sender's last block; 0: no such timeout."),
        timeoutHeight: z
          .strictObject({ revisionNumber: uint, revisionHeight: uint })
          .optional()
          .describe('A height of the other chain; none when left out.'),
        memo: z.string().default(''),
        fee: z
          .strictObject({ recv: coins.default(''), ack: coins.default(''), timeout: coins.default('') })
          .optional()
          .describe('What a contract puts aside for relayers, on a chain with a fee refunder.'),
      }),
    }),
    z.strictObject({ any: z.strictObject({ typeUrl: z.string().startsWith('/'), value: base64 }) }),
  ])
  .meta({ id: 'TxMessage' })

const singleActions = [
  z
    .strictObject({
      action: z.literal('account'),
      chain,
      name: account,
      funds: coins.default(''),
      key: keyType.optional(),
    })
    .describe('Gives a named account coins that are minted for it; the first time it also makes the account.'),
  z
    .strictObject({
      action: z.literal('tx'),
      chain,
      from: account,
      messages: z.array(txMessage).min(1),
      gasLimit: uint.optional(),
      fee: coins.default(''),
      memo: z.string().default(''),
    })
    .describe('A transaction in a block of its own.'),
  z
    .strictObject({ action: z.literal('rawTx'), chain, bytes: base64 })
    .describe('A signed transaction (`TxRaw`), as a client broadcasts it; its signatures are checked.'),
  z
    .strictObject({
      action: z.literal('callback'),
      chain,
      contract,
      message: callbackMessage,
      gasLimit: uint.optional().describe("The relayer's gas limit, under which the sudo limit lies."),
    })
    .describe('The chain calls the contract back, as its IBC and query modules do.'),
  z
    .strictObject({ action: z.literal('block'), chain, count: z.int().min(1).max(1_000_000).default(1) })
    .describe('Makes empty blocks.'),
  z
    .strictObject({ action: z.literal('advance'), seconds: uint })
    .describe("Moves every chain's clock and makes one block on each."),
  z
    .strictObject({ action: z.literal('params'), chain, module: z.string().min(1), params: z.record(z.string(), json) })
    .describe('Sets parameters of a module, as a governance proposal would; those left out stay.'),
  z
    .strictObject({
      action: z.literal('putRecord'),
      chain,
      module: z.string().min(1),
      kind: z.string().min(1).describe('What of the module, such as `balance` of bank.'),
      record: json.describe("In the form that it has in the module's genesis."),
    })
    .describe('Writes one record straight into the state, with its indexes.'),
  z
    .strictObject({
      action: z.literal('upgrade'),
      chain: z.string().min(1).default('hub').describe('The chain, by its name in the sandbox.'),
      revision: uint.describe('Of the chain id after the upgrade: above the one before.'),
    })
    .describe('Ends the chain under its id and lets it go on under one with another revision.'),
  z
    .strictObject({ action: z.literal('query'), chain, contract, ...message })
    .refine(oneMessage, ONE_MESSAGE)
    .describe('Asks a contract by its query entry point; changes nothing.'),
  z
    .strictObject({ action: z.literal('failures'), chain, contract: contract.optional() })
    .describe("Reads the contract manager's failures; changes nothing."),
  z
    .strictObject({ action: z.literal('balances'), chain, address })
    .describe('Reads the coins of an address; changes nothing.'),
  z
    .strictObject({
      action: z.literal('evm'),
      chain,
      method: z.string().min(1),
      params: z.array(json).default([]),
      over: z
        .enum(['process', 'http'])
        .default('process')
        .describe('In process, or over a loopback port, which a file may ask for only when it is trusted.'),
    })
    .describe("A JSON-RPC request to the chain's EVM."),
  headAction,
  sudoAction,
  ...relayerActions,
  ...queryRelayerActions,
  ...faultActions,
] as const

const singleAction = z
  .discriminatedUnion('action', singleActions)
  .meta({ id: 'SingleAction', description: 'Any action but `repeat`.' })

const repeat = z
  .strictObject({
    action: z.literal('repeat'),
    times: z.int().min(1).max(1_000_000),
    do: singleAction,
    onError: z
      .enum(['stop', 'continue'])
      .default('stop')
      .describe('What follows when the chain or the EVM refuses one.'),
  })
  .describe('Runs one action again and again; in the log it is one.')

/**
 * Everything that can be done to a sandbox. Methods of the sandbox build actions, `perform` runs them, a recording is their log and a
 * fixture their file: there is no other vocabulary of steps. In JSON, whole numbers are decimal strings.
 */
export const action = z.discriminatedUnion('action', [singleAction, repeat]).meta({ id: 'Action' })

/** One thing that is done to a sandbox, checked and with all defaults filled in: what `perform` runs and the log holds. */
export type Action = z.output<typeof action>
/** An action as it may be written: with what has a default left out, numbers or decimal strings for whole numbers. */
export type ActionInput = z.input<typeof action>
export type ActionOf<Name extends Action['action']> = Extract<Action, { action: Name }>
/** A message of a transaction as actions hold it. */
export type TxMessage = z.output<typeof txMessage>
