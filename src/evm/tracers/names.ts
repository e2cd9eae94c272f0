import { refuse } from '../errors.js'
import type { Budget } from '../execution/budget.js'
import { Calls } from './calls.js'
import { configOf, entriesOf, type Kind } from './config.js'
import { Erc7562 } from './erc7562.js'
import { FlatCalls } from './flat-calls.js'
import { FourBytes } from './four-bytes.js'
import { Mux } from './mux.js'
import { Preimages } from './preimages.js'
import { Prestate, type PrestateOptions } from './prestate.js'
import type { Tracer } from './tracer.js'

/** The members of the tracers' configurations, and what go-ethereum calls each structure. */
export const TRACER_CONFIGS = {
  callTracer: ['callTracerConfig', { onlyTopCall: 'bool', withLog: 'bool' }],
  flatCallTracer: ['flatCallTracerConfig', { convertParityErrors: 'bool', includePrecompiles: 'bool' }],
  prestateTracer: [
    'PrestateTracerConfig',
    { diffMode: 'bool', disableCode: 'bool', disableStorage: 'bool', includeEmpty: 'bool' },
  ],
  erc7562Tracer: [
    'erc7562TracerConfig',
    { stackTopItemsSize: 'int', ignoredOpcodes: '[]hexutil.Uint64', withLog: 'bool' },
  ],
} as const

function read(config: unknown, tracer: keyof typeof TRACER_CONFIGS): Partial<Record<string, never>> {
  const [name, members]: readonly [string, Readonly<Record<string, Kind>>] = TRACER_CONFIGS[tracer]
  return configOf(config, name, members)
}

/** How to make each tracer of its configuration. Names as in go-ethereum. */
const TRACERS: Readonly<Record<string, (config: unknown, budget: Budget) => Tracer>> = {
  callTracer: (config, budget) => new Calls(read(config, 'callTracer'), budget),
  flatCallTracer: (config, budget) => new FlatCalls(read(config, 'flatCallTracer'), budget),
  prestateTracer: (config, budget) => new Prestate(prestateOptions(config), budget),
  '4byteTracer': (_, budget) => new FourBytes(budget),
  erc7562Tracer: (config, budget) => new Erc7562(read(config, 'erc7562Tracer'), budget),
  keccak256PreimageTracer: (_, budget) => new Preimages(budget),
  muxTracer: (config, budget) =>
    new Mux(
      entriesOf(config, 'map[string]json.RawMessage').map(([name, own]) => [name, tracerNamed(name, own, budget)]),
    ),
  noopTracer: () => ({ result: () => ({}) }),
}

export const TRACER_NAMES: readonly string[] = Object.keys(TRACERS)

/** Whether there is a tracer of this name. */
export const isTracer = (name: string): boolean => Object.hasOwn(TRACERS, name)

/**
 * A new tracer.
 * @param budget shared by the tracers of one request
 * @throws RpcError for an unknown tracer, and for a configuration that it cannot read
 */
export function tracerNamed(name: string, config: unknown, budget: Budget): Tracer {
  const make = Object.hasOwn(TRACERS, name) ? TRACERS[name] : undefined
  if (make === undefined) throw refuse(`tracer not found: ${name.slice(0, 80)}`)
  return make(config, budget)
}

function prestateOptions(config: unknown): PrestateOptions {
  const options: PrestateOptions = read(config, 'prestateTracer')
  if (options.diffMode === true && options.includeEmpty === true) throw refuse('cannot use diffMode with includeEmpty')
  return options
}
