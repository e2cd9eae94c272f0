import { spawn, type ChildProcess } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import type { Vitest } from 'vitest/node'

/** How contracts are built. */
export interface BuildOptions {
  /** The shell command. Default: `sudobox build`, which then also runs before the tests. */
  readonly command?: string
  /** The folder where it runs, and in which changed sources trigger it. Default: the root of the Vitest project. */
  readonly folder?: string
}

/** The command of this package that builds contracts, and prints a line for each. */
export function ownCommand(): readonly [program: string, ...args: string[]] {
  const root = dirname(createRequire(import.meta.url).resolve('sudobox/package.json'))
  return [process.execPath, join(root, 'dist/cli/main.js'), 'build', '--quiet']
}

function start(command: string | undefined, cwd: string): ChildProcess {
  const [own, ...args] = ownCommand()
  return command === undefined
    ? spawn(own, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    : spawn(command, { cwd, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Relative to the folder of the build. `target` has the build's output. */
const SOURCE = /^(?!\.\.[\\/]|(?:.*[\\/])?target[\\/])(?:.*\.rs|(?:.*[\\/])?Cargo\.(?:toml|lock))$/

/** Cargo writes many files in `target`, but never contracts to these folders. */
export const IGNORED = ['**/target/**/{.fingerprint,build,deps,examples,incremental}/**']

/** Milliseconds that an editor has to save all its files. */
const PAUSE = 50

/** In watch mode, runs the build when a contract's source changes. `rerunOnChange` notices its output. One build runs at a time. */
export function buildOnChange(vitest: Vitest, { command, folder = '.' }: BuildOptions): void {
  const cwd = resolve(vitest.config.root, folder)
  let running: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isOld = false

  const build = (): void => {
    isOld = running !== undefined
    if (isOld) return
    let printed = ''
    vitest.logger.log(`sudobox: ${command ?? 'sudobox build'}`)
    running = start(command, cwd)
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    running.on('error', (cause) => (printed += `${cause}\n`))
    running.on('close', (code, signal) => {
      running = undefined
      if (code === 0) vitest.logger.log('sudobox: the build succeeded')
      else vitest.logger.error(`${printed}sudobox: the build failed (${signal ?? `exit code ${code}`})`)
      if (isOld) build()
    })
  }

  vitest.vite.watcher.add(cwd).on('all', (_, path) => {
    if (!SOURCE.test(relative(cwd, path))) return
    clearTimeout(timer)
    timer = setTimeout(build, PAUSE)
  })
  vitest.onClose(() => {
    clearTimeout(timer)
    isOld = false
    running?.removeAllListeners('close').kill()
  })
}
