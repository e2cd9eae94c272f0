import { z } from 'zod'
import { faultActions } from '../faults/actions.js'
import { evmAction } from '../host/evm-link/action.js'
import { validatorActions } from '../host/validator-actions.js'
import { queryRelayerActions } from '../query-relayer/actions.js'
import { relayerActions } from '../relayer/actions.js'
import { callbackAction, doubleAction, produceAction, rawTxAction, sudoAction, txAction } from '../tx/actions.js'
import { ethereumCallAction, ethereumTxAction } from '../tx/ethereum/actions.js'
import { account, address, chain, contract, message, ONE_MESSAGE, oneMessage } from '../values/fields.js'
import { coins, json, uint } from '../values/values.js'
import { headAction } from './head.js'

/** The version of the vocabulary below; a file that holds actions names it. */
export const ACTION_VERSION = 1

const keyType = z
  .enum(['secp256k1', 'eth'])
  .describe(
    "How it signs, fixed when it is made: 'secp256k1' (the default) as on Cosmos chains, 'eth' as on the EVM alongside the chain.",
  )

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
      action: z.literal('label'),
      chain,
      address: z.string().min(1).describe('An address of the chain.'),
      label: z.string().min(1),
    })
    .describe('Names an address: a contract or an account that the sandbox did not make, as on a forked chain.'),
  txAction,
  rawTxAction,
  ethereumTxAction,
  ethereumCallAction,
  callbackAction,
  z
    .strictObject({ action: z.literal('block'), chain, count: z.int().min(1).max(1_000_000).default(1) })
    .describe('Makes empty blocks.'),
  z
    .strictObject({ action: z.literal('advance'), seconds: uint })
    .describe("Moves every chain's clock and makes one block on each."),
  produceAction,
  z
    .strictObject({ action: z.literal('blockInterval'), nanoseconds: uint })
    .describe('Sets the time between blocks for which no time is given; 5 seconds at first.'),
  z
    .strictObject({ action: z.literal('params'), chain, module: z.string().min(1), params: z.record(z.string(), json) })
    .describe('Sets parameters of a module, as a governance proposal would; those left out stay.'),
  z
    .strictObject({
      action: z.literal('putRecord'),
      chain,
      module: z.string().min(1),
      kind: z.string().min(1).describe('The kind of record, such as `balance` of bank.'),
      record: json.describe("In the form that it has in the module's genesis."),
    })
    .describe('Writes one record straight into the state, with its indexes.'),
  z
    .strictObject({
      action: z.literal('price'),
      chain,
      pair: z.string().min(3).describe('Such as `BTC/USD`.'),
      price: uint.describe('In units of 10^-8, or of the decimals that the market of the pair has.'),
    })
    .describe("Sets the price of a pair in the chain's oracle, as the votes of validators do; a new pair is made."),
  z
    .strictObject({
      action: z.literal('upgrade'),
      chain: z.string().min(1).default('hub').describe('The chain, by its name in the sandbox.'),
      revision: uint.optional().describe('Of the chain id after the upgrade: above the one before.'),
      to: z.string().min(1).optional().describe('The release that the chain goes on with, such as `0.70`.'),
    })
    .refine(({ revision, to }) => (revision === undefined) !== (to === undefined), {
      error: 'give either `revision` or `to`',
    })
    .describe(
      'Ends the chain under its id and continues it under one with another revision, or continues it with another release of its app.',
    ),
  z
    .strictObject({ action: z.literal('query'), chain, contract, ...message })
    .refine(oneMessage, ONE_MESSAGE)
    .describe('Queries a contract; changes nothing.'),
  z
    .strictObject({ action: z.literal('failures'), chain, contract: contract.optional() })
    .describe("Reads the contract manager's failures; changes nothing."),
  z
    .strictObject({ action: z.literal('balances'), chain, address })
    .describe('Reads the coins of an address; changes nothing.'),
  evmAction,
  headAction,
  sudoAction,
  doubleAction,
  ...validatorActions,
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
 * Everything that can be done to a sandbox. Methods of the sandbox build actions, `perform` runs them, a recording is a log of them and a
 * fixture a file of them: there is no other vocabulary of steps. In JSON, whole numbers are decimal strings.
 */
export const action = z.discriminatedUnion('action', [singleAction, repeat]).meta({ id: 'Action' })

/** One thing that is done to a sandbox, checked and with all defaults filled in: what `perform` runs and the log holds. */
export type Action = z.output<typeof action>
/** An action as it may be written: members with a default may be left out, and whole numbers may be numbers or decimal strings. */
export type ActionInput = z.input<typeof action>
export type ActionOf<Name extends Action['action']> = Extract<Action, { action: Name }>
