import { goArray, goObject, goString } from '../../codec/go-json/index.js'

const FRAME = ['from', 'gas', 'gasUsed', 'to', 'input', 'output', 'error', 'revertReason'] as const

/** The members of Go's structures in their order, by members that each always has. Of others the members are sorted, or they are maps. */
const STRUCTURES: readonly { readonly has: readonly string[]; readonly order: readonly string[] }[] = [
  { has: ['structLogs'], order: ['gas', 'failed', 'returnValue', 'structLogs'] },
  {
    has: ['pc'],
    order: ['pc', 'op', 'gas', 'gasCost', 'depth', 'error', 'stack', 'returnData', 'memory', 'storage', 'refund'],
  },
  {
    has: ['accessedSlots'],
    order: [
      ...FRAME,
      'logs',
      'value',
      'accessedSlots',
      'extCodeAccessInfo',
      'usedOpcodes',
      'contractSize',
      'outOfGas',
      'keccak',
      'calls',
      'type',
    ],
  },
  { has: ['input', 'gasUsed'], order: [...FRAME, 'calls', 'logs', 'value', 'type'] },
  { has: ['transientReads'], order: ['reads', 'writes', 'transientReads', 'transientWrites'] },
  { has: ['position'], order: ['address', 'topics', 'data', 'index', 'position'] },
]

/** A trace as Go's `json.Marshal` writes it. Source: go-ethereum eth/tracers/native, eth/tracers/logger */
export function traceJson(trace: unknown): string {
  if (typeof trace === 'string') return goString(trace)
  if (Array.isArray(trace)) return goArray(trace.map(traceJson))
  if (typeof trace !== 'object' || trace === null) return String(trace)
  const members = trace as Readonly<Record<string, unknown>>
  const order =
    STRUCTURES.find(({ has }) => has.every((name) => Object.hasOwn(members, name)))?.order ??
    Object.keys(members).sort()
  return goObject(
    Object.fromEntries(order.map((name) => [name, members[name] === undefined ? undefined : traceJson(members[name])])),
  )
}
