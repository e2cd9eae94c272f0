import { runPool } from 'sudobox/fuzz'
import { serve } from '../harness/contender.js'
import { prepared } from './prepared.js'

/** What the parts of a campaign cost: `PART actions` and `PART cpu` in ms for each action of its sequences, and `memory` in MB. */
const campaign = prepared(process.argv.slice(2), 80)

serve(async () => {
  const { actions, costs = [] } = await runPool({ ...campaign, costs: true })
  return {
    ...Object.fromEntries(
      costs.flatMap(({ part, actions: executed, cpu = 0 }) => [
        [`${part} actions`, executed / actions],
        [`${part} cpu`, cpu / actions],
      ]),
    ),
    memory: process.resourceUsage().maxRSS / 1024,
  }
})
