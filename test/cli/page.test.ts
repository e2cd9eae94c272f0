import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { render } from '../../scripts/cli-page.mjs'
import { COMMANDS } from '../../src/cli/commands.js'
import { createProgram } from '../../src/cli/program.js'

// `npm run cli-page` writes it anew.
test('docs/cli.md is the help of the commands', async () => {
  const page = fileURLToPath(new URL('../../docs/cli.md', import.meta.url))
  await expect(render(await createProgram(COMMANDS))).toMatchFileSnapshot(page)
})

test('the list of commands, which loads none, has the arguments that the commands take', async () => {
  const [listed, loaded] = await Promise.all([createProgram(COMMANDS, () => false), createProgram(COMMANDS)])
  const terms = (program: typeof listed) => program.commands.map((one) => program.createHelp().subcommandTerm(one))
  expect(terms(listed)).toEqual(terms(loaded))
})
