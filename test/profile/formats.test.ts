import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Profile } from 'pprof-format'
import { beforeAll, expect, test } from 'vitest'
import { createSandbox, type TxResult } from 'sudobox'
import { buildProfile } from '../../src/profile/build.js'
import { spentBy, type ProfileTree } from '../../src/profile/profile.js'
import { rawProfile } from '../../src/profile/raw.js'
import { writeProfile } from '../../src/profile/write.js'
import { labWithTwin } from './lab.js'

const { lab, scratch } = labWithTwin()
const SOURCES = 'contracts/std3/callback_lab/src'
let profile: ProfileTree
let result: TxResult

/** The line of a source that holds a text. */
const lineOf = (file: string, text: string): number =>
  readFileSync(`${SOURCES}/${file}`, 'utf8')
    .split('\n')
    .findIndex((one) => one.includes(text)) + 1

beforeAll(async () => {
  const sandbox = createSandbox({}, { profile: true })
  const { neutron } = sandbox.chains
  neutron.host.app.vm.gasTree!.clear()
  const alice = neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(lab, {})
  result = await alice.execute(contract, { act: { behaviour: { spend_gas: '300000' } } })
  await alice.execute(contract, { configure: { callback: 'timeout', behaviour: 'error' } })
  profile = buildProfile(rawProfile(neutron.host.app.vm))
  await sandbox.close()
})

const byFunction = () =>
  new Map(
    [...spentBy(profile, ({ place }) => profile.places[place]!.function)].map(([index, spent]) => [
      profile.functions[index]!.name,
      spent,
    ]),
  )

test('knows functions, inlined ones included, and the lines in them', () => {
  const functions = byFunction()
  const spin = functions.get('callback_lab::gas::spin')!
  const execute = functions.get('callback_lab::contract::execute')!
  // What was asked for, and almost nothing else; the entry point does little by itself.
  expect(spin.total / 140_000).toBeGreaterThan(299_000)
  expect(spin.total / 140_000).toBeLessThan(301_000)
  expect(execute.total).toBeGreaterThan(spin.total)
  expect(execute.self).toBeLessThan(execute.total / 100)
  const lines = spentBy(profile, ({ place }) => {
    const { file, line } = profile.places[place]!
    return `${file?.split('/').at(-1)}:${line}`
  })
  // The line of the call has what was called in its total, not in its self.
  const call = lines.get(`behaviour.rs:${lineOf('behaviour.rs', 'gas::spend(amount.u64())')}`)!
  expect(call.total).toBeGreaterThanOrEqual(spin.total)
  expect(call.self).toBeLessThan(140_000)
  const own = [...lines].filter(([name]) => name.startsWith('gas.rs:')).map(([, { self }]) => self)
  expect(Math.max(...own)).toBeGreaterThan(spin.total / 10)
})

test('has host calls and what the chain charges as frames of their own', () => {
  const functions = byFunction()
  expect(functions.get('db_write')!.self).toBeGreaterThan(0)
  expect(functions.get('storage: write')!.self).toBeGreaterThan(140_000 * 2000)
  expect(functions.get('chain: Loading CosmWasm module: execute')!.self).toBe(140_000 * 120_000)
  const { of } = profile.functions.find(({ name }) => name === 'db_write')!
  expect(of).toBe('host')
  // The write of the contract is below the call of the host that made it.
  const names = profile.nodes.map(({ place }) => profile.functions[profile.places[place]!.function]!.name)
  expect(
    profile.nodes.some(({ parent }, i) => names[i] === 'storage: write' && parent >= 0 && names[parent] === 'db_write'),
  ).toBe(true)
})

test.each(['.speedscope.json', '.pb.gz', '.folded'])('%s has all gas, to the unit', (ending) => {
  const file = join(scratch, `out${ending}`)
  writeProfile(file, profile, 'a test')
  expect(sumOf(file)).toBe(profile.total)
  expect(profile.total).toBeGreaterThan(Number(result.gasUsed) * 140_000)
})

function sumOf(file: string): number {
  const sum = (all: readonly (number | bigint)[]): number => all.reduce<number>((total, one) => total + Number(one), 0)
  if (file.endsWith('.folded'))
    return sum(
      readFileSync(file, 'utf8')
        .trim()
        .split('\n')
        .map((line) => Number(line.slice(line.lastIndexOf(' ')))),
    )
  if (file.endsWith('.json')) {
    const { profiles, shared } = JSON.parse(readFileSync(file, 'utf8')) as {
      profiles: { weights: number[]; samples: number[][]; unit: string; endValue: number }[]
      shared: { frames: { name: string; file?: string; line?: number }[] }
    }
    const [{ weights, samples, endValue, unit }] = profiles as [(typeof profiles)[0]]
    expect(unit).toBe('none')
    expect(endValue).toBe(sum(weights))
    expect(samples).toHaveLength(weights.length)
    expect(shared.frames.find(({ name }) => name === 'callback_lab::gas::spin')!.file).toBe(`${SOURCES}/gas.rs`)
    return sum(weights)
  }
  const { sample, location, function: functions, stringTable } = Profile.decode(gunzipSync(readFileSync(file)))
  const places = location.map(({ line: [line] }) => {
    const { name, filename } = functions[Number(line!.functionId) - 1]!
    return `${stringTable.strings[Number(name)]} ${stringTable.strings[Number(filename)]}:${line!.line}`
  })
  expect(places.some((place) => place.startsWith(`callback_lab::gas::spin ${SOURCES}/gas.rs:`))).toBe(true)
  return sum(sample.map(({ value }) => value[0]!))
}

test('an ending that names no format is an error that lists those that do', () => {
  expect(() => writeProfile(join(scratch, 'out.txt'), profile, 'x')).toThrow(/\.speedscope\.json, \.pb\.gz/)
})
