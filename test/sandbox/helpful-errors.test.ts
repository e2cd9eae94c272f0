import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { readFixture, replay } from 'sudobox/replay'
import { expect, test } from 'sudobox/vitest'
import { afterAll, beforeAll } from 'vitest'

// What people get wrong, and what they are told.

const LAB = 'contracts/artifacts/callback_lab.wasm'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'helpful-'))
  for (const name of ['artifacts', 'bugs']) mkdirSync(join(folder, name))
  for (const name of ['vault.wasm', 'vault_v2.wasm', 'gauge.wasm', 'notes.txt'])
    writeFileSync(join(folder, 'artifacts', name), 'no module')
  fixture()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A fixture in the folder `bugs`, with steps between the creation of alice and nothing else. */
function fixture(...steps: readonly string[]): string {
  const file = join(folder, 'bugs/refund.yaml')
  const text = [
    'sudobox: 1',
    'title: A refund',
    'steps:',
    '  - do: { action: account, name: alice }',
    ...steps.map((step) => `  - ${step}`),
  ]
  writeFileSync(file, `${text.join('\n')}\n`)
  return file
}

const stores = (path: string): string =>
  `do: { action: tx, from: alice, messages: [{ store: { wasm: { path: ${path} } } }] }`

const replayed = (...steps: readonly string[]): Promise<unknown> => {
  const file = fixture(...steps)
  return replay(readFixture(file), file)
}

// A file that is not code has no line of the caller in the errors of what it does.
const ELSEWHERE = /fixture|variable/

/** A text without the paths of this machine. */
const plain = (text: string): string =>
  text
    .replaceAll(folder, '/project')
    .replaceAll(relative(join(folder, 'bugs'), process.cwd()), '../../checkout')
    .replaceAll(process.cwd(), '/checkout')

test('errors of common mistakes say what would be right', async ({ neutron, hub, relayer }) => {
  const alice = neutron.account('alice', '1000000untrn')
  const bob = hub.account('bob')
  const lab = await alice.deploy(LAB)
  const send = (value: unknown) => alice.execute(lab, { note: value })
  const inFolder = (name: string) => join(folder, name)
  const poor: Readonly<Record<string, () => unknown>> = {
    'a bigint as coins': () => alice.execute(lab, {}, { funds: 5n as never }),
    'a number as coins': () => neutron.account('carol', 5 as never),
    'a decimal amount': () => alice.transfer(alice, '1.5ntrn'),
    'an amount without a denomination': () => alice.transfer(alice, '15'),
    'an account of another chain': () => alice.transfer(bob, '5untrn'),
    'a contract of another chain': () => hub.query(lab, { config: {} }),
    'an unknown callback': () => lab.callback({ timeOut: {} } as never),
    'a typing error in an option': () => alice.execute(lab, {}, { found: '5untrn' } as never),
    'a typing error in an action': () => neutron.sandbox.perform({ action: 'acount', name: 'x' } as never),
    'a typing error in a matcher': () => expect(alice.execute(lab, {})).rejects.toFailWith({ kode: 5 } as never),
    'a map in a message': () => send(new Map([['alice', 1]])),
    'a date in a message': () => send([{ at: new Date(0) }]),
    'an instance of a class in a message': () => send(new URL('https://example.com')),
    'nothing in a list of a message': () => send([1, undefined]),
    'a number that is none in a message': () => send({ ratio: NaN }),
    'a similar path': () => alice.store(inFolder('artifacts/vualt.wasm')),
    'a similar folder': () => alice.store(inFolder('artefacts/gauge.wasm')),
    'a path to nothing similar': () => alice.store(inFolder('artifacts/treasury.wasm')),
    'a path in no folder': () => alice.store(inFolder('build/release/out/x.wasm')),
    'a folder as a contract': () => alice.store(inFolder('artifacts')),
    'a fixture that is not there': () => readFixture(inFolder('bugs/refnd.yaml')),
    'a path in a fixture, relative to the working directory': () => replayed(stores(LAB)),
    'a fixture run from another folder': () => replayed(stores('../artifacts/vault.wasm')),
    'a fixture without a title': () => {
      const file = fixture()
      writeFileSync(file, 'sudobox: 1\nsteps: {}\n')
      return readFixture(file)
    },
    'a variable that nothing saved': () =>
      replayed(
        "do: { action: tx, from: alice, messages: [{ instantiate: { codeId: '${code}', msg: {}, label: x } }] }",
      ),
    'a typing error in a nested option': () => relayer.relay({ forge: { proofs: 'otherKey' } } as never),
  }
  const texts: Record<string, string> = {}
  for (const [what, call] of Object.entries(poor)) {
    try {
      await call()
      texts[what] = 'accepted'
    } catch (error) {
      texts[what] = plain((error as Error).message)
      const frames = (error as Error).stack!.split('\n').filter((line) => line.startsWith('    at '))
      if (!ELSEWHERE.test(what)) expect(frames[0]).toContain('helpful-errors.test.ts')
    }
  }
  expect(texts).toMatchSnapshot()
})
