import { z } from 'zod'
import { base64, uint } from '../values/values.js'

const chain = z.string().min(1).default('neutron')
const client = z.string().min(1).default('07-tendermint-0').describe('The light client, by its id.')
const of = z
  .string()
  .min(1)
  .optional()
  .describe('The other chain, by its name in the sandbox; may be left out where there are two.')
const newClientId = z.string().min(1).optional()
const gasLimit = uint.optional().describe("The gas limit of the relayer's transaction; 50,000,000 when left out.")

/** Deliveries about packets. */
const PACKET_STEPS = ['recv', 'ack', 'timeout', 'timeoutOnClose'] as const
/** Deliveries about channels that a chain has begun to open or to close. */
const CHANNEL_STEPS = ['openTry', 'openAck', 'openConfirm', 'closeConfirm'] as const

const packetFilter = z
  .strictObject({
    kind: z
      .enum([...PACKET_STEPS, ...CHANNEL_STEPS])
      .optional()
      .describe('What is to be delivered.'),
    from: z.string().min(1).optional().describe('The chain that sent the packet, by its name in the sandbox.'),
    port: z.string().min(1).optional().describe('The port from which it was sent.'),
    channel: z
      .string()
      .min(1)
      .optional()
      .describe(
        'The channel from which it was sent, on the chain that sent it; of a packet between clients, the client.',
      ),
    sequence: uint.optional(),
  })
  .meta({ id: 'PacketFilter', description: 'Selects packets: those that match every given member.' })

/** A forgery by the relayer. The chain refuses it unless it trusts proofs. */
const forgery = z
  .strictObject({
    proof: z
      .union([z.enum(['otherKey', 'otherStore', 'otherHeight']), z.strictObject({ flipBit: z.int().nonnegative() })])
      .optional()
      .describe('A proof of something else, or with one bit flipped (counted from its first, around its end).'),
    header: z
      .literal('stale')
      .optional()
      .describe('No update of the client: the proof is against the last header that it knows.'),
    data: base64.optional().describe("Other data than the packet's."),
    acknowledgement: base64.optional().describe('Another acknowledgement than the receiver wrote.'),
  })
  .meta({ id: 'Forgery' })

/** Forgeries of a header. All but `signature` and `flipBit` are signed again by the real validators. */
const headerForgery = z
  .union([
    z.enum(['power', 'signature', 'chain', 'future', 'validators']),
    z.strictObject({ flipBit: z.int().nonnegative() }),
  ])
  .meta({
    id: 'HeaderForgery',
    description:
      'power: too few signatures; signature: a wrong one; chain: of another chain; future: an hour ahead of the clock; ' +
      'validators: of strangers; flipBit: with one bit flipped (counted from its first, around its end).',
  })

const receiver = z
  .union([z.strictObject({ errorCode: z.int().min(1) }), z.strictObject({ acknowledgement: base64 })])
  .meta({
    id: 'FaultyReceiver',
    description:
      'The receiving application is not asked: packets are answered with the error acknowledgement of that code, or with these bytes.',
  })

