import type { JourneyData, Json, PartDetail, SudoData } from '../pages/index.js'

export type {
  CallData,
  EventData,
  JourneyData,
  Json,
  LineData,
  LinesData,
  PartDetail,
  SudoData,
} from '../pages/index.js'

/**
 * The data of a report's page: plain JSON without HTML. Whole numbers that may be large are decimal strings. The page loads the document itself at
 * once, and blocks of details when they are looked at.
 */
export interface ReportDocument {
  readonly format: 1
  /** Which release wrote it. */
  readonly by: string
  readonly kind: 'replay' | 'campaign' | 'tests' | 'rehearsal' | 'audit'
  readonly title: string
  readonly runs: readonly RunData[]
  readonly campaign?: CampaignData
  readonly tests?: TestsData
  readonly rehearsal?: RehearsalData
  /** With `campaign`, if one ran. */
  readonly audit?: AuditData
}

/** Which published advisories concern a contract. */
export interface AuditData {
  /** The contract, as the user named it. */
  readonly file: string
  /** The chain that was judged, with its releases; left out if none was named. */
  readonly chain?: string
  /** How many advisories were looked at. */
  readonly of: number
  readonly advisories: readonly AdvisoryData[]
  /** The first releases without all of them, by program. */
  readonly safe: readonly string[]
  /** The kinds of chains in Sudobox, and the advisories that are open on each. */
  readonly kinds: readonly { readonly kind: string; readonly open: readonly string[] }[]
  /** Why no campaign ran; left out if one did. */
  readonly noCampaign?: readonly string[]
}

/** An advisory that concerns the contract. */
export interface AdvisoryData {
  readonly id: string
  readonly title: string
  readonly url: string
  readonly severity: string
  readonly state: 'open' | 'patched' | 'not judged'
  /** Why it concerns the contract. */
  readonly why: string
  /** The component and its release; the component alone if its release is not given. */
  readonly component: string
  /** The next release of the component without the fault. */
  readonly fix?: string
  /** The first safe releases, by program. */
  readonly safe: readonly string[]
  readonly before: string
  readonly after: string
}

/** What a fixture does otherwise on another release. */
export interface RehearsalData {
  /** What the sides are called: the first run is that of `from`, the second that of `to`. */
  readonly from: string
  readonly to: string
  /** How many steps ran on both sides, and how many of them differ. */
  readonly steps: number
  readonly differing: number
  readonly causes: readonly {
    readonly kind: 'known' | 'unknown'
    readonly text: string
    readonly differences: readonly string[]
    /** What may follow from it. */
    readonly consequences: readonly string[]
  }[]
}

/** What ran in one sandbox: of a fixture, a finding or a test. */
export interface RunData {
  readonly title: string
  readonly description?: string
  /** The file that it came from, as the user named it. */
  readonly file?: string
  /** The command that repeats it. */
  readonly command?: string
  readonly verdict: Verdict
  readonly lanes: readonly Lane[]
  readonly rows: readonly Row[]
  /** Blocks with the details of the steps, in order. */
  readonly blocks: readonly BlockRef[]
  readonly balances: readonly Series[]
  /** Packets in the order in which they were sent, each with those that followed from it. */
  readonly journeys: readonly JourneyData[]
  /** Further ones. */
  readonly moreJourneys?: number
  readonly finding?: FindingData
}

export interface Verdict {
  readonly state: 'good' | 'bad' | 'unknown'
  readonly text: string
}

/** A chain, a relayer or an actor: a vertical line of the timeline. */
export interface Lane {
  readonly kind: 'actor' | 'chain' | 'relayer' | 'evm'
  readonly name: string
}

/** Details of the steps from `first` on, up to the first of the next block. */
export interface BlockRef {
  readonly first: number
  readonly block: number
}

/** What a row's arrow stands for. */
export type RowKind =
  | 'tx'
  | 'callback'
  | 'run'
  | 'packet'
  | 'ack'
  | 'timeout'
  | 'query'
  | 'handshake'
  | 'evm'
  | 'read'
  | 'other'

/** How it ended: `refused` as a whole; `failure`: it succeeded, but a callback in it failed. */
export type RowState = 'ok' | 'refused' | 'failure'

