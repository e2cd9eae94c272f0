import { version, writeAtomically } from '../base/index.js'
import { VM_GAS } from '../vm/tools/index.js'
import { profileEnding, type GasProfileFormat } from './endings.js'
import { profilePage } from './formats/page.js'
import { folded } from './formats/folded.js'
import { pprof } from './formats/pprof.js'
import { speedscope } from './formats/speedscope.js'
import type { ProfileTree } from './profile.js'

type Format = (profile: ProfileTree, title: string) => string | Uint8Array

const name = (title: string): string =>
  `${title}: VM gas, of which ${VM_GAS.toLocaleString('en')} are one gas of the chain`

/** How a profile is written, by the ending of its file. */
export const PROFILE_FORMATS: Readonly<Record<GasProfileFormat, Format>> = {
  '.html': profilePage,
  '.speedscope.json': (profile, title) => speedscope(profile, { name: name(title), exporter: `sudobox ${version()}` }),
  '.pb.gz': (profile) => pprof(profile),
  '.folded': (profile) => folded(profile),
}

/** Writes a profile in the format that the ending of the file names. @throws UsageError for an unknown one */
export function writeProfile(file: string, profile: ProfileTree, title: string): void {
  writeAtomically(file, PROFILE_FORMATS[profileEnding(file)](profile, title))
}
