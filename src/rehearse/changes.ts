import { isDeepStrictEqual } from 'node:util'
import type { Release } from '../chain/index.js'

/** What a rule of a release decides, and where contracts notice it. */
interface Change {
  readonly text: string
  /** The messages and queries that show it, by their beginnings; none if it shows in no message or query of contracts. */
  readonly names: readonly string[]
}

/** All but what does not exist at all, which the lists of messages and queries show. */
type Rule = Exclude<keyof Release, 'absent'>

/** Rules that releases can have in different forms; one that is not here is listed by its name. */
const CHANGES: Readonly<Partial<Record<Rule, Change>>> = {
  accountNumbers: {
    text: 'how new accounts get their numbers (derived ones are 2⁶³ or more)',
    names: ['/cosmos.auth.v1beta1.Query/Account'],
  },
  authorityError: {
    text: 'which error refuses a message of another authority',
    names: [
      '/cosmos.bank.v1beta1.MsgUpdateParams',
      '/cosmos.staking.v1beta1.MsgUpdateParams',
      '/cosmos.distribution.v1beta1.MsgCommunityPoolSpend',
      '/cosmwasm.wasm.v1.MsgUpdateParams',
    ],
  },
  metersBlocks: { text: 'whether a block has a gas limit', names: [] },
  limitsSupply: { text: 'whether the params of mint limit the supply', names: ['/cosmos.mint.v1beta1.Query/Params'] },
  allowances: {
    text: 'how fee grants are revoked, pruned and listed, and the error for a missing one',
    names: ['/cosmos.feegrant.v1beta1.'],
  },
  printsGivenReceivers: {
    text: 'whether the events of a multi-send name receivers as the message does',
    names: ['/cosmos.bank.v1beta1.MsgMultiSend'],
  },
  printsKeysInHex: {
    text: 'whether the error for a missing grant has its key in hex',
    names: ['/cosmos.authz.v1beta1.MsgRevoke'],
  },
  ignoresCaseOfValidators: {
    text: 'whether the validators of a grant to stake are compared in any case',
    names: ['/cosmos.authz.v1beta1.MsgExec'],
  },
  countsVotesAgainst: { text: 'what a tally divides the votes by', names: ['/cosmos.gov.v1.', '/cosmos.gov.v1beta1.'] },
  skipsIncludedRows: { text: 'whether the offset of a page counts only the rows of the query', names: [] },
  hasConsensusAuthority: { text: 'whether the consensus params have an authority', names: [] },
  redelegationNamesDelegator: {
    text: 'whether the event of a redelegation names the delegator',
    names: ['/cosmos.staking.v1beta1.MsgBeginRedelegate'],
  },
  bondDenomNeedsSupply: {
    text: 'whether new params need a bond denomination that has a supply',
    names: ['/cosmos.staking.v1beta1.MsgUpdateParams'],
  },
  clientLimits: {
    text: 'the largest client states, consensus states and prefixes',
    names: ['/ibc.core.client.v1.MsgCreateClient', '/ibc.core.client.v2.', '/ibc.core.connection.v1.MsgConnectionOpen'],
  },
  splitsSequences: {
    text: 'whether answers about packets between clients read a sequence after the last slash of its key',
    names: ['/ibc.core.channel.v2.Query/'],
  },
  countsPayloads: {
    text: 'whether errors about payloads of packets between clients count them',
    names: ['/ibc.core.channel.v2.MsgSendPacket'],
  },
  readsAnyAcknowledgement: {
    text: 'whether transfers between clients accept acknowledgements in any JSON form',
    names: ['/ibc.core.channel.v2.MsgSendPacket'],
  },
  printsGivenAddresses: {
    text: 'whether errors about an account of a transfer print the address as it was given',
    names: ['/ibc.applications.transfer.v1.MsgTransfer'],
  },
  texts: {
    text: 'texts of errors',
    names: [
      '/cosmos.staking.v1beta1.MsgEditValidator',
      '/cosmos.gov.v1.MsgUpdateParams',
      '/cosmos.distribution.v1beta1.MsgCommunityPoolSpend',
      '/cosmos.vesting.v1beta1.',
    ],
  },
}

/** The rules in which two releases differ, with the form in each where that is a word. */
export const changesBetween = (from: Release, to: Release): readonly Change[] =>
  (Object.keys(to) as (keyof Release)[])
    .filter((rule): rule is Rule => rule !== 'absent' && !isDeepStrictEqual(from[rule], to[rule]))
    .map((rule) => {
      const { text, names } = CHANGES[rule] ?? { text: rule, names: [] }
      const [before, after] = [wordOf(from[rule]), wordOf(to[rule])]
      return { text: before === undefined || after === undefined ? text : `${text}: ${before} → ${after}`, names }
    })

function wordOf(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : undefined
}
