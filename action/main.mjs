// Compares the tests and campaigns of a working copy with those of another commit, and writes the comment on a pull request.
// node action/main.mjs --base=REV --out=comment.md [--build=COMMAND] [--test=COMMAND] [--campaign=OPTIONS] [--mutants=false]
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { commentText } from './comment.mjs'

const ENDINGS = ['yaml', 'yml', 'json', 'mjs', 'js']

const { values: options } = parseArgs({
  options: {
    base: { type: 'string' },
    out: { type: 'string' },
    build: { type: 'string', default: '' },
    test: { type: 'string', default: 'npx vitest run' },
    campaign: { type: 'string', default: '--seconds 60 --seed 1' },
    mutants: { type: 'string', default: 'true' },
  },
})
const { base, out } = options
if (base === undefined || base === '' || out === undefined) {
  console.error(
    'usage: main.mjs --base=REV --out=FILE [--build=COMMAND] [--test=COMMAND] [--campaign=OPTIONS] [--mutants=false]',
  )
  process.exit(2)
}

/** @param {string} program @param {string[]} args */
function ask(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28 })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr.trim()}`)
  return stdout.trim()
}

/** A command of the workflow, whose output is the log's. @param {string} command @param {string} cwd @param {object} env */
function shell(command, cwd, env = {}) {
  const { status } = spawnSync('bash', ['-c', command], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 2, 2],
  })
  return status ?? 1
}

/** What a command of Sudobox prints with --json, or why it could not run. @param {string[]} args @param {string} cwd */
function sudobox(args, cwd) {
  const { status, stdout, stderr } = spawnSync('npx', ['--no-install', 'sudobox', ...args, '--json'], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1' },
  })
  if (status === 0 || status === 1)
    try {
      return { result: JSON.parse(stdout) }
    } catch {
      // Below.
    }
  process.stderr.write(stderr ?? '')
  return {
    problem:
      (stderr ?? '')
        .split('\n')
        .find((line) => line !== '')
        ?.replace(/^error /, '') ?? `exit code ${status}`,
  }
}

/** The tests, and the callbacks that they ran. @param {string} cwd @param {string} file */
function tested(cwd, file) {
  if (options.build !== '' && shell(options.build, cwd) !== 0) throw new Error(`${options.build} failed in ${cwd}`)
  const status = shell(options.test, cwd, { SUDOBOX_CALLBACKS: file })
  return { code: status, callbacks: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).callbacks : undefined }
}

/** The base with the packages of the working copy. @param {string} folder */
function checkOut(folder) {
  const prefix = ask('git', 'rev-parse', '--show-prefix')
  ask('git', 'worktree', 'add', '--detach', folder, base)
  const project = join(folder, prefix)
  mkdirSync(project, { recursive: true })
  if (!existsSync(join(project, 'node_modules')))
    symlinkSync(join(process.cwd(), 'node_modules'), join(project, 'node_modules'), 'dir')
  return project
}

/** @param {string} file */
const bytesOf = (file) => (existsSync(file) ? readFileSync(file) : Buffer.alloc(0))

/** Contracts of tests, and committed ones, whose bytes differ. @param {import('./comment.mjs').TestRun} after @param {string} before folder */
function changedContracts({ callbacks = [] }, before) {
  const committed = ask('git', 'diff', '--name-only', '--relative', '--diff-filter=AM', base, '--', '*.wasm').split(
    '\n',
  )
  const all = [...new Set([...callbacks.map(({ contract }) => contract), ...committed])].toSorted((a, b) =>
    a < b ? -1 : 1,
  )
  return all.filter(
    (file) =>
      file !== '' &&
      !file.endsWith('.debug.wasm') &&
      existsSync(file) &&
      !bytesOf(file).equals(bytesOf(join(before, file))),
  )
}

/** What a campaign finds that the base does not have. @param {string} contract @param {string} before folder */
function campaignOf(contract, before) {
  const name = basename(contract, '.wasm')
  const campaigns = ENDINGS.map((ending) => `campaigns/${name}.${ending}`)
  const extra = options.campaign.split(/\s+/).filter((one) => one !== '')
  const what = campaigns.find((file) => existsSync(file)) ?? contract
  const { problem, result } = sudobox(['fuzz', what, ...extra], process.cwd())
  if (problem !== undefined) return { contract, problem, findings: [] }
  // A finding names its campaign.
  const campaign = campaigns.find((file) => existsSync(file))
  if (campaign !== undefined) share(campaign, before)
  const errors = result.findings.filter(({ level }) => level === 'error')
  return { contract, findings: errors.filter(({ file }) => isNew(file, before)) }
}

/** Whether a finding is not violated by the contracts of the base. @param {string} file @param {string} before folder */
function isNew(file, before) {
  share(file, before)
  const { result } = sudobox(['replay', file], before)
  return result?.[0]?.finding?.verdict !== 'violated'
}

/** Gives the base a file that it lacks. @param {string} file @param {string} before folder */
function share(file, before) {
  const there = join(before, file)
  if (existsSync(there)) return
  mkdirSync(dirname(there), { recursive: true })
  copyFileSync(file, there)
}

/** @param {string} contract */
function mutantsOf(contract) {
  const { problem, result } = sudobox(
    ['mutants', contract, '--since', base, '--json', '--', 'bash', '-c', options.test],
    process.cwd(),
  )
  if (problem !== undefined) return { contract, problem, tried: 0, survivors: [] }
  return { contract, tried: result.totals.mutants ?? 0, survivors: result.unnoticed }
}

const folder = mkdtempSync(join(tmpdir(), 'sudobox-base-'))
const tree = join(folder, 'tree')
try {
  const project = checkOut(tree)
  let before
  try {
    before = tested(project, join(folder, 'before.json'))
  } catch (error) {
    console.error(`the base is not compared: ${error.message}`)
  }
  const after = tested(process.cwd(), join(folder, 'after.json'))
  const changed = changedContracts(after, project)
  const campaigns = options.campaign === '' ? [] : changed.map((contract) => campaignOf(contract, project))
  const mutants = options.mutants === 'true' && after.code === 0 ? changed.map(mutantsOf) : []
  writeFileSync(out, commentText({ base: base.slice(0, 12), before, after, changed, campaigns, mutants }))
  process.exitCode = after.code === 0 ? 0 : 1
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', tree])
  rmSync(folder, { recursive: true, force: true })
}
