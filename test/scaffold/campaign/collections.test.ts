import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { prepareCampaign } from '../../../src/scaffold/campaign/index.js'

test('all users have tokens of a collection, which can be sent with messages of the other contract', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'collections-'))
  try {
    const out = join(folder, 'campaign.yaml')
    const wasms = ['cw721_base', 'outpost'].map((name) => `contracts/artifacts/${name}.wasm`)
    const { runs } = await prepareCampaign({ wasms, out, onStep: () => {} })
    expect(readFileSync(out, 'utf8')).toContain('token_id: bob-3')
    const sent = runs
      .find(({ label }) => label === 'cw721_base')!
      .accepted.find(({ variant }) => variant === 'send_nft')
    const { send_nft } = sent!.msg as unknown as { send_nft: { msg: string } }
    expect(JSON.parse(Buffer.from(send_nft.msg, 'base64').toString())).toMatchObject({ keep: {} })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}, 180_000)
