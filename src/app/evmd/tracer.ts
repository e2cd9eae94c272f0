import { NotSupportedError, RpcError } from '../../base/index.js'
import { GrpcError } from '../../chain/index.js'
import type { TraceConfig } from '../../codec/messages/cosmos.evm.vm.v1.js'
import { jsonSyntaxError } from '../../codec/go-json/index.js'
import { isTracer, milliseconds, StructLogs, TRACER_NAMES, tracerNamed, type Tracer } from '../../evm/tracers/index.js'

/** Bytes that a trace may have, as in the node's JSON-RPC. */
const LARGEST = 256 * 1024 * 1024

/** Tracers that do not read their configuration. */
const UNCONFIGURED: ReadonlySet<string> = new Set(['4byteTracer', 'keccak256PreimageTracer', 'noopTracer'])

/** @throws GrpcError. Source: cosmos/evm v0.7.3 x/vm/keeper/grpc_query.go `TraceTx` */
export function checkLimit({ limit = 0 }: Partial<TraceConfig> = {}): void {
  if (limit < 0) throw new GrpcError('InvalidArgument', `output limit cannot be negative, got ${limit}`)
}

/** @throws GrpcError, NotSupportedError. Source: `traceTxWithMsg` */
export function tracerOf(config: Partial<TraceConfig> = {}): Tracer {
  const budget = budgetOf(LARGEST)
  const { tracer: name = '', timeout = '', tracerJsonConfig = '' } = config
  const tracer =
    name === ''
      ? new StructLogs({ ...config, bareWords: true }, budget)
      : refusing('Internal', '', () => {
          const own = configOf(name, tracerJsonConfig)
          checkNames(name, own)
          return tracerNamed(name, own, budget)
        })
  if (timeout !== '') refusing('InvalidArgument', 'timeout value: ', () => milliseconds(timeout))
  return tracer
}

function budgetOf(most: number): { take(bytes: number): void } {
  let used = 0
  return {
    take: (bytes) => {
      used += bytes
      if (used > most) throw new NotSupportedError(`a trace larger than ${most} bytes is not supported`)
    },
  }
}

function configOf(name: string, json: string): unknown {
  if (json === '' || UNCONFIGURED.has(name) || !isTracer(name)) return undefined
  const problem = jsonSyntaxError(Buffer.from(json))
  if (problem !== undefined) throw new GrpcError('Internal', problem)
  return JSON.parse(json)
}

/** What is no name of a tracer is one written in JavaScript. Source: go-ethereum eth/tracers/dir.go `New`, eth/tracers/js/goja.go */
function checkNames(name: string, config: unknown): void {
  if (name === 'muxTracer' && typeof config === 'object' && config !== null && !Array.isArray(config))
    for (const [inner, own] of Object.entries(config)) checkNames(inner, own)
  if (isTracer(name)) return
  if (/^[a-z_]\w*Tracer$/i.test(name))
    throw new GrpcError('Internal', `ReferenceError: ${name} is not defined at <eval>:1:2(0)`)
  throw new NotSupportedError(`tracers in JavaScript are not supported: name one of ${TRACER_NAMES.join(', ')}`)
}

function refusing<T>(code: 'Internal' | 'InvalidArgument', before: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof RpcError ? new GrpcError(code, `${before}${error.message}`) : error
  }
}
