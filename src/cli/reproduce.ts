import { Command } from 'commander'
import { UsageError } from '../base/errors.js'
import { missingLines, readEvidence, reproduce, writeReproduction } from '../replay/reproduce/index.js'
import { reproductionJson, reproductionLines } from './output/reproduce-output.js'
import { terminal } from './output/terminal.js'
import { withTrust, type TrustFlags } from './trust.js'

interface ReproduceFlags extends TrustFlags {
  readonly id?: string
  readonly address?: string
  readonly vm?: string
  readonly out?: string
  readonly json?: boolean
}

const EXIT_NOT_REPRODUCED = 1

async function run(places: readonly string[], flags: ReproduceFlags, color: boolean | undefined): Promise<void> {
  if (flags.out !== undefined && !/\.(json|ya?ml)$/.test(flags.out))
    throw new UsageError(`--out must be a .json, .yaml or .yml file, not ${JSON.stringify(flags.out)}`)
  const evidence = readEvidence(places, { id: flags.id, address: flags.address, trust: flags.trust })
  const reproduction = await reproduce(evidence, flags.vm === undefined ? {} : { vm: flags.vm })
  const fixture = flags.out === undefined ? undefined : await writeReproduction(reproduction, flags.out)
  if (flags.json) console.log(JSON.stringify(reproductionJson(reproduction, fixture), undefined, 2))
  else {
    const out = terminal(color)
    for (const line of reproductionLines(reproduction, out)) console.log(line)
    for (const line of reproduction.missing.flatMap(missingLines)) console.log(out.colors.yellow(line))
    if (fixture !== undefined) console.log(`written to ${flags.out}: sudobox replay ${flags.out}`)
  }
  if (!reproduction.isReproduced) process.exitCode = EXIT_NOT_REPRODUCED
}

/** `sudobox reproduce PLACE…` */
export function reproduceCommand(): Command {
  return withTrust(new Command('reproduce'))
    .argument('<place...>', 'downloaded files, and folders of them')
    .option('--id <number>', 'the failure, if there are several')
    .option('--address <contract>', 'the contract, if there are failures of several')
    .option('--vm <release>', 'release of the contract VM (default: that of the live chain)')
    .option('--out <file>', 'write a fixture that `sudobox replay` runs (.json, .yaml)')
    .option('--json', 'print one JSON document')
    .addHelpText(
      'after',
      `
Required for the contract ADDRESS, all at the height before the failure (curl -H 'x-cosmos-block-height: N'):
  $REST/neutron/contractmanager/failures/ADDRESS              the failures
  $REST/cosmwasm/wasm/v1/contract/ADDRESS                     its contract info
  $REST/cosmwasm/wasm/v1/contract/ADDRESS/state               its state: all pages, one file each
  $REST/cosmwasm/wasm/v1/code/CODE_ID                         its code, or its .wasm
For exact gas:
  $REST/neutron/contractmanager/params                        the sudo limit
  $REST/cosmwasm/wasm/v1/code-info/CODE_ID, /codes/pinned     whether its code is pinned
  $REST/cosmos/base/tendermint/v1beta1/blocks/HEIGHT          height, time and chain id
  $RPC/tx?hash=0xHASH                                         its transaction: index in the block, and bytes
It reports whatever else is missing. States and balances of other contracts go into files or folders with their address in the name.

Exit code: 0 it failed with the recorded error, 1 the outcome differs, 2 something is missing or invalid.`,
    )
    .action(async (places: string[], flags: ReproduceFlags, command: Command) => {
      const { color } = command.optsWithGlobals<{ color?: boolean }>()
      await run(places, flags, color === false ? false : undefined)
    })
}
