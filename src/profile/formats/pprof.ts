import { gzipSync } from 'node:zlib'
import {
  Function as PprofFunction,
  Line,
  Location,
  Mapping,
  Profile,
  Sample,
  StringTable,
  ValueType,
} from 'pprof-format'
import { shownSource } from '../../vm/debug/index.js'
import { VM_GAS } from '../../vm/tools/index.js'
import type { ProfileTree } from '../profile.js'

/** The file of `go tool pprof` and services that read it, gzipped: line by line. Each sample is a stack of lines, and the gas that the last one spent itself. */
export function pprof({ contracts, functions, places, nodes, notes }: ProfileTree): Uint8Array {
  const strings = new StringTable()
  const text = (value: string): number => strings.dedup(value)
  const functionIds = new Map<string, number>()
  const pprofFunctions: PprofFunction[] = []
  const functionOf = (index: number, file: string | undefined): number => {
    const key = `${index} ${file ?? ''}`
    let id = functionIds.get(key)
    if (id === undefined) {
      functionIds.set(key, (id = pprofFunctions.length + 1))
      const name = text(functions[index]!.name)
      const filename = text(file === undefined ? '' : shownSource(file))
      pprofFunctions.push(new PprofFunction({ id, name, systemName: name, filename }))
    }
    return id
  }
  const location = places.map(
    ({ function: index, file, line }, i) =>
      new Location({
        id: i + 1,
        // A mapping is what pprof calls a binary.
        mappingId: (functions[index]!.contract ?? -1) + 1,
        line: [new Line({ functionId: functionOf(index, file), line })],
      }),
  )
  const stacks: (readonly number[])[] = []
  const sample: Sample[] = []
  for (const { parent, place, self } of nodes) {
    // The innermost comes first.
    const locationId = [place + 1, ...(stacks[parent] ?? [])]
    stacks.push(locationId)
    if (self > 0) sample.push(new Sample({ locationId, value: [self] }))
  }
  const gas = new ValueType({ type: text('vm_gas'), unit: text('count') })
  const comments = [`VM gas: ${VM_GAS} are one gas of the chain`, ...notes]
  const profile = new Profile({
    sampleType: [gas],
    sample,
    location,
    mapping: contracts.map(
      ({ name, checksum }, i) =>
        new Mapping({
          id: i + 1,
          filename: text(name),
          buildId: text(checksum),
          hasFunctions: true,
          hasFilenames: true,
          hasLineNumbers: true,
          hasInlineFrames: true,
        }),
    ),
    function: pprofFunctions,
    periodType: gas,
    period: 1,
    comment: comments.map(text),
    stringTable: strings,
  })
  return gzipSync(profile.encode())
}
