import { expect, test } from 'vitest'
import { defineCampaign } from '../../../src/fuzz/config.js'
import { startCampaign } from '../../../src/fuzz/setup.js'
import { otherShapes } from '../../../src/scaffold/campaign/shapes.js'

test('other instantiate messages have other optional members, and keep what both have', async () => {
  const tx = (message: object) => ({ do: { action: 'tx', from: 'alice', messages: [message] } })
  const current = { owner: '${neutron.alice}', burning: null }
  const start = await startCampaign(
    defineCampaign({
      title: 'shapes',
      actors: [{ name: 'alice', funds: '1000untrn' }],
      setup: [
        tx({ store: { wasm: { path: 'contracts/artifacts/outpost.wasm' } } }),
        tx({ instantiate: { codeId: 1, label: 'outpost', msg: current } }),
      ],
      contracts: [{ label: 'outpost', schema: 'contracts/artifacts/schema/outpost.json' }],
    } as Parameters<typeof defineCampaign>[0]),
  )
  try {
    expect(otherShapes(start, 'outpost', current)).toEqual([
      {
        field: 'burning, burning/reason',
        instantiate: { owner: '${neutron.alice}', burning: { reason: expect.any(String) as string } },
      },
    ])
    const withBurning = { owner: '${neutron.alice}', burning: { reason: 'mine' } }
    expect(otherShapes(start, 'outpost', withBurning).map(({ instantiate }) => instantiate)).toEqual([
      expect.objectContaining({ owner: '${neutron.alice}', burning: null }),
    ])
  } finally {
    await start.sandbox.close()
  }
})
