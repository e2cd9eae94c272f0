import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const PAGE = readFileSync('ARCHITECTURE.md', 'utf8')

describe('ARCHITECTURE.md', () => {
  const places = [...PAGE.matchAll(/`((?:src|test|lint|scripts)\/[^`:]+\.\w+):([\w$]+)`/g)].map(
    ([, file, name]) => [file!, name!] as const,
  )

  test('names only files and functions that exist', () => {
    expect(places.length).toBeGreaterThan(50)
    const lost = places.filter(
      ([file, name]) => !existsSync(file) || !new RegExp(`\\b${name}\\b`).test(readFileSync(file, 'utf8')),
    )
    expect(lost.map(([file, name]) => `${file}:${name}`)).toEqual([])
  })

  test('lists the layers as lint has them, and every folder of src', () => {
    const rows = (text: string, row: RegExp) =>
      [...text.matchAll(row)].map(([, names]) => [...names!.matchAll(/\w+/g)].map(([name]) => name).join(' '))
    const [, table] = PAGE.split('| layer |')
    const layers = rows(table!.split('\n\n')[0]!, /^\| (`.*?`) \|/gm)
    expect(layers).toEqual(rows(readFileSync('lint/layers.mjs', 'utf8'), /^ {2}\[(.+)\],$/gm))
    expect(layers.flatMap((row) => row.split(' ')).toSorted()).toEqual(readdirSync('src').toSorted())
  })

  test('says where a folder is entered: each has an index.ts, and all entry points that lint knows exist', () => {
    const [, entries] = /^const ENTRY_POINTS = (\{.*?^\})$/ms.exec(readFileSync('lint/layers.mjs', 'utf8'))!
    const files = [...entries!.matchAll(/^ {2}(\w+): \[(.*?)\]/gms)].flatMap(([, folder, list]) =>
      [...list!.matchAll(/'(.*?)'/g)].map(([, name]) => `src/${folder}/${name}.ts`),
    )
    expect(files.length).toBeGreaterThan(30)
    // Nothing imports the command line, and each module has an index of its own.
    const folders = readdirSync('src').filter((folder) => folder !== 'cli' && folder !== 'modules')
    const indexes = [...folders, ...readdirSync('src/modules').map((name) => `modules/${name}`)]
    const expected = [...files, ...indexes.map((folder) => `src/${folder}/index.ts`)]
    expect(expected.filter((file) => !existsSync(file))).toEqual([])
  })

  test('lists the folders of evm as lint has them, and every one of them', () => {
    const [, section] = PAGE.split('\n`evm`\n')
    const bullets = section!
      .split('\n`modules/NAME`\n')[0]!
      .match(/^- .*$/gm)!
      .join('\n')
    const listed = [...bullets.matchAll(/(?:^- |\. )`(\w+)\/`: /gm)].map(([, name]) => name!)
    const [, order] = /^const EVM = \[(.*?)\]/ms.exec(readFileSync('lint/layers.mjs', 'utf8'))!
    expect(listed).toEqual([...order!.matchAll(/\w+/g)].map(([name]) => name))
    const folders = readdirSync('src/evm', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(listed.toSorted()).toEqual(folders.map(({ name }) => name).toSorted())
  })
})

test('ARCHITECTURE.md names the folders below `cli` that measure time', () => {
  const [, named] = /`performance\.now` of (.*?) measures/.exec(PAGE)!
  const measuring = readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .filter((file) => readFileSync(file, 'utf8').includes('performance.now'))
    .map((file) => file.split('/')[1]!)
  const folders = new Set(measuring)
  folders.delete('cli')
  expect([...named!.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual([...folders].toSorted())
})

/** Written by a program. */
const GENERATED = ['src/codec/messages', 'src/codec/proto-json/schema']

describe('src', () => {
  const entries = readdirSync('src', { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !GENERATED.some((folder) => entry.parentPath.startsWith(folder)),
  )

  test('has no folder with more than 25 files', () => {
    const counts = new Map<string, number>()
    for (const { parentPath } of entries) counts.set(parentPath, (counts.get(parentPath) ?? 0) + 1)
    expect([...counts].filter(([, count]) => count > 25)).toEqual([])
  })
})
