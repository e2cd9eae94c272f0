// What a newcomer gets without a word of configuration: each mistake of a first contract, told first, and silence for the one without.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ROOT, spawnedIn } from './command.js'

const TIMEOUT = 600_000

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newcomer-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ALWAYS = ['--trust', '--workers', '1', '--seed', '1']
const fuzz = (contract: string, ...more: readonly string[]) =>
  spawnedIn(folder, 'fuzz', join(ROOT, `contracts/artifacts/${contract}.wasm`), ...ALWAYS, ...more)

test.each([
  [
    'refunds of the latest transfer',
    'savings_club_order',
    /found I3 a round trip that ended in an? (error|timeout) was not neutral: (alice|bob) has \d+ of hub:uatom in balance and claims instead of \d+ at savings_club_order\/(error|timeout)\n/,
    /savings_club_order accepts the (error acknowledgement|timeout) .* ← the first wrong step/,
  ],
  [
    'a reply id used twice',
    'savings_club_reply',
    /found I3 a round trip that ended in an? (error|timeout) was not neutral: (alice|bob) has \d+ of hub:uatom in balance and claims instead of \d+ at savings_club_reply\/(error|timeout)\n/,
    /savings_club_reply accepts the (error acknowledgement|timeout) .* ← the first wrong step/,
  ],
  [
    'a callback that goes through all members',
    'savings_club_loop',
    /found I2 callback kv_query_result of savings_club_loop failed \(1000000 gas\): .*Ran out of gas/,
    /… \d+ steps that the fixture has …\n.*\n.*\n.*\n.*savings_club_loop fails on the result of its query: .*the first wrong step/,
  ],
])(
  '%s is found first',
  async (_, contract, found, wrong) => {
    const { code, stdout } = await fuzz(contract, '--stop', 'first')
    expect(code).toBe(1)
    const [first] = stdout.split('\n\n').filter((part) => /^found (?!.* being shrunk$)/m.test(part))
    expect(first).toMatch(found)
    expect(first).toMatch(wrong)
  },
  TIMEOUT,
)

test(
  'a contract without a mistake is not accused of one',
  async () => {
    const { code, stdout } = await fuzz('savings_club', '--sequences', '60')
    expect({ code, found: stdout.split('\n').filter((line) => /^(found|warning) /.test(line)) }).toEqual({
      code: 0,
      found: [],
    })
    // Not for want of trying.
    expect(stdout).toMatch(/savings_club: 5 of 6 messages accepted/)
  },
  TIMEOUT,
)
