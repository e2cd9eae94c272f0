import { describe, expect, test } from 'sudobox/vitest'

// A hundred tests with a sandbox and a contract of their own: what isolation costs. `bench/results/harness.json` has the time; none is asserted.
describe('a hundred fresh sandboxes', () => {
  const heights = new Set<bigint>()

  test.for(Array.from({ length: 100 }, (_, i) => i))('number %i', async (number, { neutron }) => {
    const alice = neutron.account('alice', '1000untrn')
    const lab = await alice.deploy('contracts/artifacts/callback_lab.wasm')
    expect(await alice.execute(lab, { act: { behaviour: 'succeed' } }, { funds: `${number + 1}untrn` })).toSucceed()
    // Nothing of the tests before it is here.
    expect(lab).toHaveBalance('untrn', number + 1)
    heights.add(neutron.height)
    expect(heights.size).toBe(1)
  })
})
