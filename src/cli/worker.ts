import { availableParallelism } from 'node:os'
import { Command } from 'commander'
import { plural, wholeNumber } from './output/fuzz-output.js'
import { interrupted } from './signals.js'

interface Flags {
  readonly workers?: number
  readonly prefix?: string
  readonly idle?: number
  readonly quiet?: boolean
}

async function run(url: string, { workers = availableParallelism(), prefix, idle, quiet }: Flags): Promise<void> {
  const { serveQueue } = await import('../fuzz/cluster/serve.js')
  const stop = new AbortController()
  const over = new AbortController()
  void interrupted(over.signal).then(() => stop.abort())
  const print = (text: string): void => {
    if (quiet !== true) console.log(text)
  }
  await serveQueue({
    url,
    prefix,
    workers,
    idle,
    signal: stop.signal,
    onReady: () => print(`waiting for campaigns, up to ${plural(workers, 'slice')} at the same time; stop with Ctrl-C`),
    onConnection: (text) => console.error(text),
    onSlice: ({ slice, stories, seconds, error }) =>
      print(
        error === undefined
          ? `${slice.run}: slice ${slice.index}, ${plural(stories, 'action sequence')} in ${seconds.toFixed(1)} s`
          : `${slice.run}: slice ${slice.index} failed: ${error}`,
      ),
  }).finally(() => over.abort())
}

/** `sudobox worker redis://…` */
export function workerCommand(): Command {
  return new Command('worker')
    .argument('<queue>', 'URL of a Redis or Valkey server: redis://HOST:PORT, or rediss://HOST:PORT for TLS')
    .option('--workers <n>', 'number of slices that run at the same time (default: one per core)', wholeNumber(1, 256))
    .option('--prefix <text>', 'prefix of all keys in Redis (default: sudobox)')
    .option('--idle <seconds>', 'stop after this many seconds without work (default: never)', wholeNumber(1, 1e9))
    .option('--quiet', 'print errors only')
    .addHelpText(
      'after',
      [
        '',
        'Runs the campaigns of `sudobox fuzz FILE --queue URL`. A worker may be started on any machine, before or after the campaigns. It needs the packages bullmq and',
        'ioredis, but no files of the campaigns: they are sent through the queue. Slices that a worker has not finished when it stops run again on another worker.',
        'It only runs campaigns that are data, and neither reads nor writes other files. Anyone who can write to the Redis server can give it work.',
        '',
        'Exit code: 0 stopped by Ctrl-C or --idle, 2 the server cannot be used, or has only runs of other releases of Sudobox.',
      ].join('\n'),
    )
    .action((url: string, flags: Flags) => run(url, flags))
}
