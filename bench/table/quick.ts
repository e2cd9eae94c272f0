import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, release, type } from 'node:os'
import { compareBuilds } from '../against/index.js'
import { repositoryPath } from '../harness/paths.js'
import type { BenchOptions } from '../run.js'
import { groupsOf } from './groups.js'
import type { Line } from './line.js'
import { measure } from './measure.js'

/** For readers: how many times as fast as its peer ours is, by the time of the processor, and on which machine that was. */
interface Written {
  readonly machine: string
  readonly ratios: Readonly<Record<string, number>>
}

const FILE = repositoryPath('bench/quick.json')
const ROUNDS = 3

/** What matters, compared with another build; or with `write`, compared with its peers and written to the file. */
export async function quickBench({ write, against, group: names }: BenchOptions): Promise<boolean> {
  const groups = groupsOf(names)
  if (typeof groups === 'string') {
    console.error(groups)
    return false
  }
  if (!write) return compareBuilds(groups, against)
  const { ratios: before } = JSON.parse(readFileSync(FILE, 'utf8')) as Written
  const ratios: Record<string, number> = { ...before }
  for (const group of groups) {
    const lines = group.lines.filter(({ quick }) => quick)
    if (lines.length === 0) continue
    console.error(`\n${group.name}`)
    for (const { line, speed } of await measure(group, ROUNDS, lines))
      if (speed.cpu !== undefined) ratios[nameOf(line)] = Number(speed.cpu.toPrecision(3))
  }
  const written: Written = { machine: machine(), ratios }
  const text = JSON.stringify(written, null, 2)
  writeFileSync(FILE, `${text}\n`)
  console.log(text)
  return true
}

const nameOf = ({ name, peer }: Line): string => `${name}, beside ${peer[0]}`

const machine = (): string =>
  `${cpus()[0]?.model}, ${cpus().length} cores, Node ${process.version}, ${type()} ${release()}`
