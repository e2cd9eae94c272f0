import { allSurfaces, surfaceName, type Surface } from '../app/index.js'
import { createVm, scheduleOf, supportedImports, VmError } from '../vm/internal.js'
import { changesBetween } from './changes.js'
import { REMOVED } from './removed.js'
import { usesOf, type Uses } from './uses.js'

/** One reason, and everything in the contract that has it. */
export interface Cause {
  readonly what: 'query' | 'message' | 'import' | 'capability' | 'code'
  readonly why: string
  readonly names: readonly string[]
}

/** What of a contract a chain refuses, by the contract's bytes. */
export interface StaticLook {
  readonly from: string | undefined
  readonly to: string
  /** Release of cosmwasm-vm. */
  readonly vm: string
  readonly uses: Uses
  readonly refused: readonly Cause[]
  /** What goes on, and shows a difference between the two releases. */
  readonly changed: readonly Cause[]
  /** Queries and messages of modules that the real chain has, and a chain here lacks. */
  readonly unknown: readonly Cause[]
}

/** What a chain says of a name. */
type Verdict = { readonly kind: 'accepted' } | { readonly kind: 'refused' | 'unknown'; readonly why: string }
const ACCEPTED: Verdict = { kind: 'accepted' }
const refused = (why: string): Verdict => ({ kind: 'refused', why })

const NOT_HERE = 'the real chain has it, and chains of this kind here do not'

/**
 * Reads a contract's bytes for what a chain refuses.
 * @param from the release before, to list what changes @param known names of messages and queries that exist
 * @throws UsageError for bytes that cannot be read
 */
export function staticLook(bytes: Uint8Array, to: Surface, from?: Surface, known = knownNames()): StaticLook {
  const uses = usesOf(bytes, known)
  const names = [...uses.queries, ...uses.messages]
  const verdicts = [
    ...uses.queries.map((name) => ({ what: 'query', name, verdict: queryVerdict(name, to) }) as const),
    ...uses.messages.map((name) => ({ what: 'message', name, verdict: messageVerdict(name, to) }) as const),
    ...importVerdicts(uses, to),
    ...capabilityVerdicts(uses, to),
  ]
  const of = (kind: 'refused' | 'unknown'): readonly Cause[] =>
    grouped(
      verdicts.flatMap(({ what, name, verdict }) =>
        verdict.kind === kind && 'why' in verdict ? [{ what, name, why: verdict.why }] : [],
      ),
    )
  const refusedNames = of('refused')
  return {
    from: from && surfaceName(from),
    to: surfaceName(to),
    vm: to.vm,
    uses,
    refused: [...refusedNames, ...codeCauses(bytes, to, refusedNames)],
    changed: from === undefined ? [] : changed(names, from, to),
    unknown: of('unknown'),
  }
}

/** Names of messages and queries that some chain here has, or that some release once had. */
export function knownNames(): ReadonlySet<string> {
  const surfaces = allSurfaces()
  return new Set([
    ...surfaces.flatMap(({ allowedQueries, queries, messages }) => [...allowedQueries, ...queries, ...messages]),
    ...REMOVED.keys(),
  ])
}

export function queryVerdict(path: string, to: Surface): Verdict {
  if (to.allowedQueries.includes(path)) return to.queries.includes(path) ? ACCEPTED : { kind: 'unknown', why: NOT_HERE }
  const gone = removedText(path)
  if (gone !== undefined) return refused(gone)
  if (to.allowedQueries.length === 0)
    return refused('contracts on this chain can make no gRPC or Stargate queries at all')
  return refused(
    to.queries.includes(path)
      ? 'the chain has this query, and does not allow it to contracts'
      : 'the chain has no such query for contracts',
  )
}

export function messageVerdict(typeUrl: string, to: Surface): Verdict {
  if (to.messages.includes(typeUrl)) return ACCEPTED
  const gone = removedText(typeUrl)
  if (gone !== undefined) return refused(gone)
  const parts = typeUrl.slice(1).split('.')
  if (to.modules.some((module) => parts.includes(module)) && !to.messages.some((one) => samePackage(one, typeUrl)))
    return { kind: 'unknown', why: NOT_HERE }
  return refused(
    'no module of the chain handles this message; one for another chain, in an interchain account, is not affected',
  )
}

const samePackage = (one: string, other: string): boolean => packageOf(one) === packageOf(other)
const packageOf = (typeUrl: string): string => typeUrl.slice(0, typeUrl.lastIndexOf('.'))

function removedText(name: string): string | undefined {
  const removed = REMOVED.get(name)
  if (removed === undefined) return undefined
  return `removed in ${removed.since}${removed.instead === undefined ? '' : `; use ${removed.instead}`}`
}

const importVerdicts = ({ imports }: Uses, { vm }: Surface) => {
  const supported = new Set(supportedImports(scheduleOf(vm)))
  return imports
    .filter((name) => !supported.has(name))
    .map((name) => ({ what: 'import', name, verdict: refused(`cosmwasm-vm ${vm} has no such import`) }) as const)
}

const capabilityVerdicts = ({ capabilities }: Uses, to: Surface) =>
  capabilities
    .filter((name) => !to.capabilities.includes(name))
    .map(
      (name) =>
        ({
          what: 'capability',
          name,
          verdict: refused('the chain lacks this capability, so it does not store the code'),
        }) as const,
    )

/** What the chain says of the code, where imports and capabilities are not the reason. */
function codeCauses(bytes: Uint8Array, to: Surface, known: readonly Cause[]): readonly Cause[] {
  const tooLong: readonly Cause[] =
    bytes.length > to.maxWasmSize
      ? [
          {
            what: 'code',
            why: `longer than the ${to.maxWasmSize} bytes that the chain stores`,
            names: [`${bytes.length} bytes`],
          },
        ]
      : []
  if (known.some(({ what }) => what === 'import' || what === 'capability')) return tooLong
  try {
    createVm({ version: to.vm, capabilities: to.capabilities }).store(bytes)
    return tooLong
  } catch (error) {
    if (!(error instanceof VmError)) throw error
    return [...tooLong, { what: 'code', why: error.shortMessage, names: [] }]
  }
}

const changed = (names: readonly string[], from: Surface, to: Surface): readonly Cause[] =>
  grouped(
    changesBetween(from.rules, to.rules).flatMap(({ text, names: affected }) =>
      names
        .filter((name) => to.messages.includes(name) || to.allowedQueries.includes(name))
        .filter((name) => affected.some((beginning) => name.startsWith(beginning)))
        .map((name) => ({ what: isQuery(name) ? 'query' : 'message', name, why: text }) as const),
    ),
  )

const isQuery = (name: string): boolean => name.includes('/', 1)

function grouped(items: readonly { readonly what: Cause['what']; readonly name: string; readonly why: string }[]) {
  const groups = new Map<string, { what: Cause['what']; why: string; names: string[] }>()
  for (const { what, name, why } of items) {
    const key = `${what} ${why}`
    const group = groups.get(key) ?? { what, why, names: [] }
    group.names.push(name)
    groups.set(key, group)
  }
  return [...groups.values()]
}
