// Checks the package as it is published: `npm run check:package`, after a build. Its pages are there and small; publint and attw judge its manifest and its declarations; a new
// project is type-checked with it, strictly and with all declarations, in both ways to find modules, by the newest TypeScript and the last one in
// JavaScript; with `-- --all` by the oldest too, and beside cosmjs.
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The oldest release, the last one in JavaScript, the newest; and the types of Node that it reads. */
const COMPILERS = { '5.4.5': '20', '5.9.3': '24', '7.0.2': '26' }
const RESOLUTIONS = { bundler: 'esnext', nodenext: 'nodenext' }

const run = (command, args, cwd = ROOT) =>
  new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 1 << 28 }, (error, stdout, stderr) =>
      resolve({ ok: error === null, stdout, output: `${stdout}${stderr}` }),
    )
  })

/** A program that is installed in a folder. */
const programOf = (folder, name) => join(folder, 'node_modules/.bin', name)

let failed = false
const report = (what, { ok, output }) => {
  failed ||= !ok
  console.log(`${ok ? '✓' : '✗'} ${what}${ok ? '' : `\n${output}`}`)
}

const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const entries = Object.keys(manifest.exports).flatMap((path) =>
  path.endsWith('.json') ? [] : [path.replace('.', manifest.name)],
)

/** Every entry point, and what a first test does. */
const EVERYTHING = `${entries.map((entry, index) => `import * as m${index} from '${entry}'`).join('\n')}
import { createSandbox } from 'sudobox'
export const all: object[] = [${entries.map((_, index) => `m${index}`).join(', ')}]
export const hash = async (): Promise<string> => {
  const { neutron } = createSandbox().chains
  const alice = neutron.account('alice', '1untrn')
  const client = await neutron.client(alice)
  return (await client.execute(alice.address, 'contract', {})).transactionHash
}
`

/** What the types promise. */
const PROMISED = `import { createSandbox, type ContractTypes, type TxResult } from 'sudobox'
import { expect } from 'sudobox/vitest'
interface Vault extends ContractTypes {
  query: 'status' | { balance: { address: string } }
  answers: { status: { open: boolean }; balance: string }
}
const vault = createSandbox().chains.neutron.contract<Vault>('c')
export const isOpen: boolean = vault.query('status').open
export const balance: string = vault.query({ balance: { address: 'a' } })
export async function awaited(sent: Promise<TxResult>): Promise<void> {
  // @ts-expect-error an await is missing
  await expect(sent).toSucceed()
  await expect(sent).resolves.toSucceed()
}
`

/** Beside cosmjs, whose own declarations lack packages, the client has its types. */
const TYPED = `import { createSandbox } from 'sudobox'
const { neutron } = createSandbox().chains
const client = await neutron.client(neutron.account('alice'))
// @ts-expect-error the message is missing
void client.execute('alice', 'contract')
export const height: Promise<number> = client.getHeight()
`

/** The files of a guide. */
const filesOf = (page) =>
  [...readFileSync(join(ROOT, 'docs/guides', page), 'utf8').matchAll(/^```ts (\S+)\n(.*?)^```$/gms)].map(
    ([, path, text]) => [path, text],
  )

async function typeCheck(scratch, tarball, compiler, cosmjs) {
  const folder = join(scratch, `${compiler}${cosmjs ? '-cosmjs' : ''}`)
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  write('.npmrc', 'audit=false\nfund=false\nprefer-offline=true\n')
  write(
    'package.json',
    JSON.stringify({
      type: 'module',
      devDependencies: {
        sudobox: `file:${tarball}`,
        vitest: '4',
        typescript: compiler,
        '@types/node': COMPILERS[compiler],
        ...(cosmjs && { '@cosmjs/cosmwasm-stargate': cosmjs }),
      },
    }),
  )
  write('everything.ts', EVERYTHING)
  write('promised.ts', PROMISED)
  if (cosmjs) write('typed.ts', TYPED)
  for (const [path, text] of filesOf('testing.md')) write(path, text)
  const installed = await run('npm', ['install'], folder)
  if (!installed.ok) return report(`npm install of ${folder}`, installed)
  await Promise.all(
    Object.entries(RESOLUTIONS).map(async ([moduleResolution, module]) => {
      const skipLibCheck = cosmjs !== undefined
      const language = { target: 'es2023', lib: ['es2023'] }
      const compilerOptions = { strict: true, noEmit: true, ...language, module, moduleResolution, skipLibCheck }
      const project = `tsconfig.${moduleResolution}.json`
      write(project, JSON.stringify({ compilerOptions }))
      const what = `TypeScript ${compiler}, ${moduleResolution}${cosmjs ? `, with cosmjs ${cosmjs}` : ''}`
      // Its threads check shared files each for itself; other processes run beside it.
      const threads = compiler.startsWith('7.') ? ['--singleThreaded'] : []
      report(what, await run(programOf(folder, 'tsc'), ['--project', project, ...threads], folder))
    }),
  )
}

/** Bytes of a page in the package, compressed. */
const LARGEST_PAGE = 500_000

/** The pages are in the package, and small. */
async function checkPages(tarball) {
  const pages = readdirSync(join(ROOT, 'dist/ui')).filter((name) => name.endsWith('.html'))
  for (const page of ['explorer.html', 'profile.html', 'report.html'])
    if (!pages.includes(page)) report(`dist/ui/${page}`, { ok: false, output: 'it was not built' })
  for (const page of pages) {
    const { ok, stdout, output } = await run('tar', ['-xzOf', tarball, `package/dist/ui/${page}`])
    const size = gzipSync(stdout, { level: 9 }).length
    const text = `${Math.ceil(size / 1000)} kB packed, of at most ${LARGEST_PAGE / 1000}`
    report(`${page}: ${ok ? text : 'not in the package'}`, { ok: ok && size <= LARGEST_PAGE, output: ok ? '' : output })
  }
}

/**
 * attw judges the manifest, declarations and code. For each folder that it looks for it goes through the names of all files, so it gets no others:
 * half of its time.
 */
async function checkTypes(scratch, tarball) {
  const [folder, slim] = [join(scratch, 'types'), join(scratch, 'types.tgz')]
  mkdirSync(folder)
  const parts = ['package/package.json', 'package/dist']
  for (const args of [
    ['-xzf', tarball, '-C', folder, '--exclude', '*.map', '--exclude', 'package/dist/ui', ...parts],
    ['-czf', slim, '-C', folder, 'package'],
  ]) {
    const packed = await run('tar', args)
    if (!packed.ok) return report('attw', packed)
  }
  // Node 20.19 and newer require modules.
  report('attw', await run(programOf(ROOT, 'attw'), [slim, '--profile', 'esm-only', '--no-emoji']))
}

const scratch = mkdtempSync(join(tmpdir(), 'sudobox-package-'))
try {
  const { stdout } = await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', scratch])
  const tarball = join(scratch, stdout.trim())
  const newest = Object.keys(COMPILERS).at(-1)
  const all = process.argv.includes('--all')
  await Promise.all([
    checkPages(tarball),
    run(programOf(ROOT, 'publint'), [tarball, '--strict']).then((result) => report('publint', result)),
    checkTypes(scratch, tarball),
    ...Object.keys(COMPILERS)
      .slice(all ? 0 : 1)
      .map((compiler) => typeCheck(scratch, tarball, compiler)),
    ...(all ? [typeCheck(scratch, tarball, newest, '^0.36.0')] : []),
  ])
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
process.exitCode = failed ? 1 : 0
