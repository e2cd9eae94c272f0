import { KEY_TYPES, type KeyTypes } from './ante/public-keys.js'

/** Published advisories whose patches a chain can lack: its behaviour is then that of the releases before. */
export const PATCHED_ADVISORIES = ['CWA-2025-004', 'CWA-2025-005', 'CWA-2025-006', 'CWA-2025-007'] as const

export type PatchedAdvisory = (typeof PATCHED_ADVISORIES)[number]

/** Pull requests of cosmos/evm with published faults of callbacks whose patches a chain of kind evmd can lack: v0.6 has none of them. */
export const PATCHED_EVM_FAULTS = ['cosmos/evm#965', 'cosmos/evm#992', 'cosmos/evm#993', 'cosmos/evm#1061'] as const

type PatchedEvmFault = (typeof PATCHED_EVM_FAULTS)[number]

/** What the option `unpatched` of a chain takes. */
export type PatchedFault = PatchedAdvisory | PatchedEvmFault

/**
 * What transactions, queries and state show that differs between releases of the Cosmos SDK, ibc-go and wasmd. `src/app/releases` has a value for each
 * release of an app; every other app has {@link SDK_0_53}.
 */
export interface Release {
  /** Types that its registry knows, besides those of messages. */
  readonly types: RegisteredTypes
  /** Whether a block keeps the whole text of an error of decoding, as runners of transactions in parallel do. Source: cosmos-sdk v0.54.3 baseapp/abci.go `internalFinalizeBlock`, baseapp/txnrunner. */
  readonly keepsDecodeErrors: boolean
  /** Whether addresses may be those of Ethereum, in hexadecimal. Source: cosmos/evm v0.7.3 encoding/address. */
  readonly readsEthAddresses: boolean
  /** Tokens per unit of voting power. Source: cosmos-sdk types `DefaultPowerReduction`, which an app may set. */
  readonly tokensPerPower: bigint
  /**
   * How a new account gets its number. `counted`: the next of a counter in the store; `derived`: a hash of its address and of its place in the chain, from
   * 2⁶³ on. Source: cosmos-sdk v0.53.6 and v0.54.0 x/auth/keeper `NextAccountNumber`.
   */
  readonly accountNumbers: 'counted' | 'derived'
  /** Which error refuses a message of an authority: that of its module, or one for all modules. Source: cosmos-sdk v0.54.0 types/authority.go. */
  readonly authorityError: 'of its module' | 'common'
  /** Whether a block refuses transactions when its gas is used up, and tells contracts' positions by the gas before them. Source: cosmos-sdk v0.54.0 baseapp `disableBlockGasMeter`. */
  readonly metersBlocks: boolean
  /** Whether minting ends at a supply in the params of mint. Source: cosmos-sdk v0.54.0 x/mint/keeper/mint.go. */
  readonly limitsSupply: boolean
  readonly allowances: AllowanceRules
  /** Whether the event of a redelegation names the delegator. Source: cosmos-sdk v0.54.0 x/staking/keeper/msg_server.go. */
  readonly redelegationNamesDelegator: boolean
  /** Whether new params of staking need a bond denomination that has a supply. Source: as before. */
  readonly bondDenomNeedsSupply: boolean
  /** Limits of what a client or a connection may be made of, undefined without any. Source: ibc-go v11.1.0 02-client/types/msgs.go, 02-client/v2/types/msgs.go, 03-connection/types/connection.go. */
  readonly clientLimits: ClientLimits | undefined
  /** Whether a sequence in an answer about packets between clients is read after the last slash of its key. Source: ibc-go v10.5.0 04-channel/v2/keeper/grpc_query.go. */
  readonly splitsSequences: boolean
  /** Whether the stateless checks of packets between clients count payloads in the words of ibc-go v11. Source: ibc-go v11.1.0 04-channel/v2/types. */
  readonly countsPayloads: boolean
  /** Whether transfers between clients accept acknowledgements in a JSON form other than their own. Source: ibc-go v10.5.0 and v11.1.0 apps/transfer/v2/ibc_module.go. */
  readonly readsAnyAcknowledgement: boolean
  /** Whether errors about an account of a transfer print the address as the packet has it. Source: ibc-go v11.1.0 apps/transfer/keeper/relay.go, v2/ibc_module.go. */
  readonly printsGivenAddresses: boolean
  /** Whether the events of a multi-send name receivers as the message does, rather than in lower case. Source: cosmos-sdk v0.53.6 and v0.54.0 x/bank/keeper/send.go `InputOutputCoins`. */
  readonly printsGivenReceivers: boolean
  /** Whether authz prints the key of a grant that does not exist in hex, rather than its bytes. Source: cosmos-sdk v0.54.0 x/authz/keeper/keeper.go `DeleteGrant`. */
  readonly printsKeysInHex: boolean
  /** Whether the validators that a grant lists are those of a message in any case. Source: cosmos-sdk v0.54.0 x/staking/types/authz.go. */
  readonly ignoresCaseOfValidators: boolean
  /** What a tally divides the votes by: the pool of bonded tokens, or the tokens of the bonded validators. Source: cosmos-sdk v0.54.0 x/gov/keeper/tally.go. */
  readonly countsVotesAgainst: 'pool' | 'validators'
  /** What stands before the types of a proposal's messages in its event. Source: cosmos-sdk v0.54.0 and v0.54.3 x/gov/keeper/proposal.go. */
  readonly firstProposalMessage: ',' | ''
  /** Whether the offset of a page of a collection counts the rows that the query includes, rather than all. Source: cosmos-sdk v0.54.0 types/query/collections_pagination.go. */
  readonly skipsIncludedRows: boolean
  /** Whether the consensus params have an authority, which is empty. Source: cometbft v0.39.0 types/params.go. */
  readonly hasConsensusAuthority: boolean
  /** Whether contracts see the hash of the transaction. Source: wasmvm v2.3.4 and v3.0.7 types/env.go. */
  readonly tellsTxHash: boolean
  /** Whether contracts have a port for packets between clients. Source: wasmd v0.60.8 and v0.61.14 x/wasm/keeper/keeper.go `instantiate`. */
  readonly hasClientPorts: boolean
  /** Messages and queries of the modules that do not exist, by type URL and gRPC path. */
  readonly absent: ReadonlySet<string>
  /** Advisories and faults whose patches it lacks. */
  readonly unpatched: ReadonlySet<PatchedFault>
  readonly texts: ReleaseTexts
}

