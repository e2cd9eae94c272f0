import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { followGuide } from '../debug/guide.js'
import { ROOT, spawned } from './command.js'

const MAIN = join(ROOT, 'dist/cli/main.js')
const FAILING = 'fixtures/scenarios/failing-timeout.yaml'

const started: (() => void)[] = []
afterEach(() => {
  for (const end of started.splice(0)) end()
})

const adapter = (...args: readonly string[]) => {
  const child = spawn(process.execPath, [MAIN, 'debug', ...args], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] })
  started.push(() => child.kill())
  return child
}

test('over standard input and output, until the client closes the input', async () => {
  const child = adapter(FAILING)
  await followGuide((client) => client.over(child.stdout, child.stdin))
  const ended = new Promise((done) => child.once('exit', done))
  child.stdin.end()
  expect(await ended).toBe(0)
})

test('over a socket', async () => {
  const child = adapter(FAILING, '--step', 'the transfer times out', '--call', '1', '--port', '0')
  const line = await new Promise<string>((done) => child.stdout.once('data', (text) => done(String(text))))
  const [, port] = /^debug adapter on 127\.0\.0\.1:(\d+)\n$/.exec(line)!
  await followGuide((client) => client.start(Number(port)))
})

test('a port that is taken is an error', async () => {
  const child = adapter(FAILING, '--port', '0')
  const line = await new Promise<string>((done) => child.stdout.once('data', (text) => done(String(text))))
  const { code, stderr } = await spawned('debug', FAILING, '--port', /:(\d+)/.exec(line)![1]!)
  expect(code).toBe(2)
  expect(stderr).toMatch('EADDRINUSE')
})

test('a contract in place of a fixture is an error before a client comes, and so is no client', async () => {
  const contract = await spawned('debug', 'contracts/artifacts/callback_lab.wasm')
  expect(contract).toMatchObject({ code: 2, stdout: '' })
  expect(contract.stderr).toMatch(
    /is a contract: give a file with steps that call it\n.*a fixture, a finding of a campaign/,
  )
  const child = spawn(process.execPath, [MAIN, 'debug'], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stderr.on('data', (part) => (text += String(part)))
  expect(await new Promise((done) => child.once('close', done))).toBe(2)
  expect(text).toMatch(/no client asked anything before the input ended\n.*an editor starts this command/)
})
