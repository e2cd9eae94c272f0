import { UsageError } from '../base/index.js'
import type { Sandbox } from '../sandbox/internal.js'
import { shownSource } from '../vm/debug/index.js'
import { VM_GAS as PER_GAS } from '../vm/tools/index.js'
import { buildProfile } from './build.js'
import type { GasProfileFormat } from './endings.js'
import { callsOf, spentBy, spentByContract, type FrameOf, type ProfileTree } from './profile.js'
import { joinRaw, rawProfile, rawSince, type RawProfile } from './raw.js'
import { PROFILE_FORMATS, writeProfile } from './write.js'

/** VM gas of one unit of the chain's gas. Source: wasmd `DefaultGasMultiplier`. */
export const VM_GAS = BigInt(PER_GAS)

/** What something spent, in VM gas: {@link VM_GAS} are one gas of the chain. */
export interface GasSpent {
  /** By itself. */
  readonly self: bigint
  /** With all that it called. What calls itself counts once. */
  readonly total: bigint
}

/** What a contract spent: the functions of one code, whatever its addresses. */
export interface ContractGas extends GasSpent {
  /** The name of its file, or the beginning of its checksum. No two contracts of a profile have the same. */
  readonly name: string
  /** Absolute path of the file that it was stored from; undefined if it came as bytes. */
  readonly file: string | undefined
  /** SHA-256 of its code, in hex. */
  readonly checksum: string
  /** How often its entry points were called. */
  readonly calls: number
}

/** What a function spent, or an entry in the place of one, such as a charge of the chain. */
export interface FunctionGas extends GasSpent {
  /** Name of the function as in the source (`vault::contract::execute`), of the host call (`db_write`), or of what the chain does (`storage: write`). */
  readonly name: string
  /**
   * `own`: of the contract's own source; `library`: of a library, or its source is unknown; `host`: an import, or the VM itself;
   * `chain`: a charge of the chain; `call`: a transaction, a message, the call of an entry point.
   */
  readonly kind: FrameOf
  /** The name of its contract in {@link GasProfile.contracts}; undefined for the chain's. */
  readonly contract: string | undefined
  /** How often it was called. Copies that were inlined are not; of a charge of the chain, how often it was charged. */
  readonly calls: number
}

/** What a line of source spent: `self` is the gas of its own instructions, `total` includes the functions that are called there. */
export interface LineGas extends GasSpent {
  /** Relative to the working directory if it is below it, else as the compiler noted it. */
  readonly file: string
  /** From 1. */
  readonly line: number
  /** Whether it is one of a contract's own source, not of a library. */
  readonly isOwn: boolean
}

/**
 * Where gas went, by contract, function and line: made by {@link profileGas} and {@link takeGasProfile}. The sums are those of the chain, to the
 * unit.
 */
export class GasProfile {
  readonly #tree: ProfileTree
  #functions: readonly FunctionGas[] | undefined
  #lines: readonly LineGas[] | undefined

  /** @internal */
  constructor(raw: RawProfile) {
    this.#tree = buildProfile(raw)
  }

