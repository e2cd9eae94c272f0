/** CPU time of this process in µs, all its threads together, that a run takes. */
export function cpuTime(run: () => void): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return user + system
}

/** Shortest sample that the clock, of some milliseconds, can measure. */
const SAMPLE = 150_000

/** CPU time of one run in µs: the mean over as many runs as fill a sample. `fewest`: how many at least. */
export function perRun(run: () => void, fewest = 3): number {
  let runs = 0
  let spent = 0
  for (let batch = fewest; spent < SAMPLE; batch *= 2) {
    spent += cpuTime(() => {
      for (let i = 0; i < batch; i++) run()
    })
    runs += batch
  }
  return spent / runs
}

/** The same for asynchronous runs. */
export async function perAsyncRun(run: () => unknown, fewest = 3): Promise<number> {
  let runs = 0
  let spent = 0
  for (let batch = fewest; spent < SAMPLE; batch *= 2) {
    const start = process.cpuUsage()
    for (let i = 0; i < batch; i++) await run()
    const { user, system } = process.cpuUsage(start)
    spent += user + system
    runs += batch
  }
  return spent / runs
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >>> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
