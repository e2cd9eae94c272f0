import type { Affected } from './versions.js'

/** What has the fault: a part of the chain, or a crate that is compiled into contracts. */
export type Component = 'cosmwasm-vm' | 'wasmvm' | 'wasmd' | 'ibc-go' | 'cosmwasm-std' | 'serde-json-wasm'

/** What a contract's file shows that an advisory may be about. */
export type Trait = 'exports' | 'imports' | 'messages' | 'queries' | 'variants'

/** Which contracts an advisory concerns, by their bytes. `why` continues the sentence "it …", said of a contract. */
type Concern =
  /** Every contract. */
  | { readonly by: 'any call'; readonly why: string }
  /** Contracts that have one of these; a name that ends with `.` or `/` is the beginning of names. */
  | { readonly by: Trait; readonly names: readonly string[]; readonly why: string }
  /** Contracts that were built with an affected release of the component, which is a crate. */
  | { readonly by: 'crate'; readonly why: string }
  /** No contract sees it, and the reason. */
  | { readonly by: 'nothing'; readonly why: string }

/** How the behaviour before and after the patch can be seen here. */
type Shown =
  /** By two releases that the option `vm` takes; both are compared with their native programs. */
  | { readonly with: 'vm'; readonly before: string; readonly after: string }
  /** By the option `unpatched`: a chain with it is compared with recordings of one release of the component, and without it with those of another. */
  | { readonly with: 'unpatched'; readonly before: string; readonly after: string }
  /** Not at all, and why. */
  | { readonly with: 'nothing'; readonly why: string }

/** A published advisory. */
export interface Advisory {
  readonly id: string
  readonly title: string
  readonly url: string
  /** The severity that was published. */
  readonly severity: string
  readonly component: Component
  /** Releases of the component. */
  readonly affected: Affected
  /** What a contract, or who sends to it, sees without the patch, and with it. */
  readonly before: string
  readonly after: string
  readonly concern: Concern
  readonly shown: Shown
}

const cwa = (id: string): { readonly id: string; readonly url: string } => ({
  id,
  url: `https://github.com/CosmWasm/advisories/blob/main/CWAs/${id}.md`,
})
const ibc = (id: string, ghsa: string): { readonly id: string; readonly url: string } => ({
  id,
  url: `https://github.com/cosmos/ibc-go/security/advisories/${ghsa}`,
})
const NOT_BUILT: Shown = { with: 'nothing', why: 'chains here run only releases with the patch' }
const UNPATCHED: Shown = { with: 'unpatched', before: '0.60.0', after: '0.60.8' }
const CONTRACT: Shown = {
  with: 'nothing',
  why: 'the fault is in the contract itself: its file shows it on any release',
}
const UNSEEN: Shown = { with: 'nothing', why: 'contracts do not see it' }
const CHANNELS = ['ibc_channel_open', 'ibc_channel_connect', 'ibc_channel_close']
const PACKETS = ['ibc_packet_receive', 'ibc_packet_ack', 'ibc_packet_timeout']
const CALLBACKS = ['ibc_source_callback', 'ibc_destination_callback']
const ACCESS = [
  'MsgStoreCode',
  'MsgUpdateInstantiateConfig',
  'MsgUpdateParams',
  'MsgStoreAndInstantiateContract',
  'MsgStoreAndMigrateContract',
  'MsgAddCodeUploadParamsAddresses',
  'MsgRemoveCodeUploadParamsAddresses',
].map((name) => `/cosmwasm.wasm.v1.${name}`)
const GAS: Concern = { by: 'any call', why: 'costs gas in every call, by the prices of the VM' }

/**
 * Advisories of the stack under contracts, oldest first, without those of releases of wasmvm before 1.5, and without those whose text is not published.
 * Source: github.com/CosmWasm/advisories at 2026-06-09, the security advisories of ibc-go and its CHANGELOG.md.
 */