  /** VM gas of everything in it. */
  get total(): bigint {
    return BigInt(this.#tree.total)
  }

  /** Remarks, such as contracts without names. */
  get notes(): readonly string[] {
    return this.#tree.notes
  }

  /** Those that ran, the most expensive by `self` first. The rest of the gas is the chain's. */
  get contracts(): readonly ContractGas[] {
    const { contracts } = this.#tree
    const [spent, calls] = [spentByContract(this.#tree), callsOf(this.#tree)]
    return contracts
      .map((one, i) => ({ ...one, calls: calls.get(i) ?? 0, ...spentOf(spent.get(i)) }))
      .sort(mostGasFirst)
  }

  /** Functions, host calls and charges of the chain, the most expensive by `self` first. */
  get functions(): readonly FunctionGas[] {
    return (this.#functions ??= this.#readFunctions())
  }

  /** Lines of which something is known, the most expensive by `self` first. Empty without debug information. */
  get lines(): readonly LineGas[] {
    return (this.#lines ??= this.#readLines())
  }

  /** The content of a file in a format. */
  format(format: GasProfileFormat, title = 'gas profile'): string | Uint8Array {
    if (!Object.hasOwn(PROFILE_FORMATS, format))
      throw new UsageError(`no format of a gas profile is called ${format}`, {
        details: [`right: ${Object.keys(PROFILE_FORMATS).join(', ')}`],
      })
    return PROFILE_FORMATS[format](this.#tree, title)
  }

  /**
   * Writes a file in the format that its ending names: `.html` (a page), `.speedscope.json`, `.pb.gz` (pprof) or `.folded`.
   * @throws UsageError for another ending
   */
  write(file: string, title = 'gas profile'): void {
    writeProfile(file, this.#tree, title)
  }

  #readFunctions(): readonly FunctionGas[] {
    const { contracts, functions, places } = this.#tree
    const spent = spentBy(this.#tree, ({ place }) => places[place]!.function)
    return functions
      .map(({ name, of, contract, calls }, i) => ({
        name,
        kind: of,
        contract: contract === undefined ? undefined : contracts[contract]!.name,
        calls,
        ...spentOf(spent.get(i)),
      }))
      .filter(({ total }) => total > 0n)
      .sort(mostGasFirst)
  }

  #readLines(): readonly LineGas[] {
    const { functions, places } = this.#tree
    const keys = new Map<string, { file: string; line: number; isOwn: boolean }>()
    const keyOf = places.map(({ file, line, function: index }) => {
      if (file === undefined || line === 0) return undefined
      const shown = shownSource(file)
      const key = `${shown}:${line}`
      const isOwn = functions[index]!.of === 'own' || keys.get(key)?.isOwn === true
      keys.set(key, { file: shown, line, isOwn })
      return key
    })
    const spent = spentBy(this.#tree, ({ place }) => keyOf[place])
    return Array.from(keys, ([key, line]) => ({ ...line, ...spentOf(spent.get(key)) }))
      .filter(({ total }) => total > 0n)
      .sort(mostGasFirst)
  }
}

const spentOf = ({ self = 0, total = 0 } = {}): GasSpent => ({ self: BigInt(self), total: BigInt(total) })

const mostGasFirst = (a: GasSpent, b: GasSpent): number => Number(b.self - a.self || b.total - a.total)

/**
 * Where the gas of a sandbox went since it was made.
 * @example
 * const sandbox = createSandbox({}, { profile: true })
 * await sandbox.perform(action)
 * takeGasProfile(sandbox).write('gas.html')
 * @throws UsageError for a sandbox without the option `profile`
 */
export const takeGasProfile = (sandbox: Sandbox): GasProfile => new GasProfile(joinRaw(readingsOf(sandbox)))

/**
 * Where the gas of part of a test went: of one transaction, or of everything that `run` does with the sandbox. A transaction that fails
 * has spent its gas too; catch its error in `run`.
 * @example
 * const profile = await profileGas(sandbox, () => alice.execute(vault, { deposit: {} }))
 * @throws UsageError for a sandbox without the option `profile`, and what `run` throws
 */
export async function profileGas(sandbox: Sandbox, run: () => unknown): Promise<GasProfile> {
  const before = readingsOf(sandbox)
  await run()
  return new GasProfile(joinRaw(readingsOf(sandbox).map((after, i) => rawSince(before[i]!, after))))
}

function readingsOf({ chains }: Sandbox): readonly RawProfile[] {
  return Object.values(chains).map(({ host: { app } }) => {
    if (app.options.vms?.observed.profile !== true)
      throw new UsageError('this sandbox does not profile gas', {
        details: ['right: createSandbox(options, { profile: true })'],
      })
    return rawProfile(app.vm)
  })
}
