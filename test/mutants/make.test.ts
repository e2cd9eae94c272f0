import { readFileSync, mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withoutCustomSections } from '../../scripts/contracts/wasm.mjs'
import { Vms } from '../../src/app/index.js'
import { Reach } from '../../src/base/reach.js'
import { makeMutants, mutantText, openTarget, type Mutant } from '../../src/mutants/index.js'
import { createSandboxWithin } from '../../src/sandbox/api/create-sandbox.js'
import { StandIns } from '../../src/vm/stand-in/index.js'
import { scheduleOf } from '../../src/vm/schedules.js'
import { PatchedCode } from '../../src/vm/stand-in/patched-code.js'

const scratch = mkdtempSync(join(tmpdir(), 'mutants-'))
afterAll(() => rmSync(scratch, { recursive: true }))

const TWIN = 'contracts/artifacts/callback_lab.debug.wasm'
const lab = join(scratch, 'lab.wasm')
writeFileSync(lab, withoutCustomSections(readFileSync(TWIN)))
copyFileSync(TWIN, join(scratch, 'lab.debug.wasm'))

const target = openTarget(lab)
const { mutants } = makeMutants(target)
const texts = mutants.map(mutantText)

/** The one of a mutator on a line that holds a text. */
function mutantOf(mutator: Mutant['mutator'], text: string, replacement = /./): Mutant {
  const found = mutants.filter(
    (one) => one.mutator === mutator && one.text.includes(text) && replacement.test(one.replacement),
  )
  expect(found).toHaveLength(1)
  return found[0]!
}

const standIns = new StandIns()
const vms = new Vms({ standIns })

/** What the contract counts after it was called with a message, with a mutant in place since it was deployed. */
async function actWith(mutant: Mutant | undefined, behaviour: unknown) {
  const sandbox = createSandboxWithin(Reach.ofCode(), {}, { vms })
  const alice = sandbox.chains.neutron.account('alice', '10000000untrn')
  const contract = await alice.deploy(lab, {})
  standIns.put(mutant && { checksum: target.checksum, patches: mutant.patches })
  try {
    const { gasUsed } = await alice.execute(contract, { configure: { callback: 'response', behaviour } })
    return { gasUsed, config: contract.query<{ on_response: unknown }>({ config: {} }) }
  } finally {
    standIns.put(undefined)
  }
}

test('a mutant is one line of the contract, with its text and what stands there instead', () => {
  expect(texts).toContain(
    'contracts/std3/callback_lab/src/state.rs:20  BEHAVIOURS.save(storage, callback.name(), behaviour)  →  writes nothing',
  )
  expect(texts).toContain('contracts/std3/callback_lab/src/endless.rs:41  if depth == 0 {  →  !(depth == 0)')
  expect(texts).toContain('contracts/std3/callback_lab/src/endless.rs:41  if depth == 0 {  →  true')
  expect(texts).toContain('contracts/std3/callback_lab/src/state.rs:54  *counters.of(callback) += 1;  →  -=')
  expect(texts).toContain('contracts/std3/callback_lab/src/endless.rs:21  index = index.wrapping_add(1);  →  2')
})

test('libraries, types and what is derived are left as they are', () => {
  expect(mutants.length).toBeGreaterThan(50)
  expect(mutants.filter(({ file }) => !file.startsWith('contracts/std3/callback_lab/src/'))).toEqual([])
  expect(mutants.filter(({ text }) => /^(?:pub )?(?:struct|enum)|^#\[/.test(text))).toEqual([])
  expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
})

test('a crate of which the contract has no code is an error, with those that it has', () => {
  expect(() => makeMutants(target, { crates: ['cw-storage-plu'] })).toThrow(
    expect.objectContaining({
      message: expect.stringContaining(`${lab} has no code of a crate that is called cw-storage-plu`) as string,
      details: [expect.stringContaining('cw-storage-plus') as string],
    }) as Error,
  )
})

test('mutants are valid modules', () => {
  const code = new PatchedCode(target.module, scheduleOf('3.0.10'))
  const one = new Map(mutants.map((mutant) => [`${mutant.mutator} ${mutant.patches.length}`, mutant]))
  for (const mutant of one.values()) expect(() => code.compile(mutant.patches), mutantText(mutant)).not.toThrow()
})

test('a mutant runs under the checksum of its contract, and the original again after it', async () => {
  const original = await actWith(undefined, 'panic')
  const unsaved = await actWith(mutantOf('Write', 'BEHAVIOURS.save'), 'panic')
  expect(unsaved.config).not.toEqual(original.config)
  expect(JSON.stringify(original.config)).toContain('panic')
  expect(JSON.stringify(unsaved.config)).not.toContain('panic')
  expect(await actWith(undefined, 'panic')).toEqual(original)
})

test('a branch that goes the other way fails where the original succeeds', async () => {
  const mutant = mutantOf('Negation', 'state::configure(deps.storage, callback, &behaviour)?')
  await expect(actWith(mutant, 'succeed')).rejects.toThrow()
})
