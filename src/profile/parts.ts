import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../base/index.js'
import { ModuleFolder, type CallSite, type Charge } from '../vm/tools/index.js'
import { joinRaw, type RawCode, type RawNode, type RawProfile } from './raw.js'

interface PartCode extends Omit<RawCode, 'file' | 'ran' | 'information' | 'twin'> {
  readonly path: string | null
  /** Names of files. */
  readonly ran: string
  readonly information: string
  readonly twin: string | null
}

type FunctionNode = Extract<RawNode, { readonly kind: 'function' }>

interface PartFunction extends Omit<FunctionNode, 'function' | 'site' | 'charges'> {
  readonly function: number | null
  readonly site: CallSite | null
  /** Numbers in the list of charges, each followed by a count. */
  readonly charges: readonly number[]
}

interface Part {
  readonly codes: readonly PartCode[]
  readonly charges: readonly (Charge & { readonly code: number })[]
  readonly nodes: readonly (Exclude<RawNode, FunctionNode> | PartFunction)[]
}

const PART = /^part-.*\.json$/

/** Stores what one process or thread spent, for {@link readProfileParts}. */
export function writeProfilePart(folder: string, name: string, { codes, nodes }: RawProfile): void {
  if (nodes.length === 0) return
  mkdirSync(folder, { recursive: true })
  const modules = new ModuleFolder(folder)
  const charges: Part['charges'][number][] = []
  const numbers = new Map<Charge, number>()
  const numberOf = (charge: Charge, code: number): number => {
    let number = numbers.get(charge)
    if (number === undefined) numbers.set(charge, (number = charges.push({ ...charge, code }) - 1))
    return number
  }
  const part: Part = {
    codes: codes.map(({ file, ...code }) => ({
      ...code,
      path: file ?? null,
      ran: modules.write(code.ran),
      information: modules.write(code.information),
      twin: code.twin === undefined ? null : modules.write(code.twin),
    })),
    nodes: nodes.map((node) =>
      node.kind !== 'function'
        ? node
        : {
            ...node,
            function: node.function ?? null,
            site: node.site ?? null,
            charges: node.charges.flatMap(([charge, count]) => [numberOf(charge, node.code), count]),
          },
    ),
    charges,
  }
  writeAtomically(join(folder, `part-${name}.json`), JSON.stringify(part))
}

/** What all processes and threads stored in a folder. */
export function readProfileParts(folder: string): RawProfile {
  if (!existsSync(folder)) return { codes: [], nodes: [] }
  const modules = new ModuleFolder(folder)
  // Equal charges of all parts are one object, so that the place of each is looked up once.
  const known = new Map<string, Charge>()
  const names = readdirSync(folder).filter((name) => PART.test(name))
  return joinRaw(
    names.sort().map((name) => open(JSON.parse(readFileSync(join(folder, name), 'utf8')) as Part, modules, known)),
  )
}

function open(part: Part, modules: ModuleFolder, known: Map<string, Charge>): RawProfile {
  const all = part.charges.map((charge) => {
    const { ran, version } = part.codes[charge.code]!
    const key = `${ran} ${version} ${charge.function} ${charge.from} ${charge.to}`
    const same = known.get(key)
    if (same === undefined) known.set(key, charge)
    return same ?? charge
  })
  return {
    codes: part.codes.map(({ path, ...code }) => ({
      ...code,
      file: path ?? undefined,
      ran: modules.read(code.ran),
      information: modules.read(code.information),
      twin: code.twin === null ? undefined : modules.read(code.twin),
    })),
    nodes: part.nodes.map((node): RawNode => {
      if (node.kind !== 'function') return node
      const charges: [Charge, number][] = []
      for (let i = 0; i < node.charges.length; i += 2) charges.push([all[node.charges[i]!]!, node.charges[i + 1]!])
      return { ...node, function: node.function ?? undefined, site: node.site ?? undefined, charges }
    }),
  }
}