/** What transactions may carry. */
export interface RegisteredTypes {
  readonly keys: KeyTypes
  /** Type URLs of extension options. */
  readonly extensions: ReadonlySet<string>
}

/** Allowances of fees. Source: cosmossdk.io/x/feegrant v0.2.0 and cosmos-sdk v0.54.0 x/feegrant/keeper. */
interface AllowanceRules {
  /** The value of an entry in the queue of those that expire. */
  readonly queued: Uint8Array
  /** Whether revoking one takes it off the queue, rather than one between the same accounts the other way around. */
  readonly dequeuesRevoked: boolean
  /** Whether one that expires at the time of a block is pruned in it, rather than in the next. */
  readonly prunesAtExpiry: boolean
  /** What a missing one is: an error of the SDK, or that of a collection. */
  readonly missing: 'sdk error' | 'collection error'
  /** Whether lists have all allowances that were read for a page, rather than those of the page. */
  readonly listsAllRead: boolean
}

export interface ClientLimits {
  /** Bytes of a client state, and of a consensus state. */
  readonly state: number
  /** Keys of a counterparty's Merkle prefix, and bytes of each. */
  readonly prefixKeys: number
  readonly prefixKeyBytes: number
}

/** Texts of errors that differ in words alone. */
export interface ReleaseTexts {
  readonly secp256k1Cost: string
  readonly minSelfDelegationDecreased: string
  /** Adjective of the initial deposit ratio in the params of gov. */
  readonly minimum: string
  readonly strictlyLess: string
  readonly noVotingPeriod: string
  /** What distribution says of spending from a community pool that another module has. */
  readonly ownPoolSpend: string
  readonly accountExists: string
  /** The error text for the sign mode `SIGN_MODE_TEXTUAL`, where an app does not have it. */
  readonly unsupportedTextual: string
}

/** cosmos-sdk v0.53.6, ibc-go v10.5.0 and wasmd v0.61.14. */
export const SDK_0_53: Release = {
  types: { keys: KEY_TYPES, extensions: new Set() },
  keepsDecodeErrors: false,
  readsEthAddresses: false,
  tokensPerPower: 1_000_000n,
  accountNumbers: 'counted',
  authorityError: 'of its module',
  metersBlocks: true,
  limitsSupply: false,
  allowances: {
    queued: new Uint8Array(0),
    dequeuesRevoked: false,
    prunesAtExpiry: false,
    missing: 'sdk error',
    listsAllRead: false,
  },
  redelegationNamesDelegator: false,
  bondDenomNeedsSupply: false,
  clientLimits: undefined,
  splitsSequences: true,
  countsPayloads: false,
  readsAnyAcknowledgement: true,
  printsGivenAddresses: false,
  printsGivenReceivers: true,
  printsKeysInHex: false,
  ignoresCaseOfValidators: false,
  countsVotesAgainst: 'pool',
  firstProposalMessage: ',',
  skipsIncludedRows: false,
  hasConsensusAuthority: false,
  tellsTxHash: true,
  hasClientPorts: true,
  absent: new Set(
    ['ValidatorHistoricalRewards', 'ValidatorCurrentRewards', 'DelegatorStartingInfo'].map(
      (name) => `/cosmos.distribution.v1beta1.Query/${name}`,
    ),
  ),
  unpatched: new Set(),
  texts: {
    secp256k1Cost: 'SECK256k1',
    minSelfDelegationDecreased: 'minimum self delegation cannot be decrease',
    minimum: 'mininum',
    strictlyLess: 'strictly less that',
    noVotingPeriod: 'voting period must not be nil: %!d(*time.Duration=<nil>)',
    ownPoolSpend: ' use the DistributFromCommunityPool method',
    accountExists: 'account already exist',
    unsupportedTextual: 'unsuppored',
  },
}
