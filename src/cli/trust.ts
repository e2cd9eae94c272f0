import type { Command } from 'commander'

/** A command's files are data, unless its caller says otherwise. */
export interface TrustFlags {
  readonly trust?: boolean
}

export const withTrust = (command: Command): Command =>
  command.option(
    '--trust',
    'give the files of this command the rights of code: name files anywhere, choose where to write, use the host (docs/security.md)',
  )
