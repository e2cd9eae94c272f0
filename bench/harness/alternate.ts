import type { Contender, Figures } from './contender.js'
import { median } from './cpu.js'

/**
 * Lets contenders measure their cases in turn, round by round, so that fluctuations of the machine affect all alike, and returns the medians by
 * contender. The first round only warms up, unless there is none.
 */
export async function alternate(
  contenders: readonly Contender[],
  rounds: number,
  warmUp = true,
): Promise<ReadonlyMap<string, Figures>> {
  const samples = new Map<string, Map<string, number[]>>(contenders.map(({ name }) => [name, new Map()]))
  const left = new Set<Contender>()
  try {
    for (let round = warmUp ? 0 : 1; round <= rounds; round++) {
      process.stderr.write(round === 0 ? 'warming up\n' : `round ${round} of ${rounds}\n`)
      for (const contender of contenders) {
        if (left.has(contender)) continue
        const figures = await attempt(contender)
        if (figures === undefined) {
          left.add(contender)
          samples.delete(contender.name)
        }
        if (round === 0 || figures === undefined) continue
        const own = samples.get(contender.name)!
        for (const [key, value] of Object.entries(figures)) own.set(key, [...(own.get(key) ?? []), value])
      }
    }
  } finally {
    for (const contender of contenders) contender.close()
  }
  return new Map(
    [...samples].map(([name, cases]) => [
      name,
      Object.fromEntries([...cases].map(([key, values]) => [key, median(values)])),
    ]),
  )
}

/** Undefined for an optional contender that failed, which is reported. */
async function attempt(contender: Contender): Promise<Figures | undefined> {
  try {
    return await contender.round()
  } catch (error) {
    if (contender.optional !== true) throw error
    console.error(`left out: ${error instanceof Error ? error.message : String(error)}`)
    contender.close()
    return undefined
  }
}
