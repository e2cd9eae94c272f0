import { afterAll, beforeAll, expect, test } from 'vitest'
import { Findings } from '../../../src/fuzz/findings/findings.js'
import { Memory } from '../../../src/fuzz/model/index.js'
import { differenceOfPaths } from '../../../src/fuzz/paths/index.js'
import { startCampaign, type Start } from '../../../src/fuzz/setup.js'
import type { Action, ActionInput, Sandbox } from '../../../src/sandbox/index.js'
import { vault, vaultCampaign } from '../stories.js'

let start: Start
beforeAll(async () => {
  start = await startCampaign(vaultCampaign(), false)
})
afterAll(async () => start.sandbox.close())

/** A sandbox whose light path makes one block too many. */
const faulty = (sandbox: Sandbox): Sandbox =>
  new Proxy(sandbox, {
    get: (target, name) => {
      if (name === 'performLightly')
        return (action: Action) => {
          target.chains.neutron.host.app.nextBlock()
          return target.performLightly(action)
        }
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? (member.bind(target) as unknown) : member
    },
  })

const actions: readonly ActionInput[] = [vault.deposit('alice'), vault.relay]
/** Nothing shows it again. */
const claimed = {
  invariant: 'I3',
  level: 'note',
  text: 'a claim',
  about: 'vault/deposit',
  cluster: 'I3 vault/deposit a claim',
} as const

const added = async (on: Start): Promise<Findings> => {
  const findings = new Findings(on, new Memory(on), 1)
  await findings.add(actions, claimed)
  return findings
}

test('what only the light path shows is a bug in Sudobox, and no finding', async () => {
  const wrong = { ...start, sandbox: faulty(start.sandbox) }
  expect(await differenceOfPaths(wrong, actions)).toMatch(/^step 1: .*"height":/)
  const { all, inconsistencies } = await added(wrong)
  expect(all).toEqual([])
  expect(inconsistencies).toEqual([expect.stringMatching(/violation of I3 is not reported.* bug in Sudobox: step 1/)])
})

test('what both paths agree on stays a finding, even if it is not shown again', async () => {
  const { all, inconsistencies } = await added(start)
  expect(all).toMatchObject([claimed])
  expect(inconsistencies).toEqual([])
})
