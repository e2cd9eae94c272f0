import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const README = readFileSync('README.md', 'utf8')

test('the README fits on two screens, and names the command that runs the tests', () => {
  expect(README.split('\n').length).toBeLessThan(90)
  expect(README).toContain('`npm test`')
})

test('the README states the releases of Node and Vitest that the package requires', () => {
  const [twenty, newer] = [...manifest.engines.node.matchAll(/[\d.]+\d/g)].map(([version]) =>
    version.replace(/\.0$/, ''),
  )
  expect(README).toContain(`Node ${twenty} or ${newer}, or newer`)
  expect(README).toContain(`Vitest ${manifest.peerDependencies.vitest.match(/\d+/)![0]} or newer`)
  expect(README).toContain(`sudobox-${manifest.version}.tgz`)
})

test('the changelog is one page', () => {
  expect(readFileSync('CHANGELOG.md', 'utf8').split('\n').length).toBeLessThan(80)
})
