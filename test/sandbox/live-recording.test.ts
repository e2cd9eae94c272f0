import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkFixture, readFixture, replay } from '../../src/replay/index.js'
import { parseText } from '../../src/replay/read.js'
import { createSandbox } from '../../src/sandbox/index.js'

const fileOf = (name: string): string => join(mkdtempSync(join(tmpdir(), 'sudobox-live-')), name)

test('a recording that is followed has each step as soon as it has ended, and none that was undone', async () => {
  const file = fileOf('session.yaml')
  const sandbox = createSandbox({ chains: { neutron: { chainId: 'a: "b" # c' } } })
  sandbox.record(file).follow()
  const did = () => readFixture(file).steps.map(({ do: { action } }) => action)
  expect(did()).toEqual([])
  const { neutron } = sandbox.chains
  const alice = neutron.account('alice', '10untrn')
  expect(did()).toEqual(['account'])
  const id = await sandbox.snapshot()
  await expect(alice.transfer(alice, '11untrn')).rejects.toThrow('insufficient funds')
  await sandbox.evm.request({ method: 'evm_mine', params: [] })
  expect(did()).toEqual(['account', 'tx', 'evm', 'evm'])
  await sandbox.restore(id)
  expect(did()).toEqual(['account'])
  sandbox.advance(3)
  expect(did()).toEqual(['account', 'advance'])
  expect((await replay(readFixture(file), file)).passed).toBe(true)
  await sandbox.close()
  expect(did()).toEqual(['account', 'advance', 'head', 'head'])
  expect((await replay(readFixture(file), file)).passed).toBe(true)
})

test('half a step is not a step, wherever the writer was killed', () => {
  const file = fileOf('session.yaml')
  const sandbox = createSandbox()
  sandbox.record(file).follow()
  sandbox.advance(1)
  const before = readFileSync(file)
  sandbox.advance(2)
  const after = readFileSync(file)
  const hidden = Buffer.from(after)
  hidden.write('#', before.length)
  for (let size = before.length; size <= hidden.length; size += 7)
    expect(checkFixture(parseText(hidden.toString('utf8', 0, size), file), file).steps).toHaveLength(1)
  expect(checkFixture(parseText(after.toString('utf8'), file), file).steps).toHaveLength(2)
})

test('a recording in JSON is in YAML beside it until it is saved', async () => {
  const file = fileOf('session.json')
  const sandbox = createSandbox()
  sandbox.record(file).follow()
  sandbox.advance(1)
  expect(existsSync(file)).toBe(false)
  expect(readFixture(`${file}.partial.yaml`).steps).toHaveLength(1)
  await sandbox.close()
  expect(existsSync(`${file}.partial.yaml`)).toBe(false)
  expect(readFixture(file).steps).toHaveLength(3)
})

test('a recording that has missed actions cannot be followed', () => {
  const sandbox = createSandbox()
  sandbox.advance(1)
  const recording = sandbox.record(fileOf('late.yaml'))
  expect(() => recording.follow()).toThrow('begins before the first action')
})

test('a followed recording that was deleted, or replaced by another process, is written again with all steps', () => {
  const file = fileOf('session.yaml')
  const sandbox = createSandbox()
  sandbox.record(file).follow()
  sandbox.advance(1)
  rmSync(file)
  sandbox.advance(2)
  expect(readFixture(file).steps).toHaveLength(2)
  const other = createSandbox()
  other.record(file).follow()
  expect(readFixture(file).steps).toHaveLength(0)
  sandbox.advance(3)
  sandbox.advance(4)
  expect(readFixture(file).steps).toHaveLength(4)
})
