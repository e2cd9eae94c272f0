import type { Command } from 'commander'

/** A command's files are data, unless the person who calls it says otherwise. */
export interface TrustFlags {
  readonly trust?: boolean
}

export const withTrust = (command: Command): Command =>
  command.option(
    '--trust',
    'let its files do what code may: name files anywhere, say where to write, use the host (docs/security.md)',
  )
