import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parse } from 'yaml'

const HOSTILE = join(import.meta.dirname, '../../fixtures/hostile')
const ARTIFACTS = join(import.meta.dirname, '../../contracts/artifacts')
const TERABYTE = 2 ** 40

/** A row of `fixtures/hostile/refusals.yaml`. */
export interface Row {
  readonly file: string
  readonly as: 'fixture' | 'campaign' | 'finding' | 'script' | 'story' | 'download'
  /** JSON pointer of the refusal. */
  readonly at: string
  /** Part of its text. */
  readonly text: string
  /** False where no flag helps. */
  readonly trust?: false
  readonly links?: Readonly<Record<string, string>>
  readonly beside?: readonly string[]
  readonly pipe?: string
  readonly sparse?: string
  /** Whether the contract of a group lies beside it. */
  readonly group?: boolean
}

export const rows = parse(readFileSync(join(HOSTILE, 'refusals.yaml'), 'utf8')) as readonly Row[]

/** A home folder with secrets, a working directory, and a folder for hostile files. */
export class Scene {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'sudobox-hostile-')))
  readonly home = join(this.root, 'home')
  readonly cwd = join(this.root, 'cwd')

  constructor() {
    mkdirSync(join(this.home, '.ssh'), { recursive: true })
    mkdirSync(this.cwd)
    writeFileSync(join(this.home, 'secret.json'), '{"key":"hunter2","execute":{"oneOf":[]}}')
    writeFileSync(join(this.home, 'secret.yaml'), 'key: hunter2')
    writeFileSync(join(this.home, '.bashrc'), 'export TOKEN=hunter2\n')
    writeFileSync(join(this.home, '.ssh/authorized_keys'), 'ssh-ed25519 AAAA me\n')
    copyFileSync(join(ARTIFACTS, 'cw4_group.wasm'), join(this.home, 'secret.wasm'))
  }

  /** Puts the file of a row into a folder of its own, with what lies beside it. @returns its path */
  place(row: Row): string {
    const folder = join(this.root, 'work', row.as, row.file.replaceAll(/\W/g, '-'))
    mkdirSync(folder, { recursive: true })
    const filled = (text: string): string => text.replaceAll('{{HOME}}', this.home).replaceAll('{{CASE}}', folder)
    const put = (file: string): string => {
      const path = join(folder, basename(file))
      writeFileSync(path, filled(readFileSync(join(HOSTILE, file), 'utf8')))
      return path
    }
    for (const file of row.beside ?? []) put(file)
    for (const [name, target] of Object.entries(row.links ?? {})) symlinkSync(filled(target), join(folder, name))
    if (row.pipe !== undefined) execFileSync('mkfifo', [join(folder, row.pipe)])
    if (row.sparse !== undefined) {
      writeFileSync(join(folder, row.sparse), '')
      truncateSync(join(folder, row.sparse), TERABYTE)
    }
    if (row.group === true) {
      copyFileSync(join(ARTIFACTS, 'cw4_group.wasm'), join(folder, 'group.wasm'))
      copyFileSync(join(ARTIFACTS, 'schema/cw4_group.json'), join(folder, 'group.json'))
    }
    return put(row.file)
  }

  /** Everything that is there, to the byte. */
  contents(): readonly string[] {
    const walk = (folder: string): string[] =>
      readdirSync(folder)
        .toSorted()
        .flatMap((name) => {
          const path = join(folder, name)
          const found = lstatSync(path)
          const line = (what: string): string => `${path} ${found.mode} ${found.ino} ${found.mtimeMs} ${what}`
          if (found.isDirectory()) return [line(''), ...walk(path)]
          if (found.isSymbolicLink()) return [line(readlinkSync(path))]
          if (!found.isFile() || found.size === TERABYTE) return [line(String(found.size))]
          return [line(createHash('sha256').update(readFileSync(path)).digest('hex'))]
        })
    return walk(this.root)
  }
}
