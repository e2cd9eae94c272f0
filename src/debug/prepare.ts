import { fromUtf8, toHex, toUtf8 } from '../base/index.js'
import { sha256 } from '../crypto/index.js'
import { fileOf, OwnCode, ownCodeOf, type Symbols } from '../vm/debug/index.js'
import { SteppedCall, usualCodeFiles, type MadeCall } from '../vm/internal.js'
import type { FunctionSteps } from '../vm/tools/index.js'
import type { Module } from '../vm/wasm/index.js'
import { planSteps, type Plan } from './plan.js'
import { Sources, type SourceDigest } from './sources.js'

/** What a call needs to be stepped through. */
interface Prepared {
  readonly own: OwnCode
  readonly sources: Sources
  readonly plan: Plan
  readonly stepped: SteppedCall
}

/** What is kept of a module next to its rewritten form. */
interface KeptPlan extends Omit<Plan, 'steps'> {
  /** Those that count as the contract's own code. */
  readonly crates: readonly string[]
  readonly steps: readonly (readonly [number, FunctionSteps])[]
  /** Which lines are steps depends on what stands in them. */
  readonly sources: readonly SourceDigest[]
}

const LENGTH_BYTES = 4

/**
 * Finds the lines of a module and makes the module stop at them. Both take most of the time that opening a call takes, so they are kept with the
 * rewritten contracts of the user.
 * @param crates that count as the contract's own code, in place of those that it wraps
 * @returns undefined if no line is the contract's own
 */
export function prepare(
  call: MadeCall,
  module: Module,
  symbols: Symbols,
  crates?: readonly string[],
): Prepared | undefined {
  const files = usualCodeFiles()
  const key = {
    checksum: toHex(sha256(module.bytes)),
    version: ['lines', call.version, ...(crates === undefined ? [] : ['of', ...crates])].join(' '),
  }
  const known = unpack(files?.read(key))
  if (known !== undefined) {
    const sources = new Sources(known.plan.crates)
    if (sources.isUnchanged(known.plan.sources)) {
      const plan: Plan = { places: known.plan.places, steps: new Map(known.plan.steps) }
      const stepped = new SteppedCall(call, { wasm: module.bytes, steps: plan.steps, rewritten: known.rewritten })
      return { own: new OwnCode(known.plan.crates), sources, plan, stepped }
    }
  }
  const own = ownCodeOf(module, symbols, crates)
  const sources = new Sources(own.crates)
  const plan = planSteps(module, symbols, own, sources)
  own.requireFound(fileOf(call.checksum) ?? 'the contract')
  if (plan.places.length === 0) return undefined
  const keep = (rewritten: Uint8Array): void =>
    files?.write(
      key,
      pack({ crates: own.crates, places: plan.places, steps: [...plan.steps], sources: sources.digests() }, rewritten),
    )
  return { own, sources, plan, stepped: new SteppedCall(call, { wasm: module.bytes, steps: plan.steps, keep }) }
}

function pack(plan: KeptPlan, rewritten: Uint8Array): Uint8Array {
  const text = toUtf8(JSON.stringify(plan))
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, text, rewritten])
}

/** The digest of the file was compared: it is what {@link pack} made. */
function unpack(
  bytes: Uint8Array<ArrayBuffer> | undefined,
): { readonly plan: KeptPlan; readonly rewritten: Uint8Array<ArrayBuffer> } | undefined {
  if (bytes === undefined) return undefined
  const start = LENGTH_BYTES + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true)
  const plan = JSON.parse(fromUtf8(bytes.subarray(LENGTH_BYTES, start))) as KeptPlan
  return { plan, rewritten: bytes.slice(start) }
}
