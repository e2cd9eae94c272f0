// A newcomer's way, by the guides alone: from an empty folder to a passing test, a campaign and a reproduced bug, with the package as it is published.
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { ROOT } from '../cli/command.js'
import { blocksOf, freePort, run, start, write } from './guide.js'

const TIMEOUT = 600_000
const UNREACHABLE = /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED)\b/

/** Packages of a folder above would be found as if they were installed. */
const isEmptyAbove = (path: string): boolean =>
  !existsSync(join(path, 'node_modules')) && (dirname(path) === path || isEmptyAbove(dirname(path)))

const scratch = mkdtempSync(join([tmpdir(), '/var/tmp', homedir()].find(isEmptyAbove) ?? tmpdir(), 'sudobox-guide-'))
/** Where the newcomer works. */
const folder = join(scratch, 'project')
let tarball: string
let installed = false
const running: ChildProcess[] = []

beforeAll(async () => {
  const packed = await run(`npm pack --ignore-scripts --silent --pack-destination '${scratch}'`, ROOT)
  expect(packed).toMatchObject({ code: 0 })
  tarball = join(
    scratch,
    readdirSync(scratch).find((name) => name.endsWith('.tgz'))!,
  )
  write(folder, '.npmrc', 'audit=false\nfund=false\nprefer-offline=true\nfetch-retries=0\n')
}, TIMEOUT)

afterAll(() => {
  for (const { pid, exitCode } of running) if (exitCode === null) process.kill(-pid!, 'SIGTERM')
  rmSync(scratch, { recursive: true, force: true })
})

/** Does what a guide says, one block after the other. */
async function follow(guide: string, context: TestContext): Promise<string> {
  const [rest, rpc] = [await freePort(), await freePort()]
  let output = ''
  for (const block of blocksOf(guide)) {
    if (block.kind === 'file') write(folder, block.path, block.text)
    else if (block.kind === 'background') {
      // The usual ports may be taken here.
      const command = `${block.text.trim()} --free-ports --port neutron.rest=${rest} --port neutron.rpc=${rpc}`
      running.push(await start(command, folder, 'Ctrl-C'))
    } else {
      // The package is not in the registry yet: its tarball stands in its place.
      const isInstall = block.text.includes('npm install')
      const text = block.text
        .replace(/(?<=npm install .*)\bsudobox\b/, tarball)
        .replace(':1317', `:${rest}`)
        .replace(':26657', `:${rpc}`)
      const ran = await run(text, folder)
      if (isInstall && ran.code !== 0 && UNREACHABLE.test(ran.output)) {
        console.warn(`SKIPPED ${guide}.md: no package registry can be reached, and the cache does not have it all`)
        return context.skip('no package registry can be reached')
      }
      expect(ran, block.text).toEqual({ code: block.kind === 'fails' ? 1 : 0, output: ran.output })
      output += ran.output
      installed ||= isInstall
    }
  }
  return output
}

test(
  'the guide to testing leads to passing tests',
  async (context) => {
    const output = await follow('testing', context)
    expect(output).toMatch(/Tests\s+6 passed \(6\)/)
    expect(output).toMatch(/gas: 1 figures? as in the snapshots/)
  },
  TIMEOUT,
)

test(
  'the command tells what it can do',
  async (context) => {
    if (!installed) context.skip('not installed')
    const { code, output } = await run('npx sudobox --help', folder)
    expect(code).toBe(0)
    for (const command of ['evm', 'fuzz', 'query', 'replay', 'reproduce', 'serve', 'shrink', 'tx', 'vm'])
      expect(output).toMatch(new RegExp(`^ +${command}\\b`, 'm'))
  },
  TIMEOUT,
)

test(
  'Solidity is compiled where its compiler is installed, and else asked for by name',
  async (context) => {
    if (!installed) context.skip('not installed')
    const script = `
      import { createEvmNode, RpcError } from 'sudobox/evm'
      const node = createEvmNode()
      const error = await node.request({ method: 'eth_compileSolidity', params: ['contract A {}'] }).catch((error) => error)
      console.log(error instanceof RpcError, error.code, error.message)
    `
    write(folder, 'compile.mjs', script)
    const { output } = await run('node compile.mjs', folder)
    expect(output).toMatch(/^true -32000 there is no compiler: install the npm package solc/)
  },
  TIMEOUT,
)

test(
  'the guide to fuzzing finds a fault, keeps it, and holds the mended contract to it',
  async (context) => {
    if (!installed) context.skip('not installed')
    const output = await follow('fuzzing', context)
    expect(output).toMatch(/^found I\d+ /m)
    expect(output).toMatch(/steps as expected/)
    expect(output).toMatch(/vault: I\d+, /)
    expect(output).toMatch(/Tests\s+1 passed \(1\)/)
  },
  TIMEOUT,
)

test(
  'the guide to reproducing replays a recording, and a failure that was downloaded',
  async (context) => {
    if (!installed) context.skip('not installed')
    const output = await follow('reproducing', context)
    expect(output).toContain('9 of 9 steps as expected')
    expect(output).toContain('It fails here as the chain recorded it.')
    expect(output).toMatch(/A resubmission of failure 0 would pass, with [\d,]+ gas/)
    expect(output).toMatch(/Tests\s+2 passed \(2\)/)
  },
  TIMEOUT,
)

test(
  'what a test of another simulator becomes runs',
  async (context) => {
    if (!installed) context.skip('not installed')
    await follow('../migration', context)
    const { output } = await run('npx vitest run test/from-', folder)
    expect(output).toMatch(/Tests\s+3 passed \(3\)/)
  },
  TIMEOUT,
)
