import type { Command } from 'commander'
import { VM_GAS } from '../vm/tools/gas-tree.js'
import { grouped } from './output/format.js'

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

/** Profiles from now on; the function that is returned writes the files. @throws UsageError for an ending that names no format */
export async function beginGasProfile({
  gasProfile: files = [],
}: GasProfileFlags): Promise<((title: string) => readonly string[]) | undefined> {
  if (files.length === 0) return undefined
  const { buildProfile, profileAll, profileFormat, takeProfile, writeProfile } = await import('../profile/index.js')
  for (const file of files) profileFormat(file)
  profileAll()
  return (title) => {
    const profile = buildProfile(takeProfile())
    for (const file of files) writeProfile(file, profile, title)
    return [`gas profile: ${files.join(', ')} (${grouped(Math.floor(profile.total / VM_GAS))} gas)`, ...profile.notes]
  }
}
