// The home page of the site shows a test and what it prints when it fails: both are true.
import { readFileSync } from 'node:fs'
import { expect, test } from 'sudobox/vitest'

const PAGE = readFileSync('docs/site/index.md', 'utf8')
const MAX_LINE = 120

const block = (language: string): string => new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(PAGE)![1]!
const BODY = /async \(\{ neutron, hub, relayer \}\) => \{\n([^]*)\n\}\)/.exec(block('ts'))![1]!

/** What the matcher printed, without frames of a contract that has no names, and with long messages cut. */
const shortened = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^ *in (function\[\d+\]|sudo)$/.test(line))
    .map((line) => line.replace(/(\{"timeout":\{"request":\{"sequence":1,)\S* /, '$1… '))
    .join('\n')

test('the failing trace of the home page is what its test prints', async ({ neutron, hub, relayer }) => {
  const run = Object.getPrototypeOf(async () => {}).constructor('neutron', 'hub', 'relayer', 'expect', BODY)
  const error: Error = await run(neutron, hub, relayer, expect).then(
    () => new Error('the test passed'),
    (error: unknown) => error,
  )

  expect(shortened(error.message)).toBe(block('text').trimEnd())
  expect(
    Math.max(
      ...block('text')
        .split('\n')
        .map(({ length }) => length),
    ),
  ).toBeLessThanOrEqual(MAX_LINE)
})
