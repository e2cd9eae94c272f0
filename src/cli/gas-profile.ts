import type { Command } from 'commander'
import type { Vms } from '../app/index.js'
import { requirePage } from '../base/index.js'
import { profileEnding } from '../profile/internal.js'

/** Flags of commands that can profile gas. */
export interface GasProfileFlags {
  readonly gasProfile?: readonly string[]
}

export const withGasProfile = (command: Command): Command =>
  command.option(
    '--gas-profile <file>',
    'write a gas profile, by function and line of Rust; the file extension selects the format: .html, .speedscope.json, .pb.gz (pprof) or .folded; repeatable',
    (file: string, files: readonly string[] | undefined) => [...(files ?? []), file],
  )

/** @throws UsageError for an ending that names no format, and for a page where the package was not built */
function requireFormat(file: string): void {
  if (profileEnding(file) === '.html') requirePage('profile.html')
}

/** Writes what the VMs profiled. @returns what is printed */
type WriteGasProfile = (vms: Vms, title: string) => readonly string[]

/** What writes the files, if there are any. @throws UsageError for a file that cannot be written afterwards */
export async function gasProfileWriter({
  gasProfile: files = [],
}: GasProfileFlags): Promise<WriteGasProfile | undefined> {
  if (files.length === 0) return undefined
  for (const file of files) requireFormat(file)
  const [{ buildProfile }, { takeProfile }, { writeProfile }, { contractRows }] = await Promise.all([
    import('../profile/build.js'),
    import('../profile/raw.js'),
    import('../profile/write.js'),
    import('../profile/table.js'),
  ])
  return (vms, title) => {
    const profile = buildProfile(takeProfile(vms))
    for (const file of files) writeProfile(file, profile, title)
    return [...contractRows(profile), ...profile.notes, `gas profile: ${files.join(', ')}`]
  }
}
