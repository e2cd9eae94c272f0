import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** µs of CPU time by case, where a bench says nothing else. */
export type Figures = Readonly<Record<string, number>>

/** One of those that are compared. */
export interface Contender {
  readonly name: string
  /** Measures every case that it knows, once. */
  round(): Promise<Figures>
  /** Whether a run continues without it if it fails. */
  readonly optional?: boolean
  close(): void
}

/**
 * A contender in a process of its own, so that none pays for another's garbage collection. Its module calls {@link serve}.
 * @param patience seconds for which an optional contender may take for a round, its start included; one that is not optional may take any time
 */
export function inProcess(name: string, module: URL, args: readonly string[] = [], patience?: number): Contender {
  let child: ChildProcess | undefined
  const close = (): void => {
    child?.kill()
    child = undefined
  }
  return {
    name,
    optional: patience !== undefined,
    async round() {
      child ??= fork(fileURLToPath(module), args, { execArgv: ['--stack-size=3900'] })
      child.send('round')
      const [answer] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => {
          throw new Error(`${name} ended with code ${String(code)}`)
        }),
        ...(patience === undefined ? [] : [tooLong(name, patience)]),
      ])) as [Figures]
      return answer
    },
    close,
  }
}

/** The same with a new process for each round: what the first calls of a process cost. */
export function freshProcess(...args: Parameters<typeof inProcess>): Contender {
  const contender = inProcess(...args)
  return {
    ...contender,
    async round() {
      try {
        return await contender.round()
      } finally {
        contender.close()
      }
    },
  }
}

async function tooLong(name: string, seconds: number): Promise<never> {
  await setTimeout(seconds * 1000, undefined, { ref: false })
  throw new Error(`${name} took longer than ${seconds} s`)
}

/** The other side of {@link inProcess}: answers every round with what `round` measured. */
export function serve(round: () => Figures | Promise<Figures>): void {
  // Where the bench is killed.
  process.on('disconnect', () => process.exit())
  process.on('message', () => void Promise.resolve(round()).then((figures) => process.send!(figures)))
}
