import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ROOT, spawned } from './command.js'

const artifact = (name: string): string => join(ROOT, 'contracts/artifacts', name)
const scratch = mkdtempSync(join(tmpdir(), 'sudobox-diff-'))
afterAll(() => rmSync(scratch, { recursive: true }))

test('sudobox diff --found names the folder of the fixtures; --sequences ends the search, --quiet leaves out its progress', async () => {
  const [old, now] = ['remote_vault_p1', 'remote_vault'].map((name) => artifact(`${name}.wasm`))
  const found = join(scratch, 'differences')
  const limits = ['--seed', '1', '--seconds', '120', '--sequences', '3', '--differences', '1']
  const output = ['--found', found, '--quiet', '--json']
  const { code, stdout, stderr } = await spawned('diff', old!, now!, '--trust', '--vm', '3.0.9', ...limits, ...output)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  const { sequences, differences } = JSON.parse(stdout) as { sequences: number; differences: readonly { at: string }[] }
  expect(sequences).toBeLessThanOrEqual(3)
  expect(differences).toMatchObject([{ classes: ['result'] }])
  expect(readdirSync(found)).toEqual([
    expect.stringMatching(/^diff-remote_vault_p1-.*\.new\.json$/),
    expect.stringMatching(/^diff-remote_vault_p1-.*\.old\.json$/),
  ])
}, 180_000)
