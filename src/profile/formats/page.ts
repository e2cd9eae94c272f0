import { readFileSync } from 'node:fs'
import { dataPage, version } from '../../base/index.js'
import { findSource, shownSource } from '../../vm/debug/index.js'
import { VM_GAS } from '../../vm/tools/index.js'
import { callsOf, spentByContract, spentBy, withoutSetup, type ProfileTree } from '../profile.js'
import { flameTree } from './flame-tree.js'
import type { ProfileDocument, ProfileFile, ProfileLine, ProfileView } from './page-model.js'

/** Longer files are not shown. */
const MAX_LENGTH = 300_000

/** A page: a flame graph, functions, lines and their sources. @throws UsageError where the package was not built */
export function profilePage(profile: ProfileTree, title: string): string {
  const later = withoutSetup(profile)
  const paths = [
    ...new Set(profile.places.flatMap(({ file, line }) => (file === undefined || line === 0 ? [] : [file]))),
  ]
  const numbers = new Map(paths.map((path, i) => [path, i]))
  const document: ProfileDocument = {
    title,
    by: `sudobox ${version()}`,
    perGas: VM_GAS,
    notes: profile.notes,
    functions: profile.functions.map(({ name, of, contract }) => [name, of, contract ?? -1] as const),
    files: paths.map(fileOf),
    views: [...(later === undefined ? [] : [later]), profile].map((part) => viewOf(part, numbers)),
  }
  return dataPage('profile.html', document)
}

/** @param numbers of the files */
function viewOf(profile: ProfileTree, numbers: ReadonlyMap<string, number>): ProfileView {
  const flames = flameTree(profile)
  return {
    contracts: contractsOf(profile),
    parents: flames.map(({ parent }) => parent),
    calls: flames.map((node) => node.function),
    self: flames.map(({ self }) => self),
    lines: linesOf(profile, numbers),
  }
}

function contractsOf(profile: ProfileTree): ProfileView['contracts'] {
  const [spent, calls] = [spentByContract(profile), callsOf(profile)]
  return profile.contracts.map(({ name }, i) => {
    const { self = 0, total = 0 } = spent.get(i) ?? {}
    return [name, calls.get(i) ?? 0, self, total]
  })
}

function linesOf(profile: ProfileTree, numbers: ReadonlyMap<string, number>): readonly ProfileLine[] {
  const { places, functions } = profile
  const own = new Set<string>()
  for (const { file, line, function: index } of places) if (functions[index]!.of === 'own') own.add(`${file}:${line}`)
  const spent = spentBy(profile, ({ place }) => {
    const { file, line } = places[place]!
    return file === undefined || line === 0 ? undefined : `${file}:${line}`
  })
  return [...spent].flatMap(([key, { self, total }]) => {
    if (key === undefined) return []
    const at = key.lastIndexOf(':')
    const file = numbers.get(key.slice(0, at))!
    return [[file, Number(key.slice(at + 1)), self, total, own.has(key) ? 1 : 0] as const]
  })
}

function fileOf(file: string): ProfileFile {
  const found = findSource(file)
  const path = shownSource(file)
  if (found === undefined) return { path }
  const text = readFileSync(found, 'utf8')
  return text.length > MAX_LENGTH ? { path } : { path, text }
}
