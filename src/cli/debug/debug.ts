import { parentPort } from 'node:worker_threads'
import { Command } from 'commander'
import { UsageError } from '../../base/index.js'
import { FORMS, serveSocket, serveStreams, type Debugged, type LaunchArguments } from '../../debug/adapter/index.js'
import { withVmReleaseOption, type VmReleaseFlags } from '../options/vm-option.js'
import { AWAIT_INPUT } from '../keys.js'
import { portNumber } from '../serve/flags.js'
import { readyForSignals } from '../signals.js'
import { withTrust, type TrustFlags } from '../trust.js'
import { openStep, readDebugged } from './open-step.js'

interface Flags extends TrustFlags, VmReleaseFlags {
  readonly step?: number | string
  readonly call?: string
  readonly port?: number
  readonly crate?: readonly string[]
}

/** A number is the position of a step, anything else its name. */
const stepOf = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

async function run(file: string | undefined, { port, ...flags }: Flags): Promise<void> {
  // A wrong file is said here: a client may never show what its adapter answers.
  if (file !== undefined) readDebugged(file)
  const open = (launch: LaunchArguments): Promise<Debugged> => openStep({ ...flags, file }, launch)
  if (port === undefined) await serveStdio(open)
  else {
    const { server, port: chosen } = await serveSocket(open, port).catch((cause: unknown) => {
      throw new UsageError(`cannot listen on 127.0.0.1:${port}: ${(cause as NodeJS.ErrnoException).code}`, { cause })
    })
    const { interrupted } = await readyForSignals()
    console.log(`debug adapter on 127.0.0.1:${chosen}`)
    await interrupted
    server.close()
  }
}

/** One client, until it closes the input. @throws UsageError if nobody asks anything */
async function serveStdio(open: (launch: LaunchArguments) => Promise<Debugged>): Promise<void> {
  const { stdin, stdout } = process
  const ended = new Promise((done) => stdin.once('end', done))
  let isAsked = false
  stdin.once('data', () => {
    isAsked = true
  })
  serveStreams(open, stdin, stdout)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
  parentPort?.postMessage(AWAIT_INPUT)
  await ended
  if (!isAsked)
    throw new UsageError('no client asked anything before the input ended', {
      details: [
        'an editor starts this command and speaks the Debug Adapter Protocol to it',
        'for an editor that connects to a port: sudobox debug FILE --port N',
        'to walk a call in the terminal: sudobox replay FILE --step',
      ],
    })
}

/** `sudobox debug [FILE]` */
export function debugCommand(): Command {
  return withVmReleaseOption(withTrust(new Command('debug')))
    .argument('[file]', 'a fixture or a finding, YAML or JSON; a client can name another one as "program"')
    .option('--step <step>', 'the step, by its number (from 1) or its name (default: the one that failed)', stepOf)
    .option(
      '--call <path>',
      'the call in the step, by its numbers in the tree: 1, 1.2 (default: the innermost that failed)',
    )
    .option(
      '--crate <name>',
      "count a library as the contract's own code; repeatable (default: those that a contract only wraps)",
      (name: string, names: readonly string[] | undefined) => [...(names ?? []), name],
    )
    .option(
      '--port <port>',
      'serve clients on this port of 127.0.0.1, 0 for any, instead of standard input and output',
      portNumber,
    )
    .addHelpText(
      'after',
      [
        '',
        'Speaks the Debug Adapter Protocol, over standard input and output or a socket. A call of a contract is run again on its debug twin',
        '(NAME.debug.wasm, as sudobox build writes it), and can be stepped in both directions. It changes nothing.',
        `Function breakpoints: ${FORMS}.`,
        'Watches: a local and a path into it, storage KEY, gas.',
        '',
        'Exit code: 0 the client ended, 2 a file that cannot be debugged, no client, or a port that is taken.',
      ].join('\n'),
    )
    .action(async (file: string | undefined, flags: Flags) => run(file, flags))
}
