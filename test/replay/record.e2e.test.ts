import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { checkFixture, readFixture, replay } from '../../src/replay/index.js'
import { createSandbox } from '../../src/sandbox/index.js'
import { heads, session } from './session.js'

const MAIN = join(import.meta.dirname, '../../dist/cli/main.js')
const folder = () => mkdtempSync(join(tmpdir(), 'sudobox-record-'))

test('a recorded session replays to the same bytes, on a second run and in another process', async () => {
  const file = join(folder(), 'deep/session.json')
  const sandbox = await session((fresh) => fresh.record(file))
  const here = heads(sandbox)
  await sandbox.close()

  const fixture = readFixture(file)
  expect(fixture.steps).toHaveLength(sandbox.log.length + 3)
  let there: unknown
  const report = await replay(fixture, file, { onEnd: async (other) => void (there = heads(other)) })
  expect(report.steps.find(({ difference }) => difference)).toBeUndefined()
  expect(there).toEqual(here)
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'replay', '--quiet', file])
  expect(stdout).toContain(`${fixture.steps.length} of ${fixture.steps.length} steps as expected`)
  // The steps that have to fail as they did, and the hashes at the end, are in what is compared.
  const kinds = fixture.steps.map(({ do: action }) => action.action)
  expect(kinds.slice(-3)).toEqual(['head', 'evm', 'head'])
  expect(kinds.filter((kind) => kind === 'evm').length).toBeGreaterThanOrEqual(3)
  expect(JSON.stringify(fixture.steps.at(-1)!.expect)).toContain(here[1]!.appHash)
  expect(kinds).not.toContain('repeat')
}, 120_000)

test('any changed byte is a difference: of gas, of an event, of a hash', async () => {
  const file = join(folder(), 'session.json')
  const sandbox = createSandbox()
  sandbox.record(file)
  const alice = sandbox.chains.neutron.account('alice', '100untrn')
  await alice.transfer(sandbox.chains.neutron.account('bob'), '7untrn')
  await sandbox.close()
  const text = readFileSync(file, 'utf8')
  const differenceWith = async (from: RegExp, to: string) => {
    const changed = text.replace(from, to)
    expect(changed).not.toBe(text)
    const { steps } = await replay(checkFixture(JSON.parse(changed), file), file)
    return steps.at(-1)!.difference?.pointer
  }
  expect((await replay(readFixture(file), file)).passed).toBe(true)
  expect(await differenceWith(/"gasUsed": "\d/, '"gasUsed": "9')).toBe('/gasUsed')
  expect(await differenceWith(/"eventsHash": "../, '"eventsHash": "zz')).toBe('/eventsHash')
  expect(await differenceWith(/"appHash": "../, '"appHash": "zz')).toBe('/appHash')
  expect(await differenceWith(/"amount": "7untrn",\n *"msg_index": "0"/, '"amount": "7untrn"')).toMatch(/msg_index$/)
})

test('a recording that begins late, or after a restored snapshot, has the whole story', async () => {
  const file = join(folder(), 'late.yaml')
  const sandbox = createSandbox({ chains: { hub: { params: { bank: { default_send_enabled: true } } } } })
  const alice = sandbox.chains.neutron.account('alice', '100untrn')
  const before = await sandbox.snapshot()
  await alice.transfer(sandbox.chains.neutron.account('bob'), '7untrn')
  const recording = sandbox.record(file, { title: 'Late', description: 'It began late.' })
  await expect(alice.transfer('bob', '700untrn')).rejects.toThrow('insufficient')
  await recording.save()
  const { title, steps, options } = readFixture(file)
  expect([title, steps.length, options?.chains?.hub?.params]).toEqual([
    'Late',
    6,
    { bank: { default_send_enabled: true } },
  ])
  expect((await replay(readFixture(file), file)).passed).toBe(true)

  await sandbox.restore(before)
  sandbox.advance(5)
  await recording.save()
  expect(readFixture(file).steps.map(({ do: { action } }) => action)).toEqual(['account', 'advance', 'head', 'head'])
  expect((await replay(readFixture(file), file)).passed).toBe(true)
  expect(readdirSync(join(file, '..'))).toEqual(['late.yaml'])
  await sandbox.close()
})

test('a partial recording has what happened, but not what it cost', async () => {
  const sandbox = createSandbox()
  const recording = sandbox.record(join(folder(), 'partial.json'), { expect: 'partial' })
  const alice = sandbox.chains.neutron.account('alice', '1000untrn')
  const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm', { on_timeout: { spend_gas: '1500000' } })
  await lab.callback({ timeout: {} })
  await expect(alice.execute(lab, { resubmit: { failure_id: 4 } })).rejects.toThrow('no failure')
  const fixture = await recording.fixture()
  await sandbox.close()
  const text = JSON.stringify(fixture)
  expect(text).not.toMatch(/gasUsed|appHash|"height"|eventsHash/)
  expect(text).toContain('{"error":"codespace: contractmanager, code: 1103"}')
  expect((await replay(checkFixture(fixture, recording.file), recording.file)).passed).toBe(true)
}, 60_000)

test('contracts by path have their path from the fixture and their hash, others their bytes', async () => {
  const place = folder()
  const sandbox = createSandbox()
  const alice = sandbox.chains.neutron.account('alice')
  const wasm = 'contracts/artifacts/cw1_whitelist.wasm'
  await alice.store(wasm)
  await alice.store(new Uint8Array(readFileSync(wasm)))
  const { steps } = await sandbox.record(join(place, 'contracts.json')).fixture()
  const stored = steps.flatMap(({ do: action }) => (action as { messages?: { store: object }[] }).messages ?? [])
  expect(stored).toEqual([
    {
      store: {
        wasm: {
          path: expect.stringMatching(/^\.\.\/.*\/contracts\/artifacts\/cw1_whitelist\.wasm$/) as string,
          sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        },
      },
    },
    { store: { wasm: { base64: expect.any(String) as string } } },
  ])
  await expect(sandbox.record(`${wasm}/file.json`).save()).rejects.toThrow(`cannot write`)
})
