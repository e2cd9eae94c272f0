import { z } from 'zod'
import { FixtureError, fromHex, jsonPointer, linesOf, parsedBy } from '../../base/index.js'
import { keyOf, type Key } from '../../store/index.js'
import { DEFAULT_MEMORY_LIMIT } from '../create-vm.js'
import { ENTRY_POINTS, type EntryPoint } from '../entry-points.js'
import { MOCK_ENV, MOCK_INFO } from '../mock/backend.js'
import type { MockBalances } from '../mock/querier.js'
import { DuplicateKey, RawJson } from './raw-json.js'
import { json } from '../../base/json-value.js'

const DEFAULT_GAS_LIMIT = 500_000_000_000n
const MAX_U64 = 0xffff_ffff_ffff_ffffn

const hex = z.string().regex(/^(?:[0-9a-fA-F]{2})*$/, 'not hex of whole bytes')
const gas = z.number().nonnegative()
const memory = z.int().nonnegative()
const entryNames = Object.keys(ENTRY_POINTS) as [EntryPoint, ...EntryPoint[]]

const stepForm = z.strictObject({
  name: z.string(),
  entry: z.enum(entryNames),
  env: json.optional(),
  info: json.optional(),
  msg: json.optional(),
  msg_text: z.string().optional(),
  migrate_info: json.optional(),
  gas_limit: gas.optional(),
  memory_limit: memory.optional(),
  sweep: z.boolean().optional(),
  sweep_limits: z.array(gas).optional(),
  put: z.record(hex, hex.nullable()).optional(),
})

const coin = z.strictObject({ denom: z.string(), amount: z.string().regex(/^\d+$/, 'not a decimal number') })

const scriptForm = z.strictObject({
  wasm: z.string(),
  gas_limit: gas.optional(),
  memory_limit: memory.optional(),
  balances: z.record(z.string(), z.array(coin)).optional(),
  reuse_instance: z.boolean().optional(),
  sweep: z.boolean().optional(),
  steps: z.array(stepForm),
})

export interface VmScriptStep {
  readonly name: string
  readonly entry: EntryPoint
  /** Arguments, to the byte. */
  readonly env: string
  readonly info: string
  readonly msg: string
  readonly migrateInfo: string | undefined
  /** VM gas. */
  readonly gasLimit: bigint
  /** Bytes. */
  readonly memoryLimit: number
  readonly sweep: boolean
  readonly sweepLimits: readonly bigint[]
  /** What is written to the store, or removed from it (undefined), before the step. */
  readonly put: readonly (readonly [Key, Uint8Array | undefined])[]
}

export interface VmScript {
  readonly wasm: string
  readonly balances: MockBalances
  readonly reuseInstance: boolean
  readonly steps: readonly VmScriptStep[]
}

/**
 * Reads a VM script; arguments are kept as they are written.
 * @param file named in errors
 * @throws FixtureError with the place of the error
 */
export function readVmScript(text: string, file: string): VmScript {
  const fail = (pointer: string, message: string): never => {
    throw new FixtureError({ file, pointer, message })
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return fail('', `not JSON: ${(error as Error).message}`)
  }
  const checked = parsedBy(scriptForm, value)
  if (!checked.success) {
    const [issue] = checked.error.issues
    const path = [...issue!.path, ...(issue!.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [])]
    return fail(jsonPointer(path), linesOf(issue!.message)[0]!)
  }
  const { data } = checked
  try {
    const raw = new RawJson(text).members()
    const gasLimit = gasOf(raw.get('gas_limit'), '/gas_limit', fail) ?? DEFAULT_GAS_LIMIT
    const rawSteps = raw.get('steps')!.items()
    return {
      wasm: data.wasm,
      balances: data.balances ?? {},
      reuseInstance: data.reuse_instance ?? false,
      steps: data.steps.map((step, i): VmScriptStep => {
        const at = `/steps/${i}`
        const fields = rawSteps[i]!.members()
        const written = (name: string): string | undefined => fields.get(name)?.text
        const limits = fields.get('sweep_limits')?.items() ?? []
        return {
          name: step.name,
          entry: step.entry,
          env: written('env') ?? MOCK_ENV,
          info: written('info') ?? MOCK_INFO,
          msg: step.msg_text ?? written('msg') ?? '{}',
          migrateInfo: written('migrate_info'),
          gasLimit: gasOf(fields.get('gas_limit'), `${at}/gas_limit`, fail) ?? gasLimit,
          memoryLimit: step.memory_limit ?? data.memory_limit ?? DEFAULT_MEMORY_LIMIT,
          sweep: step.sweep ?? data.sweep ?? true,
          sweepLimits: limits.map((limit, k) => gasOf(limit, `${at}/sweep_limits/${k}`, fail)!),
          put: Object.entries(step.put ?? {}).map(([key, content]) => [
            keyOf(fromHex(key)),
            content === null ? undefined : fromHex(content),
          ]),
        }
      }),
    }
  } catch (error) {
    if (error instanceof DuplicateKey) return fail('', error.message)
    throw error
  }
}

/** A whole number of gas, read from its digits: it may exceed what a JavaScript number holds. */
function gasOf(
  raw: RawJson | undefined,
  pointer: string,
  fail: (pointer: string, message: string) => never,
): bigint | undefined {
  if (!raw) return undefined
  if (!/^\d+$/.test(raw.text)) return fail(pointer, `not a whole number: ${raw.text}`)
  const value = BigInt(raw.text)
  return value <= MAX_U64 ? value : fail(pointer, `more than 64 bits: ${raw.text}`)
}
