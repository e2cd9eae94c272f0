import { expect, test } from 'vitest'
import type { ChainKind } from '../../src/sandbox/index.js'
import { EventManager } from '../../src/chain/events.js'
import { InfiniteGasMeter } from '../../src/chain/gas.js'
import type { Context } from '../../src/chain/context.js'
import { fieldsOf, parseProtoJson } from '../../src/codec/proto-json/index.js'
import { exampleMessage, govOf, knownOf } from './example-messages.js'
import { examplesOf, type Example, type Parties } from './message-examples.js'
import { FieldProbe } from './message-fields.js'
import { relayed } from './relayed-messages.js'

/** Tries an example in a state, and carries it out. @returns why that failed */
function tryExample(probe: FieldProbe, ctx: Context, { app }: Parties, example: Example): string | undefined {
  const { type, message, isKept } = example
  const { router } = app.baseApp
  const any = { typeUrl: `/${type}`, value: parseProtoJson(type, JSON.stringify(message)) }
  probe.probe(router, ctx, any)
  const branch = ctx.branch()
  try {
    router.handler(any.typeUrl)!(branch.ctx.withEvents(new EventManager()), any)
    if (isKept) branch.write()
    else branch.discard()
    return undefined
  } catch (error) {
    branch.discard()
    return `${type}: ${(error as Error).message.slice(0, 200)}`
  }
}

/** Tries examples, and messages with a value in each field, in the state of a chain, which stays as it is. */
function tryAll(probe: FieldProbe, parties: Parties): readonly string[] {
  const { app, alice } = parties
  const { router } = app.baseApp
  const branch = app.context.branch()
  const ctx = branch.ctx.withGasMeter(new InfiniteGasMeter()).withEvents(new EventManager())
  const refused = examplesOf(parties)
    .filter(({ type }) => router.has(`/${type}`))
    .flatMap((example) => tryExample(probe, ctx, parties, example) ?? [])
  const known = knownOf(app)
  for (const typeUrl of router.typeUrls) {
    const type = typeUrl.slice(1)
    for (const signer of [alice, govOf(app)])
      for (const without of [undefined, ...fieldsOf(type).map(({ name }) => name)])
        probe.probe(router, ctx, { typeUrl, value: exampleMessage(type, known(signer), without) })
  }
  branch.discard()
  return refused
}

/** Reasons by field, by type. */
type Reasons = Readonly<Record<string, Readonly<Record<string, string>>>>

const each = (fields: string, reason: string): Readonly<Record<string, string>> =>
  Object.fromEntries(fields.split(' ').map((field) => [field, reason]))

const HANDSHAKE = 'deprecated: core verifies the connection alone (ibc-go v10 modules/core/keeper/msg_server.go)'
const HANDSHAKE_FIELDS =
  'client_state proof_client proof_consensus consensus_height.revision_number consensus_height.revision_height host_consensus_state_proof'

/** Fields without effect on each kind of chain. */
const UNREAD: Reasons = {
  'cosmos.consensus.v1.MsgUpdateParams': {
    'abci.vote_extensions_enable_height':
      'kept for queries: blocks here have no extensions of votes (test/app/wasmd/queries.conformance.test.ts has one)',
  },
  'cosmos.staking.v1beta1.MsgCreateValidator': {
    delegator_address: 'deprecated: the operator signs (cosmos-sdk x/staking/keeper/msg_server.go)',
  },
  'cosmwasm.wasm.v1.MsgStoreAndInstantiateContract': {
    unpin_code: 'wasmd 0.61 reads it nowhere (x/wasm/keeper/msg_server.go)',
  },
  'ibc.core.channel.v1.MsgChannelOpenTry': {
    'channel.version':
      'deprecated: the version is that of the application (ibc-go v10 modules/core/keeper/msg_server.go)',
  },
  'ibc.core.client.v1.MsgIBCSoftwareUpgrade': each(
    'plan.name plan.time plan.height plan.info plan.upgraded_client_state upgraded_client_state',
    'refused: upgrade() of the sandbox plans one (docs/differences.md)',
  ),
  'ibc.core.connection.v1.MsgConnectionOpenAck': each(HANDSHAKE_FIELDS, HANDSHAKE),
  'ibc.core.connection.v1.MsgConnectionOpenTry': each(`previous_connection_id ${HANDSHAKE_FIELDS}`, HANDSHAKE),
}

