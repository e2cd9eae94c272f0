import { Help } from 'commander'
import { expect, test } from 'vitest'
import { COMMANDS, listedCommand } from '../../src/cli/commands.js'
import { sudobox } from './command.js'

// The list of all commands loads none of them.
test.each(COMMANDS)('$name is listed with its name and arguments', async (head) => {
  const command = await head.load()
  expect(new Help().subcommandTerm(listedCommand(head))).toBe(new Help().subcommandTerm(command))
  expect(command.name()).toBe(head.name)
})

test('help of one command, by its name, its alias or the command help', async () => {
  const fuzz = await sudobox('fuzz', '--help')
  expect(fuzz).toMatchObject({ code: 0, stdout: expect.stringContaining('--sequences') as string })
  expect(fuzz.stdout).toContain('search for action sequences that violate an invariant')
  expect(await sudobox('help', 'fuzz')).toEqual(fuzz)
  expect((await sudobox('q', '--help')).stdout).toContain('Query a running chain')
})

test('an unknown command is refused, with a suggestion', async () => {
  const { code, stderr } = await sudobox('replya')
  expect(code).toBe(2)
  expect(stderr).toContain('Did you mean replay?')
})
