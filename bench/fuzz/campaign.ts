import { runPool } from 'sudobox/fuzz'
import { serve } from '../harness/contender.js'
import { ownCpu } from '../harness/cpu.js'
import { prepared } from './prepared.js'

/** What is measured is an action of a campaign. Preparing the worker and compiling the contracts is a small part of so many sequences. */
const campaign = prepared(process.argv.slice(2), 200)

serve(async () => {
  const [cpu, wall] = [ownCpu(), performance.now()]
  const { actions } = await runPool(campaign)
  return { action: (ownCpu() - cpu) / actions, 'action wall': ((performance.now() - wall) * 1000) / actions }
})
