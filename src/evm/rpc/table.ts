import type { EvmChain } from '../chain/evm-chain.js'
import type { Files } from '../machine/files.js'
import type { Filters } from './filters.js'
import type { GarbageCollector } from '../machine/garbage-collector.js'
import type { Interval } from '../machine/interval.js'
import type { ProcessProfiler } from '../machine/process-profiler.js'
import type { Servers } from '../machine/servers.js'
import type { Turn } from '../requests/turns.js'
import type { Session } from '../requests/session.js'
import type { Node } from './runner.js'
import { invalidParams } from '../errors.js'
import { touchesHost, type HostMethod } from './host-methods.js'
import { Mismatch, reasonOf, type Validator } from '../validate.js'

/** What a handler works with that needs no chain of the node's own; see {@link chainMethod}. */
export interface ChainCall extends Node {
  readonly filters: Filters
  /** The connection, if it can receive notifications; undefined for plain HTTP. */
  readonly session: Session | undefined
  /** All methods of the node, for `rpc_modules`. */
  readonly methods: ReadonlyMap<string, Pick<Method, 'namespace'>>
  /** A new number, for ids of subscriptions. */
  readonly nextId: () => number
}

/** What a handler works with. */
export interface Call extends ChainCall {
  readonly chain: EvmChain
  /** Interval mining. */
  readonly interval: Interval
  /** Snapshots of `evm_snapshot`, by number. */
  readonly snapshots: Snapshots
}

/** What a handler that touches the host works with; see {@link hostMethod}. */
export interface HostCall extends Call {
  readonly files: Files
  readonly servers: Servers
  readonly profiler: ProcessProfiler
  readonly collector: GarbageCollector
}

/** What a handler of a method with {@link Method.changes} works with besides. */
export interface InTurn {
  /** Its turn, which everything that it changes takes. */
  readonly turn: Turn
}

interface Snapshots {
  take(turn: Turn): Promise<bigint>
  revert(turn: Turn, id: bigint): Promise<boolean>
}

export interface Param<T> {
  readonly name: string
  readonly read: Validator<T>
  /** Undefined if the argument is required. */
  readonly fallback: { readonly value: T } | undefined
}

/** Status in the specification's section 4.1; `none` for methods that it does not name. */
type Status = 'Y' | 'Stub' | 'N' | 'none'

/** A method of the node: one row of the table. @typeParam C what its handler works with */
export interface Method<C = HostCall> {
  readonly name: string
  /** The part of the name before the underscore. */
  readonly namespace: string
  readonly status: Status
  /**
   * Whether anyone may call it over a network, or only with a token or from this machine. Methods that change something without a signature are
   * private, and so are the namespaces that exist for that.
   */
  readonly access: 'public' | 'private'
  /** Whether it can change blocks, state, pool, accounts or settings: everything that a node holds except filters and subscriptions. */
  readonly changes: boolean
  /** Whether it touches the machine that the node runs on; files may not call such methods. */
  readonly touchesHost: boolean
  readonly params: readonly Param<unknown>[]
  readonly doc: string
  /** Whether argument errors are exactly go-ethereum's, without the argument names. */
  readonly terse?: true
  /** Whether its handler needs no more than a {@link ChainCall}. */
  readonly onAnyChain?: true
  /** Returns synchronously if it needs no EVM. A call of a method that changes something has a turn. */
  readonly handle: (call: C & Partial<InTurn>, args: readonly unknown[]) => unknown
}

/** The methods that a chain which is not the node's own can answer. */
export const onAnyChain = (methods: readonly Method[]): readonly Method<ChainCall>[] =>
  // Only handlers of `ChainCall` are marked so.
  methods.filter((method): method is Method & Method<ChainCall> => method.onAnyChain === true)

/** Namespaces of development nodes, for tests only. */
const CONTROL: ReadonlySet<string> = new Set(['anvil', 'evm', 'ganache', 'hardhat', 'tenderly'])

export type Values<P extends readonly Param<unknown>[]> = { [I in keyof P]: P[I] extends Param<infer T> ? T : never }

export const required = <T>(name: string, read: Validator<T>): Param<T> => ({ name, read, fallback: undefined })

