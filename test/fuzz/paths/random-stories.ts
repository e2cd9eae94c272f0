import { resolve } from 'node:path'
import { defineCampaign, type CampaignConfig } from '../../../src/fuzz/config.js'
import { executed, Memory, nextAction, sceneOf, weightsOf } from '../../../src/fuzz/model/index.js'
import { RandomSource } from '../../../src/fuzz/random-source.js'
import type { Start } from '../../../src/fuzz/setup.js'
import { Story } from '../../../src/fuzz/story.js'
import { UsageError } from '../../../src/base/errors.js'
import type { ActionInput } from '../../../src/sandbox/index.js'
import { bridgeCampaign } from '../bridge.js'
import { labOnThree } from '../layers/three.js'
import { vaultCampaign } from '../stories.js'

const artifact = (name: string): string => resolve(`contracts/artifacts/${name}`)

/** Two ticket offices with a channel between them. */
const office = defineCampaign({
  title: 'ticket office',
  actors: ['alice', 'bob'].map((name) => ({ name, funds: '1000000untrn' })),
  setup: async ({ chains: { neutron, hub }, relayer }) => {
    const [here, there] = await Promise.all(
      [neutron, hub].map((chain) =>
        chain.account('deployer').deploy(artifact('ticket_office.wasm'), {}, { label: 'office' }),
      ),
    )
    await relayer.openChannel({
      chain: 'neutron',
      connection: 'connection-0',
      port: `wasm.${here!.address}`,
      counterpartyPort: `wasm.${there!.address}`,
      version: 'tickets-1',
    })
  },
  contracts: [
    {
      label: 'office',
      schema: artifact('schema/ticket_office.json'),
      messages: [{ from: 'alice', msg: { buy: {} }, funds: '10untrn' }],
    },
  ],
})

/** A laboratory whose messages schedules send too. */
const lab = defineCampaign({
  title: 'laboratory',
  actors: [
    { name: 'alice', funds: '1000000untrn' },
    { name: 'bank', chain: 'hub', funds: '1000000uatom' },
  ],
  setup: async ({ chains: { neutron } }) => {
    await neutron.account('alice').deploy(artifact('callback_lab.wasm'), {}, { label: 'lab', funds: '100000untrn' })
  },
  contracts: [
    {
      label: 'lab',
      schema: artifact('schema/callback_lab.json'),
      messages: [{ msg: { act: { behaviour: 'succeed' } } }],
      cron: ['act', 'transfer'],
    },
  ],
})

/** Campaigns of the project's contracts: with interchain accounts and queries, channels of their own, layers around transfers, schedules. */
export const CAMPAIGNS: readonly CampaignConfig[] = [vaultCampaign(), bridgeCampaign(), office, lab, labOnThree()]

const LENGTH = 14

/** A random action sequence as a campaign makes it, with refused messages. */
export async function randomStory(start: Start, seed: number): Promise<readonly ActionInput[]> {
  const random = new RandomSource(seed)
  const memory = new Memory(start)
  const story = await Story.begin({ ...start, light: true })
  const weights = weightsOf(random)
  const actions: ActionInput[] = []
  for (let i = 0; i < LENGTH; i++) {
    const action = nextAction(sceneOf(story, memory, weights, random))
    if (action === undefined) continue
    actions.push(action)
    const message = executed(action)
    const subject = start.subjects.find(({ config }) => config.label === message?.contract)
    try {
      const step = await story.execute(action)
      if (subject !== undefined) memory.learn(subject, step, step.error === undefined)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
    }
  }
  return actions
}
