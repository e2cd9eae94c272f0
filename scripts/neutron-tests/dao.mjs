// Stands in for neutronjsplus' `dao` in the tests: the DAO's contracts need the admin module, which Neutron 11 does not have. What a member proposes is
// put to the chain's governance instead, and the validator votes for it.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const checkout = process.env.NEUTRON_TESTS
const ofCheckout = createRequire(join(checkout, 'package.json'))
const real = ofCheckout('@neutron-org/neutronjsplus/dist/dao')
const { CosmWasmClient } = ofCheckout('@cosmjs/cosmwasm-stargate')
const { DirectSecp256k1HdWallet, Registry } = ofCheckout('@cosmjs/proto-signing')
const { defaultRegistryTypes, SigningStargateClient } = ofCheckout('@cosmjs/stargate')
const { MsgSubmitProposal, MsgVote } = ofCheckout('@neutron-org/neutronjs/cosmos/gov/v1/tx')
const { VAL_MNEMONIC_1 } = ofCheckout(join(checkout, 'src/config.json'))

/** The message types of proposals, by type URL. */
const MESSAGES = {
  '/feemarket.feemarket.v1.MsgParams': ['feemarket/feemarket/v1/tx', 'MsgParams'],
  '/gaia.globalfee.v1beta1.MsgUpdateParams': ['gaia/globalfee/v1beta1/tx', 'MsgUpdateParams'],
  '/neutron.cron.MsgAddSchedule': ['neutron/cron/tx', 'MsgAddSchedule'],
  '/neutron.cron.MsgRemoveSchedule': ['neutron/cron/tx', 'MsgRemoveSchedule'],
  '/neutron.cron.MsgUpdateParams': ['neutron/cron/tx', 'MsgUpdateParams'],
  '/neutron.dynamicfees.v1.MsgUpdateParams': ['neutron/dynamicfees/v1/tx', 'MsgUpdateParams'],
  '/neutron.feerefunder.MsgUpdateParams': ['neutron/feerefunder/tx', 'MsgUpdateParams'],
  '/neutron.interchainqueries.MsgUpdateParams': ['neutron/interchainqueries/tx', 'MsgUpdateParams'],
}

/** The files of params that neutronjs' own messages take for those of the bank. */
const PARAMS = {
  '/osmosis.tokenfactory.v1beta1.MsgUpdateParams': 'osmosis/tokenfactory/params',
  '/neutron.coinfactory.v1beta1.MsgUpdateParams': 'neutron/coinfactory/params',
  '/neutron.ibcratelimit.v1beta1.MsgUpdateParams': 'neutron/ibcratelimit/v1beta1/params',
}

function paramsOf(file, params) {
  const { Params } = ofCheckout(`@neutron-org/neutronjs/${file}`)
  const { BinaryWriter } = ofCheckout('@neutron-org/neutronjs/binary')
  const writer = BinaryWriter.create().uint32(10).string(GOVERNANCE)
  Params.encode(Params.fromPartial(params), writer.uint32(18).fork()).ldelim()
  return writer.finish()
}

const RPC = process.env.NODE1_RPC ?? 'http://localhost:26657'
const GOVERNANCE = 'neutron10d07y265gmmuvt4z0w9aw880jnsr700j7a68v5'
/** Of the main DAO on the live chain; nothing is there. */
const CORE = 'neutron1suhgf5svhu4usrurvxzlgn54ksxmn8gljarjtxqnapv8kjnp4nrstdxvff'
const CONTRACTS = {
  core: { address: CORE },
  proposals: { single: { address: CORE, pre_propose: { address: CORE } }, overrule: { address: CORE } },
  voting: { address: CORE, vaults: { neutron: { address: CORE } } },
}
const FEE = { gas: '2000000', amount: [{ denom: 'untrn', amount: '400000' }] }

// The only query of a test to a contract of the DAO.
const queryContractSmart = Reflect.get(CosmWasmClient.prototype, 'queryContractSmart')
CosmWasmClient.prototype.queryContractSmart = function (address, query) {
  return address === CORE ? Promise.resolve({ max_voting_period: {} }) : queryContractSmart.call(this, address, query)
}

/** Members named as in the generated types, which are those of the JSON in snake case. */
function camelCased(value) {
  if (Array.isArray(value)) return value.map(camelCased)
  if (typeof value !== 'object' || value === null) return value ?? undefined
  const name = (text) => text.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [name(key), camelCased(member)]))
}