/** An argument that may be omitted or null. */
export function optional<T>(name: string, read: Validator<T>): Param<T | undefined>
export function optional<T>(name: string, read: Validator<T>, value: T): Param<T>
export function optional<T>(name: string, read: Validator<T>, value?: T): Param<T | undefined> {
  return { name, read, fallback: { value } }
}

/** A row without its name and its status. */
export interface RowBody<P extends readonly Param<unknown>[], C, Changes extends boolean> {
  /** By default, methods with {@link Method.changes} and those that control a development node are private. */
  readonly access?: 'public' | 'private'
  readonly changes?: Changes
  readonly params?: P
  readonly doc: string
  readonly handle: (call: Changes extends true ? C & InTurn : C, ...args: Values<P>) => unknown
}

type Row<P extends readonly Param<unknown>[], C, Changes extends boolean> = RowBody<P, C, Changes> & {
  readonly status: Status
}

/** A row of the table, with a handler whose arguments are typed by the validators. */
export const method = <const P extends readonly Param<unknown>[], Changes extends boolean = false>(
  name: string,
  row: Row<P, Call, Changes>,
): Method => rowOf(name, row)

/** A {@link method} of any chain, be it the node's own or one with the EVM inside. */
export const chainMethod = <const P extends readonly Param<unknown>[], Changes extends boolean = false>(
  name: string,
  row: Row<P, ChainCall, Changes>,
): Method => ({ ...rowOf(name, row), onAnyChain: true })

/** A {@link method} that touches the host: only its handler receives files, servers and the profiler. */
export const hostMethod = <const P extends readonly Param<unknown>[], Changes extends boolean = false>(
  name: HostMethod,
  row: Row<P, HostCall, Changes>,
): Method => rowOf(name, row)

function rowOf<P extends readonly Param<unknown>[], Changes extends boolean>(
  name: string,
  row: Row<P, HostCall, Changes>,
): Method {
  const namespace = name.slice(0, name.indexOf('_'))
  return {
    name,
    namespace,
    status: row.status,
    access: row.access ?? (row.changes === true || CONTROL.has(namespace) ? 'private' : 'public'),
    changes: row.changes ?? false,
    touchesHost: touchesHost(name),
    params: row.params ?? [],
    doc: row.doc,
    handle: (call, args) => row.handle(call as Parameters<typeof row.handle>[0], ...(args as Values<P>)),
  }
}

/**
 * The arguments of a call, read by the validators of its method.
 * @throws RpcError (-32602) that names the argument. Source of the texts: go-ethereum rpc/json.go `parsePositionalArguments`.
 */
export function readArguments({ params, terse }: Pick<Method, 'params' | 'terse'>, given: unknown): unknown[] {
  if (given !== undefined && given !== null && !Array.isArray(given)) throw invalidParams('non-array args')
  const values: readonly unknown[] = given ?? []
  const read = params.map(({ name, read: validator, fallback }, index) => {
    const value = values[index]
    // In Go, null is a value of what is required.
    if (value === undefined || (value === null && (terse !== true || fallback !== undefined))) {
      if (fallback === undefined)
        throw invalidParams(`missing value for required argument ${index}${terse === true ? '' : ` (${name})`}`)
      return fallback.value
    }
    return readMember(validator, value, index, terse === true ? undefined : name)
  })
  if (values.length > params.length) throw invalidParams(`too many arguments, want at most ${params.length}`)
  return read
}

/**
 * Reads one argument.
 * @param name of the argument, for error texts with the place in it; without it the error is exactly go-ethereum's.
 * @throws RpcError (-32602)
 */
export function readMember<T>(read: Validator<T>, value: unknown, index: number, name: string | undefined): T {
  try {
    return read(value, '')
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error
    const { path } = error
    if (name === undefined) throw invalidParams(`invalid argument ${index}: ${error.inGo}`)
    const place = path === '' ? name : path.startsWith('[') ? `${name}${path}` : `${name}.${path}`
    throw invalidParams(`invalid argument ${index}: ${place}: ${reasonOf(error)}`)
  }
}
