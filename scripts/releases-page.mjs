// Writes docs/releases.md, what contracts can ask of each kind of chain in each release, from the chains themselves and the table of VM releases.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const HEAD = `# See what contracts can ask of each release

What contracts can query and send on each kind of chain in each of its releases, and what changed from one to the next. This page is written by
\`node scripts/releases-page.mjs\`, from the tables that the chains use. \`sudobox rehearse CONTRACT.wasm --to RELEASE\` compares a contract with it
([rehearse an upgrade](guides/rehearsing-an-upgrade.md)).
`

const code = (text) => `\`${text}\``
const list = (texts) => (texts.length === 0 ? '-' : texts.map(code).join(', '))
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
const sorted = (texts) => [...new Set(texts)].sort((a, b) => (a < b ? -1 : 1))
const without = (these, those) => these.filter((name) => !those.includes(name))

export const nameOf = ({ kind, release }) => (release === undefined ? kind : `${kind}@${release}`)

/** `cosmos.bank.v1beta1` of `/cosmos.bank.v1beta1.MsgSend` and of `/cosmos.bank.v1beta1.Query/Balance`. */
function packageOf(name) {
  const full = name.slice(1).split('/')[0]
  return full.slice(0, full.lastIndexOf('.'))
}
const shortOf = (name) => name.slice(packageOf(name).length + 2).replace(/^Query\//, '')

function chains(surfaces) {
  const common = surfaces[0].capabilities.filter((name) => surfaces.every((one) => one.capabilities.includes(name)))
  return [
    '## Chains',
    '',
    `Capabilities that all have: ${list(common)}.`,
    '',
    table(
      ['Chain', 'cosmwasm-vm', 'Further capabilities', 'Longest code', 'Messages', 'Queries of contracts'],
      surfaces.map((one) => [
        code(nameOf(one)),
        one.vm,
        list(without(one.capabilities, common)),
        `${one.maxWasmSize} bytes`,
        one.messages.length,
        one.allowedQueries.length === 0 ? 'none' : one.allowedQueries.length,
      ]),
    ),
    '',
    'A message here is one that a chain of this kind handles; contracts send it as `any` (`stargate` before CosmWasm 2) if they are its signer. A query of',
    'contracts is a gRPC path that they may ask by `grpc` or `stargate`. Bank, staking, distribution, IBC and wasm have messages and queries in',
    "CosmWasm's own JSON besides, which all chains have.",
    '',
  ]
}

/** Each package: how many messages a chain handles, how many queries its contracts may make. */
function packages(surfaces) {
  const all = sorted(
    surfaces.flatMap(({ messages, allowedQueries }) => [...messages, ...allowedQueries].map(packageOf)),
  )
  const count = (names, of) => names.filter((name) => packageOf(name) === of).length
  const cell = (one, of) => {
    const [messages, queries] = [count(one.messages, of), count(one.allowedQueries, of)]
    return messages + queries === 0 ? '-' : `${messages} / ${queries}`
  }
  return [
    '## Modules',
    '',
    'Messages / queries of contracts, by the package of their protobuf files.',
    '',
    table(
      ['Package', ...surfaces.map((one) => code(nameOf(one)))],
      all.map((of) => [code(of), ...surfaces.map((one) => cell(one, of))]),
    ),
    '',
  ]
}

/** What one release has and the one before has not, and the other way round. */
function steps(surfaces, changesBetween) {
  const pairs = surfaces.flatMap((to, i) => (surfaces[i - 1]?.kind === to.kind ? [[surfaces[i - 1], to]] : []))
  return pairs.flatMap(([from, to]) => {
    const rows = [
      ['Messages that are gone', without(from.messages, to.messages)],
      ['New messages', without(to.messages, from.messages)],
      ['Queries that are gone', without(from.queries, to.queries)],
      ['New queries', without(to.queries, from.queries)],
      ['Queries that contracts may no longer make', without(from.allowedQueries, to.allowedQueries)],
      ['Queries that contracts may make now', without(to.allowedQueries, from.allowedQueries)],
      ['Modules that are gone', without(from.modules, to.modules)],
      ['New modules', without(to.modules, from.modules)],
      ['Capabilities that are gone', without(from.capabilities, to.capabilities)],
      ['New capabilities', without(to.capabilities, from.capabilities)],
    ].filter(([, names]) => names.length > 0)
    return [
      `## From ${nameOf(from)} to ${nameOf(to)}`,
      '',
      ...(from.vm === to.vm ? [] : [`- cosmwasm-vm ${from.vm} becomes ${to.vm}.`]),
      ...rows.map(([title, names]) => `- ${title}: ${list(names)}.`),
      '',
      'Rules that differ:',
      '',
      ...changesBetween(from.rules, to.rules).map(
        ({ text, names }) => `- ${text}${names.length === 0 ? '' : ` (${list(names)})`}`,
      ),
      '',
    ]
  })
}

/** The names themselves, with the chains that have them. */
function names(surfaces, title, about, of) {
  const all = sorted(surfaces.flatMap(of))
  const having = (name) => surfaces.filter((one) => of(one).includes(name)).map(nameOf)
  const rows = sorted(all.map(packageOf)).flatMap((group) => {
    const members = all.filter((name) => packageOf(name) === group)
    const sets = sorted(members.map((name) => having(name).join(', ')))
    return sets.map((set) => [
      code(group),
      set === surfaces.map(nameOf).join(', ') ? 'all' : set,
      members
        .filter((name) => having(name).join(', ') === set)
        .map(shortOf)
        .join(', '),
    ])
  })
  return rows.length === 0 ? [] : [`## ${title}`, '', about, '', table(['Package', 'Chains', 'Names'], rows), '']
}

function custom(surfaces) {
  return [
    '## Custom messages and queries',
    '',
    'Names in the JSON of contracts that require the capability `neutron`.',
    '',
    table(
      ['Chain', 'Messages', 'Queries'],
      surfaces
        .filter(({ customMessages }) => customMessages.length > 0)
        .map((one) => [code(nameOf(one)), list(one.customMessages), list(one.customQueries)]),
    ),
    '',
  ]
}

function missing(surfaces) {
  const rows = surfaces
    .map((one) => [nameOf(one), without(one.allowedQueries, one.queries)])
    .filter(([, paths]) => paths.length > 0)
  return rows.flatMap(([name, paths]) => [
    `Contracts on the real chain of kind ${code(name)} may make these too, which chains here do not answer: ${list(paths)}.`,
    '',
  ])
}

/** How each of these shows on the page, and what it is. */
const COLUMNS = [
  ['Gas of an operator', ({ operator }) => operator],
  ['of one that ends a run', ({ accounting }) => accounting],
  ['of `memory.grow`', ({ operator, moves }) => moves?.memoryGrow.base ?? operator],
  ['of a local after 29', ({ local }) => local],
  ['of a host call', ({ hostCall }) => hostCall],
  ['Functions', ({ limits }) => (Number.isFinite(limits.functions) ? limits.functions : 'any')],
  ['Locals of one', ({ limits }) => (Number.isFinite(limits.locals) ? limits.locals : 'any')],
  ['Curves', ({ newCurves }) => (newCurves ? 'also secp256r1, BLS12-381' : 'secp256k1, ed25519')],
  ['Several results', ({ multiValue }) => (multiValue ? 'yes' : 'no')],
  [
    'Bulk operators',
    ({ bulkOperators, referenceOperators }) =>
      bulkOperators === 'none' ? 'no' : referenceOperators ? 'yes, also on references' : 'yes',
  ],
]

function vms(schedules, rangesOf) {
  const groups = new Map()
  for (const schedule of schedules) {
    const key = COLUMNS.map(([, of]) => of(schedule)).join(' | ')
    groups.set(key, [...(groups.get(key) ?? []), schedule])
  }
  return [
    '## Releases of the contract VM',
    '',
    'Limits and prices that contracts notice, oldest first. Releases in one row agree in these; all that is compared with the native programs is in',
    '[differences](differences.md).',
    '',
    table(
      ['cosmwasm-vm', ...COLUMNS.map(([title]) => title)],
      [...groups.values()].map((group) => [
        rangesOf(group.map(({ version }) => version)),
        ...COLUMNS.map(([, of]) => of(group[0])),
      ]),
    ),
    '',
  ]
}

/** The page. */
export function render({ surfaces, schedules, rangesOf, changesBetween }) {
  return [
    HEAD,
    ...chains(surfaces),
    ...packages(surfaces),
    ...steps(surfaces, changesBetween),
    ...names(
      surfaces,
      'Queries of contracts',
      'Allowed by `grpc` and `stargate`.',
      ({ allowedQueries }) => allowedQueries,
    ),
    ...missing(surfaces),
    ...custom(surfaces),
    ...names(surfaces, 'Messages', 'Handled on chains of these kinds.', ({ messages }) => messages),
    ...vms(schedules, rangesOf),
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { sources } = await import('./source.mjs')
  const [{ allSurfaces }, { changesBetween }, { rangesOf, scheduleOf, vmVersions }] = await sources(
    'app/index',
    'rehearse/index',
    'vm/internal',
  )
  const page = render({ surfaces: allSurfaces(), schedules: vmVersions().map(scheduleOf), rangesOf, changesBetween })
  writeFileSync(new URL('../docs/releases.md', import.meta.url), page)
}
