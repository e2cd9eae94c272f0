import { basename } from 'node:path'
import { Reach, SudoboxError, toBase64, UsageError } from '../../base/index.js'
import { Vms } from '../../app/index.js'
import { buildProfile, takeProfile, watchedProfile, type ProfileTree } from '../../profile/internal.js'
import {
  checkFixture,
  parseText,
  partsOf,
  readText,
  replayObserved,
  type Fixture,
  type StepReport,
  type VmReleases,
} from '../../replay/internal.js'
import { WasmFiles } from '../../sandbox/internal.js'
import { DEFAULT_VM_VERSION, isVmScript, runVmScript } from '../../vm/internal.js'
import { withFixtureVm } from '../options/vm-option.js'

/** What a build did in a script. */
export interface BuildRun {
  /** The name of the file. */
  readonly name: string
  readonly profile: ProfileTree
  /** How each step ended, in words that are the same for both builds. */
  readonly steps: readonly { readonly name: string; readonly end: string }[]
}

export interface BuildOptions {
  /** Releases of the VM. */
  readonly vm: VmReleases
  /** The name of the contract's file in a fixture. */
  readonly contract: string | undefined
  readonly trust: boolean | undefined
}

const NO_MODULE = 'is not a WebAssembly module'

/** Reads a build, from anywhere: the user named the file. @throws UsageError for a missing file, or one that is not a module */
export function readBuild(path: string): Uint8Array {
  const wasm = new WasmFiles(Reach.ofCode()).read({ path }, '')
  if (Buffer.from(wasm.subarray(0, 4)).toString('latin1') !== '\0asm')
    throw new UsageError(`${path} ${NO_MODULE}`, { details: ['right: sudobox gas OLD.wasm NEW.wasm --script FILE'] })
  return wasm
}

/** Runs the script with a build. @throws UsageError if it cannot run to its end */
export async function runBuild(
  path: string,
  wasm: Uint8Array,
  script: string,
  options: BuildOptions,
): Promise<BuildRun> {
  const text = readText(script)
  // An error of the script itself is not one of the build.
  const fixture = isVmScript(text)
    ? undefined
    : withBuild(withFixtureVm(checkFixture(parseText(text, script), script), options.vm), options.contract, wasm)
  try {
    return fixture === undefined
      ? runScript(path, wasm, script, text, options)
      : await runFixture(path, fixture, script, options)
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    throw new UsageError(`the script failed with ${path}: ${error.shortMessage}`, {
      details: [...error.details, 'to compare two builds, both must run the whole script'],
      cause: error,
    })
  }
}

function runScript(path: string, wasm: Uint8Array, file: string, text: string, options: BuildOptions): BuildRun {
  const [chain] = Object.keys(options.vm).filter((name) => name !== '')
  if (chain !== undefined)
    throw new UsageError('--vm CHAIN=RELEASE is only for fixtures: a VM script has no chains', {
      details: ['right: --vm RELEASE'],
    })
  const version = options.vm[''] ?? DEFAULT_VM_VERSION
  const { watch, take } = watchedProfile(version)
  const { steps } = runVmScript(text, { file, version, wasm, instrument: { profile: true } }, watch)
  return {
    name: basename(path),
    profile: buildProfile(take()),
    steps: steps.map(({ name, error }) => ({ name, end: error === undefined ? 'ok' : error.kind })),
  }
}

async function runFixture(path: string, fixture: Fixture, file: string, { trust }: BuildOptions): Promise<BuildRun> {
  const vms = new Vms({ profile: true })
  /** The first step that failed although it should not: a later one that cannot run may depend on it. */
  let failed: string | undefined
  const onStep = (step: StepReport): void => {
    if (step.difference !== undefined) failed ??= failureOf(step)
  }
  let steps: readonly StepReport[]
  try {
    steps = (
      await replayObserved(fixture, file, { goOn: true, onStep, ...(trust !== undefined && { trust }) }, { vms })
    ).steps
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    throw new UsageError(error.shortMessage, {
      details: [...(failed === undefined ? [] : [failed]), ...error.details],
      cause: error,
    })
  }
  return {
    name: basename(path),
    profile: buildProfile(takeProfile(vms)),
    steps: steps.map((step) => ({
      name: step.name,
      end:
        step.outcome instanceof SudoboxError
          ? 'refused'
          : partsOf(step)
              .map(({ result }) => (result.code === 0 ? 'ok' : `${result.codespace}/${result.code}`))
              .join(', '),
    })),
  }
}

function failureOf({ index, name, outcome, ...step }: StepReport): string | undefined {
  const text =
    outcome instanceof SudoboxError
      ? outcome.shortMessage
      : partsOf({ index, name, outcome, ...step }).find(({ result }) => result.code !== 0)?.result.rawLog
  return text === undefined ? undefined : `step ${index + 1}, ${name}, failed before: ${text.slice(0, 300)}`
}

/** The fixture with the build in place of one of its contracts. */
function withBuild(fixture: Fixture, contract: string | undefined, wasm: Uint8Array): Fixture {
  const paths = new Set<string>()
  const nameOf = (value: object): string | undefined =>
    'path' in value && typeof value.path === 'string' && value.path.endsWith('.wasm') ? basename(value.path) : undefined
  const walk = (value: unknown, change: (name: string, value: object) => object): unknown => {
    if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return value
    if (Array.isArray(value)) return value.map((one) => walk(one, change))
    const name = nameOf(value)
    if (name !== undefined) return change(name, value)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, walk(one, change)]))
  }
  walk(fixture.steps, (name, value) => {
    paths.add(name)
    return value
  })
  const names = [...paths]
  const chosen = contract ?? (names.length === 1 ? names[0] : undefined)
  if (chosen === undefined || !paths.has(chosen))
    throw new UsageError(
      contract === undefined
        ? `the fixture stores ${names.length === 0 ? 'no contract' : 'several contracts'}, so it is not known which one the builds replace`
        : `the fixture stores no contract ${contract}`,
      { details: names.length === 0 ? [] : [`it stores: ${names.join(', ')}`, `right: --contract ${names[0]}`] },
    )
  const base64 = toBase64(wasm)
  return {
    ...fixture,
    steps: walk(fixture.steps, (name, value) => (name === chosen ? { base64 } : value)) as Fixture['steps'],
  }
}
