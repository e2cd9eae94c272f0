import { Command, InvalidArgumentError, Option } from 'commander'
import { UsageError } from '../../base/index.js'
import { compareProfiles } from '../../profile/internal.js'
import type { VmReleases } from '../../replay/internal.js'
import { DEFAULT_VM_VERSION } from '../../vm/internal.js'
import { VM_GAS } from '../../vm/tools/index.js'
import { readBuild, runBuild, type BuildRun } from './builds.js'
import { differingSteps, gasTable } from '../output/gas-output.js'
import { colorOf, terminal } from '../output/terminal.js'
import { withTrust, type TrustFlags } from '../trust.js'
import { addVmRelease, vmRelease } from '../options/vm-option.js'
import { printText } from '../output/plain-text.js'

interface GasFlags extends TrustFlags {
  readonly script: string
  readonly contract?: string
  readonly vm: VmReleases
  readonly vmVersion?: string
  readonly top: number
  readonly json?: boolean
}

const MAX_ROWS = 30

function rows(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Must be a number of rows, at least 1.')
  return Number(text)
}

/** Functions without names cannot be compared. */
function refuseNameless(run: BuildRun, path: string): void {
  const { functions } = run.profile
  const rust = functions.filter(({ of }) => of === 'own' || of === 'library')
  const nameless = rust.filter(({ name }) => name.startsWith('function[')).length
  if (nameless * 2 <= rust.length) return
  throw new UsageError(`${path} has no function names, so its functions cannot be compared`, {
    details: [
      `gas of the script with this build: ${Math.round(run.profile.total / VM_GAS)}`,
      `right: build it with strip = "none", or put ${path.replace(/(?:\.wasm)?$/, '.debug.wasm')} next to it (docs/coverage.md)`,
    ],
  })
}

async function compare([one, other]: readonly [string, string], flags: GasFlags, color?: boolean): Promise<void> {
  const { script, contract, vmVersion, trust, top, json } = flags
  const vm = vmVersion === undefined ? flags.vm : { ...flags.vm, '': vmVersion }
  // Both are read before anything runs: a wrong path shows at once.
  const [before, after] = [readBuild(one), readBuild(other)]
  const options = { contract, vm, trust }
  const was = await runBuild(one, before, script, options)
  const is = await runBuild(other, after, script, options)
  refuseNameless(was, one)
  refuseNameless(is, other)
  const change = compareProfiles(was.profile, is.profile)
  if (json) {
    printText(
      JSON.stringify(
        { unit: 'VM gas', perGas: VM_GAS, ...change, differingSteps: differingSteps(was, is) },
        undefined,
        2,
      ),
    )
    return
  }
  for (const line of gasTable({ was, is, one, other, change, top }, terminal(color))) console.log(line)
}

/** `sudobox gas A.wasm B.wasm --script FILE` */
export function gasCommand(): Command {
  return withTrust(new Command('gas'))
    .argument('<before>', 'the .wasm file of a contract')
    .argument('<after>', 'another build of the same contract')
    .requiredOption('--script <file>', 'what to run with each build: a fixture, or a VM script')
    .option('--contract <file>', 'file name of the contract to replace, if the fixture stores several')
    .option('--top <count>', 'number of rows in the table', rows, MAX_ROWS)
    .option(
      '--vm <release>',
      `release of cosmwasm-vm; CHAIN=RELEASE for one chain of a fixture; repeatable (default: that of the fixture or its kinds of chains; ${DEFAULT_VM_VERSION} for a VM script)`,
      addVmRelease,
      {},
    )
    .addOption(new Option('--vm-version <release>').argParser(vmRelease).hideHelp())
    .option('--json', 'print the VM gas of all functions as JSON')
    .addHelpText(
      'after',
      '\nGas that the fixture expects is not checked. Steps with different outcomes in the two builds are listed.' +
        '\nExit code: 0 both builds ran the script, 2 one of them could not.',
    )
    .action(async (one: string, other: string, flags: GasFlags, command: Command) => {
      await compare([one, other], flags, colorOf(command))
    })
}
