import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Router } from '../../src/server/rest/match.js'
import { recording } from '../modules/evm/recording.js'
import { readLines } from '../app/wasmd/recording.js'
import { ROUTES } from '../../src/server/rest/routes.js'

/** What the protobuf files of the chain's modules say; made by reference/rest. */
const { sources } = JSON.parse(readFileSync(new URL('../../fixtures/server/routes.json', import.meta.url), 'utf8')) as {
  sources: Readonly<Record<string, readonly string[]>>
}

/** What the descriptors say that a node of wasmd v0.70.3 answers with. */
const later = (readLines('fixtures/wasmd/queries-0.70.jsonl.br')[0] as { readonly routes: readonly string[] }).routes

/** What the descriptors of cosmos/evm v0.7.3 say. */
const { routes: ofEvm } = recording('queries').header

const ours = ROUTES.map(({ verb, path, method }) => `${verb} ${path.replace('{chain}', 'neutron')} ${method}`)

test('REST has the paths of the protobuf files, for every method that it has', () => {
  const methods = new Set(ROUTES.map(({ method }) => method))
  const theirs = [
    ...Object.values(sources).flat(),
    ...later.map((route) => route.replaceAll('=*}', '}')),
    ...ofEvm!,
  ].filter((route) => methods.has(route.split(' ')[2]!))
  expect(ours.toSorted()).toEqual([...new Set(theirs)].toSorted())
})

test('every path leads to its own method, and the chain has its name in it', () => {
  const router = new Router('atlas')
  for (const { verb, path, method } of ROUTES) {
    const asked = path.replace('{chain}', 'atlas').replaceAll(/\{\w+(?:=\*\*)?\}/g, 'x')
    const found = router.match(asked).find(({ route }) => route.verb === verb)
    expect(`${found?.route.path} ${found?.route.method}`).toBe(`${path} ${method}`)
  }
  expect(router.match('/atlas/contractmanager/failures/a/7')[0]?.values).toEqual([
    ['address', 'a'],
    ['failure_id', '7'],
  ])
  // The rest of a path may have slashes of its own.
  expect(router.match('/cosmos/bank/v1beta1/denom_owners/factory/a/b')[0]?.values).toEqual([['denom', 'factory/a/b']])
})
