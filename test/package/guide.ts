import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ROOT } from '../cli/command.js'

/** A part of a guide that a reader types: a file, a command, or a command that goes on beside the next ones. */
export type Block =
  | { readonly kind: 'file'; readonly path: string; readonly text: string }
  | { readonly kind: 'fails' | 'background'; readonly text: string }
  /** `needs` names a program that is no package of npm. */
  | { readonly kind: 'run'; readonly text: string; readonly needs?: string }

const PROGRAM = /^\w+$/
const FENCE = /^```(\w+)(?: (\S+))?\n(.*?)^```$/gms

/**
 * The blocks of a guide that have something to do, in order. ```` ```sh ```` is run, ```` ```sh fails ```` ends with exit code 1,
 * ```` ```sh background ```` goes on, ```` ```sh hermes ```` needs that program. What has a path is a file; any other language is only shown.
 */
export function blocksOf(guide: string): readonly Block[] {
  const page = readFileSync(join(ROOT, 'docs/guides', `${guide}.md`), 'utf8')
  return [...page.matchAll(FENCE)].flatMap(([, language, info, text]): readonly Block[] => {
    if (info === 'fails' || info === 'background') return [{ kind: info, text: text! }]
    if (language === 'sh' && info !== undefined && PROGRAM.test(info))
      return [{ kind: 'run', text: text!, needs: info }]
    if (info !== undefined) return [{ kind: 'file', path: info, text: text! }]
    return language === 'sh' ? [{ kind: 'run', text: text! }] : []
  })
}

export interface Ran {
  readonly code: number
  readonly output: string
}

/** A reader's own folder and shell: what is set for this test run is not set there. */
function environment(): NodeJS.ProcessEnv {
  const ours =
    /^(npm_(?!config_(cache|registry|userconfig|cafile)$)|INIT_CWD$|VITEST|VITE_|NODE_ENV$|NODE_OPTIONS$|CI$|TEST$)/
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name))),
    NO_COLOR: '1',
  }
}

export function run(command: string, folder: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(
      'bash',
      ['-euo', 'pipefail', '-c', command],
      { cwd: folder, maxBuffer: 1 << 28, env: environment() },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stdout}${stderr}` }),
    )
  })
}

/** Starts a command that goes on until its process group is stopped. Resolves when it has printed its last line before that. */
export function start(command: string, folder: string, ready: string): Promise<ChildProcess> {
  return new Promise((resolve, reject) => {
    // A group of its own: npx does not end what it has started.
    const child = spawn('bash', ['-c', command], { cwd: folder, env: environment(), detached: true })
    let output = ''
    const hear = (data: Buffer): void => {
      output += data.toString()
      if (output.includes(ready)) resolve(child)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.on('exit', (code) => reject(new Error(`${command} ended with ${code}: ${output}`)))
  })
}

export function write(folder: string, path: string, text: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
