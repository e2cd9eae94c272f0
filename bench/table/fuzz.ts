import { existsSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inProcess } from '../harness/contender.js'
import { repositoryPath } from '../harness/paths.js'
import type { Group, Line } from './line.js'

const EXECUTE = 'ours, a cw20 execute'

/** Contracts of the project. */
const OWN = ['callback_lab', 'cw20_base', 'ping_pong', 'remote_vault']

/** 1,000 actions in a second of CPU time on our contracts, 300 on those of others, in µs of one. */
const AIM = { own: 1_000_000 / 1000, others: 1_000_000 / 300 }

interface Campaign {
  readonly name: string
  readonly files: readonly string[]
  readonly most: number
}

/**
 * Contracts whose campaigns are measured, from bytes alone.
 * @param builds folder of contracts of others, laid out as `npm run bench:published` takes it: the mended build is run, so that no time goes into
 * shrinking a finding
 */
export const campaigns = (builds: string | undefined): readonly Campaign[] => [
  ...OWN.map((name) => ({
    name,
    files: [repositoryPath(`contracts/artifacts/${name}.wasm`)],
    most: AIM.own,
  })),
  ...(builds === undefined ? [] : othersIn(resolve(builds))),
]

/** What an action of each campaign takes. @param builds see {@link campaigns} */
export function fuzz(builds: string | undefined): Group {
  const all = campaigns(builds)
  const contender = ({ name }: Campaign): string => `ours, ${name}`
  return {
    name: 'fuzz',
    once: true,
    lines: all.map((campaign): Line => ({
      name: `an action of a campaign, ${campaign.name}`,
      ours: [contender(campaign), 'action'],
      peer: [EXECUTE, 'execute'],
      aim: { most: campaign.most },
    })),
    contenders: {
      [EXECUTE]: () => inProcess(EXECUTE, new URL('../chain/ours.js', import.meta.url), ['calls']),
      ...Object.fromEntries(
        all.map((campaign) => [
          contender(campaign),
          () => inProcess(contender(campaign), new URL('../fuzz/campaign.js', import.meta.url), campaign.files),
        ]),
      ),
    },
  }
}

function othersIn(builds: string): Campaign[] {
  const filesIn = (name: string): string[] => {
    const folder = join(builds, name, 'fixed')
    if (!existsSync(folder)) return []
    const files = readdirSync(folder).filter((file) => file.endsWith('.wasm'))
    return files.sort().map((file) => join(folder, file))
  }
  return readdirSync(builds)
    .sort()
    .map((name) => ({ name, files: filesIn(name), most: AIM.others }))
    .filter(({ files }) => files.length > 0)
}