/** One line of the timeline: a transaction, a callback, a delivery, a run of a schedule, or a step that is none of these. */
export interface Row {
  readonly step: number
  /** Which of the step's parts; -1 for a step without any. */
  readonly part: number
  readonly title: string
  /** Which delivery of the step it is, in words. */
  readonly what?: string
  readonly kind: RowKind
  readonly state: RowState
  /** Indexes of lanes. The same twice: something happens there. */
  readonly from: number
  readonly to: number
  /** Lane of the relayer that carries it. */
  readonly via?: number
  /** Where it went differently than expected. */
  readonly differs?: true
  /** The first step that violates the invariant of a finding. */
  readonly wrong?: true
  /** Height of the chain on which it ran. */
  readonly height?: string
  readonly gas?: string
  readonly sudo?: readonly SudoData[]
  /** The packet, to follow it through the timeline. */
  readonly packet?: string
}

/** A number over the steps: points only where it changes. */
export interface Series {
  /** Who it is about: an account, a contract, or all contracts. */
  readonly of: string
  /** Unit of the values, such as `untrn`. */
  readonly unit: string
  readonly where?: string
  /** Step and amount; step -1 is the start. */
  readonly points: readonly (readonly [step: number, amount: string])[]
}

/** Everything about one step. */
export interface StepDetail {
  readonly action?: Json
  /** The outcome, for a step without parts. */
  readonly outcome?: Json
  readonly difference?: { readonly pointer: string; readonly expected: string; readonly actual: Json | undefined }
  readonly parts: readonly PartDetail[]
  readonly storage: readonly StorageChange[]
  /** Further keys that changed. */
  readonly moreStorage?: number
  readonly balances: readonly AmountChange[]
  readonly claims?: readonly AmountChange[]
  readonly times?: { readonly [chain: string]: { readonly height: string; readonly time: string } }
}

export interface StorageChange {
  readonly chain: string
  readonly contract: string
  readonly key: string
  /** Undefined: there was no such key. */
  readonly before?: string
  readonly after?: string
}

export interface AmountChange {
  readonly where?: string
  readonly of: string
  readonly unit: string
  readonly before: string
  readonly after: string
}

/** What a campaign knows about an action sequence that violates an invariant. */
export interface FindingData {
  readonly invariant: string
  readonly rule?: string
  readonly text: string
  readonly about?: string
  readonly warning?: true
  readonly seed: string
  readonly file?: string
  /** The commands that repeat it and that find it again. */
  readonly commands: readonly string[]
  /** Steps of the run before the action sequence. */
  readonly setup: number
  /** The action sequence in words, one line per step. */
  readonly lines: readonly string[]
  /** The first step that violates it, from 0. */
  readonly wrong?: number
  /** What tells it from other violations of the invariant; left out for one that was found before that was recorded. */
  readonly subject?: FindingSubject
  /** The balances and claims that invariants look at, after each step. */
  readonly numbers: readonly Series[]
  /** The storage that it is about. */
  readonly storage?: readonly StoredSeries[]
  /** Its fixture, to copy. */
  readonly fixture: string
}

/** Who and what a finding is about. */
export interface FindingSubject {
  /** An actor; `contracts` for the coins of all contracts. */
  readonly account?: string
  readonly asset?: string
  /** Such as the map of a record, as `label/map`. */
  readonly key?: string
}

/** A key of a contract over the action sequence. */
export interface StoredSeries {
  readonly contract: string
  readonly key: string
  /** Its value after a step, from 1, that changed it; 0 is the start. Null: there is no such key. */
  readonly values: readonly (readonly [step: number, value: string | null])[]
}

export interface CampaignData {
  readonly seed: string
  readonly seconds: number
  readonly sequences: number
  readonly actions: number
  readonly features: number
  readonly kept: number
  readonly workers: number
  readonly command: string
  readonly warnings: readonly string[]
  readonly progress: readonly ProgressPoint[]
  readonly contracts: readonly ContractData[]
  readonly invariants: readonly InvariantData[]
  /** Invariants that the campaign switches off. */
  readonly off: readonly string[]
  readonly certificates: readonly CertificateData[]
  readonly growths: readonly GrowthData[]
  readonly findings: readonly CampaignFinding[]
}

/** The progress of a campaign at one moment. */
export interface ProgressPoint {
  readonly seconds: number
  readonly sequences: number
  readonly features: number
  readonly kept: number
  readonly findings: number
}

