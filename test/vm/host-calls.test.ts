import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createVm, mockBackend, type HostCall, type HostValue } from 'sudobox/vm'
import { SIGNATURES } from '../../src/vm/host/signatures.js'
import { execute, visible } from './call.js'

const EXTRA = new URL('../../fixtures/vm/extra/', import.meta.url)
const vm = createVm()
const { checksum } = vm.store(readFileSync(new URL('modules/host_calls.wasm', EXTRA)))

/** Messages that make the module call its host, from the scripts for the native VM: the first ones of each kind. */
const messages = ['secp256k1', 'secp256r1', 'ed25519', 'bls12_381', 'storage', 'regions'].flatMap((script) => {
  const { steps } = JSON.parse(readFileSync(new URL(`scripts/${script}.json`, EXTRA), 'utf8')) as {
    steps: readonly { readonly entry: string; readonly msg_text?: string }[]
  }
  const kinds = new Map<string, number>()
  return steps.flatMap(({ entry, msg_text: msg = '' }) => {
    const count = (kinds.get(msg[0]!) ?? 0) + 1
    kinds.set(msg[0]!, count)
    return (entry === 'execute' && msg !== '' && count <= 2) || msg.includes(';v ') ? [msg] : []
  })
})

function hostCalls(msg: string) {
  const calls: HostCall[] = []
  const outcome = execute(vm, checksum, { msg, hostCall: (call) => void calls.push(call), backend: mockBackend() })
  return { calls, outcome }
}

const shown = ({ name, kind, bytes }: HostValue): string =>
  `${name} ${kind === 'text' ? Buffer.from(bytes).toString() : Buffer.from(bytes).toString('hex')}`

test('every import reports its calls, and gas and results stay as they are', () => {
  const names = new Set<string>()
  for (const msg of messages) {
    const { calls, outcome } = hostCalls(msg)
    expect(visible(outcome), msg).toEqual(visible(execute(vm, checksum, { msg })))
    for (const { name } of calls) names.add(name)
    expect(calls.length, msg).toBeGreaterThan(0)
    const spent = calls.reduce((sum, { gas }) => sum + BigInt(gas), 0n)
    expect(spent, msg).toBeGreaterThan(0n)
    expect(spent, msg).toBeLessThanOrEqual(outcome.gas.limit - outcome.gas.remaining)
  }
  expect([...names].sort()).toEqual(Object.keys(SIGNATURES).sort())
})

test('the verification of a signature is reported with its input and result', () => {
  const [hash, signature, key] = [
    'dd56de4137951d9c92681b03416ec15f886b4482a27e3a517d32f085244cbe5d',
    '68cebcb6cacfbc0c69a324f4716941f3ef363cbf1996faf72b72cbf7feeb84da039b35b175dff2e6dc16542167d5aaf8c4063769a3fc8e0d30d95e4cc405b14c',
    '02bb50e2d89a4ed70663d080659fe0ad4b9bc3e06c17a227433966cb59ceee020d',
  ]
  const told = (msg: string) => {
    const [{ name, given, answer, error }] = hostCalls(msg).calls as [HostCall]
    return { name, given: given.map(shown), answer: answer.map(shown), error }
  }
  const given = [`hash ${hash}`, `signature ${signature}`, `public key ${key}`]
  const name = 'secp256k1_verify'
  expect(told(`1 ${hash} ${signature} ${key}`)).toEqual({ name, given, answer: ['check valid'], error: undefined })
  expect(told(`1 ${'00'.repeat(32)} ${signature} ${key}`).answer).toEqual(['check not valid'])
  expect(told(`1 ${hash} ${signature} ff${key.slice(2)}`)).toMatchObject({
    answer: [],
    error: 'invalid pubkey format (code 5)',
  })
  // Longer than the import takes: it ends the call.
  expect(told(`1 ${hash} ${signature}00 ${key}`).error).toMatch(/Region length too big\. Got 65, limit 64/)
})

test('a row of an iterator has its key and its value, the end has neither', () => {
  const { calls } = hostCalls('w 61 31;s - - 01000000;n 01000000;n 01000000')
  expect(calls.map(({ name, given, answer }) => [name, given.map(shown), answer.map(shown)])).toEqual([
    ['db_write', ['key 61', 'value 1'], []],
    ['db_scan', ['order ascending'], ['iterator 1']],
    ['db_next', ['iterator 1'], ['key 61', 'value 1']],
    ['db_next', ['iterator 1'], []],
  ])
})

/** Source: cosmwasm-vm 3.0.10 imports.rs `MAX_LENGTH_HUMAN_ADDRESS`, `MAX_LENGTH_CANONICAL_ADDRESS`. */
test('an address has at most 256 bytes as text and 64 in its canonical form', () => {
  const ended = (command: string, length: number) => {
    const { calls, outcome } = hostCalls(`${command} ${'78'.repeat(length)}`)
    expect(calls).toHaveLength(1)
    return outcome.error?.shortMessage
  }
  for (const [command, limit] of [
    ['h', 64],
    ['a', 256],
    ['c', 256],
  ] as const) {
    expect(ended(command, limit), command).toBeUndefined()
    expect(ended(command, limit + 1), command).toMatch(`Region length too big. Got ${limit + 1}, limit ${limit}`)
  }
})
