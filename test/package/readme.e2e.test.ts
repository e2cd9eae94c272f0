import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../cli/command.js'
import { runVitest } from '../vitest/run-vitest.js'

const README = readFileSync(join(ROOT, 'README.md'), 'utf8')
const blockOf = (language: string) => new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'ms').exec(README)![1]!

test('the test of the README fails with the text below it', async () => {
  const { printed, code } = await runVitest(blockOf('ts').replace('node_modules/sudobox', ROOT), { plugin: '{}' })
  expect(code).toBe(1)
  // What is left out of a line stands as an ellipsis.
  const shown = blockOf('text')
    .split('\n')
    .flatMap((line) => line.split('…'))
  // The tree is indented by spaces that terminals keep.
  const text = printed.replaceAll('\u00A0', ' ')
  expect(shown.filter((part) => !text.includes(part))).toEqual([])
}, 60_000)
