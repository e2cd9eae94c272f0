import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import binaryen from 'binaryen'
import { expect, onTestFinished, test } from 'vitest'
import { withoutCustomSections } from '../../../scripts/contracts/wasm.mjs'
import { bigintsAsText } from '../../../src/base/index.js'
import { ComparedBuilds } from '../../../src/fuzz/diff/builds.js'
import { differenceFixtures } from '../../../src/fuzz/diff/fixtures.js'
import { compareBuilds } from '../../../src/fuzz/diff/search.js'
import type { Difference } from '../../../src/fuzz/diff/difference.js'
import { withoutInvariants } from '../../../src/fuzz/diff/without-invariants.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import { perform } from '../../../src/fuzz/story.js'
import { readFixture, replay } from '../../../src/replay/index.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { checksumOf } from '../../../src/vm/internal.js'
import { vault, vaultCampaign } from '../stories.js'

const artifact = (name: string) => {
  const path = resolve(`contracts/artifacts/${name}.wasm`)
  const wasm = readFileSync(path)
  return { path, wasm, checksum: checksumOf(wasm) }
}
const FIXED = artifact('remote_vault')

/** What differs between a vault with a fault and another build, at the last of some actions. */
async function atTheEnd(
  fault: string | undefined,
  build: Uint8Array,
  actions: readonly ActionInput[],
): Promise<Difference | undefined> {
  const { checksum } = fault === undefined ? FIXED : artifact(`remote_vault_${fault}`)
  const builds = new ComparedBuilds(checksum)
  const other = { patches: [], build }
  const start = await startCampaign({ ...withoutInvariants(vaultCampaign(fault)), vms: builds.vms }, false)
  try {
    await start.sandbox.restore(start.snapshot)
    for (const action of actions.slice(0, -1)) {
      const { differences } = await builds.step(
        start,
        action,
        () => perform(start, action),
        () => [other],
      )
      expect(differences.get(other), JSON.stringify(action)).toBeUndefined()
    }
    const last = actions.at(-1)!
    const { differences } = await builds.step(
      start,
      last,
      () => perform(start, last),
      () => [other],
    )
    return differences.get(other)
  } finally {
    await start.sandbox.close()
  }
}

const query = (msg: object): ActionInput => ({ action: 'query', chain: 'neutron', contract: 'vault', msg })

test('a message that only one build sends is a difference in results', async () => {
  const difference = await atTheEnd('p1', FIXED.wasm, [vault.deposit('alice'), vault.timeOut, vault.relay])
  expect(difference).toMatchObject({ kind: 'sudo.timeout', classes: ['result'] })
  expect(difference!.lines[0]).toMatch(/^message 1: only NEW sends bank\.send .*"amount":"100"\}/)
})

test('a message that one build refuses is a difference', async () => {
  const actions = [vault.deposit('alice'), vault.relay, vault.tick, vault.refuse, vault.tick]
  const difference = await atTheEnd('p2', FIXED.wasm, actions)
  expect(difference).toMatchObject({ kind: 'execute.tick', classes: expect.arrayContaining(['result']) as unknown })
  expect(difference!.lines[0]).toMatch(/^execute\.tick: OLD fails: .*, NEW accepts it$/)
})

test('what only the storage shows is a difference', async () => {
  const difference = await atTheEnd('p4', FIXED.wasm, [vault.deposit('alice')])
  expect(difference).toMatchObject({ kind: 'reply', classes: ['storage'] })
  expect(difference!.lines.join('\n')).toMatch(/^storage deposits\/.*: OLD nothing, NEW \{"owner":/m)
})

/** The same source, with other functions and locals. */
function optimisedAgain(wasm: Uint8Array): Uint8Array {
  const module = binaryen.readBinary(wasm)
  module.runPasses(['coalesce-locals', 'reorder-functions', 'vacuum'])
  return withoutCustomSections(module.emitBinary())
}

test('the same source, optimised otherwise, has no difference', { timeout: 60_000 }, async () => {
  const other = optimisedAgain(FIXED.wasm)
  expect(checksumOf(other)).not.toBe(FIXED.checksum)
  const actions = [vault.deposit('alice'), vault.relay, vault.tick, vault.refuse, query({ pool: {} })]
  expect(await atTheEnd(undefined, other, actions)).toBeUndefined()
})

test(
  'a search finds the difference, makes it small, and writes a fixture of each build',
  { timeout: 120_000 },
  async () => {
    const old = artifact('remote_vault_p1')
    const folder = mkdtempSync(join(tmpdir(), 'sudobox-diff-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const comparison = await compareBuilds(vaultCampaign('p1'), old.checksum, [{ patches: [], build: FIXED.wasm }], {
      seed: 1,
      budget: { sequences: 60 },
      differences: 1,
      clock: () => 0,
    })
    const [found] = comparison!.found
    expect(found).toMatchObject({ about: 'vault/sudo.timeout', classes: ['result'], inSetup: false })
    // A deposit, time, the relayer.
    expect(found!.actions).toHaveLength(3)
    expect(found!.lines[0]).toMatch(/^1\. \w+: vault \{"deposit(_parts)?"/)
    const { config, setup } = comparison!
    const { old: one, now } = await differenceFixtures(config, setup, found!, { old, now: FIXED }, folder)
    const passes = async ({ fixture, file }: typeof one): Promise<boolean> => {
      writeFileSync(file, JSON.stringify(fixture, bigintsAsText))
      return (await replay(readFixture(file), file, { trust: true })).passed
    }
    expect(await passes(one)).toBe(true)
    expect(await passes(now)).toBe(true)
    // A build that refuses the set-up: its fixture ends there.
    const other = await differenceFixtures(config, setup, found!, { old, now: artifact('cw20_base') }, folder)
    expect(await passes(other.now)).toBe(true)
    expect(other.now.fixture.steps!.length).toBeLessThan(now.fixture.steps!.length)
    // What the fixture expects of one build does not happen on the other.
    const swapped = JSON.stringify(one.fixture, bigintsAsText)
      .replaceAll('remote_vault_p1.wasm', 'remote_vault.wasm')
      .replaceAll(old.checksum, FIXED.checksum)
    expect(await passes({ ...one, fixture: JSON.parse(swapped) as typeof one.fixture })).toBe(false)
  },
)

test(
  'one search compares several builds, each only at steps that reach what is changed',
  { timeout: 120_000 },
  async () => {
    const [p1, p4] = ['p1', 'p4'].map((fault) => ({ patches: [], build: artifact(`remote_vault_${fault}`).wasm }))
    const unreached = { ...p1!, places: [] }
    const comparison = await compareBuilds(vaultCampaign(undefined), FIXED.checksum, [p1!, p4!, unreached], {
      seed: 1,
      budget: { sequences: 12 },
      differences: 1,
      clock: () => 0,
    })
    const abouts = new Map(comparison!.found.map(({ other, about }) => [other, about]))
    expect(abouts.get(p1!)).toBe('vault/sudo.timeout')
    expect(abouts.get(p4!)).toBeDefined()
    expect(abouts.has(unreached)).toBe(false)
  },
)
