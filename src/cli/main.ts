#!/usr/bin/env node
import { Worker } from 'node:worker_threads'
import { AWAIT_INPUT, AWAIT_KEY } from './keys.js'
import { AWAIT_SIGNAL, SIGNAL_AWAITED } from './signals.js'

/**
 * Recursive contracts need a larger engine stack than the main thread has, and only a worker can get one without a flag:
 * the command itself runs in one. The worker receives the terminal's colours and width, which it cannot see.
 */
const STACK_SIZE_MB = 32

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

function start(args: readonly string[]): Worker {
  const worker = new Worker(new URL('./run.js', import.meta.url), {
    argv: [...args],
    stdin: true,
    resourceLimits: { stackSizeMb: STACK_SIZE_MB },
    workerData: {
      color:
        process.env['NO_COLOR'] === undefined && (process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined),
      columns: process.stdout.columns ?? 120,
      live: process.stderr.isTTY && process.env['CI'] === undefined,
      tty: process.stdin.isTTY && process.stdout.isTTY,
    },
  })
  // Only the main thread receives signals: a command that runs until a signal asks it for one, and can ask for another one then.
  const pass = (signal: NodeJS.Signals): void => {
    for (const one of SIGNALS) process.off(one, pass)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(signal)
  }
  worker.on('message', (message) => {
    if (message !== AWAIT_SIGNAL) return
    for (const one of SIGNALS) if (!process.listeners(one).includes(pass)) process.on(one, pass)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(SIGNAL_AWAITED)
  })
  worker.on('message', (message) => {
    if (message !== AWAIT_KEY) return
    process.stdin.setRawMode(true).resume()
    process.stdin.once('data', (key) => {
      process.stdin.setRawMode(false).pause()
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
      worker.postMessage(key.toString())
    })
  })
  worker.on('message', (message) => {
    if (message === AWAIT_INPUT) process.stdin.pipe(worker.stdin!)
  })
  worker.on('error', (error) => {
    console.error(error)
    process.exitCode = 70
  })
  worker.on('exit', (code) => {
    process.exitCode ??= code
  })
  return worker
}

const args = process.argv.slice(2)
// Commands that only print information run no contract.
const onlyPrints = args.length === 0 || args.some((arg) => ['help', '--help', '-h', '--version', '-V'].includes(arg))
const worker = onlyPrints ? undefined : start(args)
// A reader that closes the pipe early (`sudobox replay … | head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (worker === undefined) process.exit()
  void worker.terminate()
})
if (onlyPrints) await import('./run.js')