const NOT_REACHED =
  'no application takes packets between clients; the kinds hub and wasmd have one, and there it counts'
const PROOF_HEIGHT = each('proof_height.revision_number proof_height.revision_height', NOT_REACHED)

/** Of chains whose transfers are their own. */
const OWN_TRANSFERS: Reasons = {
  'ibc.applications.transfer.v1.MsgTransfer': { encoding: NOT_REACHED },
  'ibc.core.channel.v2.MsgAcknowledgement': PROOF_HEIGHT,
  'ibc.core.channel.v2.MsgRecvPacket': PROOF_HEIGHT,
  'ibc.core.channel.v2.MsgTimeout': PROOF_HEIGHT,
}

const POOL = 'refused: x/protocolpool has the pool'
const NO_FEES =
  'Nolus takes no fees for packets (nolus-core 444f8da7 x/transfer/keeper/keeper.go, x/interchaintxs/keeper)'
const FEES = each('fee.recv_fee.denom fee.ack_fee.denom fee.timeout_fee.denom', NO_FEES)

const ELSEWHERE: Readonly<Record<ChainKind, Reasons>> = {
  hub: UNREAD,
  cosmoshub: UNREAD,
  evmd: UNREAD,
  wasmd: {
    ...UNREAD,
    'cosmos.distribution.v1beta1.MsgCommunityPoolSpend': each('recipient amount.denom', POOL),
    'cosmos.distribution.v1beta1.MsgFundCommunityPool': { 'amount.denom': POOL },
  },
  neutron: {
    ...UNREAD,
    ...OWN_TRANSFERS,
    'neutron.interchainqueries.MsgSubmitQueryResult': {
      client_id: "the client is that of the query's connection (neutron x/interchainqueries/keeper/msg_server.go)",
    },
  },
  nolus: {
    ...UNREAD,
    ...OWN_TRANSFERS,
    'nolus.interchaintxs.v1.MsgRegisterInterchainAccount': { 'register_fee.denom': NO_FEES },
    'nolus.interchaintxs.v1.MsgSubmitTx': FEES,
    'nolus.transfer.MsgTransfer': FEES,
  },
}

/** What refuses an example: its own content, after all of its fields were read. */
const REFUSED = [
  /^ibc\.core\.client\.v1\.MsgUpgradeClient: .* could not unmarshal client merkle proof/,
  /^neutron\.contractmanager\.MsgResubmitFailure: .* told to fail/,
  /^cosmos\.distribution\.v1beta1\.Msg\w*CommunityPool\w*: external community pool is enabled/,
]

test.each(['neutron', 'wasmd', 'nolus', 'hub'] as const)(
  'each field of each message of a chain of the kind %s has an effect',
  { timeout: 120_000 },
  async (kind) => {
    const probe = new FieldProbe()
    const stop = probe.start()
    let parties: Parties
    try {
      parties = await relayed(kind)
    } finally {
      stop()
    }
    const refused = tryAll(probe, parties)
    expect(refused.filter((text) => !REFUSED.some((known) => known.test(text)))).toEqual([])
    const { typeUrls } = parties.app.baseApp.router
    const untried = typeUrls.filter((typeUrl) => !probe.types.includes(typeUrl.slice(1)))
    expect(untried).toEqual([])
    const open = probe.types.map((type) => [type, probe.open(type)] as const).filter(([, fields]) => fields.length > 0)
    expect(Object.fromEntries(open)).toEqual(
      Object.fromEntries(Object.entries(ELSEWHERE[kind]).map(([type, fields]) => [type, Object.keys(fields)])),
    )
  },
)
