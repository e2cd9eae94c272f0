// A relayer's program: a command that ends, or one that relays until it is stopped.
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

/** Runs programs, and writes what they print into a log. */
export class Programs {
  #log
  #env

  constructor(log, env = {}) {
    this.#log = log
    this.#env = { ...process.env, NO_COLOR: '1', ...env }
  }

  #spawn(program, args) {
    this.#log.write(`\n$ ${program} ${args.join(' ')}\n`)
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: this.#env })
    for (const stream of [child.stdout, child.stderr]) stream.pipe(this.#log, { end: false })
    const ended = new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { child, ended }
  }

  /** To its end. @returns its exit code and the lines that it printed */
  async run(program, ...args) {
    const { child, ended } = this.#spawn(program, args)
    const lines = []
    for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => lines.push(line))
    return { code: await ended, lines }
  }

  /** @returns a function that stops it, once it printed a line that says that it is ready */
  async start(program, args, ready, seconds = 60) {
    const { child, ended } = this.#spawn(program, args)
    await new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`${program} did not say ${ready} within ${seconds} s`)),
        seconds * 1000,
      )
      for (const stream of [child.stdout, child.stderr])
        createInterface(stream).on('line', (line) => {
          if (!ready.test(line)) return
          clearTimeout(timer)
          resolve()
        })
      ended.then((code) => reject(new Error(`${program} ended with ${code}`)), reject)
    })
    return async () => {
      child.kill('SIGINT')
      const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
      await ended
      clearTimeout(timer)
    }
  }
}
