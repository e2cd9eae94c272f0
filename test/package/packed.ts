import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { test, type TestAPI } from 'vitest'
import { ROOT } from '../cli/command.js'
import { run, write } from './guide.js'

/** What npm and a first run of Vitest take at most. */
export const TIMEOUT = 600_000

const isOffline = process.env['SUDOBOX_OFFLINE'] === '1'
if (isOffline) console.warn('SKIPPED what installs the package: SUDOBOX_OFFLINE=1')

/** A test that needs a package registry, or npm's cache: without either it fails, unless it was said that there is none. */
export const onlineTest: TestAPI = isOffline ? (test.skip as unknown as TestAPI) : test

/** Packages of a folder above would be found as if they were installed. */
const isEmptyAbove = (path: string): boolean =>
  !existsSync(join(path, 'node_modules')) && (dirname(path) === path || isEmptyAbove(dirname(path)))

/** An empty folder, with nothing to be found above it. */
export const emptyFolder = (): string =>
  mkdtempSync(join([tmpdir(), '/var/tmp', homedir()].find(isEmptyAbove) ?? tmpdir(), 'sudobox-guide-'))

/** After this time a test file that packs is taken for one that was stopped. */
const PACKING = 120_000

/** Makes a folder, unless another test file has it. */
function taken(lock: string): boolean {
  try {
    mkdirSync(lock)
    return true
  } catch {
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs
    if (since !== undefined && Date.now() - since > PACKING) rmSync(lock, { recursive: true, force: true })
    return false
  }
}

/** The package as it is published, packed once for each build: a test file that wants it meanwhile waits. */
async function tarball(): Promise<string> {
  const built = statSync(join(ROOT, 'dist/LICENCES.txt')).mtimeMs
  const folder = join(ROOT, 'node_modules/.cache/sudobox/packed')
  const packed = join(folder, `sudobox-${built}.tgz`)
  const lock = join(folder, 'packing')
  mkdirSync(folder, { recursive: true })
  while (!existsSync(packed)) {
    if (!taken(lock)) {
      await setTimeout(100)
      continue
    }
    try {
      for (const name of readdirSync(folder)) if (name.endsWith('.tgz')) rmSync(join(folder, name), { force: true })
      const { code, output } = await run(`npm pack --ignore-scripts --silent --pack-destination '${lock}'`, ROOT)
      if (code !== 0) throw new Error(output)
      renameSync(join(lock, readdirSync(lock)[0]!), packed)
    } finally {
      rmSync(lock, { recursive: true, force: true })
    }
  }
  return packed
}

/** What npm makes executable. */
const COMMAND = 'dist/cli/main.js'

/**
 * A package that has the manifest and the command of the published one and nothing else, for npm to install; `unpack` adds the rest. npm unpacks the
 * tarball of a file three times where it takes a manifest from a registry, 2.5 s each time.
 */
export async function manifestOnly(folder: string): Promise<string> {
  const name = 'sudobox-manifest.tgz'
  await done(`tar xzf '${await tarball()}' package/package.json package/${COMMAND} && tar czf ${name} package`, folder)
  return join(folder, name)
}

/** Puts the files of the published package where npm has installed its manifest. */
export async function unpack(folder: string): Promise<void> {
  const into = join(folder, 'node_modules/sudobox')
  await done(`tar xzf '${await tarball()}' --strip-components 1 --exclude package/${COMMAND}`, into)
}

/** Runs a command that has to succeed. */
async function done(command: string, folder: string): Promise<void> {
  const { code, output } = await run(command, folder)
  if (code !== 0) throw new Error(`${command}: ${output}`)
}

/** Installs what a manifest asks for. */
export async function install(folder: string, manifest: object): Promise<void> {
  write(folder, 'package.json', JSON.stringify(manifest))
  write(folder, '.npmrc', NPMRC)
  const { code, output } = await run('npm install', folder)
  if (code !== 0) throw new Error(`npm install: ${output}\nWithout a registry: SUDOBOX_OFFLINE=1`)
}

export const NPMRC = 'audit=false\nfund=false\nprefer-offline=true\nfetch-retries=0\n'
