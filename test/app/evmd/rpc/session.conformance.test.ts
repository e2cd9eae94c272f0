import { isDeepStrictEqual } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { Replayed, session, type Answer, type Asked } from './session.js'

/** Requests whose answers differ, and why. */
interface Exception {
  readonly of: (asked: Asked) => boolean
  readonly why: string
}

const paramsOf = ({ params }: Asked): string => JSON.stringify(params ?? [])

const EXCEPTIONS: readonly Exception[] = [
  { of: ({ method }) => method === 'web3_clientVersion', why: 'it names the program' },
  {
    of: (asked) => /"tracer":"(?:none\(\)|\{)/.test(paramsOf(asked)),
    why: 'tracers in JavaScript are not supported',
  },
  {
    of: (asked) => asked.method === 'eth_fillTransaction' && paramsOf(asked).includes('"authorizationList":[]'),
    why: 'the library makes no transaction with an empty list of authorizations',
  },
  { of: ({ method }) => method === 'personal_newAccount', why: 'keys are random' },
  { of: ({ method }) => method === 'eth_stop', why: 'a function of the program that its server offers by accident' },
  { of: ({ method }) => method.startsWith('miner_set'), why: 'a node here has no settings of its own' },
  {
    of: ({ method, answer }) =>
      method === 'debug_traceTransaction' && answer.error?.message.endsWith('invalid ethereum tx') === true,
    why: 'a transaction of a block that the chain did not carry out is not found',
  },
]

/** A transaction that the node's pool refuses, since it has a Cosmos transaction of its sender: the pool of a node here has none of those. */
const UNSENT: ReadonlySet<string | undefined> = new Set(['behind'])

const ID = /0x[0-9a-f]{28,32}(?![0-9a-f])/g
const isFilter = (method: string): boolean => /^eth_new\w*Filter$/.test(method)

/** Ids of filters, which each node chooses itself. */
class Ids {
  readonly #here = new Map<string, string>()
  readonly #there = new Map<string, string>()

  add(there: string, here: string): void {
    this.#here.set(there, here)
    this.#there.set(here, there)
  }
  toHere = <T>(value: T): T => swapped(value, this.#here)
  toThere = <T>(value: T): T => swapped(value, this.#there)
}
const swapped = <T>(value: T, by: ReadonlyMap<string, string>): T =>
  JSON.parse(JSON.stringify(value).replace(ID, (id) => by.get(id) ?? id)) as T

interface Difference {
  readonly asked: Asked
  readonly here: Answer
}

const different: Difference[] = []
const hashes: { readonly height: number; readonly here: string; readonly there: string }[] = []
let compared = 0

/** Goes through the session once. Before the first block there is no chain here. */
async function replay(): Promise<void> {
  const { header, lines } = session()
  const chain = new Replayed(
    header,
    lines.flatMap(({ block }) => block ?? []),
  )
  const ids = new Ids()
  let part = ''
  for (const line of lines) {
    part = line.part ?? part
    const { block, asked } = line
    if (block !== undefined) hashes.push({ height: block.height, here: chain.make(block), there: block.appHash })
    if (asked === undefined || part === 'unborn' || UNSENT.has(asked.name)) continue
    const { method, params = [], answer } = asked
    const here = await chain.ask({ method, params: ids.toHere(params) })
    compared++
    if (isFilter(method) && typeof answer.result === 'string' && typeof here.result === 'string')
      ids.add(answer.result, here.result)
    else if (!isDeepStrictEqual(ids.toThere(here), answer)) different.push({ asked, here })
  }
}

beforeAll(replay, 240_000)

test('the chain comes to the same app hashes', () => {
  expect(hashes.filter(({ here, there }) => here !== there)).toEqual([])
  expect(hashes).toHaveLength(90)
})

test('a node over it gives the same answers as the recorded one', () => {
  expect(compared).toBeGreaterThan(2300)
  expect(different.filter(({ asked }) => EXCEPTIONS.every(({ of }) => !of(asked)))).toEqual([])
})

test.each(EXCEPTIONS)('but some differ: $why', ({ of }) => {
  expect(different.some(({ asked }) => of(asked))).toBe(true)
})
