import type { Command } from 'commander'
import { requirePage } from '../base/index.js'
import { profileEnding } from '../profile/internal.js'

/** Flags of commands that can profile gas. */
export interface GasProfileFlags {
  readonly gasProfile?: readonly string[]
}

export const withGasProfile = (command: Command): Command =>
  command.option(
    '--gas-profile <file>',
    'write where gas went, by function and line of Rust; the ending names the format: .html, .speedscope.json, .pb.gz (pprof) or .folded; may be given several times',
    (file: string, files: readonly string[] | undefined) => [...(files ?? []), file],
  )

/** @throws UsageError for an ending that names no format, and for a page where the package was not built */
function requireFormat(file: string): void {
  if (profileEnding(file) === '.html') requirePage('profile.html')
}

/** A running profile. */
interface GasProfile {
  /** Chains created from now on are not profiled. */
  readonly end: () => void
  /** Writes the files. @returns what is printed */
  readonly write: (title: string) => readonly string[]
}

/** Profiles from now on. @throws UsageError for a file that cannot be written afterwards */
export async function beginGasProfile({ gasProfile: files = [] }: GasProfileFlags): Promise<GasProfile | undefined> {
  if (files.length === 0) return undefined
  for (const file of files) requireFormat(file)
  const [{ profileAll }, { buildProfile }, { takeProfile }, { writeProfile }, { contractRows }] = await Promise.all([
    import('../app/vms.js'),
    import('../profile/build.js'),
    import('../profile/raw.js'),
    import('../profile/write.js'),
    import('../profile/table.js'),
  ])
  const write: GasProfile['write'] = (title) => {
    const profile = buildProfile(takeProfile({ reset: true }))
    for (const file of files) writeProfile(file, profile, title)
    return [...contractRows(profile), ...profile.notes, `gas profile: ${files.join(', ')}`]
  }
  return { end: profileAll(), write }
}
