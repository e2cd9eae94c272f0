import { Command } from 'commander'
import { sequencesIn, shrink, warningOfCode } from '../fuzz/internal.js'
import { findingLines, plural } from './output/fuzz-output.js'
import { ProgressLine } from './output/progress.js'
import { withSequencesOption, type SequencesFlags } from './options/sequences-option.js'
import { interrupted } from './signals.js'
import { colorOf, terminal, type Terminal } from './output/terminal.js'
import { withTrust, type TrustFlags } from './trust.js'
import { withVmReleaseOption, type VmReleaseFlags } from './options/vm-option.js'

interface ShrinkFlags extends TrustFlags, VmReleaseFlags, SequencesFlags {
  readonly campaign?: string
}

async function run(
  file: string,
  { campaign, trust, vm, ...limits }: ShrinkFlags,
  out: Terminal,
): Promise<{ readonly stopped: boolean }> {
  const sequences = sequencesIn(limits)
  const line = new ProgressLine(out)
  const over = new AbortController()
  let stopped = false
  void interrupted(over.signal).then(() => {
    stopped = true
  })
  const { before, finding } = await shrink(file, {
    campaign,
    trust,
    vm,
    ...(sequences !== undefined && { sequences }),
    stop: () => stopped,
    onSmaller: (actions) => line.show(() => `${plural(actions.length, 'action')} …`),
  }).finally(() => {
    over.abort()
    line.clear()
  })
  if (finding === undefined) {
    console.log(`the action sequence no longer violates the invariant; ${file} is unchanged`)
    process.exitCode = 1
    return { stopped }
  }
  for (const text of findingLines(finding, out, trust === true)) console.log(text)
  console.log(`${plural(before, 'action')} before, ${plural(finding.actions.length, 'action')} now`)
  return { stopped }
}

/** `sudobox shrink FILE…` */
export function shrinkCommand(): Command {
  const command = withVmReleaseOption(withTrust(new Command('shrink')))
  return withSequencesOption(command, 'maximum number of action sequences to try')
    .argument('<file...>', 'fixtures that `sudobox fuzz` wrote')
    .option('--campaign <config>', 'the campaign that found the violation (default: the one that the fixture names)')
    .addHelpText(
      'after',
      '\nExit code: 0 shrunk, 1 an action sequence no longer violates its invariant, 2 one cannot run.',
    )
    .action(async (files: readonly string[], flags: ShrinkFlags, command: Command) => {
      const out = terminal(colorOf(command))
      const warning = flags.campaign === undefined ? undefined : warningOfCode(flags.campaign)
      if (warning !== undefined) console.error(warning)
      for (const file of files) if ((await run(file, flags, out)).stopped) break
    })
}
