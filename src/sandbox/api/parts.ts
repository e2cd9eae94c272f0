import type { ServedChain } from '../../server/internal.js'
import type { Outcomes } from '../actions/outcome.js'
import type { Action, ActionOf } from '../actions/schema.js'
import type { ChainHost } from '../host/chain-host.js'
import type { WasmFiles } from '../host/wasm-files.js'
import type { Recording, RecordOptions } from '../record/recording.js'
import type { Chains } from '../relayer/chains.js'
import type { Journey } from '../relayer/journeys.js'
import type { OpenChannel } from '../relayer/open-channels.js'

/** The parts of a sandbox that a page about it reads, and what the page can do. */
export interface SandboxParts {
  readonly hosts: ReadonlyMap<string, ChainHost>
  readonly files: WasmFiles
  /** The routes of packets between them. */
  readonly chains: Chains
  readonly channels: () => readonly OpenChannel[]
  /** Packets with those that followed from them. */
  readonly journeys: () => readonly Journey[]
  readonly served: (chain: string) => ServedChain
  /** Whether the relayer and the query relayer deliver by themselves. */
  readonly automatic: () => readonly [relayer: boolean, queryRelayer: boolean]
  /** How many actions the log has. */
  readonly actions: () => number
  /** Runs an action that the schema returned, and logs it. */
  readonly perform: <Name extends Action['action']>(action: ActionOf<Name>) => Promise<Outcomes[Name]>
  readonly snapshots: () => readonly { readonly id: number; readonly heights: Readonly<Record<string, number>> }[]
  readonly snapshot: () => Promise<number>
  readonly restore: (id: number) => Promise<void>
  readonly forget: (id: number) => void
  /** A recording of everything up to now, which is not kept. */
  readonly recording: (file: string, options: RecordOptions) => Recording
  readonly onChange: (listener: (change: 'action' | 'snapshot' | 'restore') => void) => () => void
  /** Closes this with the sandbox. */
  readonly closeToo: (server: { close(): Promise<void> }) => void
}
