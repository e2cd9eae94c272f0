import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Command } from 'commander'
import { insteadOf, UsageError, version } from '../base/index.js'
import { initProject, missingPackages, packageManagerOf, prepareManifest, type InitStep } from '../scaffold/index.js'
import { terminal, type Terminal } from './output/terminal.js'
import { withVmReleaseOption, type VmReleaseFlags } from './options/vm-option.js'

interface Flags extends VmReleaseFlags {
  readonly install: boolean
}

const print = ({ path, done, note }: InitStep, { colors }: Terminal): void => {
  const mark = { written: colors.green('+'), kept: colors.dim('='), failed: colors.yellow('!') }[done]
  console.log(`${mark} ${path}${note === undefined ? '' : colors.dim(`  ${note}`)}`)
}

async function run(given: string | undefined, { install, vm }: Flags, out: Terminal): Promise<void> {
  const folder = resolve(given ?? '.')
  if (!existsSync(folder)) throw new UsageError(`there is no folder ${given}`, { details: insteadOf(folder) })
  const manager = packageManagerOf(folder, process.env['npm_config_user_agent'])
  const onStep = (step: InitStep): void => print(step, out)
  onStep(prepareManifest(folder))
  const contracts = await initProject({ folder, manager, vm, onStep })
  if (contracts.length === 0) {
    console.log('')
    console.log(
      'This folder has no .wasm file yet. Build a contract (sudobox build) or copy one to artifacts/, and run this command again.',
    )
  }
  const packages = missingPackages(folder, version())
  const command = [manager.name, ...manager.add, ...packages].join(' ')
  if (packages.length > 0 && install) {
    console.log('')
    console.log(command)
    const { status } = spawnSync(manager.name, [...manager.add, ...packages], {
      cwd: folder,
      stdio: 'inherit',
      shell: process.platform === 'win32',
    })
    if (status !== 0) throw new UsageError(`${manager.name} could not install ${packages.join(' and ')}`)
  }
  console.log('')
  console.log('Next:')
  if (packages.length > 0 && !install) console.log(`  ${command}`)
  console.log(`  ${manager.run} vitest run`)
  for (const { name } of contracts.slice(0, 1))
    console.log(`  ${manager.run} sudobox fuzz campaigns/${name}.yaml --seconds 60`)
}

/** `sudobox init` */
export function initCommand(): Command {
  return withVmReleaseOption(new Command('init'))
    .description('Set up tests for the contracts in a folder.')
    .argument('[folder]', 'folder of the project (default: the working directory)')
    .option('--no-install', 'write files, but do not install packages')
    .addHelpText(
      'after',
      [
        '',
        'It looks for .wasm files (artifacts/, target/wasm32-unknown-unknown/release/, …) and their schemas, and writes for each contract a test',
        'that instantiates it, and a campaign. It also writes types of all contracts, vitest.config.ts, tsconfig.json, a workflow for GitHub Actions,',
        'and files for VS Code. It never overwrites a file: run it again after you add a contract. Missing schemas are inferred.',
        '',
        'Exit code: 0 done, 2 the folder does not exist, or packages could not be installed.',
      ].join('\n'),
    )
    .action(async (folder: string | undefined, flags: Flags) => run(folder, flags, terminal()))
}
