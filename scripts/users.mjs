// Lists every module, kind of chain, command, option and npm script with the files that use it: `npm run users`. `test/package/users.test.ts` fails for one
// that nothing uses. `-- --unused` lists only those.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** Generated, or lists of what there is: being named in them is no use. */
const LISTS =
  /^docs\/(cli|figures|evm-methods|outcomes|releases)\.md$|^CHANGELOG\.md$|^test\/package\/users\.test\.ts$|^scripts\/users\.mjs$/
const SKIPPED =
  /(^|\/)(node_modules|target|\.cache|\.pages|out|dist|site)$|^test\/clients\/.*(client|composer|types)\.ts$/

/** Where users are looked for. */
const PLACES = {
  test: ['test', '.ts'],
  guide: ['docs', '.md'],
  recording: ['fixtures', '.yaml'],
  script: ['scripts', '.mjs'],
  figure: ['bench/results', '.json'],
}
/** Single files that tell how to use something, or do. */
const FILES = { guide: ['README.md', 'CONTRIBUTING.md', 'contracts/README.md'], script: ['.ci/run', 'package.json'] }

function filesBelow(folder, ending) {
  return readdirSync(ROOT + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (SKIPPED.test(path) || LISTS.test(path)) return []
    if (entry.isDirectory()) return filesBelow(path, ending)
    return path.endsWith(ending) ? [path] : []
  })
}

/** All files that may be users, with their texts. */
function corpus() {
  const paths = Object.entries(PLACES).flatMap(([place, [folder, ending]]) =>
    [...filesBelow(folder, ending), ...(FILES[place] ?? [])].map((path) => ({ place, path })),
  )
  const readmes = ['bench', 'reference']
    .flatMap((folder) => filesBelow(folder, '.md'))
    .map((path) => ({ place: 'guide', path }))
  return [...paths, ...readmes].map((file) => ({
    ...file,
    text: `${file.path}\n${readFileSync(ROOT + file.path, 'utf8')}`,
  }))
}

const json = (path) => JSON.parse(readFileSync(ROOT + path, 'utf8'))
const escaped = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** A command in a shell line, its words as arguments in a test, or a test named after it. */
const callOf = (words) =>
  new RegExp(
    [
      String.raw`sudobox ${escaped(words.join(' '))}(?![\w-])`,
      String.raw`(['"\x60])${words.map(escaped).join(String.raw`\1,?\s+\1`)}\1`,
      String.raw`^test/cli/${escaped(words.join('-'))}[.-]`,
    ].join('|'),
  )
const flagOf = (flag) => new RegExp(String.raw`(?<![\w-])${escaped(flag)}(?![\w-])`)

/** Commands and their options, from docs/cli.md, which is their help. Commands below one share their options. */
function commands() {
  const sections = readFileSync(`${ROOT}docs/cli.md`, 'utf8')
    .split(/^##+ (?=sudobox )/m)
    .slice(1)
  const rows = sections.flatMap((section) => {
    const name = section.slice(0, section.indexOf('\n'))
    if (!section.includes('```text\nsudobox ')) return []
    const [top, ...words] = name.split(' ').slice(1)
    const flags = [...section.matchAll(/^\| `(?:-\w, )?(--[\w-]+)/gm)].map(([, flag]) => flag)
    return [
      // A group's name may be left to a helper of the test: the last two words are the command.
      { kind: 'command', name, patterns: [callOf([top, ...words].slice(-2))] },
      ...flags.map((flag) => ({
        kind: 'option',
        name: `sudobox ${top} ${flag}`,
        patterns: [callOf([top]), flagOf(flag)],
      })),
    ]
  })
  const byName = new Map(rows.map((row) => [row.name, { ...row, places: ['test', 'guide'] }]))
  return [...byName.values()]
}

/** Scripts that npm runs before or after another belong to that one, and what a script says of itself is no use. */
function npmScripts() {
  const { scripts } = json('package.json')
  return Object.entries(scripts)
    .filter(([name]) => !(name.replace(/^(pre|post)/, '') in scripts && /^(pre|post)/.test(name)) && name !== 'prepack')
    .map(([name, text]) => ({
      kind: 'npm script',
      name: `npm run ${name}`,
      places: ['guide', 'script', 'test', 'figure'],
      own: text,
      patterns: [
        new RegExp(
          String.raw`npm (run )?(--silent )?${escaped(name)}(?![\w:-])|side-by-side\.mjs .*(?<![\w:])${escaped(name)}(?![\w:-])`,
        ),
      ],
    }))
}

const kinds = () =>
  json('fixtures/fixture.schema.json').$defs.ChainOptions.properties.kind.enum.map((kind) => ({
    kind: 'kind of chain',
    name: kind,
    places: ['test', 'recording'],
    patterns: [new RegExp(String.raw`kind: ['"]?${kind}\b`)],
  }))

/** Modules whose folder is not how the chain spells them. */
const SPELLED = {
  ratelimiting: 'ratelimit',
  ibchooks: 'ibc-?hooks',
  ratelimit: 'rate-?limit',
  nolusmint: 'nolus[.]mint',
}

const modules = () =>
  readdirSync(`${ROOT}src/modules`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({
      kind: 'module',
      name,
      places: ['test', 'recording'],
      patterns: [new RegExp(String.raw`['"/._]${SPELLED[name] ?? name}(?=['"/._-])`)],
    }))

/** Each thing that may be used, with the files that use it. */
export function users() {
  const files = corpus()
  return [...modules(), ...kinds(), ...commands(), ...npmScripts()].map(
    ({ kind, name, places, patterns, own = '' }) => ({
      kind,
      name,
      users: files
        .filter(
          ({ place, path, text }) =>
            places.includes(place) && !own.includes(path) && patterns.every((pattern) => pattern.test(text)),
        )
        .map(({ path }) => path),
    }),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { unused: { type: 'boolean', default: false } } })
  const rows = users().filter(({ users: found }) => !values.unused || found.length === 0)
  console.log('| what | name | used by |\n|---|---|---|')
  for (const { kind, name, users: found } of rows)
    console.log(
      `| ${kind} | \`${name}\` | ${found.slice(0, 3).join(', ')}${found.length > 3 ? ` and ${found.length - 3} more` : ''} |`,
    )
}
