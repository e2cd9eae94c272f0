import { z } from 'zod'
import { wasmFile } from '../host/wasm-files.js'
import { account, address, chain, contract, message, ONE_MESSAGE, oneMessage } from '../values/fields.js'
import { base64, coins, json, uint } from '../values/values.js'
import { callbackMessage } from './callback-message.js'

/** A message of a transaction, as a test writes it. `any` carries every other kind. */
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
          .describe('The fee that a contract reserves for relayers, on a chain with a fee refunder.'),
      }),
    }),
    z.strictObject({
      json: z
        .object({ '@type': z.string().min(1).describe('Such as "/cosmos.bank.v1beta1.MsgSend".') })
        .catchall(json)
        .describe('A message of any module in the JSON form of the chain, with its type under `@type`.'),
    }),
    z.strictObject({ any: z.strictObject({ typeUrl: z.string().startsWith('/'), value: base64 }) }),
  ])
  .meta({ id: 'TxMessage' })

export const txAction = z
  .strictObject({
    action: z.literal('tx'),
    chain,
    from: account.describe(
      'An account, by its name; with `impersonate` the account or contract of that name or address.',
    ),
    impersonate: z
      .literal(true)
      .optional()
      .describe(
        'The messages run without a signature and a fee, as if `from` had signed them: a contract, a module account, an address without a key.',
      ),
    messages: z.array(txMessage).min(1),
    gasLimit: uint.optional(),
    fee: coins.default(''),
    memo: z.string().default(''),
  })
  .refine(({ impersonate, fee }) => impersonate === undefined || fee === '', {
    path: ['fee'],
    message: 'a transaction that is impersonated pays no fee',
  })
  .describe('A transaction in a block of its own.')

export const rawTxAction = z
  .strictObject({ action: z.literal('rawTx'), chain, bytes: base64 })
  .describe('A signed transaction (`TxRaw`), as a client broadcasts it; its signatures are checked.')

export const callbackAction = z
  .strictObject({
    action: z.literal('callback'),
    chain,
    contract,
    message: callbackMessage,
    gasLimit: uint.optional().describe("The relayer's gas limit, which also bounds the sudo limit."),
  })
  .describe('The chain calls the contract back, as its IBC and query modules do.')

export const sudoAction = z
  .strictObject({
    action: z.literal('sudo'),
    chain,
    contract,
    payload: base64.describe('The message, byte by byte, as a failure has it in `sudo_payload`.'),
    limited: z
      .boolean()
      .default(true)
      .describe('Whether it runs under the sudo limit, which records a failure; otherwise as in a resubmission.'),
    tx: z
      .strictObject({ index: z.int().nonnegative(), bytes: base64 })
      .optional()
      .describe('The transaction that the contract sees in `env`: its position in the block, and its bytes.'),
    gasLimit: uint.optional().describe("The relayer's gas limit; 50,000,000 when left out."),
  })
  .describe('The chain calls the `sudo` of a contract with these bytes.')

export const doubleAction = z
  .strictObject({
    action: z.literal('double'),
    chain,
    name: z
      .string()
      .min(1)
      .describe(
        'The name of the double. Its code comes from `mock()`, or for a fixture from the options of the replay.',
      ),
    label: z.string().min(1).optional().describe('Of the contract; the name when left out.'),
    at: address.optional().describe('Its address, or a contract that it replaces.'),
    admin: address.optional(),
    creator: address.optional(),
    ...message,
  })
  .describe('Puts a contract that a test wrote in TypeScript in its place.')

export const produceAction = z
  .strictObject({
    action: z.literal('produce'),
    nanoseconds: uint.describe('How long after the last block of each chain.'),
    txs: z
      .record(z.string(), z.array(base64))
      .default({})
      .describe('Signed transactions (`TxRaw`) of the block, in their order, by chain; their signatures are checked.'),
    signatures: z
      .literal('believed')
      .optional()
      .describe('The signatures are not checked, since a live chain has accepted the transactions.'),
  })
  .describe('Makes one block on each chain, with the transactions that waited for it.')

/** A message of a transaction as actions hold it. */
export type TxMessage = z.output<typeof txMessage>
export type ProduceAction = z.output<typeof produceAction>
export type TxAction = z.output<typeof txAction>
export type CallbackAction = z.output<typeof callbackAction>
export type DoubleAction = z.output<typeof doubleAction>
export type SudoAction = z.output<typeof sudoAction>
