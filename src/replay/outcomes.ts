import { z } from 'zod'
import { json, type Action } from '../sandbox/internal.js'

const text = z.string()
const uint = z.string().regex(/^[0-9]+$/)
const count = z.int().nonnegative()
const bytes = z.base64()
const address = text.describe('the address')
const chainName = text.describe('the name of the chain in the sandbox')
const byChain = <Value extends z.ZodType>(value: Value): z.ZodRecord<z.ZodString, Value> => z.record(z.string(), value)

const entryPoint = text.describe('`execute`, `sudo`, …')
const fault = z.strictObject({ contract: address.optional(), entryPoint: entryPoint.optional(), fail: json })
const failed = z.strictObject({ reason: text, attempts: count, retryAt: uint.describe('a height') })

const ethereum = z.strictObject({
  hash: text.describe("of Ethereum's transaction"),
  from: text,
  to: text.optional(),
  contractAddress: text.optional().describe('of the contract that it created'),
  failure: text.optional().describe("why its code failed, in the EVM's words"),
  error: z.strictObject({ name: text, args: json }).optional().describe('what it reverted with, if the ABI is known'),
  returned: text.describe('what it returned or reverted with, in hex'),
  logs: z.array(
    z.strictObject({
      address: text,
      topics: z.array(text),
      data: text,
      eventName: text.optional(),
      args: json.optional(),
    }),
  ),
})

const tx = z.strictObject({
  ok: z.boolean().describe('whether it succeeded'),
  code: count.describe('0 if it succeeded'),
  codespace: text.describe('the module of the error'),
  rawLog: text.describe("the chain's error text"),
  height: uint,
  hash: text.describe('SHA-256 in upper-case hex; empty for a callback'),
  gasWanted: uint,
  gasUsed: uint,
  codeIds: z.array(uint).describe('ids of stored codes'),
  contracts: z.array(text).describe('addresses of instantiated contracts'),
  sudo: z
    .array(
      z.strictObject({
        contract: address,
        gasUsed: uint,
        gasLimit: uint,
        failure: z.strictObject({ id: uint, error: text, details: text }).nullable().describe('null if it succeeded'),
      }),
    )
    .describe('callbacks under the gas limit, in order'),
  events: z.array(
    z.strictObject({
      type: text,
      attributes: z.record(z.string(), z.union([text, z.array(text)])).describe('a repeated key has a list'),
    }),
  ),
  eventsHash: text.describe('SHA-256 of all events, in hex'),
  data: bytes.describe('responses of the messages (`TxMsgData`)'),
  ethereum: ethereum.optional().describe('what a transaction of Ethereum did'),
  impersonated: address.optional().describe('the sender of a transaction without a signature'),
  faults: z
    .array(z.strictObject({ ...fault.shape, struck: z.boolean() }))
    .optional()
    .describe('injected faults that it used up'),
})

const packet = z.strictObject({
  from: chainName,
  to: chainName,
  sequence: uint,
  sourcePort: text,
  sourceChannel: text,
  destinationPort: text,
  destinationChannel: text,
  data: bytes,
  timeoutHeight: z.strictObject({ revisionNumber: uint, revisionHeight: uint }),
  timeoutTimestamp: uint.describe('nanoseconds since 1970'),
  payload: z.strictObject({ version: text, encoding: text }).optional().describe('of a packet between clients'),
})

const delivery = z.strictObject({
  kind: text.describe('`recv`, `ack`, `timeout`, …'),
  packet: packet.nullable().describe('null for a step of a channel'),
  proofs: z.enum(['verify', 'trust']),
  ...tx.shape,
})

const queryDelivery = z.strictObject({
  queryId: uint,
  type: z.enum(['kv', 'tx']),
  remoteHeight: uint,
  remoteTx: text.nullable().describe('hash of the remote transaction; null for a query of keys'),
  ...tx.shape,
})

const run = z.strictObject({
  run: z.strictObject({ stage: text, module: text, name: text.optional().describe('of the schedule or proposal') }),
  ...tx.shape,
})

const runs = z.array(run).optional().describe('what modules did by themselves in the blocks')

const pendingPacket = z.strictObject({
  ...packet.shape,
  state: z.enum(['sent', 'received', 'acknowledged', 'timedOut', 'closed', 'stranded']),
  next: text.optional().describe('the delivery that is due'),
  acknowledgement: bytes.optional(),
  held: text.optional().describe('`dropped`, or the time until which it is held back'),
  failure: failed.optional().describe('why the last delivery failed'),
})

const pendingQuery = z.strictObject({
  queryId: uint,
  type: z.enum(['kv', 'tx']),
  owner: address,
  connectionId: text,
  dueAt: uint.describe('a height'),
  due: z.boolean(),
  transactions: z.array(text).describe('hashes of those to be delivered'),
  failures: z.array(z.strictObject({ ...failed.shape, remoteTx: text.optional() })),
})