export interface ContractData {
  readonly label: string
  readonly blocks: number
  readonly ran: number
  readonly messages: readonly {
    readonly name: string
    readonly tried: number
    readonly accepted: number
    readonly refusals: readonly { readonly text: string; readonly times: number }[]
  }[]
  readonly entryPoints: readonly {
    readonly name: string
    readonly called: boolean
    readonly blocks: number
    readonly ran: number
  }[]
  /** Blocks that had run after so many seconds. */
  readonly overTime: readonly { readonly seconds: number; readonly ran: number }[]
}

/** How often an invariant could judge. */
export interface InvariantData {
  readonly id: string
  readonly rule: string
  /** In whole or in part. */
  readonly judged: number
  /** Why it judged in part or not at all, the most frequent first. */
  readonly limits: readonly { readonly why: string; readonly partly: boolean; readonly times: number }[]
  readonly findings: number
}

/** What can be said about the gas of a callback. */
export interface CertificateData {
  readonly contract: string
  readonly callback: string
  readonly entryPoint: string
  /** Whether any action sequence made the callback. */
  readonly ran: boolean
  readonly limit: string
  /** In action sequences. */
  readonly most: string
  /** What makes it run out of gas, if the campaign got there. */
  readonly crossing?: { readonly sent?: { readonly message: string; readonly times: number }; readonly file?: string }
  /** The highest first. */
  readonly bounds: readonly {
    readonly gas: string
    readonly quantity: { readonly of: 'entries' | 'messages' | 'times'; readonly name: string }
    /** What was repeated to make it grow. */
    readonly message: string
    /** What was measured. */
    readonly points: readonly { readonly quantity: number; readonly gas: string }[]
    /** The least quantity at which it is predicted to run out of gas. */
    readonly reaches?: number
    readonly upTo: number
    readonly measuredTo: number
    readonly how: 'proven' | 'measured' | 'extrapolated'
    readonly degree: 'constant' | 'linear' | 'quadratic'
    readonly residual: string
  }[]
  /** Basic blocks of the entry point that never ran. */
  readonly notCovered: { readonly blocks: number; readonly of: number }
}

/** How the gas of a callback grows with messages before it. */
export interface GrowthData {
  readonly contract: string
  readonly callback: string
  readonly message: string
  readonly limit: string
  readonly points: readonly { readonly records: number; readonly gas: string }[]
  /** `base + perRecord·n + quadratic·n²`. */
  readonly base: number
  readonly perRecord: number
  readonly quadratic: number
  /** How many messages reach the limit. */
  readonly reaches?: number
}

export interface CampaignFinding {
  readonly invariant: string
  readonly text: string
  /** The place: a message or callback. */
  readonly about?: string
  readonly level: 'error' | 'warning' | 'note'
  /** Which of the document's runs it is; undefined where it could not be run again. */
  readonly run?: number
  readonly why?: string
  readonly lines: readonly string[]
  /** The line for the campaign's `except`, after which it is no longer reported. */
  readonly except: string
  /** The line for the campaign's `forbid`, after which it is an error; undefined for an error. */
  readonly forbid?: string
}

export interface TestsData {
  readonly files: readonly TestFile[]
  readonly gas: readonly GasRow[]
}

export interface TestFile {
  readonly path: string
  /** Those outside tests. */
  readonly errors: readonly ErrorData[]
  readonly tests: readonly TestData[]
}

export interface TestData {
  /** Its name, after those of its suites. */
  readonly name: readonly string[]
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  readonly milliseconds?: number
  readonly errors: readonly ErrorData[]
  /** Which of the document's runs it is. */
  readonly run?: number
}

/** An error of a test. */
export interface ErrorData {
  readonly message: string
  /** What was expected and what was received: lines that begin with `-`, `+` or a space. */
  readonly diff?: string
  /** The lines around the place in the test file. */
  readonly code?: CodeFrame
  /** The places in the test file that led there, the innermost first. */
  readonly frames: readonly string[]
}

export interface CodeFrame {
  readonly path: string
  /** Number of the first of the lines. */
  readonly first: number
  readonly lines: readonly string[]
  /** The place, both from 1. */
  readonly line: number
  readonly column: number
}

export interface GasRow {
  readonly file: string
  readonly name: string
  readonly was?: string
  readonly is?: string
  readonly status: string
}
