import { checkFixture, replay } from 'sudobox/replay'
import { expect, test } from 'vitest'

/** A fixture whose second step sends more than there is. */
const overdrawn = (expected?: object) =>
  checkFixture(
    {
      sudobox: 1,
      title: 'too much',
      steps: [
        { do: { action: 'account', name: 'alice', funds: '5untrn' } },
        {
          do: { action: 'tx', from: 'alice', messages: [{ send: { to: 'alice', amount: '6untrn' } }] },
          ...(expected && { expect: expected }),
        },
      ],
    },
    'too-much.yaml',
  )

test('a failing step is a difference if its expectation does not mention success', async () => {
  const report = await replay(overdrawn({ sudo: [] }), 'too-much.yaml')
  expect(report.passed).toBe(false)
  expect(report.steps[1]?.difference).toMatchObject({ pointer: '/ok', expected: 'true', actual: false })
})

test('a step that fails as expected is as expected', async () => {
  expect((await replay(overdrawn({ codespace: 'sdk', code: 5 }), 'too-much.yaml')).passed).toBe(true)
})

test('a failing step without an expectation ends the run with its place', async () => {
  await expect(replay(overdrawn(), 'too-much.yaml')).rejects.toThrow(
    /^too-much\.yaml#\/steps\/1\/do: .*spendable balance 5untrn is smaller than 6untrn: insufficient funds/,
  )
})

const VAULT = new URL('../../contracts/artifacts/remote_vault.wasm', import.meta.url).pathname

test('saved values are ids, counts, chains and lists in later steps', async () => {
  const fixture = checkFixture(
    {
      sudobox: 1,
      title: 'saved values',
      steps: [
        { do: { action: 'account', name: 'alice', funds: '1000000untrn' } },
        {
          do: { action: 'tx', from: 'alice', messages: [{ store: { wasm: { path: VAULT } } }] },
          save: { code: '/codeIds/0', ids: '/codeIds' },
        },
        {
          do: {
            action: 'tx',
            from: 'alice',
            messages: [{ instantiate: { codeId: '${code}', label: 'lab ${code}', msg: { ids: '${ids}' } } }],
          },
          expect: { ok: false, rawLog: { $match: 'Error parsing into type' } },
        },
        {
          do: { action: 'block', chain: 'hub', count: '${code}' },
          expect: { height: '2' },
          save: { height: '/height' },
        },
        { do: { action: 'block', count: '${height}' }, save: { neutron: '/height' } },
        { do: { action: 'head' }, expect: { height: '${neutron}' }, save: { chainId: '/chainId' } },
        { do: { action: 'balances', chain: '${chainId}', address: 'alice' }, expect: { refused: { code: 'USAGE' } } },
        {
          do: { action: 'repeat', times: '${height}', do: { action: 'block', count: '${height}' } },
          expect: { ran: 2 },
        },
      ],
    },
    'saved.yaml',
  )
  const report = await replay(fixture, 'saved.yaml', { trust: true })
  expect(report.steps.flatMap(({ difference }) => difference ?? [])).toEqual([])
  expect(report.passed).toBe(true)
})
