import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Profile } from '../../../src/evm/index.js'
import { methodsOf } from '../../../src/evm/rpc/profiles/profiles.js'
import type { JsonRpcServer } from '../../../src/server/index.js'
import { serveJsonRpc } from '../../../src/server/json-rpc-http.js'
import { fill, mismatch, type Json } from './match.js'
import { NAMESPACES, namesOf, scenario, type Scenario } from './scenario.js'
import { TABLE, stepsOf, type Step, type Transport } from './table.js'
import { connect, type Answer, type Connection } from './transports.js'

const PROFILES: readonly Profile[] = ['functional', 'documented', 'cosmos-evm']
const TRANSPORTS: readonly Transport[] = ['http', 'ws']
const TOKEN = 'secret of the coverage test'
/** Methods that the specification's section 4.1 names. */
const ROWS = 217

test(`the table has ${ROWS} rows, each with something to hold in each profile`, () => {
  expect(Object.keys(TABLE)).toHaveLength(ROWS)
  const missing = Object.keys(TABLE).flatMap((name) =>
    PROFILES.filter((profile) =>
      TRANSPORTS.some((transport) => {
        const steps = stepsOf(name, profile, transport)
        return !steps?.some((step) => step.error !== undefined || step.result !== undefined || step.event !== undefined)
      }),
    ).map((profile) => `${name} in ${profile}`),
  )
  expect(missing).toEqual([])
})

const SPECIFICATION = new URL('../../../../shared/spec/evm-json-rpc.md', import.meta.url)

test.runIf(existsSync(SPECIFICATION))('the table has the rows of the specification, with their status', () => {
  const [, section] = readFileSync(SPECIFICATION, 'utf8').split(/^### 4\.\d.*$/m)
  const rows = [...section!.matchAll(/^\| ((?:\w+_\w+(?:, )?)+) \| (Y|Stub|N) \| [YN] \|/gm)]
  const named = rows.flatMap(([, names, status]) => names!.split(', ').map((name) => [name, status]))
  expect(Object.fromEntries(Object.entries(TABLE).map(([name, { status }]) => [name, status]))).toEqual(
    Object.fromEntries(named),
  )
})

// A snapshot of this heap takes seconds, so `test/cli/evm.e2e.test.ts` writes one of a small process with the functional profile. In the other profile that has the method it has to be the same, function and all.
test('the profile documented writes what is in the heap as the functional one does', () => {
  const [functional, documented] = PROFILES.map((profile) =>
    methodsOf({ profile, namespaces: NAMESPACES, testing: false }).find(({ name }) => name === 'debug_writeMemProfile'),
  )
  expect(functional?.handle).toBeInstanceOf(Function)
  expect(documented).toEqual({ ...functional, access: 'private' })
})

describe.each(PROFILES)('the profile %s', (profile) => {
  let given: Scenario
  let server: JsonRpcServer
  const connections = new Map<Transport, Connection>()
  const passed: Record<Transport, number> = { http: 0, ws: 0 }

  beforeAll(async () => {
    given = await scenario(profile)
    server = await serveJsonRpc(given.node, { token: TOKEN })
    for (const transport of TRANSPORTS) connections.set(transport, await connect(transport, server, TOKEN))
  })
  afterAll(async () => {
    for (const connection of connections.values()) connection.close()
    await server.close()
    await given.node.close()
    rmSync(given.directory, { recursive: true })
    console.log(`${profile}: ${passed.http} of ${ROWS} rows passed over HTTP, ${passed.ws} over WebSocket`)
  })

  const cases = Object.keys(TABLE).flatMap((name) => TRANSPORTS.map((transport) => [name, transport] as const))
  test.each(cases)('%s over %s', async (name, transport) => {
    const steps = stepsOf(name, profile, transport)
    if (steps === undefined) throw new Error('there is no assertion')
    const before = given.node.snapshot()
    try {
      await play(name, steps, transport)
    } finally {
      given.node.restore(before)
    }
    passed[transport]++
  })

  async function play(name: string, steps: readonly Step[], transport: Transport): Promise<void> {
    const connection = connections.get(transport)!
    const names = new Map([...given.names, ...namesOf(transport)])
    for (const [index, step] of steps.entries()) {
      const wrong = await done(name, step, connection, names)
      if (wrong !== undefined) expect.fail(`step ${index + 1}: ${wrong}`)
    }
  }

  /** Does one step. Returns what is wrong with what came of it. */
  async function done(
    name: string,
    step: Step,
    connection: Connection,
    names: Map<string, Json>,
  ): Promise<string | undefined> {
    const filled = (value: Json): Json => fill(value, names)
    const path = (file: string): string => join(given.directory, filled(file) as string)
    if (step.mine) await given.node.mine()
    else if (step.write !== undefined)
      writeFileSync(path(step.write[0]), Buffer.from((filled(step.write[1]) as string).slice(2), 'hex'))
    else if (step.file !== undefined) {
      const text = readFileSync(path(step.file), 'utf8')
      if (step.text !== undefined) return new RegExp(step.text, 's').test(text) ? undefined : `${step.file} is ${text}`
      return mismatch(JSON.parse(text) as Json, filled(step.json ?? {}), step.file)
    } else if (step.event !== undefined) {
      const told = await connection.told(filled(step.event) as string)
      return mismatch(told, filled(step.result!), 'event')
    } else {
      const method = step.call ?? name
      const answer = await connection.ask(method, (step.params ?? []).map(filled))
      if (step.as !== undefined && 'result' in answer) names.set(step.as, answer.result)
      return judge(method, answer, step, filled)
    }
    return undefined
  }
})

function judge(method: string, answer: Answer, step: Step, filled: (value: Json) => Json): string | undefined {
  if ('error' in answer) {
    const { code, message } = answer.error
    if (step.error === undefined) return `${method} failed: ${code} ${message}`
    const [wantedCode, wanted] = step.error
    const text = filled(wanted) as string
    const pattern = /^\/(.*)\/$/s.exec(text)?.[1]
    const fits = pattern === undefined ? message === text : new RegExp(pattern, 's').test(message)
    return code === wantedCode && fits ? undefined : `${method} failed: ${code} ${message}, not ${wantedCode} ${text}`
  }
  if (step.error !== undefined) return `${method} answered ${JSON.stringify(answer.result)}`
  return step.result === undefined ? undefined : mismatch(answer.result, filled(step.result))
}
