import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { test } from 'sudobox/vitest'
import { CallTrace } from '../../src/debug/index.js'
import { madeOf } from '../../src/sandbox/internal.js'
import { planSteps } from '../../src/debug/plan.js'
import { Sources } from '../../src/debug/sources.js'

vi.mock('../../src/vm/codes/rewriter-release.js', () => ({ rewriterRelease: () => 'test' }))
vi.mock('../../src/debug/plan.js', { spy: true })

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'sudobox-steps-'))
  vi.stubEnv('XDG_CACHE_HOME', home)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  rmSync(home, { recursive: true })
})

const shown = (trace: CallTrace): readonly unknown[] =>
  Array.from({ length: trace.length }, (_, step) => [
    trace.gas(step),
    trace.frames(step).map((frame) => [frame.function, frame.line, frame.variables().map(({ value }) => value.text)]),
  ])

test('lines that were found before are read from a file, and found again when a source has changed', async ({
  sandbox,
}) => {
  const alice = sandbox.chains.neutron.account('alice')
  const lab = await alice.deploy(
    'contracts/artifacts/callback_lab.wasm',
    { on_timeout: { error: 'no' } },
    { label: 'lab' },
  )
  const made = madeOf((await lab.callback({ timeout: {} })).trace[0]!)!
  const first = CallTrace.open(made)
  expect(planSteps).toHaveBeenCalledTimes(1)
  const again = CallTrace.open(made)
  expect(planSteps).toHaveBeenCalledTimes(1)
  expect(shown(again)).toEqual(shown(first))
  const folder = join(home, 'sudobox', 'codes')
  expect(readdirSync(folder).every((name) => statSync(join(folder, name)).size > 100_000)).toBe(true)

  vi.spyOn(Sources.prototype, 'isUnchanged').mockReturnValue(false)
  expect(CallTrace.open(made).length).toBe(first.length)
  expect(planSteps).toHaveBeenCalledTimes(2)
})
