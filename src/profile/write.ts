import { writeAtomically } from '../base/files.js'
import { UsageError } from '../base/errors.js'
import { version } from '../base/version.js'
import { VM_GAS } from '../vm/tools/gas-tree.js'
import { profilePage } from './formats/page.js'
import { folded } from './formats/folded.js'
import { pprof } from './formats/pprof.js'
import { speedscope } from './formats/speedscope.js'
import type { GasProfile } from './profile.js'

type Format = (profile: GasProfile, title: string) => string | Uint8Array

const name = (title: string): string =>
  `${title}: VM gas, of which ${VM_GAS.toLocaleString('en')} are one gas of the chain`

/** How a profile is written, by the ending of its file. */
const FORMATS: Readonly<Record<string, Format>> = {
  '.html': profilePage,
  '.speedscope.json': (profile, title) => speedscope(profile, { name: name(title), exporter: `sudobox ${version()}` }),
  '.pb.gz': (profile) => pprof(profile),
  '.folded': (profile) => folded(profile),
}

/** Endings of files that a profile can be written to. */
const profileEndings: readonly string[] = Object.keys(FORMATS)

/** @throws UsageError for a file of which the ending names no format */
export function profileFormat(file: string): Format {
  const ending = profileEndings.find((one) => file.endsWith(one))
  if (ending === undefined)
    throw new UsageError(`the ending of ${file} names no format of a gas profile`, {
      details: [`right: a file that ends in ${profileEndings.join(', ')}`],
    })
  return FORMATS[ending]!
}

/** Writes a profile in the format that the ending of the file names. @throws UsageError for an unknown one */
export function writeProfile(file: string, profile: GasProfile, title: string): void {
  writeAtomically(file, profileFormat(file)(profile, title))
}
