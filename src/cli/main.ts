#!/usr/bin/env node
import { Worker } from 'node:worker_threads'
import { AWAIT_KEY } from './keys.js'
import { AWAIT_SIGNAL } from './signals.js'

/**
 * Contracts that recurse need a larger engine stack than a process gets, and only a worker can be given one without a flag:
 * the command itself runs in one. Colour and width are the terminal's, which a worker does not see.
 */
const STACK_SIZE_MB = 32

function start(args: readonly string[]): Worker {
  const worker = new Worker(new URL('./run.js', import.meta.url), {
    argv: [...args],
    resourceLimits: { stackSizeMb: STACK_SIZE_MB },
    workerData: {
      color:
        process.env['NO_COLOR'] === undefined && (process.stdout.isTTY || process.env['FORCE_COLOR'] !== undefined),
      columns: process.stdout.columns ?? 120,
      live: process.stderr.isTTY && process.env['CI'] === undefined,
      tty: process.stdin.isTTY && process.stdout.isTTY,
    },
  })
  // Signals come to the process alone: a command that runs until one comes asks for it.
  worker.on('message', (message) => {
    if (message !== AWAIT_SIGNAL) return
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => worker.postMessage(signal))
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
// What only tells something runs no contract.
const tells = args.length === 0 || args.some((arg) => ['help', '--help', '-h', '--version', '-V'].includes(arg))
const worker = tells ? undefined : start(args)
// A reader that has seen enough (`sudobox replay … | head`) is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  if (worker === undefined) process.exit()
  void worker.terminate()
})
if (tells) await import('./run.js')