/** What a proposal of the DAO executes, as an `Any` of the chain. */
function executed(message) {
  const text = JSON.stringify(message)
  const nested = /"proposal_execute_message":\{"message":("(?:[^"\\]|\\.)*")\}/
  const find = (json) => {
    const inner = nested.exec(json)?.[1]
    if (inner !== undefined) return JSON.parse(JSON.parse(inner))
    const encoded = /"msg":"([A-Za-z0-9+/=]+)"/.exec(json)?.[1]
    return encoded === undefined ? undefined : find(Buffer.from(encoded, 'base64').toString())
  }
  const found = find(text)
  if (found === undefined) return undefined
  const { '@type': typeUrl, ...rest } = found
  const params = PARAMS[typeUrl]
  if (params !== undefined) return { typeUrl, value: paramsOf(params, camelCased(rest.params)) }
  const [file, name] = MESSAGES[typeUrl]
  const type = ofCheckout(`@neutron-org/neutronjs/${file}`)[name]
  return { typeUrl, value: type.encode(type.fromPartial(camelCased({ ...rest, authority: GOVERNANCE }))).finish() }
}

let proposer
async function connect() {
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(VAL_MNEMONIC_1, { prefix: 'neutron' })
  const [{ address }] = await wallet.getAccounts()
  const registry = new Registry([
    ...defaultRegistryTypes,
    [MsgSubmitProposal.typeUrl, MsgSubmitProposal],
    [MsgVote.typeUrl, MsgVote],
  ])
  return {
    address,
    client: await SigningStargateClient.connectWithSigner(RPC, wallet, { registry, broadcastPollIntervalMs: 300 }),
  }
}

const REST = process.env.NODE1_URL ?? 'http://localhost:1317'
const ask = async (path) => (await fetch(`${REST}/cosmos/gov/v1/proposals${path}`)).json()

/** Puts messages to the vote, in one transaction with the vote, and waits for them to be executed. */
async function govern(title, summary, messages) {
  proposer ??= connect()
  const { address, client } = await proposer
  const { proposals: last } = await ask('?pagination.limit=1&pagination.reverse=true')
  const id = BigInt(last[0]?.id ?? 0) + 1n
  const initialDeposit = [{ denom: 'untrn', amount: '1000' }]
  const result = await client.signAndBroadcast(
    address,
    [
      [MsgSubmitProposal, { messages, initialDeposit, proposer: address, title, summary }],
      [MsgVote, { proposalId: id, voter: address, option: 1 }],
    ].map(([type, value]) => ({ typeUrl: type.typeUrl, value: type.fromPartial(value) })),
    FEE,
  )
  if (result.code !== 0) throw new Error(`proposal: ${result.rawLog}`)
  for (;;) {
    const { proposal } = await ask(`/${id}`)
    if (proposal.status === 'PROPOSAL_STATUS_PASSED') return
    if (proposal.status !== 'PROPOSAL_STATUS_VOTING_PERIOD')
      throw new Error(`proposal ${id}: ${proposal.status}: ${proposal.failed_reason}`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

const proposals = []

export const { DaoContractLabels, toBase64String } = real
export const getNeutronDAOCore = async () => CORE
export const getDaoContracts = async () => CONTRACTS
export const setupSubDaoTimelockSet = async (_user, client) => new Dao(client, CONTRACTS)

export class Dao extends real.Dao {
  async checkPassedProposal() {}
  async queryVotingPower() {
    return { power: 1_000_000_000 }
  }
  async getTimelockedProposal(id) {
    return { id, status: 'executed' }
  }
}

/** The methods that build proposals are those of neutronjsplus. */
export class DaoMember extends real.DaoMember {
  async bondFunds() {}
  async unbondFunds() {}
  async voteYes() {}
  async submitSingleChoiceProposal(title, summary, messages) {
    return proposals.push({ title, summary, messages })
  }
  async executeProposalWithAttempts(id) {
    const { title, summary, messages } = proposals[id - 1]
    const anys = messages.map(executed).filter((any) => any !== undefined)
    if (anys.length > 0) await govern(title, summary || title, anys)
  }
  async supportAndExecuteProposal(id) {
    await this.executeProposalWithAttempts(id)
    return { id }
  }
  async executeTimelockedProposal() {}
}