export const ADVISORIES: readonly Advisory[] = [
  {
    ...cwa('CWA-2022-001'),
    title: 'Non-deterministic queries',
    severity: 'severity not given',
    component: 'wasmd',
    affected: { since: '0.16.0', patched: ['0.24.0'] },
    before: 'a contract can query what only the node that runs it knows, and nodes can disagree about the answer',
    after: 'the chain refuses queries of transactions and blocks of the node',
    concern: {
      by: 'queries',
      names: ['/cosmos.tx.', '/cosmos.base.tendermint.'],
      why: 'queries transactions or blocks of the node',
    },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2022-003'),
    title: 'Nondeterministic Stargate queries',
    severity: 'severity not given',
    component: 'wasmd',
    affected: { patched: ['0.26.0'] },
    before: 'a contract can make any gRPC query, and nodes can disagree about the answer',
    after: 'contracts can make only the gRPC queries that their chain lists, by default none',
    concern: { by: 'queries', names: ['/'], why: 'makes gRPC queries' },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2022-004'),
    title: 'Unlimited query stack',
    severity: 'severity not given',
    component: 'wasmd',
    affected: { patched: ['0.27.0'] },
    before: 'queries between contracts nest until the node crashes',
    after: 'a query nested too deeply fails',
    concern: { by: 'imports', names: ['env.query_chain'], why: 'can query other contracts' },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2023-003'),
    title: 'Inefficient ListChannels query implementation',
    severity: 'Medium',
    component: 'wasmd',
    affected: { patched: ['0.42.0'] },
    before: 'a contract that lists its channels pays for reading all channels of the chain, and may run out of gas',
    after: 'it pays for its own channels only',
    concern: { by: 'variants', names: ['list_channels'], why: 'lists its channels' },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2023-004'),
    title: 'Excessive number of function parameters in compiled Wasm',
    severity: 'High',
    component: 'cosmwasm-vm',
    affected: { patched: ['1.2.8', '1.3.4', '1.4.2', '1.5.1'] },
    before: 'code with any number of functions, and of params and results of each, is stored',
    after: 'code with more than 10,000 functions, or more than 50 params of one, is refused',
    concern: { by: 'nothing', why: 'it concerns who stores code: a file that is accepted now is accepted before' },
    shown: { with: 'vm', before: '1.5.0', after: '1.5.5' },
  },
  {
    ...cwa('CWA-2024-001'),
    title: 'Stack overflow in serde-json-wasm',
    severity: 'Low',
    component: 'serde-json-wasm',
    affected: { patched: ['0.5.2', '1.0.1'] },
    before: 'deeply nested JSON ends the call with a trap, which the contract cannot handle',
    after: 'deeply nested JSON is a parse error',
    concern: { by: 'crate', why: 'is built with an affected release of the crate' },
    shown: CONTRACT,
  },
  {
    ...cwa('CWA-2024-002'),
    title: 'Arithmetic overflows in cosmwasm-std',
    severity: 'Medium',
    component: 'cosmwasm-std',
    affected: { since: '1.3.0', patched: ['1.4.4', '1.5.4', '2.0.2'] },
    before: '`pow` and `neg` of integers of 256 and 512 bits wrap around',
    after: 'they panic',
    concern: { by: 'crate', why: 'is built with an affected release of the crate' },
    shown: CONTRACT,
  },
  {
    ...cwa('CWA-2024-003'),
    title: 'Large address count in ValidateBasic',
    severity: 'Low',
    component: 'wasmd',
    affected: { patched: ['0.52.0'] },
    before: 'a message about access to code may list any number of addresses',
    after: 'a longer list than the limit is refused',
    concern: { by: 'messages', names: ACCESS, why: 'sends messages that can say who may use code' },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2024-004'),
    title: 'Gas mispricing in cosmwasm-vm',
    severity: 'Medium',
    component: 'cosmwasm-vm',
    affected: { patched: ['1.5.7', '2.0.6', '2.1.3'] },
    before: 'every operator costs the same, and branches and calls cost no more',
    after: 'an operator costs less, and one that ends a run of operators costs more',
    concern: GAS,
    shown: { with: 'vm', before: '2.1.1', after: '2.1.3' },
  },
  {
    ...cwa('CWA-2024-005'),
    title: 'Stackoverflow in wasmd',
    severity: 'High',
    component: 'wasmd',
    affected: { patched: ['0.46.0', '0.53.0'] },
    before: 'messages between contracts nest until the node crashes',
    after: 'at a depth of more than 500 the message fails with code 30 of wasm',
    concern: { by: 'nothing', why: 'before the patch the node crashes: no contract sees a result' },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2024-006'),
    title: 'Non-deterministic module_query_safe query',
    severity: 'Medium',
    component: 'wasmd',
    affected: { since: '0.52.0', patched: ['0.53.0'] },
    before: 'an interchain account may query contracts by `MsgModuleQuerySafe`',
    after: 'that query is refused',
    concern: { by: 'nothing', why: 'the query comes from another chain; the contract sees any other query' },
    shown: NOT_BUILT,
  },
  {
    ...cwa('CWA-2024-007'),
    title: 'Incorrect metering',
    severity: 'Medium',
    component: 'cosmwasm-vm',
    affected: { patched: ['1.5.8', '2.0.7', '2.1.4'] },
    before: 'what runs before an `if` costs nothing where the `else` is taken',
    after: 'it costs the same in both branches',
    concern: GAS,
    shown: { with: 'vm', before: '2.1.3', after: '2.1.5' },
  },
  {
    ...cwa('CWA-2024-008'),
    title: 'Panic in wasmvm can slow down block production',
    severity: 'Medium',
    component: 'cosmwasm-vm',
    affected: { patched: ['1.5.8', '2.0.7', '2.1.4'] },
    before: 'a malformed batch of signatures makes the VM panic, and the gas of the call is not charged',
    after: 'the call fails with `Got an invalid section`, and its gas is charged',
    concern: {
      by: 'nothing',
      why: 'cosmwasm-std makes no malformed batches, and every contract built with it has the import',
    },
    shown: {
      with: 'nothing',
      why: 'the native program ends with the panic; on older releases here the call fails as with the patch',
    },
  },
  {
    ...cwa('CWA-2024-009'),
    title: 'Unpublished fault of queries from outside',
    severity: 'Low',
    component: 'wasmd',
    affected: { patched: ['0.34.1', '0.53.2'] },
    before: 'not published; public gRPC and REST ports of a node are concerned',
    after: 'not published',
    concern: { by: 'nothing', why: 'its consequences are for the node' },
    shown: UNSEEN,
  },
  {
    ...cwa('CWA-2025-001'),
    title: 'Malicious smart contract can crash the chain',
    severity: 'Medium',
    component: 'wasmvm',
    affected: { patched: ['1.5.8', '2.0.6', '2.1.5', '2.2.2'] },
    before: 'a malicious contract can crash the node',
    after: 'it cannot',
    concern: { by: 'nothing', why: 'the node crashes: no contract sees a result' },
    shown: UNSEEN,
  },
  {
    ...cwa('CWA-2025-002'),
    title: 'Malicious smart contract can slow down block production',
    severity: 'Medium',
    component: 'cosmwasm-vm',
    affected: { patched: ['1.5.10', '2.0.9', '2.1.6', '2.2.1'] },
    before: 'a call of the host costs nothing besides what the host does',
    after: 'a call of the host, reading memory of the contract, and checking UTF-8 have prices',
    concern: GAS,
    shown: { with: 'vm', before: '2.2.0', after: '2.2.2' },
  },
  {
    ...cwa('CWA-2025-003'),
    title: 'Smart contract can cause consensus failures for some nodes',
    severity: 'Low',
    component: 'wasmvm',
    affected: { since: '1.5.8', patched: ['1.5.9', '2.1.6', '2.2.3'] },
    before: 'a debug message costs more on nodes that run with `--trace`',
    after: 'it costs the same on all nodes',
    concern: {
      by: 'nothing',
      why: 'every contract built with cosmwasm-std has the import, so its file does not show whether it prints',
    },
    shown: { with: 'nothing', why: 'a node here has no `--trace`' },
  },
  {
    ...cwa('CWA-2025-004'),
    title: 'Sub-context gas not consumed on non-OutOfGas panics',
    severity: 'Low',
    component: 'wasmd',
    affected: { patched: ['0.34.2', '0.53.3', '0.54.1', '0.55.1', '0.60.1'] },
    before: 'a panic in a submessage with a gas limit ends the transaction without the gas of the submessage',
    after: 'the gas is charged',
    concern: { by: 'nothing', why: 'the transaction ends: its sender sees other gas, no contract does' },
    shown: UNPATCHED,
  },
  {
    ...cwa('CWA-2025-005'),
    title: 'Missing contract setup cost for IBC entrypoints',
    severity: 'Medium',
    component: 'wasmd',
    affected: { patched: ['0.34.2', '0.53.3', '0.54.1', '0.55.1', '0.60.1'] },
    before: 'handshakes, packets and callbacks reach contracts without the gas for loading them',
    after: 'they cost it, as every other call',
    concern: {
      by: 'exports',
      names: [...CHANNELS, ...PACKETS, ...CALLBACKS],
      why: 'is called for channels, packets or their callbacks',
    },
    shown: UNPATCHED,
  },
  {
    ...cwa('CWA-2025-006'),
    title: 'Improper error handling may lead to IBC channel opening despite error',
    severity: 'High',
    component: 'wasmd',
    affected: { since: '0.51.0', patched: ['0.53.3', '0.54.1', '0.55.1', '0.60.1'] },
    before: 'a channel opens although `ibc_channel_open` returned an error',
    after: 'the handshake fails',
    concern: { by: 'exports', names: ['ibc_channel_open'], why: 'decides whether a channel may open' },
    shown: UNPATCHED,
  },
  {
    ...cwa('CWA-2025-007'),
    title: 'Unbounded reply recursion causing stack overflow',
    severity: 'Medium',
    component: 'wasmd',
    affected: { patched: ['0.54.3', '0.60.2', '0.61.6'] },
    before: 'submessages that are sent from replies nest until the gas is used up or the node crashes',
    after: 'replies count as depth: beyond the limit of the chain the message fails with code 30 of wasm',
    concern: { by: 'exports', names: ['reply'], why: 'sends submessages with `reply_on`, and handles their replies' },
    shown: UNPATCHED,
  },
  {
    ...ibc('ASA-2024-007', 'GHSA-j496-crgh-34mx'),
    title: 'Potential reentrancy using timeout callbacks in ibc-hooks',
    severity: 'see the advisory',
    component: 'ibc-go',
    affected: { patched: ['4.6.0', '5.4.0', '6.3.0', '7.4.0', '8.2.0'] },
    before: 'a contract called for a timeout can submit that timeout again, and the refund repeats',
    after: 'the packet commitment is deleted before the callback, and the second timeout does nothing',
    concern: { by: 'nothing', why: 'it concerns the escrow of transfers, whoever sends them' },
    shown: NOT_BUILT,
  },
  {
    ...ibc('ASA-2025-004', 'GHSA-jg6f-48ff-5xrw'),
    title: 'Non-deterministic JSON unmarshalling of IBC acknowledgements',
    severity: 'see the advisory',
    component: 'ibc-go',
    affected: { patched: ['7.9.2', '8.6.1', '10.0.0'] },
    before: 'nodes can disagree about an acknowledgement that is malformed, and the chain halts',
    after: 'they agree',
    concern: { by: 'nothing', why: 'the transfer application reads it, before contracts are called' },
    shown: NOT_BUILT,
  },
  {
    ...ibc('ISA-2025-001', 'GHSA-4wf3-5qj9-368v'),
    title: 'Non-deterministic JSON unmarshalling of IBC acknowledgements',
    severity: 'see the advisory',
    component: 'ibc-go',
    affected: { patched: ['7.10.0', '8.7.0', '10.1.0'] },
    before: 'an acknowledgement in a JSON form other than its own is accepted, and nodes can disagree about it',
    after: 'it is refused',
    concern: { by: 'nothing', why: 'the transfer application reads it, before contracts are called' },
    shown: NOT_BUILT,
  },
]
