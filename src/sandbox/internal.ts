/** For the other folders of this repository; `index.ts` is for users of the package. */

// A sandbox and what it is made of: for all that create one, or hand one to a test.
export { Account } from './api/account.js'
export { SandboxChain } from './api/chain.js'
export { Contract } from './api/contract.js'
export { SolidityContract } from './api/solidity/contract.js'
export { createSandbox, createSandboxWithin, type Observation, type SandboxSetting } from './api/create-sandbox.js'
export { observeByDefault } from './host/process-defaults.js'
export { CHAIN_KINDS, WASM_KINDS, chainNames, kindByName, kindOf, type ChainKind } from './api/kinds.js'
export { sandboxOptions, type SandboxOptions } from './api/options.js'
export type { SandboxParts } from './api/parts.js'
export { addPlugins, type ChainPlugins } from './api/plugin.js'
export { QueryRelayer } from './api/query-relayer.js'
export { Relayer } from './api/relayer.js'
export { Sandbox, type CodeCoverage } from './api/sandbox.js'
export type { ChainPorts, SandboxServer, SandboxUrls } from './api/serve.js'
export { ChainHost } from './host/chain-host.js'
export type { FailureRecord } from './host/failures.js'
export { addressOfPrivateKey } from './host/keyring.js'
export { WasmFiles } from './host/wasm-files.js'

// Actions and their outcomes, as fixtures and campaigns write and compare them.
export { outsideUseOf } from './actions/host-use.js'
export { describeIssues, detailsOf, placeIssues } from './actions/issues.js'
export type { Outcome } from './actions/outcome.js'
export { RepeatError } from './actions/repeat.js'
export { action, ACTION_VERSION, type Action, type ActionInput, type ActionOf } from './actions/schema.js'
export { expectationOf } from './record/expectation.js'
export type { FilePrefix } from './record/live-file.js'
export { Recording, type RecordedFixture } from './record/recording.js'
export { errorView, outcomeView, refusalView } from './record/view.js'
export { pathFrom, quotedJson, writtenAction, writtenFiles } from './record/written.js'
export { txMessage, type TxMessage } from './tx/actions.js'
export { variable } from './values/variable.js'

// Packets and queries on their way: for the command line, matchers, campaigns and the explorer.
export { QueryRelayError, type PendingQuery, type QueryDelivery, type QueryFailure } from './query-relayer/outcome.js'
export type { PacketFilterInput } from './relayer/actions.js'
export { isOpen, packetInfo } from './relayer/due.js'
export { journeyLines, packetContent } from './relayer/journey-text.js'
export { allOf, deliveriesOf, type Journey } from './relayer/journeys.js'
export { onceEach } from './relayer/open-channels.js'
export type { PacketInfo, PacketResult, PendingPacket } from './relayer/outcome.js'
export { endedPacketOf } from './relayer/packets.js'
export { RelayError } from './relayer/relay-error.js'
export { RELAYER } from './relayer/relayer-host.js'
export { learn, NOTHING_KNOWN, packetKeyOf, type TrackedPacket } from './relayer/tracker.js'

// Results of transactions and blocks, their traces, and their texts.
export { coinsText } from './api/input.js'
export { debugLines, debugText } from './trace/debug.js'
export { keyParts, keyText } from './trace/key-text.js'
export { bytesText, unpackedText } from './trace/message-text.js'
export { hostCallsOf, madeCalls, madeOf, TraceRecorder, type NotedHostCall } from './trace/recorder.js'
export { plainNode, traceLines, useText, type StorageUse, type SudoCall, type TraceNode } from './trace/trace.js'
export { isRun, runsAfter, runsIn, runTitle, type BlockRunResult } from './tx/block-runs.js'
export { callbackLines, gasLine, hasFailedCallback, outcomeLine } from './tx/result-text.js'
export { attributeValues, senderLines, TxError, type EventResult, type TxResult } from './tx/result.js'
export { resultBehind } from './tx/sent.js'

// Transactions without a sandbox's log: for a failure of a live chain that is made again.
export { attempt, Thrown } from './tx/block-tx.js'
export { DEFAULT_GAS_LIMIT, deliverInBlock } from './tx/deliver.js'
export { deliverSudo } from './tx/sudo.js'

// Values in actions and options.
export { jsonIn, jsonValue } from './values/json-value.js'
export { coins, json, UINT_JSON_SCHEMA, type Json } from './values/values.js'
