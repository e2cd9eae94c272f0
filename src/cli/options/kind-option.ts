import { Option, type Command } from 'commander'
import { WASM_KINDS, type ChainKind } from '../../sandbox/internal.js'
import type { VmReleases } from '../../replay/internal.js'
import { withVmReleaseOption } from './vm-option.js'

/** The flags of a command that stores contracts on chains of all kinds. */
export interface KindFlags {
  readonly kind?: readonly ChainKind[]
  readonly vm: VmReleases
}

/** `--kind`, repeatable, and `--vm`. */
export function withKindOption(command: Command): Command {
  const option = new Option(
    '--kind <kind>',
    'a kind of chain that has to accept the file; repeatable (default: all, of which one has to)',
  ).choices(WASM_KINDS)
  const one = option.parseArg!
  return withVmReleaseOption(
    command.addOption(option.argParser((text, before?: readonly string[]) => [...(before ?? []), one(text, '')])),
  )
}

/** Whether it is as asked for: the kinds that were named accept the file, or one of all. */
export const isTaken = (verdicts: readonly { readonly isAccepted: boolean }[], { kind }: KindFlags): boolean =>
  kind === undefined ? verdicts.some(({ isAccepted }) => isAccepted) : verdicts.every(({ isAccepted }) => isAccepted)
