import { expect, test } from 'vitest'
import { fileOf, spawned, sudobox } from './command.js'

test('a script gives the result object of the native VM', async () => {
  const { code, stdout } = await sudobox('vm', 'fixtures/vm/native/scripts/traps.json')
  const result = JSON.parse(stdout) as { vm: string; steps: { name: string; error?: { kind: string } }[] }
  expect(code).toBe(0)
  expect(result.vm).toBe('cosmwasm-vm 3.0.10')
  expect(result.steps.length).toBeGreaterThan(10)
})

test.each([
  [['vm', 'nothing.json'], /error nothing\.json: no such file/],
  [['vm', '--vm-version', '9.9.9', 'fixtures/vm/native/scripts/traps.json'], /no gas schedule for cosmwasm-vm 9\.9\.9/],
  [['vm', fileOf('{"wasm": "nothing.wasm", "steps": []}', 'script.json')], /nothing\.wasm/],
  [['vm', fileOf('{"wasm": "x.wasm", "steps": [], "stpes": []}', 'script.json')], /stpes/],
  [['vm', fileOf('{', 'script.json')], /script\.json/],
  [['vm'], /missing required argument/],
  [['nope'], /unknown command 'nope'/],
])('sudobox %j is refused with exit code 2', async (args, message) => {
  const { code, stdout, stderr } = await sudobox(...args)
  expect(stderr).toMatch(message)
  expect(stdout).toBe('')
  expect(code).toBe(2)
})

test('the process ends with the exit code of the command', async () => {
  expect(await spawned('nope')).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringMatching(/unknown command/) as string,
  })
})
