import { spawn, type ChildProcess } from 'node:child_process'
import { relative, resolve } from 'node:path'
import type { Vitest } from 'vitest/node'

/** How contracts are built. */
export interface BuildOptions {
  /** What the shell runs. */
  readonly command: string
  /** Where it runs, and below which changed sources start it. Default: the root of the Vitest project. */
  readonly folder?: string
}

/** From the folder of the build, and in it. Below `target` lies what the build makes. */
const SOURCE = /^(?!\.\.[\\/]|(?:.*[\\/])?target[\\/])(?:.*\.rs|(?:.*[\\/])?Cargo\.(?:toml|lock))$/

/** Cargo writes many files below `target`, but no contract into these folders of it. */
export const IGNORED = ['**/target/**/{.fingerprint,build,deps,examples,incremental}/**']

/** Milliseconds for an editor to save all that it has to save. */
const PAUSE = 50

/** In watch mode, has a changed source of a contract run the build. What it writes is for others to see. One build runs at a time. */
export function buildOnChange(vitest: Vitest, { command, folder = '.' }: BuildOptions): void {
  const cwd = resolve(vitest.config.root, folder)
  let running: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isOld = false

  const build = (): void => {
    isOld = running !== undefined
    if (isOld) return
    let printed = ''
    vitest.logger.log(`sudobox: ${command}`)
    running = spawn(command, { cwd, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [running.stdout, running.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    running.on('error', (cause) => (printed += `${cause}\n`))
    running.on('close', (code, signal) => {
      running = undefined
      if (code === 0) vitest.logger.log('sudobox: the build is done')
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