const validator = z.strictObject({ name: text, address, publicKey: bytes, isRunning: z.boolean(), power: uint })
const evidence = z.strictObject({ height: uint, accused: z.array(text).describe('names of validators') })
const blocks = { height: uint, time: uint.describe('nanoseconds since 1970') }
const steps = z.array(z.union([delivery, tx])).describe('transactions of the relayer')

/** What is in the outcome of each action, besides `ok`: as a fixture saves and compares it. */
export const OUTCOMES: { readonly [Name in Action['action']]: z.ZodObject } = {
  account: z.strictObject({ address }),
  label: z.strictObject({ address }),
  tx,
  rawTx: tx,
  ethereumTx: tx,
  ethereumCall: z.strictObject({ returned: bytes, gasUsed: uint }),
  callback: tx,
  sudo: tx,
  double: tx,
  block: z.strictObject({ ...blocks, runs }),
  advance: z.strictObject({ heights: byChain(uint).describe('by chain'), runs }),
  produce: z.strictObject({
    heights: byChain(uint).describe('by chain'),
    txs: byChain(z.array(tx)).describe('by chain'),
    unrun: z.array(z.strictObject({ chain: chainName, hash: text, reason: text })),
    runs,
  }),
  blockInterval: z.strictObject({ nanoseconds: uint }),
  params: z.strictObject({ params: json.describe('all parameters of the module') }),
  putRecord: z.strictObject({ height: uint }),
  price: z.strictObject({ height: uint, nonce: uint.describe('how often it was set'), decimals: uint }),
  upgrade: z.strictObject({
    chainId: text,
    lastHeight: uint.describe('the last one under the id or the release before'),
    release: text.optional().describe('the one that runs, of kinds with several'),
  }),
  startValidator: validator,
  stopValidator: validator,
  lightClientAttack: evidence,
  doubleSign: evidence,
  query: z.strictObject({ data: json.describe("the contract's answer") }),
  failures: z.strictObject({
    failures: z.array(
      z.strictObject({
        address: address.describe('the contract'),
        id: uint,
        sudoPayload: json.describe('the message'),
        error: text.describe('as the chain stores it'),
        details: text.optional().describe('the full error'),
      }),
    ),
  }),
  balances: z.strictObject({ coins: z.array(z.strictObject({ denom: text, amount: uint })) }),
  evm: z.strictObject({ result: json.describe('of the JSON-RPC request') }),
  head: z.strictObject({ chainId: text, ...blocks, appHash: text.describe('hex') }),
  repeat: z.strictObject({
    ran: count,
    failed: count,
    gasUsed: uint,
    last: json.nullable().describe('outcome of the last run that succeeded'),
    error: json.nullable().describe('of the last run that failed'),
  }),
  relay: z.strictObject({ delivered: z.array(delivery) }),
  pending: z.strictObject({ packets: z.array(pendingPacket) }),
  dropPackets: z.strictObject({ packets: z.array(packet) }),
  delayPackets: z.strictObject({ packets: z.array(packet) }),
  releasePackets: z.strictObject({ packets: z.array(packet) }),
  relayer: z.strictObject({ automatic: z.boolean() }),
  updateClient: tx,
  upgradeClient: tx,
  misbehaviour: tx,
  createClient: z.strictObject({ clientId: text, result: tx }),
  pairClients: z.strictObject({ clients: byChain(text).describe('ids by chain'), steps }),
  openConnection: z.strictObject({ connections: byChain(text).describe('ids by chain'), steps }),
  openChannel: z.strictObject({ channels: byChain(text).describe('ids by chain'), steps }),
  closeChannel: z.strictObject({ steps }),
  skipPastTimeout: z.strictObject({ ...blocks, packets: count.describe('how many have timed out') }),
  deliverQueries: z.strictObject({ delivered: z.array(queryDelivery) }),
  pendingQueries: z.strictObject({ queries: z.array(pendingQuery) }),
  queryRelayer: z.strictObject({ automatic: z.boolean(), late: uint }),
  fault: z.strictObject({ waiting: z.array(fault) }),
  clearFaults: z.strictObject({ cleared: z.array(fault) }),
  faults: z.strictObject({ waiting: z.array(fault) }),
}

/** What occurs in several outcomes, by what the documentation calls it. */
export const SHAPES: Readonly<Record<string, z.ZodObject>> = {
  transaction: tx,
  delivery,
  'query delivery': queryDelivery,
  packet,
  'pending packet': pendingPacket,
  'pending query': pendingQuery,
  'run of a module': run,
  validator,
  fault,
}
