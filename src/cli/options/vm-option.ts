import { InvalidArgumentError, Option, type Command } from 'commander'
import { SudoboxError } from '../../base/index.js'
import { withVmReleases, type Fixture, type VmReleases } from '../../replay/internal.js'
import { scheduleOf } from '../../vm/internal.js'

/** The flag `--vm`, for commands whose chains store contracts. */
export interface VmReleaseFlags {
  /** Releases by chain; that of `''` is for all others. */
  readonly vm: VmReleases
}

/** Parses a release of the contract VM. */
export function vmRelease(text: string): string {
  try {
    return scheduleOf(text).version
  } catch (error) {
    if (!(error instanceof SudoboxError)) throw error
    throw new InvalidArgumentError(`${[error.shortMessage, ...error.details].join('; ')}.`)
  }
}

/** Parses `3.0.8`, for all chains, or `neutron=3.0.8`. */
export function addVmRelease(text: string, before: VmReleases): VmReleases {
  const [, chain = '', release] = /^(?:([a-z][a-z0-9]*)=)?(.+)$/s.exec(text) ?? []
  if (release === undefined) throw new InvalidArgumentError('Must be a release, e.g. 3.0.8, or CHAIN=RELEASE.')
  return { ...before, [chain]: vmRelease(release) }
}

/** The option of a command whose chains store contracts. */
export const withVmReleaseOption = (command: Command): Command =>
  command.option(
    '--vm <release>',
    'release of the contract VM (cosmwasm-vm) on all chains, or on one: CHAIN=RELEASE; repeatable (default: that of the file, or else of the kind of chain: docs/chains.md)',
    addVmRelease,
    {},
  )

/** The option of a command that runs a VM script; `--vm-version` is its older name. */
export const withScriptVm = (command: Command, about: string): Command =>
  command
    .option('--vm <release>', about, vmRelease)
    .addOption(new Option('--vm-version <release>').argParser(vmRelease).hideHelp())

/** The fixture with these releases in its options. */
export function withFixtureVm(fixture: Fixture, releases: VmReleases): Fixture {
  const options = withVmReleases(fixture.options, releases)
  return options === undefined ? fixture : { ...fixture, options }
}
