import { existsSync, readFileSync } from 'node:fs'
import { TestRunner } from 'vitest'

/** Linux counts there what the commands took that this process has started and that have ended. */
const STAT = '/proc/self/stat'
const TICKS = 100

/** Seconds of the processor: of this process with all its threads, and of its commands. */
function seconds(): number {
  const { user, system } = process.cpuUsage()
  const own = (user + system) / 1e6
  if (!existsSync(STAT)) return own
  const fields = readFileSync(STAT, 'utf8').split(') ')[1]!.split(' ')
  return own + (Number(fields[13]) + Number(fields[14])) / TICKS
}

type File = Parameters<TestRunner['onCollectStart']>[0]
type Suite = Parameters<TestRunner['onAfterRunSuite']>[0]

let last = 0

/** Notes in each file what it took of the processor, how much of that its imports took, and what starting its process took before: `npm test -- --cpu`. */
export default class extends TestRunner {
  override onCollectStart(file: File): void {
    const now = seconds()
    Object.assign(file.meta, { cpu: { start: now - last, at: now } })
    super.onCollectStart(file)
  }

  /** Vitest calls it when a file has been imported; the class that it exports does not declare it. */
  onCollected(files: readonly File[]): void {
    for (const { meta } of files) {
      const { cpu } = meta as { cpu?: { at: number } }
      if (cpu !== undefined) Object.assign(cpu, { imports: seconds() - cpu.at })
    }
  }

  override async onAfterRunSuite(suite: Suite): Promise<void> {
    await super.onAfterRunSuite(suite)
    const { cpu } = suite.meta as { cpu?: { at: number } }
    if (cpu === undefined) return
    last = seconds()
    Object.assign(cpu, { taken: last - cpu.at })
  }
}