export const relayerActions = [
  z
    .strictObject({
      action: z.literal('relay'),
      filter: packetFilter.default({}),
      limit: z.int().min(1).max(100_000).default(1000).describe('How many deliveries at most.'),
      reverse: z.boolean().default(false).describe('What was sent last is delivered first.'),
      times: z.int().min(1).max(100).default(1).describe('How often each is delivered.'),
      force: z
        .enum(PACKET_STEPS)
        .optional()
        .describe(
          'Delivers this for every packet that matches the filter, whether it is due, held back, late, early or completed.',
        ),
      gasLimit,
      forge: forgery.optional(),
      receiver: receiver.optional(),
    })
    .describe('The relayer delivers what is due: packets, acknowledgements, timeouts, steps of channels.'),
  z
    .strictObject({ action: z.literal('pending'), filter: packetFilter.default({}) })
    .describe('Lists the packets that are not completed; changes nothing.'),
  z
    .strictObject({ action: z.literal('dropPackets'), filter: packetFilter.default({}) })
    .describe('The relayer never delivers what is due of these packets now.'),
  z
    .strictObject({ action: z.literal('delayPackets'), filter: packetFilter.default({}), seconds: uint })
    .describe('The relayer delivers what is due of these packets so many seconds later, by the clock of the receiver.'),
  z
    .strictObject({ action: z.literal('releasePackets'), filter: packetFilter.default({}) })
    .describe('Undoes drops and delays.'),
  z
    .strictObject({
      action: z.literal('relayer'),
      automatic: z.boolean(),
      late: uint.optional().describe('Seconds by which automatic deliveries are late, by the clock of the receiver.'),
    })
    .describe('Whether the relayer delivers by itself after each action, or only on request.'),
  z
    .strictObject({ action: z.literal('updateClient'), chain, client, forge: headerForgery.optional(), gasLimit })
    .describe('Updates a light client with the last header of the other chain.'),
  z
    .strictObject({ action: z.literal('upgradeClient'), chain, client, gasLimit })
    .describe('Moves a light client to the new id of a chain that was upgraded.'),
  z
    .strictObject({
      action: z.literal('createClient'),
      chain,
      of,
      trustingPeriod: uint.optional().describe('Seconds; two weeks when left out.'),
      unbondingPeriod: uint.optional().describe('Seconds; three weeks when left out.'),
      maxClockDrift: uint.optional().describe('Seconds; 10 when left out.'),
    })
    .describe('Makes a light client of the other chain.'),
  z
    .strictObject({
      action: z.literal('pairClients'),
      chain,
      of,
      client: newClientId.describe('On the chain. A new one when left out.'),
      counterpartyClient: newClientId.describe('On the other chain. A new one when left out.'),
    })
    .describe('Pairs two clients that the relayer made, so that packets go between them without channels (IBC v2).'),
  z
    .strictObject({
      action: z.literal('misbehaviour'),
      chain,
      client,
      as: z.enum(['twoBlocks', 'time']).default('twoBlocks'),
      gasLimit,
    })
    .describe(
      "Submits two headers that contradict each other, both signed by the other chain's validators: two blocks of one height, or times that do not rise.",
    ),
  z
    .strictObject({ action: z.literal('openConnection'), chain, client, counterpartyClient: client })
    .describe('Opens a connection, begun on the chain: four steps.'),
  z
    .strictObject({
      action: z.literal('openChannel'),
      chain,
      connection: z.string().min(1).default('connection-0'),
      port: z.string().min(1).default('transfer'),
      counterpartyPort: z.string().min(1).optional().describe('The same as `port` when left out.'),
      version: z.string().default('ics20-1'),
      ordering: z.enum(['ordered', 'unordered']).default('unordered'),
    })
    .describe('Opens a channel, begun on the chain: four steps.'),
  z
    .strictObject({
      action: z.literal('closeChannel'),
      chain,
      port: z.string().min(1).default('transfer'),
      channel: z.string().min(1),
      confirm: z.boolean().default(true).describe('Whether the other end is notified.'),
      force: z
        .boolean()
        .default(false)
        .describe('Closes the end in the state, where the application lets nobody close it.'),
    })
    .describe('Closes a channel, begun on the chain.'),
  z
    .strictObject({ action: z.literal('skipPastTimeout'), chain })
    .describe('Makes blocks until every packet in flight to the chain has timed out there.'),
] as const

type RelayerAction = z.output<(typeof relayerActions)[number]>
/** An action of the relayer, by its name. */
export type RelayerActionOf<Name extends RelayerAction['action']> = Extract<RelayerAction, { action: Name }>
/** What a relayer delivers to a chain about a packet. */
export type PacketStep = (typeof PACKET_STEPS)[number]
/** What a relayer delivers to a chain about a channel that opens or closes. */
export type ChannelStep = (typeof CHANNEL_STEPS)[number]
/** A selection of packets, as the schema returns it; whole numbers are bigints. */
export type PacketFilter = z.output<typeof packetFilter>
/** A selection of packets: those that match every given member. */
export type PacketFilterInput = z.input<typeof packetFilter>
export type Forgery = z.output<typeof forgery>
/** How the header of a client update is wrong. */
export type HeaderForgery = z.output<typeof headerForgery>
export type FaultyReceiver = z.output<typeof receiver>
