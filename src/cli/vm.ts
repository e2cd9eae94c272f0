import { Command } from 'commander'
import { DEFAULT_VM_VERSION, printVmScriptResult, runVmScriptFile, vmVersions } from '../vm/internal.js'
import { withTrust, type TrustFlags } from './trust.js'
import { withScriptVm } from './options/vm-option.js'
import { printText } from './output/plain-text.js'

interface VmFlags extends TrustFlags {
  readonly vm?: string
  readonly vmVersion?: string
  readonly compact?: boolean
}

/** `sudobox vm SCRIPT.json` */
export function vmCommand(): Command {
  return withScriptVm(
    withTrust(new Command('vm')),
    `release of cosmwasm-vm to imitate (default: ${DEFAULT_VM_VERSION})`,
  )
    .argument('<script>', 'a VM script: a .wasm module and the calls to make')
    .option('--compact', 'print the JSON in one line')
    .addHelpText(
      'after',
      `\nReleases: ${vmVersions().join(', ')}\nExit code: 0 the script ran (calls in it may fail), 2 the script cannot run.`,
    )
    .action((script: string, flags: VmFlags) => {
      const result = runVmScriptFile(script, {
        version: flags.vm ?? flags.vmVersion ?? DEFAULT_VM_VERSION,
        ...(flags.trust !== undefined && { trust: flags.trust }),
      })
      printText(printVmScriptResult(result, flags.compact ? undefined : 1))
    })
}
