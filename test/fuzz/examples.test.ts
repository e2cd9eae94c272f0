import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runCampaign } from '../../src/fuzz/campaign.js'
import type { CampaignConfigInput } from '../../src/fuzz/config.js'
import { Corpus } from '../../src/fuzz/corpus/index.js'
import { startCampaign } from '../../src/fuzz/setup.js'
import { variantNames } from '../../src/schema/index.js'
import { FixtureError } from '../../src/sandbox/index.js'
import { vaultCampaign } from './stories.js'

const withMessages = (messages: CampaignConfigInput['contracts'][number]['messages']) => {
  const config = vaultCampaign()
  return {
    ...config,
    contracts: config.contracts.map((one) => ({ ...one, messages: messages as typeof one.messages })),
  }
}

test('an example message that the contract cannot parse is a warning before the first story', async () => {
  const config = withMessages([
    { msg: { withdraw: { amount: '5' } }, funds: '' },
    { msg: { withdraw: { amout: '5' } }, funds: '999999999999999untrn' },
  ])
  const seen: (readonly string[])[] = []
  await runCampaign(config, {
    seed: 1,
    budget: { sequences: 0 },
    clock: () => 0,
    corpus: Corpus.open(undefined),
    onProgress: ({ warnings }) => seen.push(warnings),
  })
  const unread = seen[0]!.filter((warning) => warning.includes('cannot read'))
  expect(unread).toEqual([
    expect.stringMatching(/^"vault" cannot read the example message .*amout.*missing field `amount`/),
  ])
})

test('example messages name accounts and contracts, as the setup does', async () => {
  const start = await startCampaign(
    withMessages([
      { msg: { note: { who: '${bob}', at: '${vault}', far: '${hub.bob}', text: 'to ${bob}' } }, funds: '' },
    ]),
  )
  try {
    const { chains } = start.sandbox
    const [bob, far] = [chains.neutron.account('bob').address, chains.hub.account('bob').address]
    expect(start.subjects[0]!.config.messages[0]!.msg).toEqual({
      note: { who: bob, at: start.subjects[0]!.address, far, text: `to ${bob}` },
    })
  } finally {
    await start.sandbox.close()
  }
  const unknown = startCampaign(withMessages([{ msg: { note: { who: '${nobody}' } }, funds: '' }]))
  await expect(unknown).rejects.toBeInstanceOf(FixtureError)
  await expect(unknown).rejects.toMatchObject({ pointer: '/contracts/0/messages/0/msg/note/who' })
})

test('the schema may be the folder of the separate files of an older contract', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'schema-'))
  try {
    const { execute, instantiate } = JSON.parse(
      readFileSync('contracts/artifacts/schema/remote_vault.json', 'utf8'),
    ) as Record<string, object>
    writeFileSync(join(folder, 'handle_msg.json'), JSON.stringify({ ...execute, title: 'HandleMsg' }))
    writeFileSync(join(folder, 'init_msg.json'), JSON.stringify({ ...instantiate, title: 'InitMsg' }))
    const config = vaultCampaign()
    const start = await startCampaign({
      ...config,
      trusted: true,
      contracts: config.contracts.map((one) => ({ ...one, schema: folder })),
    })
    try {
      expect(variantNames(start.subjects[0]!.schema.execute!)).toContain('withdraw')
    } finally {
      await start.sandbox.close()
    }
    rmSync(join(folder, 'handle_msg.json'))
    rmSync(join(folder, 'init_msg.json'))
    await expect(
      startCampaign({
        ...config,
        trusted: true,
        contracts: config.contracts.map((one) => ({ ...one, schema: folder })),
      }),
    ).rejects.toThrow('no schema of a contract in the folder')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
