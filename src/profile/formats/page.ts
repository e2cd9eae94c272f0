import { readFileSync } from 'node:fs'
import { dataPage, version } from '../../base/index.js'
import { findSource, shownSource } from '../../vm/debug/index.js'
import { VM_GAS } from '../../vm/tools/index.js'
import { callsOf, spentByContract, spentBy, type ProfileTree } from '../profile.js'
import { flameTree } from './flame-tree.js'
import type { ProfileDocument, ProfileFile, ProfileLine } from './page-model.js'

/** Longer files are not shown. */
const LONGEST = 300_000

/** A page: a flame graph, functions, lines and their sources. @throws UsageError where the package was not built */
export function profilePage(profile: ProfileTree, title: string): string {
  const flames = flameTree(profile)
  const document: ProfileDocument = {
    title,
    by: `sudobox ${version()}`,
    perGas: VM_GAS,
    notes: profile.notes,
    contracts: contractsOf(profile),
    functions: profile.functions.map(({ name, of, contract }) => [name, of, contract ?? -1] as const),
    parents: flames.map(({ parent }) => parent),
    calls: flames.map((node) => node.function),
    self: flames.map(({ self }) => self),
    ...linesOf(profile),
  }
  return dataPage('profile.html', document)
}

function contractsOf(profile: ProfileTree): ProfileDocument['contracts'] {
  const [spent, calls] = [spentByContract(profile), callsOf(profile)]
  return profile.contracts.map(({ name }, i) => {
    const { self = 0, total = 0 } = spent.get(i) ?? {}
    return [name, calls.get(i) ?? 0, self, total]
  })
}

function linesOf(profile: ProfileTree): Pick<ProfileDocument, 'files' | 'lines'> {
  const { places, functions } = profile
  const numbers = new Map<string, number>()
  const files: ProfileFile[] = []
  const lines: ProfileLine[] = []
  const own = new Set<string>()
  for (const { file, line, function: index } of places) if (functions[index]!.of === 'own') own.add(`${file}:${line}`)
  const spent = spentBy(profile, ({ place }) => {
    const { file, line } = places[place]!
    return file === undefined || line === 0 ? undefined : `${file}:${line}`
  })
  for (const [key, { self, total }] of spent) {
    if (key === undefined) continue
    const at = key.lastIndexOf(':')
    const file = key.slice(0, at)
    let number = numbers.get(file)
    if (number === undefined) {
      numbers.set(file, (number = files.length))
      files.push(fileOf(file))
    }
    lines.push([number, Number(key.slice(at + 1)), self, total, own.has(key) ? 1 : 0])
  }
  return { files, lines }
}

function fileOf(file: string): ProfileFile {
  const found = findSource(file)
  const path = shownSource(file)
  if (found === undefined) return { path }
  const text = readFileSync(found, 'utf8')
  return text.length > LONGEST ? { path } : { path, text }
}
