import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Reporter } from 'vitest/node'
import { asLines } from '../../base/index.js'

/** Environment variable of test processes: the folder for what they spent. */
export const GAS_PARTS = 'SUDOBOX_GAS_PARTS'

/** Environment variable of a run: the files of its gas profile, separated by commas. */
export const GAS_PROFILE = 'SUDOBOX_GAS_PROFILE'

/** Where the processes of this run store what they spent. */
export const gasParts = (): string => join(tmpdir(), `sudobox-gas-${process.pid}`)

/** At the end of a run, writes where the gas of all its tests went, and prints what each contract spent. */
export class GasProfileReporter implements Reporter {
  readonly #files: readonly string[]

  /** @param files absolute paths; their endings name the formats */
  constructor(files: readonly string[]) {
    this.#files = files
  }

  onTestRunStart(): void {
    rmSync(gasParts(), { recursive: true, force: true })
  }

  async onTestRunEnd(): Promise<void> {
    const [{ buildProfile }, { readProfileParts }, { contractRows }, { writeProfile }] = await Promise.all([
      import('../../profile/build.js'),
      import('../../profile/parts.js'),
      import('../../profile/table.js'),
      import('../../profile/write.js'),
    ])
    const profile = buildProfile(readProfileParts(gasParts()))
    rmSync(gasParts(), { recursive: true, force: true })
    for (const file of this.#files) {
      mkdirSync(dirname(file), { recursive: true })
      writeProfile(file, profile, 'gas of the tests')
    }
    const short = this.#files.map((file) => relative(process.cwd(), file)).join(', ')
    process.stdout.write(`\n${asLines([...contractRows(profile), ...profile.notes, `gas profile: ${short}`])}\n`)
  }
}
