import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { NEUTRON_QUERIES } from '../../src/app/neutron/allowed-queries.js'
import { newNeutronApp } from './chains.js'

// `npm run allowed-queries` writes the tables of docs/differences.md anew.

const PAGE = new URL('../../docs/differences.md', import.meta.url)
const HEADING = '## What contracts of Neutron may ask and send'

/** Why the queries or messages of a package are not there. */
const REASONS: Readonly<Record<string, string>> = {
  'neutron.dex': 'there is no exchange: its orders, pools and swaps are not built',
  'cosmos.crisis.v1beta1':
    'there is no module of invariants: checking one reads all balances, delegations and deposits for the gas of its sender',
}

const V11 = (
  JSON.parse(readFileSync(new URL('neutron-v11-messages.json', import.meta.url), 'utf8')) as {
    readonly messages: Readonly<Record<string, readonly string[]>>
  }
).messages

const app = newNeutronApp()
const list = (names: readonly string[]): string =>
  names.length === 0 ? '' : names.map((name) => `\`${name}\``).join(', ')

function table(all: ReadonlyMap<string, readonly string[]>, has: (path: string, name: string) => boolean): string {
  const rows = [...all]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, names]) => {
      const missing = names.filter((name) => !has(path, name))
      const reason = missing.length === 0 ? '' : REASONS[path]
      if (reason === undefined) throw new Error(`no reason is given why ${path} lacks ${missing.join(', ')}`)
      return `| \`${path}\` | ${list(names.filter((name) => has(path, name)))} | ${list(missing)} | ${reason} |`
    })
  return rows.join('\n')
}

const queries = new Map<string, string[]>()
for (const path of NEUTRON_QUERIES.keys()) {
  const [, service, method] = /^\/(.*)\.Query\/(.*)$/.exec(path)!
  queries.set(service!, [...(queries.get(service!) ?? []), method!])
}
const answered = (path: string, method: string) =>
  app.keepers.chain.queries().handler(`/${path}.Query/${method}`) !== undefined
const handled = (path: string, name: string) => app.keepers.chain.router().handler(`/${path}.${name}`) !== undefined

function section(): string {
  const count = [...NEUTRON_QUERIES.keys()].filter(
    (path) => app.keepers.chain.queries().handler(path) !== undefined,
  ).length
  return `${HEADING}

Neutron v11 lets contracts make ${
    NEUTRON_QUERIES.size
  } queries by path (\`grpc\`, \`stargate\`). ${count} of them answer here; the others are refused with the chain's error for an
unknown path. Written by \`npm run allowed-queries\`.

| package | queries that answer | that do not | why |
|---|---|---|---|
${table(queries, answered)}

Messages of the modules of Neutron v11, which contracts send as \`any\` and transactions contain. An unknown one is refused with the chain's error for an unknown type URL.

| package | messages that are handled | that are not | why |
|---|---|---|---|
${table(new Map(Object.entries(V11)), handled)}
`
}

test('the documented tables of queries and messages are those of the chain', async () => {
  expect(NEUTRON_QUERIES.size).toBe(96)
  const page = readFileSync(PAGE, 'utf8')
  const start = page.indexOf(HEADING)
  const before = start < 0 ? `${page.trimEnd()}\n\n` : page.slice(0, start)
  await expect(before + section()).toMatchFileSnapshot(PAGE.pathname)
})
