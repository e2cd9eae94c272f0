import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** µs of CPU time by case. */
export type Figures = Readonly<Record<string, number>>

/** One of those that are compared. */
export interface Contender {
  readonly name: string
  /** Measures every case that it knows, once. */
  round(): Promise<Figures>
  close(): void
}

/** A contender in a process of its own, so that nobody pays for another's garbage. Its module calls {@link serve}. */
export function inProcess(name: string, module: URL, args: readonly string[] = []): Contender {
  const child = fork(fileURLToPath(module), args, { execArgv: ['--stack-size=3900'] })
  return {
    name,
    async round() {
      child.send('round')
      const [answer] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(([code]) => {
          throw new Error(`${name} ended with code ${String(code)}`)
        }),
      ])) as [Figures]
      return answer
    },
    close: () => void child.kill(),
  }
}

/** The other side of {@link inProcess}: answers every round with what `round` measured. */
export function serve(round: () => Figures | Promise<Figures>): void {
  process.on('message', () => void Promise.resolve(round()).then((figures) => process.send!(figures)))
}
